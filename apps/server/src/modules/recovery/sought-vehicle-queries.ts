/** A stolen vehicle as people outside the company see it: nothing of its owner, and no place from before the event. */
import type { SoughtPlace, SoughtVehicle } from '@atalaia/contract/sinisters/police-link';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';

export interface Sought {
  readonly vehicle: SoughtVehicle;
  readonly place: SoughtPlace;
}

export async function findSought(db: Kysely<Schema>, sinisterId: number): Promise<Sought> {
  const { rows } = await sql<Sought>`
    SELECT jsonb_build_object('plate', merged ->> 'plate', 'manufacturer', merged ->> 'manufacturer',
        'vehicleModel', coalesce(merged ->> 'vehicleModel', s.device ->> 'model'), 'color', merged ->> 'color',
        'year', merged ->> 'year', 'category', coalesce(d.category, s.device ->> 'category')) AS vehicle,
      CASE WHEN p.latitude IS NOT NULL AND p.fix_time >= s.opening_date THEN jsonb_build_object(
        'latitude', p.latitude, 'longitude', p.longitude, 'fixTime', ${isoTime('p.fix_time')},
        'speed', p.speed, 'course', p.course) END AS place
    FROM sinisters AS s LEFT JOIN devices AS d ON d.id = s.device_id
      LEFT JOIN device_state AS p ON p.device_id = d.id,
      LATERAL (SELECT (s.device -> 'attributes') || coalesce(d.attributes, '{}') AS merged) AS known
    WHERE s.id = ${sinisterId}`.execute(db);
  const [sought] = rows;
  if (!sought) throw new Error(`sinister ${sinisterId} is gone`);
  return sought;
}
