import type { DeviceInput } from '@atalaia/contract/device';
import { measureColumn } from '../../writing/measure-column.ts';
import type { DeviceRow } from './devices-queries.ts';

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
