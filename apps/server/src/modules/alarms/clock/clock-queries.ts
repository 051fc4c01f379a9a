/**
 * What time alone does to alarms, as rows: waits that ended, holds that are over, questions, claims that are returned. Each
 * is one conditional update; what a person or another process changes just now is looked at again a second later.
 */
import type { DeskSettings } from '@atalaia/contract/desk/desk';
import { type Kysely, sql } from 'kysely';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { mayBeNotifiedOfAlarm } from '../../../visibility/alarm-columns.ts';
import { resumedColumns } from '../acts-queries.ts';

/** Those whose rule waited whether they go on, and did: from now on they are in the queue. */
export async function endWaits(db: Kysely<Schema>): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`${prepared}
    WITH due AS MATERIALIZED (
      SELECT id FROM alarms WHERE pending_until <= now() AND closed_at IS NULL ORDER BY pending_until LIMIT 500
      FOR UPDATE SKIP LOCKED
    ), changed AS (
      UPDATE alarms AS a SET version = a.version + 1, pending_until = NULL, opened_at = now(),
        sounds_at = CASE WHEN a.siren THEN now() END,
        claim_due_at = now() + a.claim_seconds * interval '1 second',
        close_due_at = now() + a.close_seconds * interval '1 second',
        due_at = now() + (CASE WHEN c.user_id IS NULL THEN a.claim_seconds ELSE a.close_seconds END) * interval '1 second'
      FROM due, alarm_claims AS c WHERE a.id = due.id AND c.subject = a.subject RETURNING a.id
    ), lines AS (INSERT INTO alarm_history (alarm_id, action, details) SELECT id, 'sound', '{"waited": true}' FROM changed)
    SELECT id FROM changed`.execute(db);
  return rows.map(({ id }) => id);
}

export interface ClockChange {
  readonly id: number;
  readonly userId: number;
  readonly deviceName: string | null;
  readonly reason: string;
  readonly until: string | null;
}

/** Holds that are over: back to everybody who put it off, or to the queue when he is gone (`returned`). */
export async function endHolds(
  db: Kysely<Schema>,
  { leaseSeconds }: DeskSettings,
): Promise<readonly ClockChange[]> {
  const { rows } = await sql<ClockChange>`${prepared}
    WITH due AS MATERIALIZED (
      SELECT a.id, a.subject, c.user_id,
        EXISTS (SELECT FROM desk_presence AS p WHERE p.user_id = c.user_id
          AND p.seen_at > now() - ${leaseSeconds} * interval '1 second') AS is_there
      FROM alarms AS a JOIN alarm_claims AS c ON c.subject = a.subject
      WHERE a.held_until <= now() AND a.closed_at IS NULL ORDER BY a.held_until LIMIT 500 FOR UPDATE SKIP LOCKED
    ), claims AS (
      UPDATE alarm_claims AS c SET acted_at = now(), asked_at = NULL FROM due WHERE c.subject = due.subject
    ), changed AS (
      UPDATE alarms AS a SET version = a.version + 1, ${resumedColumns},
        sounds_at = CASE WHEN a.siren AND NOT is_there THEN now() ELSE a.sounds_at END
      FROM due WHERE a.id = due.id RETURNING a.id, a.device_name, due.user_id, is_there
    ), lines AS (
      INSERT INTO alarm_history (alarm_id, action, details) SELECT id, 'resume', '{"reason": "hold-ended"}' FROM changed
    )
    SELECT id, user_id AS "userId", device_name AS "deviceName", NULL AS until,
      CASE WHEN is_there THEN 'hold-over' ELSE 'returned' END AS reason FROM changed`.execute(db);
  return rows;
}

