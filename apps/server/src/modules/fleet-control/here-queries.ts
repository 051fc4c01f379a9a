import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { type Viewer, visibleCustomers, visibleDevices } from '../sight/visible.ts';
import type { CustomerHere } from './customer-fields.ts';
import type { DeviceHere } from './device-fields.ts';
import type { Reading } from './things-queries.ts';

/** The next visible customers that no client of the provider is. */
export async function nextCustomersHere(
  db: Kysely<Schema>,
  viewer: Viewer,
  { userId }: Reading,
  after: number,
  limit: number,
): Promise<CustomerHere[]> {
  const { rows } = await sql<CustomerHere>`
    SELECT c.* FROM ${visibleCustomers(viewer)} WHERE c.id > ${after} AND NOT EXISTS (
      SELECT FROM fleet_control_things AS t WHERE t.user_id = ${userId} AND t.kind = 'client' AND t.local_id = c.id)
    ORDER BY c.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** The next visible devices that neither a tracker nor a vehicle of the provider is. */
export async function nextDevicesHere(
  db: Kysely<Schema>,
  viewer: Viewer,
  { userId }: Reading,
  after: number,
  limit: number,
): Promise<DeviceHere[]> {
  const { rows } = await sql<DeviceHere>`
    SELECT d.*, false AS "isHeard" FROM ${visibleDevices(viewer)} WHERE d.id > ${after} AND NOT EXISTS (
      SELECT FROM fleet_control_things AS t
      WHERE t.user_id = ${userId} AND t.kind IN ('tracker', 'vehicle') AND t.local_id = d.id)
    ORDER BY d.id LIMIT ${limit}`.execute(db);
  return rows;
}
