import { type Insertable, type Kysely, sql } from 'kysely';
import type { CustomersTable, Schema } from '../../platform/db/schema.ts';
import { type Viewer, visibleCustomers } from '../../visibility/visible.ts';
import type { CustomerRow } from './customers-queries.ts';

export interface MadeCustomer {
  readonly id: number;
  readonly name: string;
  readonly document: string;
}

/** Inserts rows at once: one parameter holds them all, since thousands of them take longer to bind than to insert. */
export async function insertCustomers(
  db: Kysely<Schema>,
  rows: readonly Insertable<CustomersTable>[],
): Promise<readonly MadeCustomer[]> {
  const made = await sql<MadeCustomer>`
    INSERT INTO customers (group_id, cpf_cnpj, type, name, street, number, complement, neighborhood, city, state,
      postal_code, phone, cellphone, notification_email, secondary_email, category, status, notes, disabled,
      registration_date, expiration_date, invoice_day, attributes)
    SELECT group_id, cpf_cnpj, type, name, street, number, complement, neighborhood, city, state, postal_code, phone,
      cellphone, notification_email, secondary_email, category, status, notes, coalesce(disabled, false),
      coalesce(registration_date, now()), expiration_date, invoice_day, coalesce(attributes, '{}')
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given (
      group_id integer, cpf_cnpj text, type text, name text, street text, number text, complement text,
      neighborhood text, city text, state text, postal_code text, phone text, cellphone text, notification_email text,
      secondary_email text, category text, status text, notes text, disabled boolean, registration_date timestamptz,
      expiration_date timestamptz, invoice_day integer, attributes jsonb
    )
    RETURNING id, name, cpf_cnpj AS document`.execute(db);
  return made.rows;
}

export async function lockFiles(db: Kysely<Schema>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('imported-customers'))`.execute(db);
}

/** Which of these documents a visible customer has; as they are stored. */
export async function findDocuments(
  db: Kysely<Schema>,
  viewer: Viewer,
  documents: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ document: string }>`
    SELECT DISTINCT c.cpf_cnpj AS document FROM ${visibleCustomers(viewer)}
    WHERE c.cpf_cnpj = ANY(${documents})`.execute(db);
  return rows.map(({ document }) => document);
}

/** The visible customers of these documents, as they are stored, or numbers; nobody else changes them until the end of the transaction. */
export async function lockMatches(
  db: Kysely<Schema>,
  viewer: Viewer,
  { documents, ids }: { readonly documents: readonly string[]; readonly ids: readonly number[] },
): Promise<CustomerRow[]> {
  // each is looked up by its index, whatever is known of the table's rows: an exchange has just brought most of them
  const { rows } = await sql<CustomerRow>`
    SELECT c.* FROM ${visibleCustomers(viewer)}
    WHERE c.id = ANY(ARRAY(
        SELECT unnest(${ids}::integer[])
        UNION SELECT same.id FROM unnest(${documents}::text[]) AS given (document), LATERAL (
          SELECT id FROM customers WHERE cpf_cnpj = given.document OFFSET 0) AS same
      )) AND (c.cpf_cnpj = ANY(${documents}::text[]) OR c.id = ANY(${ids}::integer[]))
    ORDER BY c.id FOR NO KEY UPDATE OF c`.execute(db);
  return rows;
}

/** Columns that a change names; those that it does not, or names as null, stay. */
export interface CustomerChange {
  readonly id: number;
  readonly values: Readonly<Partial<Record<ChangedColumn, string | null>>>;
}

type ChangedColumn =
  | 'name'
  | 'street'
  | 'number'
  | 'complement'
  | 'neighborhood'
  | 'city'
  | 'state'
  | 'postal_code'
  | 'phone'
  | 'cellphone'
  | 'notification_email'
  | 'secondary_email'
  | 'notes'
  | 'status';

export async function updateCustomers(db: Kysely<Schema>, changes: readonly CustomerChange[]): Promise<void> {
  const given = JSON.stringify(changes.map(({ id, values }) => ({ id, ...values })));
  await sql`
    UPDATE customers AS c SET name = coalesce(given.name, c.name), street = coalesce(given.street, c.street),
      number = coalesce(given.number, c.number), complement = coalesce(given.complement, c.complement),
      neighborhood = coalesce(given.neighborhood, c.neighborhood), city = coalesce(given.city, c.city),
      state = coalesce(given.state, c.state), postal_code = coalesce(given.postal_code, c.postal_code),
      phone = coalesce(given.phone, c.phone), cellphone = coalesce(given.cellphone, c.cellphone),
      notification_email = coalesce(given.notification_email, c.notification_email),
      secondary_email = coalesce(given.secondary_email, c.secondary_email), notes = coalesce(given.notes, c.notes),
      status = coalesce(given.status, c.status)
    FROM json_to_recordset(${given}::json) AS given (
      id integer, name text, street text, number text, complement text, neighborhood text, city text, state text,
      postal_code text, phone text, cellphone text, notification_email text, secondary_email text, notes text, status text
    ) WHERE c.id = given.id`.execute(db);
}

export async function deviceIdsOfAll(db: Kysely<Schema>, customerIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM devices WHERE customer_id = ANY(${customerIds}::integer[])`.execute(db);
  return rows.map(({ id }) => id);
}