/** Holders who did nothing for long are asked whether they are still there; who put all of it off is not. */
export async function askHolders(
  db: Kysely<Schema>,
  settings: DeskSettings,
): Promise<readonly ClockChange[]> {
  const { questionMinutes, questionMinutesInCall, answerSeconds } = settings;
  const { rows } = await sql<ClockChange>`${prepared}
    WITH due AS MATERIALIZED (
      SELECT c.subject FROM alarm_claims AS c
      WHERE c.user_id IS NOT NULL AND c.asked_at IS NULL
        AND c.acted_at < now() - (CASE WHEN c.in_call THEN ${questionMinutesInCall}::int ELSE ${questionMinutes}::int END) * interval '1 minute'
        AND EXISTS (SELECT FROM alarms AS a WHERE a.subject = c.subject AND a.closed_at IS NULL AND a.held_until IS NULL
          AND a.pending_until IS NULL)
      LIMIT 500 FOR UPDATE SKIP LOCKED
    ), asked AS (
      UPDATE alarm_claims AS c SET asked_at = now() FROM due WHERE c.subject = due.subject RETURNING c.subject, c.user_id
    ), changed AS (
      UPDATE alarms AS a SET version = a.version + 1 FROM asked
      WHERE a.subject = asked.subject AND a.closed_at IS NULL AND a.held_until IS NULL AND a.pending_until IS NULL
      RETURNING a.id, a.subject, a.device_name, asked.user_id
    ), lines AS (INSERT INTO alarm_history (alarm_id, action) SELECT id, 'ask' FROM changed)
    SELECT DISTINCT ON (subject) id, user_id AS "userId", device_name AS "deviceName", 'question' AS reason,
      to_char((now() + ${answerSeconds} * interval '1 second') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS until
    FROM changed ORDER BY subject, id`.execute(db);
  return rows;
}

/** A claim that is to be returned, locked until the end of the transaction. */
export interface LostClaim {
  readonly subject: number;
  readonly userId: number;
  readonly reason: 'disconnected' | 'unanswered' | 'idle';
}

/**
 * Claims that end: whose holder has no connection any more, or did not answer; and `idle` ones, none of whose alarms
 * seems open. What he put off waits for its time without him; so a vehicle all of whose alarms are put off is not
 * returned. They are locked until the end of the transaction.
 */
export async function lockLostClaims(
  db: Kysely<Schema>,
  { leaseSeconds, answerSeconds }: DeskSettings,
): Promise<readonly LostClaim[]> {
  const { rows } = await sql<LostClaim>`${prepared}
    SELECT c.subject, c.user_id AS "userId", CASE WHEN a.waits IS NULL THEN 'idle'
      WHEN c.asked_at < now() - ${answerSeconds} * interval '1 second' THEN 'unanswered' ELSE 'disconnected' END AS reason
    FROM alarm_claims AS c, LATERAL (
      SELECT bool_or(held_until IS NULL) AS waits FROM alarms WHERE alarms.subject = c.subject AND closed_at IS NULL) AS a
    WHERE c.user_id IS NOT NULL AND (a.waits IS NULL OR a.waits
      AND (c.asked_at < now() - ${answerSeconds} * interval '1 second' OR (
        c.acted_at < now() - ${leaseSeconds} * interval '1 second' AND NOT EXISTS (
          SELECT FROM desk_presence AS p WHERE p.user_id = c.user_id
            AND p.seen_at > now() - ${leaseSeconds} * interval '1 second'))))
    ORDER BY c.subject LIMIT 500 FOR UPDATE OF c SKIP LOCKED`.execute(db);
  return rows;
}

