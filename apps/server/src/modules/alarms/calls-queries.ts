/** Alarms that are opened by hand for a call (DESK-15). */
import type { AlarmOpening } from '@atalaia/contract/desk/alarm-acts';
import { foldText } from '@atalaia/domain/units/search-text';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleDevices } from '../../visibility/visible.ts';
import { type Actor, actorColumns, freedColumns } from './claims-queries.ts';
import { type AlarmProcedureStart, noProcedure } from './steps/steps-queries.ts';

const mostSubjects = 20;

/** Vehicles by plate, name, phone, CPF or CNPJ, or the customer's name, as the contract's AlarmSubjects. */
export async function describeSubjects(db: Kysely<Schema>, viewer: Viewer, keyword: string): Promise<string> {
  const folded = foldText(keyword.trim());
  const digits = keyword.replaceAll(/\D/g, '');
  const letters = keyword.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  const byDigits =
    digits.length >= 4
      ? sql`OR regexp_replace(concat_ws(' ', d.phone, d.contact, c.phone, c.cellphone, c.cpf_cnpj), '[^0-9 ]', '', 'g') LIKE ${`%${digits}%`}`
      : sql``;
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(json_agg(row_to_json(shown)), '[]')::text AS json FROM (
      SELECT d.id AS "deviceId", d.name AS "deviceName", d.attributes ->> 'plate' AS plate, d.category, d.model,
        coalesce(c.id, 0) AS "customerId", c.name AS "customerName", coalesce(c.cellphone, c.phone) AS "customerPhone",
        (SELECT a.id FROM alarms AS a WHERE a.device_id = d.id AND a.closed_at IS NULL AND a.pending_until IS NULL
          ORDER BY a.severity, a.due_at LIMIT 1) AS "openAlarmId"
      FROM ${visibleDevices(viewer)} LEFT JOIN customers AS c ON c.id = d.customer_id
      WHERE strpos(upper(regexp_replace(coalesce(d.attributes ->> 'plate', ''), '[^A-Za-z0-9]', '', 'g')), ${letters || '-'}) > 0
        OR strpos(fold_text(concat_ws(' ', d.name, c.name)), ${folded}) > 0 ${byDigits}
      ORDER BY upper(regexp_replace(coalesce(d.attributes ->> 'plate', ''), '[^A-Za-z0-9]', '', 'g')) = ${letters} DESC, d.name, d.id
      LIMIT ${mostSubjects}
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '[]';
}

export interface NewCall extends Pick<AlarmOpening, 'callerName' | 'callerPhone' | 'note'> {
  readonly reason: AlarmOpening['reason'] | 'duress';
  readonly deviceId: number | null;
  /** 0 critical to 3 low. */
  readonly severity: number;
  readonly claimSeconds: number;
  readonly closeSeconds: number;
  /** Absent where it has none. */
  readonly procedure?: AlarmProcedureStart | undefined;
}

/** Opens it; of a vehicle that somebody else holds it is his. */
export async function insertCall(
  db: Kysely<Schema>,
  call: NewCall,
  actor: Actor,
): Promise<{ readonly id: number; readonly subject: number }> {
  const { procedureId, procedureVersion, steps } = call.procedure ?? noProcedure;
  const { rows } = await sql<{ id: number; subject: number }>`
    INSERT INTO alarms (kind, subject, severity, device_id, device_name, plate, category, customer_id, customer_name, latitude,
      longitude, address, call_reason, caller_name, caller_phone, first_event_at, last_event_at, event_count, claim_seconds,
      close_seconds, claim_due_at, close_due_at, due_at, procedure_id, procedure_version, steps)
    SELECT 'manual', coalesce(d.id, 0), ${call.severity}::smallint, d.id, d.name, d.attributes ->> 'plate', d.category, c.id, c.name,
      s.latitude, s.longitude, s.position ->> 'address', ${call.reason}, ${call.callerName ?? null}, ${call.callerPhone ?? null},
      now(), now(), 0, ${call.claimSeconds}::int, ${call.closeSeconds}::int, now() + ${call.claimSeconds}::int * interval '1 second',
      now() + ${call.closeSeconds}::int * interval '1 second', now() + ${call.claimSeconds}::int * interval '1 second',
      ${procedureId}::int, ${procedureVersion}::int, ${JSON.stringify(steps)}::jsonb
    FROM (SELECT ${call.deviceId}::int AS id) AS given LEFT JOIN devices AS d ON d.id = given.id
    LEFT JOIN customers AS c ON c.id = d.customer_id LEFT JOIN device_state AS s ON s.device_id = d.id
    RETURNING id, subject`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an INSERT of one row gave none');
  const subject = row.subject || -row.id;
  await sql`UPDATE alarms SET subject = ${subject} WHERE id = ${row.id}`.execute(db);
  await sql`
    INSERT INTO alarm_claims (subject) SELECT ${subject}::bigint
    WHERE NOT EXISTS (SELECT FROM alarm_claims WHERE subject = ${subject}) ON CONFLICT DO NOTHING`.execute(
    db,
  );
  await sql`
    INSERT INTO alarm_history (alarm_id, action, user_id, user_name, address, details)
    VALUES (${row.id}, 'open', ${actorColumns(actor)}, ${JSON.stringify({ reason: call.reason, note: call.note })}::jsonb)`.execute(
    db,
  );
  return { id: row.id, subject };
}

/** Who works on a vehicle; its claim is there from now on, and locked until the end of the transaction. */
export async function lockClaimOf(
  db: Kysely<Schema>,
  deviceId: number,
): Promise<{
  readonly holderId: number | null;
  readonly holderName: string | null;
  readonly since: string | null;
}> {
  await sql`INSERT INTO alarm_claims (subject) VALUES (${deviceId}) ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<{ holderId: number | null; holderName: string | null; since: string | null }>`
    SELECT user_id AS "holderId", user_name AS "holderName", ${isoTime('claimed_at')} AS since FROM alarm_claims
    WHERE subject = ${deviceId} FOR UPDATE`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the claim of a vehicle is gone');
  return row;
}

/** A call about nobody's vehicle becomes one of this vehicle, with its own copy of it, and its claim the vehicle's. */
export async function giveVehicle(
  db: Kysely<Schema>,
  alarmId: number,
  deviceId: number,
  actor: Actor,
): Promise<void> {
  await sql`
    UPDATE alarm_claims AS c SET user_id = o.user_id, user_name = o.user_name, claimed_at = o.claimed_at,
      acted_at = now(), asked_at = NULL, in_call = c.in_call OR o.in_call
    FROM alarm_claims AS o WHERE c.subject = ${deviceId} AND o.subject = ${-alarmId}`.execute(db);
  await sql`UPDATE alarm_claims SET ${freedColumns} WHERE subject = ${-alarmId}`.execute(db);
  await sql`
    WITH changed AS (
      UPDATE alarms AS a SET version = a.version + 1, subject = d.id, device_id = d.id, device_name = d.name,
        plate = d.attributes ->> 'plate', category = d.category, customer_id = c.id, customer_name = c.name,
        latitude = s.latitude, longitude = s.longitude, address = s.position ->> 'address'
      FROM devices AS d LEFT JOIN customers AS c ON c.id = d.customer_id LEFT JOIN device_state AS s ON s.device_id = d.id
      WHERE a.id = ${alarmId} AND d.id = ${deviceId} RETURNING a.id, d.name
    )
    INSERT INTO alarm_history (alarm_id, action, user_id, user_name, address, details)
    SELECT id, 'vehicle', ${actorColumns(actor)}, jsonb_build_object('name', name) FROM changed`.execute(db);
}
