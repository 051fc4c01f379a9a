import type { DeviceQuery } from '@atalaia/contract/devices/device';
import { type RawBuilder, sql } from 'kysely';
import { byText, type SortColumn } from '../../queries/sorting.ts';

/** A column that the list of devices is sorted by. */
export interface DeviceOrder extends SortColumn {
  /** There is an index in this order, with the device's number last. */
  readonly isIndexed?: true;
  /** It is a whole number or nothing. */
  readonly isPlace?: true;
  /** What the column is read from beside the device. */
  readonly joins?: RawBuilder<unknown>;
}

/** A number for the place of each name, so that 100,000 devices are sorted by numbers. */
const placesOf = (names: RawBuilder<unknown>) => sql`
  SELECT named.id, dense_rank() OVER (ORDER BY named.name COLLATE "pt-BR-x-icu") AS place FROM ${names} AS named`;

/** By a word of the device's own, indexed in both directions; an empty one is missing. */
const byWord = (column: string): DeviceOrder => ({ ...byText(column), isIndexed: true });

/** By names that many devices share: of groups, of customers. */
const byPlace = (names: RawBuilder<unknown>, reference: string): DeviceOrder => ({
  by: sql`places.place`,
  mayBeNull: true,
  isPlace: true,
  joins: sql`LEFT JOIN (${placesOf(names)}) AS places ON places.id = ${sql.ref(reference)}`,
});

const state = sql`LEFT JOIN device_state AS s ON s.device_id = d.id`;

export const deviceOrders: Readonly<Record<NonNullable<DeviceQuery['sort']>, DeviceOrder>> = {
  name: { by: sql`d.name COLLATE "pt-BR-x-icu"`, mayBeNull: false, isIndexed: true },
  uniqueId: { by: sql`d.unique_id COLLATE "pt-BR-x-icu"`, mayBeNull: false, isIndexed: true },
  groupName: byPlace(sql`groups`, 'd.group_id'),
  customerName: byPlace(sql`customers`, 'd.customer_id'),
  status: {
    by: sql`CASE WHEN d.disabled THEN 3 WHEN s.status = 'online' THEN 0 WHEN s.status = 'unknown' THEN 1 ELSE 2 END`,
    mayBeNull: false,
    isPlace: true,
    joins: state,
  },
  lastUpdate: { by: sql`s.last_update`, mayBeNull: true, joins: state },
  model: byWord('d.model'),
  category: byWord('d.category'),
};