/** What the notices of these alarms say. */
export async function namesOfAlarms(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<readonly { readonly id: number; readonly subject: number; readonly deviceName: string | null }[]> {
  const { rows } = await sql<{ id: number; subject: number; deviceName: string | null }>`${prepared}
    SELECT id, subject, device_name AS "deviceName" FROM alarms WHERE id = ANY(${ids}::bigint[]) ORDER BY severity, due_at`.execute(
    db,
  );
  return rows;
}

/** An alarm that came while its vehicle was being claimed goes by the holder's clock. */
export async function settleClaimed(db: Kysely<Schema>): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`${prepared}
    WITH free AS MATERIALIZED (
      SELECT a.id, c.user_id FROM alarms AS a JOIN alarm_claims AS c ON c.subject = a.subject
      WHERE c.user_id IS NOT NULL AND a.closed_at IS NULL AND a.pending_until IS NULL AND a.first_claimed_at IS NULL
      FOR UPDATE SKIP LOCKED
    )
    UPDATE alarms AS a SET version = a.version + 1, due_at = a.close_due_at, first_claimed_at = now(),
      first_claimed_by = free.user_id
    FROM free WHERE a.id = free.id RETURNING a.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A step of an escalation that is due, locked with its alarm's claim until the end of the transaction. */
export interface DueStep {
  readonly alarmId: number;
  readonly position: number;
  readonly step: {
    readonly userIds?: readonly number[];
    readonly notificators?: readonly string[];
    readonly raiseTo?: string | null;
    readonly teamId?: number | null;
  };
  readonly subject: number;
  readonly deviceId: number | null;
  readonly deviceName: string | null;
  readonly isClaimed: boolean;
}

/**
 * Steps whose time has come and whose condition holds; with nobody on duty the first step of an alarm at once. A step "unclaimed" of
 * an alarm that somebody holds does not count, and waits should it be returned; a clock that stands stands for all.
 */
export async function lockDueSteps(db: Kysely<Schema>, isNobodyOnDuty: boolean): Promise<readonly DueStep[]> {
  const { rows } = await sql<DueStep>`${prepared}
    SELECT s.alarm_id AS "alarmId", s.position, s.step, a.subject, a.device_id AS "deviceId", a.device_name AS "deviceName",
      c.user_id IS NOT NULL AS "isClaimed"
    FROM alarm_escalation_steps AS s JOIN alarms AS a ON a.id = s.alarm_id JOIN alarm_claims AS c ON c.subject = a.subject
    WHERE s.fired_at IS NULL AND a.closed_at IS NULL AND a.pending_until IS NULL AND a.paused_at IS NULL
      AND (s.of = 'unclosed' OR c.user_id IS NULL)
      AND (s.due_at <= now() OR (${isNobodyOnDuty}::boolean AND s.position = 0))
    ORDER BY c.subject, s.alarm_id, s.position LIMIT 500 FOR UPDATE OF s, c, a SKIP LOCKED`.execute(db);
  return rows;
}

/** The people whom an escalation names and who may be notified of the alarm. */
export async function notifiableUsers(
  db: Kysely<Schema>,
  alarmId: number,
  userIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`${prepared}
    SELECT u.id FROM alarms AS a, users AS u
    WHERE a.id = ${alarmId} AND u.id = ANY(${userIds}::int[]) AND ${mayBeNotifiedOfAlarm(sql`now()`)} ORDER BY u.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Marks steps as fired, raises and hands over, with a line of history of each alarm. */
export async function fireSteps(
  db: Kysely<Schema>,
  firings: readonly {
    readonly alarmId: number;
    readonly positions: readonly number[];
    /** 0 critical; null leaves it. */
    readonly raiseTo: number | null;
    readonly teamId: number | null;
    readonly told: readonly string[];
    /** So many people whom the steps name do not see the vehicle, or are not of the desk: they hear nothing. */
    readonly notTold: number;
  }[],
  deadlines: DeskSettings['deadlines'],
): Promise<readonly number[]> {
  const seconds = [deadlines.critical, deadlines.high, deadlines.medium, deadlines.low];
  const { rows } = await sql<{ id: number }>`${prepared}
    WITH one AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(firings)}::jsonb)
        AS one ("alarmId" bigint, positions jsonb, "raiseTo" smallint, "teamId" integer, told jsonb, "notTold" integer)
    ), fired AS (
      UPDATE alarm_escalation_steps AS s SET fired_at = now() FROM one
      WHERE s.alarm_id = one."alarmId" AND s.fired_at IS NULL
        AND s.position IN (SELECT p::int FROM jsonb_array_elements_text(one.positions) AS p)
      RETURNING s.alarm_id
    ), judged AS (
      SELECT one.*, "raiseTo" < a.severity AS raises, ${JSON.stringify(seconds)}::jsonb -> coalesce("raiseTo", a.severity)::int AS deadline
      FROM one JOIN alarms AS a ON a.id = one."alarmId" WHERE "alarmId" IN (SELECT alarm_id FROM fired)
    ), changed AS (
      UPDATE alarms AS a SET version = a.version + 1,
        severity = CASE WHEN raises THEN "raiseTo" ELSE a.severity END,
        team_id = coalesce("teamId", a.team_id), sounds_at = CASE WHEN a.siren OR raises THEN now() ELSE a.sounds_at END,
        siren = a.siren OR coalesce(raises, false),
        close_due_at = CASE WHEN raises
          THEN least(a.close_due_at, now() + (deadline ->> 'closeSeconds')::int * interval '1 second') ELSE a.close_due_at END
      FROM judged WHERE a.id = "alarmId" RETURNING a.id
    ), lines AS (
      INSERT INTO alarm_history (alarm_id, action, details)
      SELECT "alarmId", 'escalate', jsonb_build_object('positions', positions, 'told', told,
        'raisedTo', CASE WHEN raises THEN "raiseTo" END, 'team', "teamId", 'notTold', "notTold") FROM judged
    )
    SELECT id FROM changed`.execute(db);
  return rows.map(({ id }) => id);
}
