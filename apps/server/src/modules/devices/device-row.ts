import type { DeviceInput } from '@atalaia/contract/device';
import type { Insertable } from 'kysely';
import type { DevicesTable } from '../../db/schema.ts';
import { givenColumns } from '../../writing/given-columns.ts';
import { referenceColumn } from '../../writing/reference-column.ts';
import { attributesToStore } from './device-attributes.ts';
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
