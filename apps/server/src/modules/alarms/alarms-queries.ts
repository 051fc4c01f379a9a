/** The queue, and one alarm locked for an act. A person's act locks the claim of the vehicle first, then the alarm. */
import {
  type AlarmSeverity,
  type AlarmState,
  type AlarmStep,
  alarmSeverities,
  type QueueQuery,
} from '@atalaia/contract/desk/alarm';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { allOf, isoTime, mentions, pageOf } from '../../queries/sql-fragments.ts';
import { alarmState, alarmsFrom, seesAlarm } from '../../visibility/alarm-columns.ts';
import type { Viewer } from '../../visibility/visible.ts';

export const severityNumber = (severity: AlarmSeverity): number => alarmSeverities.indexOf(severity);

const inQueue = sql`a.closed_at IS NULL AND a.pending_until IS NULL`;
const usualPage = '100';

/** A page of the queue in its order, read by its index, and how many fit the filters. */
export async function findQueue(
  db: Kysely<Schema>,
  viewer: Viewer,
  query: QueueQuery,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const { severity, state, mine, ruleId, deviceId, customerId, keyword, limit = usualPage, offset } = query;
  const where = allOf(
    inQueue,
    seesAlarm(viewer),
    severity && sql`a.severity = ANY(${severity.map(severityNumber)}::smallint[])`,
    state && sql`${alarmState} = ANY(${state}::text[])`,
    mine === 'true' ? sql`c.user_id = ${viewer.userId}` : undefined,
    ruleId === undefined ? undefined : sql`a.rule_id = ${Number(ruleId)}`,
    deviceId === undefined ? undefined : sql`a.device_id = ${Number(deviceId)}`,
    customerId === undefined ? undefined : sql`a.customer_id = ${Number(customerId)}`,
    keyword ? mentions(keyword, 'a.plate', 'a.device_name', 'a.customer_name', 'a.rule_name') : undefined,
  );
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM ${alarmsFrom} WHERE ${where} ORDER BY a.severity, a.due_at, a.id
    ${pageOf({ limit, offset })}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const passed = Number(offset ?? 0);
  if (ids.length < Number(limit) && (ids.length > 0 || passed === 0))
    return { ids, total: passed + ids.length };
  const counted = await sql<{
    total: number;
  }>`SELECT count(*) AS total FROM ${alarmsFrom} WHERE ${where}`.execute(db);
  return { ids, total: counted.rows[0]?.total ?? 0 };
}

/** Counts of all open ones that one sees, by severity and state, as JSON. */
export async function countQueue(
  db: Kysely<Schema>,
  viewer: Viewer,
): Promise<{ readonly now: string; readonly oldestWaitingAt: string | null; readonly counts: unknown }> {
  const { rows } = await sql<{ now: string; oldestWaitingAt: string | null; counts: unknown }>`
    WITH open AS MATERIALIZED (
      SELECT a.severity, ${alarmState} AS state, a.due_at < now() AND a.paused_at IS NULL AS breached, a.opened_at
      FROM ${alarmsFrom} WHERE ${inQueue} AND ${seesAlarm(viewer)}
    ), counted AS (
      SELECT s.place - 1 AS severity, s.word,
        count(*) FILTER (WHERE open.state = 'waiting') AS waiting, count(*) FILTER (WHERE open.state = 'claimed') AS claimed,
        count(*) FILTER (WHERE open.state = 'held') AS held, count(*) FILTER (WHERE open.breached) AS breached
      FROM unnest(${[...alarmSeverities]}::text[]) WITH ORDINALITY AS s (word, place)
      LEFT JOIN open ON open.severity = s.place - 1 GROUP BY s.place, s.word
    )
    SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now,
      (SELECT to_char(min(opened_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM open WHERE state = 'waiting')
        AS "oldestWaitingAt",
      (SELECT jsonb_object_agg(word, jsonb_build_object('waiting', waiting, 'claimed', claimed, 'held', held, 'breached', breached))
        FROM counted) AS counts`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a SELECT without FROM gave no row');
  return row;
}

export async function isAlarmVisible(db: Kysely<Schema>, viewer: Viewer, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${alarmsFrom} WHERE a.id = ${id} AND ${seesAlarm(viewer)}`.execute(
    db,
  );
  return rows.length > 0;
}

export async function alarmOfEvent(db: Kysely<Schema>, eventId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT alarm_id AS id FROM alarm_events WHERE event_id = ${eventId}`.execute(db);
  return rows[0]?.id;
}

/** An alarm as an act finds it, locked with the claim of its vehicle until the end of the transaction. */
export interface LockedAlarm {
  readonly id: number;
  readonly subject: number;
  readonly state: AlarmState;
  readonly kind: string;
  readonly severity: number;
  readonly ruleId: number | null;
  readonly deviceId: number | null;
  readonly deviceName: string | null;
  readonly customerId: number | null;
  readonly holderId: number | null;
  readonly holderName: string | null;
  readonly claimedAt: string | null;
  readonly steps: readonly AlarmStep[];
  readonly requiresNote: boolean;
}

/** Those among them that one sees, in the order of their numbers. */
export async function lockAlarms(
  db: Kysely<Schema>,
  viewer: Viewer | undefined,
  ids: readonly number[],
): Promise<readonly LockedAlarm[]> {
  const seen: RawBuilder<unknown> = viewer ? seesAlarm(viewer) : sql`true`;
  // in one order everywhere, so that two acts over the same vehicles wait for each other and never in a ring
  await sql`
    SELECT FROM alarm_claims WHERE subject IN (
      SELECT a.subject FROM ${alarmsFrom} WHERE a.id = ANY(${ids}::bigint[]) AND ${seen}
    ) ORDER BY subject FOR UPDATE`.execute(db);
  await sql`SELECT FROM alarms WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR UPDATE`.execute(db);
  const { rows } = await sql<LockedAlarm>`
    SELECT a.id, a.subject, ${alarmState} AS state, a.kind, a.severity, a.rule_id AS "ruleId", a.device_id AS "deviceId",
      a.device_name AS "deviceName", a.customer_id AS "customerId", c.user_id AS "holderId", c.user_name AS "holderName",
      ${isoTime('c.claimed_at')} AS "claimedAt", a.steps, a.requires_note AS "requiresNote"
    FROM ${alarmsFrom} WHERE a.id = ANY(${ids}::bigint[]) AND ${seen} ORDER BY a.id`.execute(db);
  return rows;
}
