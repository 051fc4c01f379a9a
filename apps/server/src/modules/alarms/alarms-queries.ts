/** The queue, and one alarm locked for an act. A person's act locks the claim of the vehicle first, then the alarm. */
import {
  type AlarmSeverity,
  type AlarmState,
  alarmSeverities,
  type QueueQuery,
} from '@atalaia/contract/desk/alarm';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { allOf, isoTime, mentions, pageOf } from '../../queries/sql-fragments.ts';
import {
  alarmState,
  claimedAlarms,
  seesAlarmByKey,
  sightOfOpenAlarms,
} from '../../visibility/alarm-columns.ts';
import { seenByPlace, seenGroups, type Viewer } from '../../visibility/visible.ts';
import type { OpenStep } from './steps/steps-queries.ts';

export const severityNumber = (severity: AlarmSeverity): number => alarmSeverities.indexOf(severity);

const inQueue = sql`a.closed_at IS NULL AND a.pending_until IS NULL`;
const usualPage = '100';

/** Which open alarms one sees and asks for. */
export interface QueueFilter {
  /** In the WITH RECURSIVE of a statement that asks `sees`. */
  readonly groups: RawBuilder<unknown>;
  readonly sees: RawBuilder<unknown>;
  readonly fits: RawBuilder<unknown>;
  readonly viewer: Viewer;
  readonly isWide: boolean;
}

export async function queueFilter(
  db: Kysely<Schema>,
  viewer: Viewer,
  query: QueueQuery,
): Promise<QueueFilter> {
  const { severity, state, mine, ruleId, deviceId, customerId, keyword } = query;
  const fits = allOf(
    severity && sql`a.severity = ANY(${severity.map(severityNumber)}::smallint[])`,
    state && sql`${alarmState} = ANY(${state}::text[])`,
    mine === 'true' ? sql`c.user_id = ${viewer.userId}` : undefined,
    ruleId === undefined ? undefined : sql`a.rule_id = ${Number(ruleId)}`,
    deviceId === undefined ? undefined : sql`a.device_id = ${Number(deviceId)}`,
    customerId === undefined ? undefined : sql`a.customer_id = ${Number(customerId)}`,
    keyword ? mentions(keyword, 'a.plate', 'a.device_name', 'a.customer_name', 'a.rule_name') : undefined,
  );
  return { groups: seenGroups(viewer), fits, viewer, ...(await sightOfOpenAlarms(db, viewer)) };
}

