/** An event and a comment as the contract describes them, written as JSON by PostgreSQL: the one place that maps their rows. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LiveFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime, isoTimeOf, openAlarmOf } from '../../queries/sql-fragments.ts';
import {
  type Audience,
  handledAtForClients,
  handledByForClients,
  hasSirenForClients,
} from '../../visibility/client-visibility.ts';

/** A SELECT over `events AS e` and `devices AS d`, without how it was handled. */
export const openEventColumns: RawBuilder<unknown> = sql`
  SELECT e.id, e.device_id AS "deviceId", e.type, d.name, ${isoTime('e.event_time')} AS "eventTime",
    ${isoTime('e.server_time')} AS "serverTime", coalesce(e.position_id, 0) AS "positionId",
    coalesce(e.geofence_id, 0) AS "geofenceId", coalesce(e.maintenance_id, 0) AS "maintenanceId", e.attributes`;

/** The same with when and by whom it was handled. */
export const eventColumns: RawBuilder<unknown> = sql`${openEventColumns}, ${isoTime('e.handled_at')} AS "handledAt",
    (SELECT user_name FROM event_comments WHERE event_id = e.id ORDER BY id LIMIT 1) AS "handledBy"`;

/** The same as clients may see it. */
const clientEventColumns: RawBuilder<unknown> = sql`${openEventColumns}, ${isoTimeOf(handledAtForClients)} AS "handledAt",
    ${handledByForClients} AS "handledBy"`;

export const eventColumnsFor = (audience: Audience) =>
  audience === 'desk' ? eventColumns : clientEventColumns;

/** Events each for itself, as the live channel sends them, the first to arrive first. */
export function eventFragments(
  db: Kysely<Schema>,
  ids: readonly number[],
  audience: Audience = 'desk',
): Promise<readonly LiveFragment[]> {
  return fragmentsWhere(db, sql`e.id = ANY(${ids}::bigint[])`, audience);
}

/** The open alarms of some devices, in the same form and order. */
export function openAlarmFragments(
  db: Kysely<Schema>,
  deviceIds: readonly number[],
): Promise<readonly LiveFragment[]> {
  return fragmentsWhere(db, sql`e.device_id = ANY(${deviceIds}::int[]) AND ${sql.raw(openAlarmOf('e'))}`);
}

async function fragmentsWhere(
  db: Kysely<Schema>,
  condition: RawBuilder<unknown>,
  audience: Audience = 'desk',
): Promise<readonly LiveFragment[]> {
  const { rows } = await sql<LiveFragment>`
    SELECT shown."deviceId", row_to_json(shown)::text AS json
    FROM events AS e JOIN devices AS d ON d.id = e.device_id, LATERAL (${eventColumnsFor(audience)}) AS shown
    WHERE ${condition} ORDER BY e.server_time, e.id`.execute(db);
  return rows;
}

/** Handled events, with whether the siren of their device still sounds (EVT-04). */
export async function handledEventFragments(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<readonly LiveFragment[]> {
  const { rows } = await sql<LiveFragment>`
    SELECT shown."deviceId", row_to_json(shown)::text AS json, CASE WHEN told."handledAt" IS NOT NULL THEN
      (to_jsonb(told) || jsonb_build_object('deviceSiren', ${hasSirenForClients}))::text END AS "forClients"
    FROM events AS e JOIN devices AS d ON d.id = e.device_id LEFT JOIN device_state AS s ON s.device_id = d.id,
    LATERAL (SELECT row.*, s.siren_event_id IS NOT NULL AS "deviceSiren" FROM (${eventColumns}) AS row) AS shown,
    LATERAL (${clientEventColumns}) AS told
    WHERE e.id = ANY(${ids}::bigint[]) ORDER BY e.id`.execute(db);
  return rows;
}

/** The comments of an event, oldest first, or one of them, as JSON with commas between. */
export async function describeComments(
  db: Kysely<Schema>,
  of: { readonly eventId: number; readonly audience: Audience } | { readonly commentId: number },
): Promise<string> {
  const told = 'audience' in of && of.audience === 'clients' ? sql`AND NOT m.untold` : sql``;
  const condition = 'eventId' in of ? sql`m.event_id = ${of.eventId} ${told}` : sql`m.id = ${of.commentId}`;
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY m.id), '') AS json
    FROM event_comments AS m, LATERAL (
      SELECT m.id, m.event_id AS "eventId", m.comment, m.attributes, m.user_name AS "userName",
        ${isoTime('m.created_at')} AS "createdAt"
    ) AS shown WHERE ${condition}`.execute(db);
  return rows[0]?.json ?? '';
}
