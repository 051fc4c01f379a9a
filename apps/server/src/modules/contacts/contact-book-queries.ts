/** Contacts of a customer and their phrases as rows; phrases as they are sealed. */
import type { ContactPhone } from '@atalaia/contract/accounts/contact';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { type Viewer, visibleCustomers, visibleDevices } from '../../visibility/visible.ts';

export interface StoredContact {
  readonly id: number | null;
  readonly name: string;
  readonly role: string | null;
  readonly phones: readonly ContactPhone[];
  readonly calendarId: number | null;
  readonly note: string | null;
  readonly passPhrase: string | null;
  readonly counterPhrase: string | null;
}

export interface StoredBook {
  readonly version: number;
  readonly passPhrase: string | null;
  readonly counterPhrase: string | null;
  readonly duressPhrase: string | null;
  readonly contacts: readonly StoredContact[];
}

/** The customer's name, locked against another change of his contacts; undefined for one that is not seen. */
export const lockCustomerSeen = (db: Kysely<Schema>, viewer: Viewer, customerId: number) =>
  lockCustomer(
    db,
    customerId,
    sql`EXISTS (SELECT FROM ${visibleCustomers(viewer)} WHERE c.id = ${customerId})`,
  );

/** The same of the customer of a vehicle that is seen. */
export const lockCustomerOfSeen = (
  db: Kysely<Schema>,
  viewer: Viewer,
  customerId: number,
  deviceId: number,
) =>
  lockCustomer(
    db,
    customerId,
    sql`EXISTS (SELECT FROM ${visibleDevices(viewer)} WHERE d.id = ${deviceId} AND d.customer_id = ${customerId})`,
  );

export async function lockCustomer(
  db: Kysely<Schema>,
  customerId: number,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT customers.name FROM customers WHERE customers.id = ${customerId} AND ${condition} FOR NO KEY UPDATE`.execute(
    db,
  );
  return rows[0]?.name;
}

export async function readBook(db: Kysely<Schema>, customerId: number): Promise<StoredBook> {
  const { rows } = await sql<Omit<StoredBook, 'contacts'>>`
    SELECT version, pass_phrase AS "passPhrase", counter_phrase AS "counterPhrase", duress_phrase AS "duressPhrase"
    FROM contact_books WHERE customer_id = ${customerId}`.execute(db);
  const { rows: contacts } = await sql<StoredContact>`
    SELECT id, name, role, phones, calendar_id AS "calendarId", note, pass_phrase AS "passPhrase",
      counter_phrase AS "counterPhrase"
    FROM contacts WHERE customer_id = ${customerId} ORDER BY position, id`.execute(db);
  const [book = { version: 0, passPhrase: null, counterPhrase: null, duressPhrase: null }] = rows;
  return { ...book, contacts };
}

/** Puts a book in the place of the one that was; contacts that are not in it go. */
export async function writeBook(db: Kysely<Schema>, customerId: number, book: StoredBook): Promise<void> {
  const { passPhrase, counterPhrase, duressPhrase, contacts } = book;
  await sql`
    INSERT INTO contact_books (customer_id, pass_phrase, counter_phrase, duress_phrase)
    VALUES (${customerId}, ${passPhrase}, ${counterPhrase}, ${duressPhrase})
    ON CONFLICT (customer_id) DO UPDATE SET version = contact_books.version + 1, updated_at = now(),
      pass_phrase = excluded.pass_phrase, counter_phrase = excluded.counter_phrase,
      duress_phrase = excluded.duress_phrase`.execute(db);
  await sql`
    WITH one AS (
      SELECT place, contact.* FROM jsonb_array_elements(${JSON.stringify(contacts)}::jsonb) WITH ORDINALITY AS t (json, place),
        jsonb_to_record(json) AS contact (id integer, name text, role text, phones jsonb, "calendarId" integer, note text,
          "passPhrase" text, "counterPhrase" text)
    ), gone AS (
      DELETE FROM contacts WHERE customer_id = ${customerId} AND id NOT IN (SELECT id FROM one WHERE id IS NOT NULL)
    ), kept AS (
      UPDATE contacts AS c SET position = place, name = one.name, role = one.role, phones = one.phones,
        calendar_id = one."calendarId", note = one.note, pass_phrase = one."passPhrase", counter_phrase = one."counterPhrase"
      FROM one WHERE c.id = one.id AND c.customer_id = ${customerId}
    )
    INSERT INTO contacts (customer_id, position, name, role, phones, calendar_id, note, pass_phrase, counter_phrase)
    SELECT ${customerId}, place, name, role, phones, "calendarId", note, "passPhrase", "counterPhrase"
    FROM one WHERE id IS NULL ORDER BY place`.execute(db);
}
