import { type Kysely, type Selectable, sql } from 'kysely';
import type { CustomersTable, DevicesTable, Schema } from '../../platform/db/schema.ts';
import { type Viewer, visibleCustomers, visibleDevices } from '../../visibility/visible.ts';
import type { Reading } from './remote-records-queries.ts';

export type LocalCustomer = Selectable<CustomersTable>;
export type LocalDevice = Selectable<DevicesTable>;

/** The next visible customers that no client of the provider is. */
export async function nextLocalCustomers(
  db: Kysely<Schema>,
  viewer: Viewer,
  { userId }: Reading,
  after: number,
  limit: number,
): Promise<LocalCustomer[]> {
  const { rows } = await sql<LocalCustomer>`
    SELECT c.* FROM ${visibleCustomers(viewer)} WHERE c.id > ${after} AND NOT EXISTS (
      SELECT FROM fleet_control_records AS t WHERE t.user_id = ${userId} AND t.kind = 'client' AND t.local_id = c.id)
    ORDER BY c.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** The next visible devices that neither a tracker nor a vehicle of the provider is. */
export async function nextLocalDevices(
  db: Kysely<Schema>,
  viewer: Viewer,
  { userId }: Reading,
  after: number,
  limit: number,
): Promise<LocalDevice[]> {
  const { rows } = await sql<LocalDevice>`
    SELECT d.* FROM ${visibleDevices(viewer)} WHERE d.id > ${after} AND NOT EXISTS (
      SELECT FROM fleet_control_records AS t
      WHERE t.user_id = ${userId} AND t.kind IN ('tracker', 'vehicle') AND t.local_id = d.id)
    ORDER BY d.id LIMIT ${limit}`.execute(db);
  return rows;
}
