import type { DeviceInput } from '@atalaia/contract/devices/device';
import type { Insertable } from 'kysely';
import type { DevicesTable } from '../../platform/db/schema.ts';
import { givenColumns, measureColumn, referenceColumn } from '../../queries/columns.ts';
import type { DeviceRow } from './devices-queries.ts';

/** The columns an input speaks of; what it does not mention is undefined and stays as it is. */
export function rowOf(input: DeviceInput, before: DeviceRow | undefined): Insertable<DevicesTable> {
  return givenColumns({
    unique_id: input.uniqueId,
    name: input.name,
    group_id: referenceColumn(input.groupId),
    customer_id: referenceColumn(input.customerId),
    category: input.category,
    disabled: input.disabled ?? undefined,
    phone: input.phone,
    model: input.model,
    contact: input.contact,
    attributes: attributesToStore(input.attributes ?? undefined, before),
  });
}

/**
 * `sinisterId` is the server's own (SIN-12): what a client sends for it is dropped, the stored one stays. A speed limit
 * that comes as text is made a number, an empty one is none.
 */
function attributesToStore(
  given: NonNullable<DeviceInput['attributes']> | undefined,
  before: DeviceRow | undefined,
): Record<string, unknown> | undefined {
  if (given === undefined) return undefined;
  const { sinisterId: _dropped, speedLimit, ...others } = given;
  const limit = measureColumn(speedLimit) ?? null;
  const attributes = limit === null ? others : { ...others, speedLimit: limit };
  const stored = before?.attributes as { sinisterId?: unknown } | undefined;
  return stored?.sinisterId === undefined ? attributes : { ...attributes, sinisterId: stored.sinisterId };
}
