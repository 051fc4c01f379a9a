/** What clients may see of the alarms of their vehicles (DESK-12). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { HandlingFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import {
  clientsSeeHandling,
  isHiddenAlarm,
  isRecentAlarm,
  isSuppressed,
  suppressedSince,
  wasVisibleBefore,
} from '../../visibility/client-visibility.ts';
import { type Viewer, visibleDevices } from '../../visibility/visible.ts';

const handledHours = 24;
const mostListed = 200;
const mostEvents = 100;

/** Whether somebody worked on the alarm `a` at the time `suppression.since`. */
const wasWorkedOn = sql`coalesce(
  (SELECT h.action <> 'return' FROM alarm_history AS h WHERE h.alarm_id = a.id AND h.at < suppression.since
    AND h.action IN ('claim', 'take-over', 'pass', 'return') ORDER BY h.id DESC LIMIT 1),
  a.first_claimed_at < suppression.since, false)`;

const isLately = sql`(a.closed_at IS NULL OR a.closed_at > now() - ${handledHours} * interval '1 hour')`;
const wasOpen = sql`(a.closed_at IS NULL OR a.closed_at >= suppression.since)`;

/**
 * The contract's AlarmHandlings over alarms of the devices `d`, the newest first; none where the company does not allow
 * it. Of a suppressed vehicle they are as they were when the suppression began.
 */
const handlings = (devices: RawBuilder<unknown>) => sql`
  SELECT a.id AS "alarmId", a.device_id AS "deviceId", a.event_type AS "eventType", a.alarm,
    ARRAY(SELECT m.event_id FROM alarm_events AS m WHERE m.alarm_id = a.id AND (suppression.since IS NULL
      OR NOT EXISTS (SELECT FROM events AS e WHERE e.id = m.event_id AND e.server_time >= suppression.since))
      ORDER BY m.event_id DESC LIMIT ${mostEvents}) AS "eventIds",
    ${isoTime('a.opened_at')} AS "openedAt",
    CASE WHEN ended.at IS NOT NULL THEN 'closed'
      WHEN CASE WHEN suppression.since IS NULL THEN k.user_id IS NOT NULL ELSE ${wasWorkedOn} END THEN 'working' ELSE 'open' END AS state,
    CASE WHEN ended.at IS NOT NULL THEN (SELECT key FROM alarm_outcomes AS o WHERE o.id = a.outcome_id) END AS "outcomeKey",
    CASE WHEN ended.at IS NOT NULL THEN a.outcome_name END AS "outcomeName", ${isoTime('ended.at')} AS "closedAt"
  FROM (SELECT d.id FROM ${devices} WHERE ${clientsSeeHandling}
    AND EXISTS (SELECT FROM alarms AS a WHERE a.device_id = d.id AND a.kind = 'event' AND ${isRecentAlarm})) AS d
  -- once a device
  CROSS JOIN LATERAL (SELECT ${suppressedSince(sql`d.id`)} AS since OFFSET 0) AS suppression
  JOIN alarms AS a ON a.device_id = d.id LEFT JOIN alarm_claims AS k ON k.subject = a.subject
  CROSS JOIN LATERAL (SELECT CASE WHEN suppression.since IS NULL OR NOT ${wasOpen} THEN a.closed_at END AS at) AS ended
  WHERE a.kind = 'event' AND a.pending_until IS NULL AND ${isRecentAlarm}
    AND CASE WHEN suppression.since IS NULL THEN ${isLately} AND NOT ${isHiddenAlarm}
      ELSE (${isLately} OR ${wasOpen}) AND ${wasVisibleBefore(sql`suppression.since`)} END
  ORDER BY a.opened_at DESC, a.id DESC LIMIT ${mostListed}`;

/** Of the vehicles that the viewer sees, as JSON text. */
export async function describeHandling(db: Kysely<Schema>, viewer: Viewer): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(json_agg(row_to_json(shown)), '[]')::text AS json FROM (${handlings(visibleDevices(viewer))}) AS shown`.execute(
    db,
  );
  return rows[0]?.json ?? '[]';
}

/**
 * The contract's VehicleHandling of each of these devices and of the devices of these alarms: all that clients may see
 * now. Suppressed vehicles are left out: any message would show that the desk works on them.
 */
export async function handlingFragments(
  db: Kysely<Schema>,
  { alarmIds, deviceIds }: { readonly alarmIds: readonly number[]; readonly deviceIds: readonly number[] },
): Promise<readonly HandlingFragment[]> {
  const { rows } = await sql<HandlingFragment>`
    SELECT one.id AS "deviceId", listed.alarms IS NULL AS "isNothing",
      json_build_object('deviceId', one.id, 'alarms', coalesce(listed.alarms, '[]'))::text AS json
    FROM (
      SELECT device_id AS id FROM alarms WHERE id = ANY(${alarmIds}::bigint[]) AND device_id IS NOT NULL
      UNION SELECT unnest(${deviceIds}::int[])
    ) AS one CROSS JOIN LATERAL (
      SELECT json_agg(row_to_json(shown)) AS alarms FROM (${handlings(sql`(SELECT one.id) AS d`)}) AS shown
    ) AS listed
    WHERE NOT ${isSuppressed(sql`one.id`)}`.execute(db);
  return rows;
}
