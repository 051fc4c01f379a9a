/** The supervisor's board and the dashboard's figures (SLA-03), of the vehicles that one sees, as JSON by PostgreSQL. */
import { alarmSeverities } from '@atalaia/contract/desk/alarm';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { alarmColumns, seesAlarm } from '../../visibility/alarm-columns.ts';
import type { Viewer } from '../../visibility/visible.ts';

const iso = (value: RawBuilder<unknown>) =>
  sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const nowText = iso(sql`clock_timestamp()`);

/** Over `alarms AS a` with its claim `c` and device `d`. */
const from = sql`alarms AS a LEFT JOIN alarm_claims AS c ON c.subject = a.subject LEFT JOIN devices AS d ON d.id = a.device_id`;
const isBreached = sql`a.due_at < now() AND a.paused_at IS NULL`;

const seconds = (later: string) => sql`extract(epoch FROM ${sql.ref(later)} - opened_at)`;
const claimedInTime = sql`first_claimed_at <= opened_at + claim_seconds * interval '1 second'`;
const closedInTime = sql`closed_at <= close_due_at`;

/** Of alarms that were taken or closed in the last 24 h. */
const work = sql`json_build_object(
  'taken', count(*) FILTER (WHERE was_taken), 'closed', count(*) FILTER (WHERE was_closed),
  'medianClaimSeconds', percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds('first_claimed_at')}) FILTER (WHERE was_taken),
  'medianCloseSeconds', percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds('closed_at')}) FILTER (WHERE was_closed),
  'withinClaim', avg(CASE WHEN ${claimedInTime} THEN 1.0 ELSE 0 END) FILTER (WHERE was_taken),
  'withinClose', avg(CASE WHEN ${closedInTime} THEN 1.0 ELSE 0 END) FILTER (WHERE was_closed))`;

/** `operators`: the contract's Operators as JSON with commas between. */
export async function describeBoard(db: Kysely<Schema>, viewer: Viewer, operators: string): Promise<string> {
  const words = sql`${[...alarmSeverities]}::text[]`;
  const counts = (condition: RawBuilder<unknown>) => sql`(
    SELECT json_object_agg(word, (SELECT count(*) FROM open WHERE open.severity = place - 1 AND ${condition}))
    FROM unnest(${words}) WITH ORDINALITY AS s (word, place))`;
  const { rows } = await sql<{ json: string; isEmpty: boolean }>`
    WITH open AS MATERIALIZED (
      SELECT a.id, a.severity, c.user_id IS NULL AS waits, ${isBreached} AS breached, a.opened_at
      FROM ${from} WHERE a.closed_at IS NULL AND a.pending_until IS NULL AND ${seesAlarm(viewer)}
    ), recent AS MATERIALIZED (
      SELECT a.opened_at, a.first_claimed_at, a.first_claimed_by, a.closed_at, a.closed_by, a.claim_seconds, a.close_due_at
      FROM ${from} WHERE a.pending_until IS NULL AND ${seesAlarm(viewer)}
        AND (a.closed_at > now() - interval '24 hours' OR a.closed_at IS NULL OR a.opened_at > now() - interval '24 hours')
    ), acts AS (
      SELECT first_claimed_by AS user_id, date_trunc('hour', first_claimed_at) AS hour, true AS was_taken, false AS was_closed, recent.*
      FROM recent WHERE first_claimed_at > now() - interval '24 hours' AND first_claimed_by IS NOT NULL
      UNION ALL SELECT closed_by, date_trunc('hour', closed_at), false, true, recent.*
      FROM recent WHERE closed_at > now() - interval '24 hours' AND closed_by IS NOT NULL
    ), totals AS (SELECT user_id, ${work} AS work FROM acts GROUP BY user_id),
    hourly AS (SELECT user_id, hour, ${work} AS work FROM acts GROUP BY user_id, hour),
    hours AS (
      SELECT hour FROM generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') AS hour
    )
    SELECT json_build_object(
      'now', ${nowText}, 'waiting', ${counts(sql`open.waits`)}, 'breached', ${counts(sql`open.breached`)},
      'oldest', (SELECT row_to_json(shown) FROM (SELECT id FROM open WHERE waits ORDER BY opened_at LIMIT 1) AS first
        JOIN alarms AS a ON a.id = first.id LEFT JOIN alarm_claims AS c ON c.subject = a.subject,
        LATERAL (SELECT ${alarmColumns(viewer)}) AS shown),
      'byOperator', (SELECT coalesce(json_agg(json_build_object('userId', totals.user_id, 'name', coalesce(u.name, ''), 'total', totals.work,
        'hours', (SELECT json_agg(hourly.work::jsonb || jsonb_build_object('hour', ${iso(sql`hourly.hour`)}) ORDER BY hourly.hour)
          FROM hourly WHERE hourly.user_id = totals.user_id)) ORDER BY u.name), '[]')
        FROM totals LEFT JOIN users AS u ON u.id = totals.user_id),
      'hours', (SELECT json_agg(json_build_object('hour', ${iso(sql`hours.hour`)},
        'opened', (SELECT count(*) FROM recent WHERE date_trunc('hour', opened_at) = hours.hour),
        'closed', (SELECT count(*) FROM recent WHERE date_trunc('hour', closed_at) = hours.hour),
        'breached', (SELECT count(*) FROM recent WHERE (date_trunc('hour', closed_at) = hours.hour AND NOT ${closedInTime})
          OR (date_trunc('hour', first_claimed_at) = hours.hour AND NOT ${claimedInTime}))) ORDER BY hours.hour) FROM hours),
      'silences', (SELECT count(*) FROM silences WHERE ended_at IS NULL AND until > now())
    )::text AS json`.execute(db);
  const people = JSON.parse(`[${operators}]`) as readonly { readonly duty: string }[];
  const isEmpty = !people.some(({ duty }) => duty === 'on');
  return `${(rows[0]?.json ?? '{}').slice(0, -1)},"nobodyOnDuty":${isEmpty},"operators":[${operators}]}`;
}

