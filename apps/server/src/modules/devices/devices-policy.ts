import { AppError } from '../../errors/app-error.ts';
import type { Caller } from '../../visibility/caller.ts';

/** How many devices a user may still register beside his own: 0 none, Infinity any number (ROLE-06). */
export function capacityFor(
  { administrator, user: { device_limit: limit } }: Caller,
  ownDevices: number,
): number {
  return administrator || limit === -1 ? Number.POSITIVE_INFINITY : Math.max(0, limit - ownDevices);
}

/** Throws when a user would have registered more devices than he may. */
export function requireCapacity(caller: Caller, ownDevices: number, more = 1): void {
  if (capacityFor(caller, ownDevices) >= more) return;
  const { device_limit: limit } = caller.user;
  throw new AppError('device-limit-reached', `this account may register ${limit} devices`, { limit });
}