/** A page of the queue: its index is walked in its order until the page is full. */
export async function findQueue(
  db: Kysely<Schema>,
  { groups, sees, fits }: QueueFilter,
  { limit = usualPage, offset }: QueueQuery,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`${prepared}
    WITH RECURSIVE ${groups}
    SELECT a.id FROM ${claimedAlarms} WHERE ${inQueue} AND ${fits} AND ${sees}
    ORDER BY a.severity, a.due_at, a.id ${pageOf({ limit, offset })}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface QueueCounts {
  readonly now: string;
  readonly oldestWaitingAt: string | null;
  /** Of all open ones that one sees, by severity and state, as JSON. */
  readonly counts: unknown;
  /** How many of them one asks for. */
  readonly total: number;
}

/** All in one look at the open ones. */
export async function countQueue(
  db: Kysely<Schema>,
  { groups, sees, fits, viewer, isWide }: QueueFilter,
): Promise<QueueCounts> {
  const counts = sql`count(*) FILTER (WHERE ${alarmState} = 'waiting') AS waiting,
    count(*) FILTER (WHERE ${alarmState} = 'claimed') AS claimed, count(*) FILTER (WHERE ${alarmState} = 'held') AS held,
    count(*) FILTER (WHERE a.due_at < now() AND a.paused_at IS NULL) AS breached,
    count(*) FILTER (WHERE ${fits}) AS total, min(a.opened_at) FILTER (WHERE c.user_id IS NULL) AS oldest`;
  const place = seenByPlace(viewer);
  // what is held is found by its index: few of very many
  const from = sql`alarms AS a
    LEFT JOIN (SELECT subject, user_id FROM alarm_claims WHERE user_id IS NOT NULL) AS c ON c.subject = a.subject`;
  const seen = isWide
    ? sql`
      places AS MATERIALIZED (
        SELECT a.severity, ${place.columns}, ${counts} FROM ${from} JOIN devices AS d ON d.id = a.device_id
        WHERE ${inQueue} GROUP BY a.severity, ${place.groups}
      ), parts AS (
        SELECT severity, waiting, claimed, held, breached, total, oldest FROM places WHERE ${place.sees}
        UNION ALL SELECT a.severity, ${counts} FROM ${from}
        WHERE ${inQueue} AND a.device_id IS NULL AND a.subject < 0 AND ${sees} GROUP BY a.severity
      )`
    : sql`parts AS (SELECT a.severity, ${counts} FROM ${from} WHERE ${inQueue} AND ${sees} GROUP BY a.severity)`;
  const { rows } = await sql<QueueCounts>`${prepared}
    WITH RECURSIVE ${groups}, ${seen}, open AS MATERIALIZED (
      SELECT severity, sum(waiting)::int AS waiting, sum(claimed)::int AS claimed, sum(held)::int AS held,
        sum(breached)::int AS breached, sum(total)::int AS total, min(oldest) AS oldest FROM parts GROUP BY severity
    )
    SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now,
      to_char(min(oldest) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "oldestWaitingAt",
      jsonb_object_agg(s.word, jsonb_build_object('waiting', coalesce(waiting, 0), 'claimed', coalesce(claimed, 0),
        'held', coalesce(held, 0), 'breached', coalesce(breached, 0))) AS counts,
      coalesce(sum(total), 0)::int AS total
    FROM unnest(${[...alarmSeverities]}::text[]) WITH ORDINALITY AS s (word, place)
    LEFT JOIN open ON open.severity = s.place - 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate gave no row');
  return row;
}

/** Of everybody's: in the queue, and past the time by which they were to be claimed or closed. */
export async function countBreached(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM alarms AS a
    WHERE ${inQueue} AND a.due_at < now() AND a.paused_at IS NULL`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function isAlarmVisible(db: Kysely<Schema>, viewer: Viewer, id: number): Promise<boolean> {
  const { rows } = await sql`
    WITH RECURSIVE ${seenGroups(viewer)} SELECT FROM alarms AS a WHERE a.id = ${id} AND ${seesAlarmByKey(viewer)}`.execute(
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
  /** Required ones that are to be done whatever is answered. */
  readonly steps: readonly OpenStep[];
  readonly requiresNote: boolean;
  readonly isDuress: boolean;
}

/** Those among them that one sees, in the order of their numbers. */
export async function lockAlarms(
  db: Kysely<Schema>,
  viewer: Viewer | undefined,
  ids: readonly number[],
): Promise<readonly LockedAlarm[]> {
  const groups = viewer ? sql`WITH RECURSIVE ${seenGroups(viewer)}` : sql``;
  const seen: RawBuilder<unknown> = viewer ? seesAlarmByKey(viewer) : sql`true`;
  // in one order everywhere, so that two acts over the same vehicles wait for each other and never in a ring
  await sql`
    ${groups} SELECT FROM alarm_claims WHERE subject IN (
      SELECT a.subject FROM alarms AS a WHERE a.id = ANY(${ids}::bigint[]) AND ${seen}
    ) ORDER BY subject FOR UPDATE`.execute(db);
  await sql`SELECT FROM alarms WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR UPDATE`.execute(db);
  const { rows } = await sql<LockedAlarm>`
    ${groups} SELECT a.id, a.subject, ${alarmState} AS state, a.kind, a.severity, a.rule_id AS "ruleId", a.device_id AS "deviceId",
      a.device_name AS "deviceName", a.customer_id AS "customerId", c.user_id AS "holderId", c.user_name AS "holderName",
      ${isoTime('c.claimed_at')} AS "claimedAt", a.steps, a.requires_note AS "requiresNote",
      a.duress_at IS NOT NULL AS "isDuress"
    FROM ${claimedAlarms} WHERE a.id = ANY(${ids}::bigint[]) AND ${seen} ORDER BY a.id`.execute(db);
  return rows;
}
