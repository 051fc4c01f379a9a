/** From events to alarms: taking them out of the queue, and writing what was decided, a statement for all of a batch. */
import { type Kysely, sql } from 'kysely';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { positionsOfEvents, spanOfTimes, type TimeSpan } from '../../../queries/positions-of-events.ts';
import { groupsAbove } from '../../../queries/sql-fragments.ts';
import type { AlarmProcedureStart } from '../steps/steps-queries.ts';

/** An event that waits, with what its alarm keeps of vehicle, customer and place. */
export interface QueuedEvent {
  readonly eventId: number;
  readonly deviceId: number;
  readonly type: string;
  readonly label: string | null;
  readonly eventTime: string;
  readonly eventTimeMs: number;
  /** How old it was when it came. */
  readonly ageSeconds: number;
  readonly deviceName: string;
  readonly plate: string | null;
  readonly category: string | null;
  readonly customerId: number | null;
  readonly customerName: string | null;
  readonly groupIds: readonly number[];
  readonly geofenceIds: readonly number[];
  readonly ignition: boolean | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly address: string | null;
  readonly isSilenced: boolean;
}

/** Any number, the same in every process: the lock of a device's opening is the pair of it and the device. */
export const openingLock = 290_001;

/**
 * Takes out of the queue its oldest events whose device no other opener works on, also those of devices that were removed:
 * `taken`. They are there again where the transaction fails, and what cannot be opened now is put back (`putBack`).
 */
export async function takeQueue(
  db: Kysely<Schema>,
  most: number,
): Promise<{ readonly taken: readonly number[]; readonly events: readonly QueuedEvent[] }> {
  const { rows: taken } = await sql<{ id: number } & TimeSpan>`${prepared}
    WITH due AS MATERIALIZED (
      SELECT event_id, device_id FROM alarm_queue ORDER BY event_id LIMIT ${most} FOR UPDATE SKIP LOCKED
    ), free AS MATERIALIZED (
      SELECT device_id FROM (SELECT DISTINCT device_id FROM due) AS devices
      WHERE pg_try_advisory_xact_lock(${openingLock}, device_id)
    ), taken AS (
      DELETE FROM alarm_queue WHERE event_id IN (
        SELECT event_id FROM due WHERE device_id IN (SELECT device_id FROM free)) RETURNING event_id
    )
    SELECT event_id AS id, ${spanOfTimes(sql`OVER ()`)} FROM taken LEFT JOIN events AS e ON e.id = event_id`.execute(
    db,
  );
  const ids = taken.map(({ id }) => id);
  return { taken: ids, events: taken[0] ? await readEvents(db, ids, taken[0]) : [] };
}

async function readEvents(
  db: Kysely<Schema>,
  ids: readonly number[],
  times: TimeSpan,
): Promise<readonly QueuedEvent[]> {
  const { rows } = await sql<QueuedEvent>`${prepared}
    SELECT e.id AS "eventId", d.id AS "deviceId", e.type, e.attributes ->> 'alarm' AS label,
      e.event_time AS "eventTime", extract(epoch FROM e.event_time) * 1000 AS "eventTimeMs",
      extract(epoch FROM e.server_time - e.event_time)::float8 AS "ageSeconds",
      d.name AS "deviceName", d.attributes ->> 'plate' AS plate, d.category,
      c.id AS "customerId", c.name AS "customerName",
      ARRAY(${groupsAbove(sql`d.group_id`)}) AS "groupIds",
      CASE WHEN e.geofence_id IS NULL THEN '{}' ELSE ARRAY[e.geofence_id] END || ARRAY(
        SELECT inside::int FROM jsonb_array_elements_text(coalesce(p.geofence_ids::jsonb, '[]')) AS inside
      ) AS "geofenceIds",
      coalesce(p.ignition, s.ignition) AS ignition, coalesce(p.latitude, s.latitude) AS latitude,
      coalesce(p.longitude, s.longitude) AS longitude, p.address,
      EXISTS (SELECT FROM silences AS silence WHERE silence.ended_at IS NULL AND silence.until > now()
        AND (silence.device_id = d.id OR silence.customer_id = d.customer_id)) AS "isSilenced"
    FROM events AS e JOIN devices AS d ON d.id = e.device_id
    LEFT JOIN customers AS c ON c.id = d.customer_id
    LEFT JOIN device_state AS s ON s.device_id = d.id
    LEFT JOIN ${positionsOfEvents(times)}
    WHERE e.id = ANY(${ids}::bigint[]) AND NOT EXISTS (SELECT FROM alarm_events WHERE alarm_events.event_id = e.id)
    ORDER BY e.event_time, e.id`.execute(db);
  return rows;
}

/** Events whose alarm somebody changes just now wait on. */
export async function putBack(db: Kysely<Schema>, eventIds: readonly number[]): Promise<void> {
  await sql`${prepared}
    INSERT INTO alarm_queue (event_id, device_id)
    SELECT id, device_id FROM events WHERE id = ANY(${eventIds}::bigint[])`.execute(db);
}

