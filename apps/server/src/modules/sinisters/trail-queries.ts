import { mostTrailPlaces } from '@atalaia/contract/sinisters/sinister';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';

/**
 * The places of a case's device from its opening to its closing, or to now, oldest first, as JSON with commas between. A
 * case of weeks has hundreds of thousands: they are thinned evenly, the last one always kept, and the map draws no less.
 */
export async function describeTrail(db: Kysely<Schema>, sinisterId: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    WITH way AS (
      SELECT p.device_id, p.fix_time, p.latitude, p.longitude,
        row_number() OVER (ORDER BY p.fix_time, p.id) AS place, count(*) OVER () AS places
      FROM sinisters AS s JOIN positions AS p ON p.device_id = s.device_id
        AND p.fix_time BETWEEN s.opening_date AND coalesce(s.closing_date, now() + interval '1 day')
      WHERE s.id = ${sinisterId} AND p.valid AND NOT p.outdated
    )
    SELECT coalesce(string_agg(json_build_object('deviceId', device_id, 'fixTime', ${isoTime('way.fix_time')},
      'latitude', latitude, 'longitude', longitude)::text, ',' ORDER BY place), '') AS json
    FROM way WHERE (place - 1) % greatest(1, (places + ${mostTrailPlaces - 3}) / ${mostTrailPlaces - 1}) = 0 OR place = places`.execute(
    db,
  );
  return rows[0]?.json ?? '';
}
