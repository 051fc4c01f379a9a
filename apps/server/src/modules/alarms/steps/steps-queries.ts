/** The procedure of an alarm as rows: the version that it was opened with, and what was done of it. */
import type { AlarmProcedure, ProcedureStep } from '@atalaia/contract/desk/procedure';
import { openSteps } from '@atalaia/domain/procedures/procedure-steps';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import { isoTime } from '../../../queries/sql-fragments.ts';
import { mayBeNotifiedOfAlarm } from '../../../visibility/alarm-columns.ts';
import { watchersOfCustomers } from '../../../visibility/watchers.ts';
import type { Actor } from '../claims-queries.ts';

/** A required step that keeps its alarm from being closed. */
export interface OpenStep {
  readonly id: string;
  readonly title: string;
  readonly key: string | null;
}

/** What an alarm keeps of its procedure from its opening on. */
export interface AlarmProcedureStart {
  readonly procedureId: number | null;
  readonly procedureVersion: number | null;
  readonly steps: readonly OpenStep[];
}

export const noProcedure: AlarmProcedureStart = Object.freeze({
  procedureId: null,
  procedureVersion: null,
  steps: [],
});

export interface PublishedProcedure {
  readonly id: number;
  readonly version: number;
  readonly steps: readonly ProcedureStep[];
}

/** Procedures in the version that is published. */
export const publishedProcedure = sql`SELECT p.id, v.number AS version, v.steps FROM procedures AS p
  JOIN procedure_versions AS v ON v.procedure_id = p.id AND v.number = p.published_version WHERE p.archived_at IS NULL`;

export const openStepOf = ({ id, title, key }: ProcedureStep): OpenStep => ({ id, title, key: key ?? null });

export const startOf = ({ id, version, steps }: PublishedProcedure): AlarmProcedureStart => ({
  procedureId: id,
  procedureVersion: version,
  steps: openSteps(steps, steps[0]).map(openStepOf),
});

/** Undefined for 0, and for one that is not published any more. */
export async function readPublished(
  db: Kysely<Schema>,
  id: number,
): Promise<AlarmProcedureStart | undefined> {
  if (id === 0) return undefined;
  const { rows } =
    await sql<PublishedProcedure>`SELECT * FROM (${publishedProcedure}) AS p WHERE p.id = ${id}`.execute(db);
  return rows[0] && startOf(rows[0]);
}

/** The contract's AlarmProcedure of the alarm `a`, as JSON; NULL where it has none. */
export const procedureOfAlarm = sql`
  SELECT json_build_object('id', p.id, 'key', CASE WHEN v.name = p.name THEN p.key END, 'name', v.name,
    'version', v.number, 'steps', v.steps, 'lines', (
      SELECT coalesce(json_agg(json_build_object('number', l.number, 'stepId', l.step_id, 'answer', l.answer,
        'details', l.details, 'userName', l.user_name, 'at', ${isoTime('l.at')}) ORDER BY l.number), '[]')
      FROM alarm_steps AS l WHERE l.alarm_id = a.id))
  FROM procedure_versions AS v JOIN procedures AS p ON p.id = v.procedure_id
  WHERE v.procedure_id = a.procedure_id AND v.number = a.procedure_version`;

/** Undefined where the alarm has none. */
export async function readProcedureOf(
  db: Kysely<Schema>,
  alarmId: number,
): Promise<AlarmProcedure | undefined> {
  const { rows } = await sql<{ procedure: AlarmProcedure | null }>`
    SELECT (${procedureOfAlarm}) AS procedure FROM alarms AS a WHERE a.id = ${alarmId}`.execute(db);
  return rows[0]?.procedure ?? undefined;
}

export async function insertStepLine(
  db: Kysely<Schema>,
  alarmId: number,
  line: {
    readonly number: number;
    readonly stepId: string;
    readonly answer: string;
    readonly details: Readonly<Record<string, unknown>>;
    /** Of the step that it led to; null at the end. */
    readonly nextKind: ProcedureStep['kind'] | null;
  },
  { userId, userName }: Actor,
): Promise<void> {
  await sql`
    INSERT INTO alarm_steps (alarm_id, number, step_id, answer, details, next_kind, user_id, user_name)
    VALUES (${alarmId}, ${line.number}, ${line.stepId}, ${line.answer}, ${JSON.stringify(line.details)}::jsonb,
      ${line.nextKind}, ${userId}, ${userName})`.execute(db);
}

/** Whether a command began to be sent so lately that its end is still awaited. */
export async function isUnderWay(db: Kysely<Schema>, alarmId: number, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM (SELECT answer, at FROM alarm_steps WHERE alarm_id = ${alarmId} ORDER BY number DESC LIMIT 1) AS last
    WHERE last.answer = 'sending' AND last.at > now() - ${seconds} * interval '1 second'`.execute(db);
  return rows.length > 0;
}

/** By the server's clock, as ISO 8601. */
export async function minutesFromNow(db: Kysely<Schema>, minutes: number): Promise<string> {
  const { rows } = await sql<{ until: string }>`
    SELECT to_char((now() + ${minutes} * interval '1 minute') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS until`.execute(
    db,
  );
  return rows[0]?.until ?? '';
}

/** The open case of a vehicle, and whose the vehicle is now. */
export async function caseOf(
  db: Kysely<Schema>,
  deviceId: number,
): Promise<{ readonly sinisterId: number | null; readonly customerId: number | null } | undefined> {
  const { rows } = await sql<{ sinisterId: number | null; customerId: number | null }>`
    SELECT (SELECT id FROM sinisters AS s WHERE s.device_id = d.id AND s.status = 'opened') AS "sinisterId",
      d.customer_id AS "customerId" FROM devices AS d WHERE d.id = ${deviceId}`.execute(db);
  return rows[0];
}

/**
 * Of the people of the desk in force who see the alarm: supervisors, and those who are named; none of them the customer's
 * own. Everybody sees one about no vehicle: of its supervisors those who see its customer, where it has one.
 */
export async function peopleToTell(
  db: Kysely<Schema>,
  alarmId: number,
  tell: { readonly supervisors: boolean; readonly userIds: readonly number[] },
  customerId: number | null,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const seesCustomer = customerId
    ? sql`(a.device_id IS NOT NULL OR a.kind = 'massFault'
        OR u.id IN (SELECT "userId" FROM (${watchersOfCustomers([customerId])}) AS w))`
    : sql`true`;
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT u.id, u.name FROM alarms AS a, users AS u WHERE a.id = ${alarmId}
      AND ((${tell.supervisors} AND (u.administrator OR u.desk_role = 'supervisor') AND ${seesCustomer})
        OR u.id = ANY(${tell.userIds}::int[]))
      AND ${mayBeNotifiedOfAlarm(sql`now()`)}
      AND (u.customer_id IS NULL OR u.customer_id IS DISTINCT FROM ${customerId}) ORDER BY u.name, u.id`.execute(
    db,
  );
  return rows;
}

/** With what else is written. */
export const openStepsColumn = (open: readonly OpenStep[], set: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`steps = ${JSON.stringify(open)}::jsonb, ${set}`;