/** An open alarm of a device and rule; one that somebody changes just now is not `isFree`. */
export interface OpenAlarm {
  readonly id: number;
  readonly deviceId: number;
  readonly ruleId: number;
  readonly isFree: boolean;
}

/** The open alarms of these devices by rules; those that are free stay so until the end of the transaction. */
export async function lockOpenAlarms(
  db: Kysely<Schema>,
  deviceIds: readonly number[],
): Promise<readonly OpenAlarm[]> {
  const { rows } = await sql<OpenAlarm>`${prepared}
    WITH open AS (
      SELECT id, device_id, rule_id FROM alarms
      WHERE device_id = ANY(${deviceIds}::int[]) AND closed_at IS NULL AND kind = 'event'
    ), free AS (
      SELECT id FROM alarms WHERE id IN (SELECT id FROM open) AND closed_at IS NULL FOR UPDATE SKIP LOCKED
    )
    SELECT id, device_id AS "deviceId", rule_id AS "ruleId", id IN (SELECT id FROM free) AS "isFree" FROM open`.execute(
    db,
  );
  return rows;
}

export interface Joining {
  readonly alarmId: number;
  readonly eventIds: readonly number[];
  readonly count: number;
  readonly lastEventTime: string;
  readonly groupingMinutes: number;
  /** One that came late, or while its device is silenced, makes no sound. */
  readonly isQuiet: boolean;
}

/** Adds events to open alarms; one that comes after the window sounds again and ends a holding. */
export async function joinEvents(db: Kysely<Schema>, joinings: readonly Joining[]): Promise<void> {
  await sql`${prepared}
    WITH one AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(joinings)}::jsonb) AS one ("alarmId" bigint, "eventIds" jsonb,
        count integer, "lastEventTime" timestamptz, "groupingMinutes" integer, "isQuiet" boolean)
    ), judged AS (
      SELECT one.*, a.held_until, NOT "isQuiet" AND a.pending_until IS NULL
        AND a.last_joined_at < now() - "groupingMinutes" * interval '1 minute' AS again
      FROM one JOIN alarms AS a ON a.id = one."alarmId"
    ), changed AS (
      UPDATE alarms AS a SET version = a.version + 1, event_count = a.event_count + count,
        last_event_at = greatest(a.last_event_at, "lastEventTime"), last_joined_at = now(),
        sounds_at = CASE WHEN again AND a.siren THEN now() ELSE a.sounds_at END,
        held_until = CASE WHEN again THEN NULL ELSE a.held_until END,
        hold_reason = CASE WHEN again THEN NULL ELSE a.hold_reason END,
        close_due_at = CASE WHEN again AND a.paused_at IS NOT NULL THEN a.close_due_at + (now() - a.paused_at) ELSE a.close_due_at END,
        due_at = CASE WHEN again AND a.paused_at IS NOT NULL THEN a.due_at + (now() - a.paused_at) ELSE a.due_at END,
        paused_at = CASE WHEN again THEN NULL ELSE a.paused_at END
      FROM judged WHERE a.id = judged."alarmId"
    ), members AS (
      INSERT INTO alarm_events (event_id, alarm_id)
      SELECT id::bigint, "alarmId" FROM one, jsonb_array_elements_text("eventIds") AS id ON CONFLICT DO NOTHING
    )
    INSERT INTO alarm_history (alarm_id, action, details)
    SELECT "alarmId", CASE WHEN again THEN 'sound' ELSE 'join' END, jsonb_build_object('count', count) FROM judged`.execute(
    db,
  );
}

export interface Opening
  extends Omit<QueuedEvent, 'eventId' | 'eventTimeMs' | 'groupIds' | 'geofenceIds' | 'ignition'>,
    AlarmProcedureStart {
  readonly ruleId: number;
  readonly ruleName: string;
  readonly eventIds: readonly number[];
  readonly count: number;
  readonly lastEventTime: string;
  readonly severity: number;
  readonly late: boolean;
  readonly siren: boolean;
  readonly requiresNote: boolean;
  readonly waitMinutes: number | null;
  readonly claimSeconds: number;
  readonly closeSeconds: number;
  readonly escalationId: number | null;
}

