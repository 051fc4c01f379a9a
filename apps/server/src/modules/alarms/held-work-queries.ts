/** Alarms and cases as those who work on them hold them, and alarms under duress. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { type Actor, actorColumns } from './claims-queries.ts';

/** The customer of a vehicle now: one that changed hands since shows nothing of whose it was. */
export async function customerNow(
  db: Kysely<Schema>,
  deviceId: number,
  customerId: number | null,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT customer_id AS id FROM devices WHERE id = ${deviceId} AND customer_id = ${customerId}`.execute(db);
  return rows[0]?.id ?? null;
}

/** An alarm, open or closed, with who works on it. */
export async function findAlarmWork(
  db: Kysely<Schema>,
  alarmId: number,
): Promise<
  | {
      readonly deviceId: number | null;
      readonly customerId: number | null;
      readonly holderId: number | null;
      readonly caller: { readonly name: string; readonly phone: string } | null;
    }
  | undefined
> {
  const { rows } = await sql<{
    deviceId: number | null;
    customerId: number | null;
    holderId: number | null;
    caller: { name: string; phone: string } | null;
  }>`
    SELECT a.device_id AS "deviceId", a.customer_id AS "customerId",
      CASE WHEN coalesce(a.caller_phone, '') <> ''
        THEN json_build_object('name', coalesce(a.caller_name, ''), 'phone', a.caller_phone) END AS caller,
      (SELECT user_id FROM alarm_claims WHERE subject = a.subject AND a.closed_at IS NULL) AS "holderId"
    FROM alarms AS a WHERE a.id = ${alarmId}`.execute(db);
  return rows[0];
}

/** A case, open or closed, with who works on its vehicle. */
export async function findCase(
  db: Kysely<Schema>,
  sinisterId: number,
): Promise<
  | { readonly deviceId: number; readonly customerId: number | null; readonly holderId: number | null }
  | undefined
> {
  const { rows } = await sql<{ deviceId: number; customerId: number | null; holderId: number | null }>`
    SELECT s.device_id AS "deviceId", s.customer_id AS "customerId",
      (SELECT user_id FROM alarm_claims WHERE subject = s.device_id AND s.status = 'opened') AS "holderId"
    FROM sinisters AS s WHERE s.id = ${sinisterId}`.execute(db);
  return rows[0];
}

/** The alarm that duress is about: the one that is named, else the most urgent open one of the vehicle. */
export async function lockForDuress(
  db: Kysely<Schema>,
  alarmId: number | null,
  deviceId: number | null,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM alarms WHERE closed_at IS NULL
      AND ${alarmId === null ? sql`device_id = ${deviceId} AND pending_until IS NULL` : sql`id = ${alarmId}`}
    ORDER BY severity, due_at, id LIMIT 1 FOR UPDATE`.execute(db);
  return rows[0]?.id;
}

/** Critical from now on, with its deadline to close, and marked; with its line of history. */
export async function markDuress(
  db: Kysely<Schema>,
  alarmId: number,
  closeSeconds: number,
  actor: Actor,
): Promise<void> {
  await sql`
    WITH changed AS (
      UPDATE alarms AS a SET version = a.version + 1, severity = 0, duress_at = coalesce(a.duress_at, now()),
        close_due_at = least(a.close_due_at, now() + ${closeSeconds} * interval '1 second'),
        due_at = least(a.due_at, now() + ${closeSeconds} * interval '1 second')
      WHERE a.id = ${alarmId} RETURNING a.id
    )
    INSERT INTO alarm_history (alarm_id, action, user_id, user_name, address)
    SELECT id, 'duress', ${actorColumns(actor)} FROM changed`.execute(db);
}

/** Of an alarm about no vehicle: whom it is about. */
export async function nameCustomer(db: Kysely<Schema>, alarmId: number, customerId: number): Promise<void> {
  await sql`
    UPDATE alarms AS a SET customer_id = c.id, customer_name = c.name
    FROM customers AS c WHERE a.id = ${alarmId} AND a.customer_id IS NULL AND c.id = ${customerId}`.execute(
    db,
  );
}
