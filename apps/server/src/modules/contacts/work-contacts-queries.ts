/** Whom to call for a vehicle and its customer, as rows. */
import type { ContactPhone } from '@atalaia/contract/accounts/contact';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

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