/** Opens alarms; where somebody holds the vehicle they are his. Their numbers. */
export async function openAlarms(
  db: Kysely<Schema>,
  openings: readonly Opening[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`${prepared}
    WITH one AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(openings)}::jsonb) AS one ("deviceId" integer, "ruleId" integer,
        "ruleName" text, "eventIds" jsonb, count integer, "lastEventTime" timestamptz, severity smallint, late boolean,
        siren boolean, "requiresNote" boolean, "waitMinutes" integer, "claimSeconds" integer, "closeSeconds" integer,
        "escalationId" integer, "procedureId" integer, "procedureVersion" integer, steps jsonb, type text, label text, "eventTime" timestamptz, "deviceName" text, plate text,
        category text, "customerId" integer, "customerName" text, latitude float8, longitude float8, address text)
    ), claims AS (
      -- looked for first: an insertion that meets a row would wait for who changes it
      INSERT INTO alarm_claims (subject) SELECT DISTINCT "deviceId" FROM one
      WHERE NOT EXISTS (SELECT FROM alarm_claims WHERE subject = "deviceId") ON CONFLICT DO NOTHING
    ), opened AS (
      INSERT INTO alarms (kind, subject, rule_id, rule_name, severity, device_id, device_name, plate, category, customer_id,
        customer_name, latitude, longitude, address, event_type, alarm, first_event_at, last_event_at, event_count, late,
        pending_until, siren, sounds_at, claim_seconds, close_seconds, claim_due_at, close_due_at, due_at, requires_note,
        first_claimed_at, first_claimed_by, procedure_id, procedure_version, steps)
      SELECT 'event', "deviceId", "ruleId", "ruleName", severity, "deviceId", "deviceName", plate, category, "customerId",
        "customerName", latitude, longitude, address, type, label, "eventTime", "lastEventTime", count, late,
        now() + "waitMinutes" * interval '1 minute', siren, CASE WHEN siren THEN now() END, "claimSeconds", "closeSeconds",
        now() + "claimSeconds" * interval '1 second', now() + "closeSeconds" * interval '1 second',
        now() + (CASE WHEN c.user_id IS NULL THEN "claimSeconds" ELSE "closeSeconds" END) * interval '1 second',
        "requiresNote", CASE WHEN c.user_id IS NOT NULL THEN now() END, c.user_id,
        "procedureId", "procedureVersion", one.steps
      FROM one LEFT JOIN alarm_claims AS c ON c.subject = one."deviceId"
      ON CONFLICT DO NOTHING
      RETURNING id, device_id, rule_id
    ), found AS (
      SELECT opened.id, one."eventIds", one."escalationId", one."waitMinutes", one.count, c.user_id, c.user_name
      FROM opened JOIN one ON one."deviceId" = opened.device_id AND one."ruleId" = opened.rule_id
      LEFT JOIN alarm_claims AS c ON c.subject = opened.device_id
    ), members AS (
      INSERT INTO alarm_events (event_id, alarm_id)
      SELECT event_id::bigint, found.id FROM found, jsonb_array_elements_text("eventIds") AS event_id ON CONFLICT DO NOTHING
    ), steps AS (
      INSERT INTO alarm_escalation_steps (alarm_id, position, due_at, of, step)
      SELECT found.id, step.place - 1,
        now() + (coalesce("waitMinutes", 0) * 60 + (step.data ->> 'afterSeconds')::int) * interval '1 second',
        step.data ->> 'of', step.data
      FROM found JOIN alarm_escalations AS e ON e.id = "escalationId",
        jsonb_array_elements(e.steps) WITH ORDINALITY AS step (data, place)
    ), lines AS (
      INSERT INTO alarm_history (alarm_id, action, user_id, user_name, details)
      SELECT id, 'open', NULL, NULL, jsonb_build_object('count', count) FROM found
      UNION ALL SELECT id, 'claim', user_id, user_name, '{"with": "vehicle"}' FROM found WHERE user_id IS NOT NULL
    )
    SELECT id FROM found`.execute(db);
  return rows.map(({ id }) => id);
}

export interface Ending {
  readonly deviceId: number;
  readonly ruleId: number;
}

/**
 * Closes as "Normalizado" what an event ends while nobody holds it; on what somebody holds it is noted alone. What is
 * being changed just now is left to everybody who changes it. Returns the alarms, and those that closed with their events.
 */
export async function normaliseAlarms(
  db: Kysely<Schema>,
  endings: readonly Ending[],
): Promise<readonly { readonly id: number; readonly isClosed: boolean }[]> {
  const { rows } = await sql<{ id: number; isClosed: boolean }>`${prepared}
    WITH ended AS (
      SELECT DISTINCT "deviceId", "ruleId" FROM jsonb_to_recordset(${JSON.stringify(endings)}::jsonb)
        AS ended ("deviceId" integer, "ruleId" integer)
    ), free AS MATERIALIZED (
      SELECT subject FROM alarm_claims WHERE subject IN (SELECT "deviceId" FROM ended) AND user_id IS NULL
      FOR UPDATE SKIP LOCKED
    ), meant AS MATERIALIZED (
      SELECT a.id, a.subject FROM alarms AS a JOIN ended ON a.device_id = "deviceId" AND a.rule_id = "ruleId"
      WHERE a.closed_at IS NULL AND a.kind = 'event' FOR UPDATE OF a SKIP LOCKED
    ), changed AS (
      UPDATE alarms AS a SET version = a.version + 1, normalised_at = now(),
        closed_at = CASE WHEN isFree THEN now() END,
        outcome_id = CASE WHEN isFree THEN o.id END, outcome_name = CASE WHEN isFree THEN o.name END
      FROM (SELECT meant.id AS alarm_id, subject IN (SELECT subject FROM free) AS isFree FROM meant) AS judged, alarm_outcomes AS o
      WHERE a.id = alarm_id AND o.key = 'normalised'
      RETURNING a.id, isFree AS is_closed
    ), lines AS (
      INSERT INTO alarm_history (alarm_id, action) SELECT id, 'normalise' FROM changed
    )
    SELECT id, is_closed AS "isClosed" FROM changed`.execute(db);
  return rows;
}
