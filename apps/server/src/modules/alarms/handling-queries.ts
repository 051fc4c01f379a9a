/** What clients are told of the alarms of their vehicles (DESK-12). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LiveFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import { clientsSeeHandling, isHiddenAlarm, isHushed } from '../../visibility/told-clients.ts';
import { type Viewer, visibleDevices } from '../../visibility/visible.ts';

const handledHours = 24;
const mostTold = 200;
const mostEvents = 100;

/** The contract's AlarmHandlings over alarms of the devices `d`, the newest first; none where the company does not allow it. */
const handlings = (devices: RawBuilder<unknown>) => sql`
  SELECT a.id AS "alarmId", a.device_id AS "deviceId", a.event_type AS "eventType", a.alarm,
    ARRAY(SELECT m.event_id FROM alarm_events AS m WHERE m.alarm_id = a.id ORDER BY m.event_id DESC LIMIT ${mostEvents}) AS "eventIds",
    ${isoTime('a.opened_at')} AS "openedAt",
    CASE WHEN a.closed_at IS NOT NULL THEN 'closed' WHEN k.user_id IS NOT NULL THEN 'working' ELSE 'open' END AS state,
    (SELECT key FROM alarm_outcomes AS o WHERE o.id = a.outcome_id) AS "outcomeKey", a.outcome_name AS "outcomeName", ${isoTime('a.closed_at')} AS "closedAt"
  FROM ${devices} JOIN alarms AS a ON a.device_id = d.id LEFT JOIN alarm_claims AS k ON k.subject = a.subject
  WHERE ${clientsSeeHandling} AND a.kind = 'event' AND a.pending_until IS NULL
    AND (a.closed_at IS NULL OR a.closed_at > now() - ${handledHours} * interval '1 hour')
    AND NOT ${isHiddenAlarm} AND NOT ${isHushed(sql`d.id`)}
  ORDER BY a.opened_at DESC, a.id DESC LIMIT ${mostTold}`;

/** Of the vehicles that the viewer sees, as JSON text. */
export async function describeHandling(db: Kysely<Schema>, viewer: Viewer): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(json_agg(row_to_json(shown)), '[]')::text AS json FROM (${handlings(visibleDevices(viewer))}) AS shown`.execute(
    db,
  );
  return rows[0]?.json ?? '[]';
}

/** The contract's VehicleHandling of each of these devices and of the devices of these alarms: all that is told now. */
export async function handlingFragments(
  db: Kysely<Schema>,
  { alarmIds, deviceIds }: { readonly alarmIds: readonly number[]; readonly deviceIds: readonly number[] },
): Promise<readonly LiveFragment[]> {
  const { rows } = await sql<LiveFragment>`
    SELECT one.id AS "deviceId", json_build_object('deviceId', one.id, 'alarms', (
      SELECT coalesce(json_agg(row_to_json(shown)), '[]') FROM (${handlings(sql`(SELECT one.id) AS d`)}) AS shown))::text AS json
    FROM (
      SELECT device_id AS id FROM alarms WHERE id = ANY(${alarmIds}::bigint[]) AND device_id IS NOT NULL
      UNION SELECT unnest(${deviceIds}::int[])
    ) AS one`.execute(db);
  return rows;
}
