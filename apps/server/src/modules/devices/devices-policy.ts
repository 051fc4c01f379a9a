import type { DeviceInput } from '@atalaia/contract/device';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { measureColumn } from '../../writing/measure-column.ts';
import type { DeviceRow } from './devices-queries.ts';

/** Throws when a user has registered as many devices as he may: 0 none, -1 any number (ROLE-06). */
export function requireRoom(caller: Caller, ownDevices: number): void {
  const { device_limit: limit } = caller.user;
  if (caller.administrator || limit === -1 || ownDevices < limit) return;
  throw new AppError('device-limit-reached', `this account may register ${limit} devices`, { limit });
}

/**
 * `sinisterId` is the server's own (SIN-12): what a client sends for it is dropped, what stands is kept. A speed limit
 * that comes as text is made a number, an empty one is none.
 */
export function attributesToStore(
  given: NonNullable<DeviceInput['attributes']> | undefined,
  before: DeviceRow | undefined,
): Record<string, unknown> | undefined {
  if (given === undefined) return undefined;
  const { sinisterId: _dropped, speedLimit, ...others } = given;
  const limit = measureColumn(speedLimit) ?? null;
  const attributes = limit === null ? others : { ...others, speedLimit: limit };
  const held = before?.attributes as { sinisterId?: unknown } | undefined;
  return held?.sinisterId === undefined ? attributes : { ...attributes, sinisterId: held.sinisterId };
}
