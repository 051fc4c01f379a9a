/** An event and a comment as the contract describes them, written as JSON by PostgreSQL: the one place that maps their rows. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LiveFragment } from '../../bus/bus.ts';
import type { Schema } from '../../db/schema.ts';
import { isoTime } from '../../reading/sql-fragments.ts';

/** A SELECT over `events AS e` and `devices AS d`. */
export const eventColumns: RawBuilder<unknown> = sql`
  SELECT e.id, e.device_id AS "deviceId", e.type, d.name, ${isoTime('e.event_time')} AS "eventTime",
    ${isoTime('e.server_time')} AS "serverTime", coalesce(e.position_id, 0) AS "positionId",
    coalesce(e.geofence_id, 0) AS "geofenceId", coalesce(e.maintenance_id, 0) AS "maintenanceId", e.attributes,
    ${isoTime('e.handled_at')} AS "handledAt",
    (SELECT user_name FROM event_comments WHERE event_id = e.id ORDER BY id LIMIT 1) AS "handledBy"`;

/** Events each for itself, as the live channel tells them, the first to arrive first. */
export async function eventFragments(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<readonly LiveFragment[]> {
  const { rows } = await sql<LiveFragment>`
    SELECT shown."deviceId", row_to_json(shown)::text AS json
    FROM events AS e JOIN devices AS d ON d.id = e.device_id, LATERAL (${eventColumns}) AS shown
    WHERE e.id = ANY(${ids}::bigint[]) ORDER BY e.server_time, e.id`.execute(db);
  return rows;
}

/** A handled event, with whether the siren of its device still sounds (EVT-04). */
export async function handledEventFragment(db: Kysely<Schema>, id: number): Promise<readonly LiveFragment[]> {
  const { rows } = await sql<LiveFragment>`
    SELECT shown."deviceId", row_to_json(shown)::text AS json
    FROM events AS e JOIN devices AS d ON d.id = e.device_id LEFT JOIN device_state AS s ON s.device_id = d.id,
    LATERAL (SELECT told.*, s.siren_event_id IS NOT NULL AS "deviceSiren" FROM (${eventColumns}) AS told) AS shown
    WHERE e.id = ${id}`.execute(db);
  return rows;
}

/** The comments that a condition on `event_comments AS m` chooses, oldest first, with commas between. */
export async function describeComments(db: Kysely<Schema>, condition: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY m.id), '') AS json
    FROM event_comments AS m, LATERAL (
      SELECT m.id, m.event_id AS "eventId", m.comment, m.attributes, m.user_name AS "userName",
        ${isoTime('m.created_at')} AS "createdAt"
    ) AS shown WHERE ${condition}`.execute(db);
  return rows[0]?.json ?? '';
}
