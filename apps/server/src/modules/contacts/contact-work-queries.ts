/** What is done about contacts, as rows: whom to call for a vehicle and its customer, the calls that were tried, phrases. */
import type { ContactPhone, ContactTry, ContactTryInput } from '@atalaia/contract/accounts/contact';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleCustomers } from '../../visibility/visible.ts';

export interface KnownPhone {
  readonly role: 'customer' | 'vehicle';
  readonly name: string;
  readonly phone: string;
}

/** The customer's own phones and the vehicle's own, which are not in the contact book. */
export async function findOwnPhones(
  db: Kysely<Schema>,
  customerId: number | null,
  deviceId: number | null,
): Promise<readonly KnownPhone[]> {
  const { rows } = await sql<KnownPhone>`
    SELECT role, name, phone FROM (
      SELECT 'customer' AS role, name, cellphone AS phone, 1 AS place FROM customers WHERE id = ${customerId}
      UNION ALL SELECT 'customer', name, phone, 2 FROM customers WHERE id = ${customerId} AND phone IS DISTINCT FROM cellphone
      UNION ALL SELECT 'vehicle', contact, substring(contact FROM '\\+?[0-9][0-9 ()-]{7,}'), 3 FROM devices WHERE id = ${deviceId}
    ) AS own WHERE coalesce(phone, '') <> '' ORDER BY place`.execute(db);
  return rows;
}

export interface BookContact {
  readonly contactId: number;
  readonly name: string;
  readonly role: string | null;
  readonly phones: readonly ContactPhone[];
  readonly note: string | null;
  /** The file of his hours. */
  readonly calendar: string | null;
}

export async function findBookContacts(
  db: Kysely<Schema>,
  customerId: number,
): Promise<readonly BookContact[]> {
  const { rows } = await sql<BookContact>`
    SELECT c.id AS "contactId", c.name, c.role, c.phones, c.note, calendars.data AS calendar
    FROM contacts AS c LEFT JOIN calendars ON calendars.id = c.calendar_id
    WHERE c.customer_id = ${customerId} ORDER BY c.position, c.id`.execute(db);
  return rows;
}

export async function hasPhrases(db: Kysely<Schema>, customerId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM contact_books WHERE customer_id = ${customerId} AND coalesce(pass_phrase, counter_phrase, duress_phrase) IS NOT NULL
    UNION ALL SELECT FROM contacts WHERE customer_id = ${customerId} AND coalesce(pass_phrase, counter_phrase) IS NOT NULL
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

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

const windowMinutes = 15;
/** Wrong ones within the window: of one person about a customer, and of all people about him. */
const mostOfOne = 5;
const mostOfAll = 20;

/** Seconds until the person may try again; 0 where he may. The customer's row is locked before. */
export async function secondsToWait(db: Kysely<Schema>, customerId: number, userId: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    WITH wrong AS (
      SELECT at, user_id = ${userId} AS mine, row_number() OVER (PARTITION BY user_id ORDER BY at DESC) AS of_one,
        row_number() OVER (ORDER BY at DESC) AS of_all
      FROM phrase_checks
      WHERE customer_id = ${customerId} AND is_wrong AND at > now() - ${windowMinutes} * interval '1 minute'
    )
    SELECT coalesce(ceil(extract(epoch FROM max(at) + ${windowMinutes} * interval '1 minute' - now())), 0)::int AS seconds
    FROM wrong WHERE (mine AND of_one = ${mostOfOne}) OR of_all = ${mostOfAll}`.execute(db);
  return rows[0]?.seconds ?? 0;
}

export async function noteCheck(
  db: Kysely<Schema>,
  customerId: number,
  userId: number,
  isWrong: boolean,
): Promise<void> {
  await sql`
    INSERT INTO phrase_checks (customer_id, user_id, is_wrong) VALUES (${customerId}, ${userId}, ${isWrong})`.execute(
    db,
  );
}
