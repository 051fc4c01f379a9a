import type { ContactTry, ContactTryInput } from '@atalaia/contract/accounts/contact';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleCustomers } from '../../visibility/visible.ts';

/** The alarm or case that a try is of. */
type TriedFor = { readonly alarmId: number } | { readonly sinisterId: number };

export async function insertTry(
  db: Kysely<Schema>,
  of: {
    readonly customerId: number | null;
    readonly alarmId: number | null;
    readonly sinisterId: number | null;
  },
  { contactId, name, phone, outcome, note }: ContactTryInput,
  { userId, userName }: { readonly userId: number; readonly userName: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO contact_tries (customer_id, contact_id, contact_name, phone, outcome, note, alarm_id, sinister_id, user_id, user_name)
    VALUES (${of.customerId}, ${contactId ?? null}, ${name}, ${phone}, ${outcome}, ${note ?? null}, ${of.alarmId}, ${of.sinisterId},
      ${userId}, ${userName}) RETURNING id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** The contract's ContactTries, oldest first. */
export async function describeTries(
  db: Kysely<Schema>,
  of: TriedFor | { readonly id: number },
): Promise<readonly ContactTry[]> {
  const where =
    'id' in of
      ? sql`id = ${of.id}`
      : 'alarmId' in of
        ? sql`alarm_id = ${of.alarmId}`
        : sql`sinister_id = ${of.sinisterId}`;
  const { rows } = await sql<ContactTry>`
    SELECT id, contact_id AS "contactId", contact_name AS name, phone, outcome, note, recording_url AS "recordingUrl",
      user_name AS "userName", ${isoTime('at')} AS at
    FROM contact_tries WHERE ${where} ORDER BY id LIMIT 1000`.execute(db);
  return rows;
}

/** False where there is none that he made, or whose customer he sees. */
export async function setRecording(
  db: Kysely<Schema>,
  viewer: Viewer,
  id: number,
  recordingUrl: string,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE contact_tries AS t SET recording_url = ${recordingUrl || null}
    WHERE t.id = ${id} AND (t.user_id = ${viewer.userId}
      OR t.customer_id IN (SELECT c.id FROM ${visibleCustomers(viewer)})) RETURNING t.id`.execute(db);
  return rows.length > 0;
}