export async function describeFigures(db: Kysely<Schema>, viewer: Viewer, onDuty: number): Promise<string> {
  const today = sql`date_trunc('day', now() AT TIME ZONE zone.name) AT TIME ZONE zone.name`;
  const { rows } = await sql<{ json: string }>`
    WITH zone AS (SELECT coalesce((SELECT timezone FROM server_settings), 'America/Sao_Paulo') AS name),
    seen AS MATERIALIZED (
      SELECT a.*, c.user_id, ${isBreached} AS breached, a.opened_at >= ${today} AS opened_today, a.closed_at >= ${today} AS closed_today
      FROM zone, ${from} WHERE a.pending_until IS NULL AND ${seesAlarm(viewer)}
        AND (a.closed_at IS NULL OR a.closed_at >= now() - interval '25 hours' OR a.opened_at >= now() - interval '25 hours')
    )
    SELECT json_build_object('now', ${nowText},
      'waiting', count(*) FILTER (WHERE closed_at IS NULL AND user_id IS NULL),
      'claimed', count(*) FILTER (WHERE closed_at IS NULL AND user_id IS NOT NULL AND held_until IS NULL),
      'held', count(*) FILTER (WHERE closed_at IS NULL AND user_id IS NOT NULL AND held_until IS NOT NULL),
      'breached', count(*) FILTER (WHERE closed_at IS NULL AND breached),
      'openedToday', count(*) FILTER (WHERE opened_today), 'closedToday', count(*) FILTER (WHERE closed_today),
      'medianClaimSeconds', percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds('first_claimed_at')})
        FILTER (WHERE opened_today AND first_claimed_at IS NOT NULL),
      'medianCloseSeconds', percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds('closed_at')}) FILTER (WHERE closed_today),
      'withinDeadline', avg(CASE WHEN ${closedInTime} THEN 1.0 ELSE 0 END) FILTER (WHERE closed_today),
      'onDuty', ${onDuty}::int)::text AS json
    FROM seen`.execute(db);
  return rows[0]?.json ?? '{}';
}
