import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';

/** Throws when a user has registered as many devices as he may: 0 none, -1 any number (ROLE-06). */
export function requireRoom(caller: Caller, ownDevices: number): void {
  const { device_limit: limit } = caller.user;
  if (caller.administrator || limit === -1 || ownDevices < limit) return;
  throw new AppError('device-limit-reached', `this account may register ${limit} devices`, { limit });
}
