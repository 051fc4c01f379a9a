import type { Accumulators } from '@atalaia/contract/devices/device';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

/** The counts of the device; 0 for one that never reported. */
export async function findAccumulators(db: Kysely<Schema>, deviceId: number): Promise<Accumulators> {
  const { rows } = await sql<Omit<Accumulators, 'deviceId'>>`
    SELECT coalesce((memory ->> 'totalDistanceMetres')::float8, 0) AS "totalDistance",
      coalesce((memory ->> 'hoursMs')::float8, 0) AS hours
    FROM device_state WHERE device_id = ${deviceId}`.execute(db);
  return { deviceId, ...(rows[0] ?? { totalDistance: 0, hours: 0 }) };
}
