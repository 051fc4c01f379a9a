import { type Insertable, type Kysely, sql } from 'kysely';
import type { CustomersTable, Schema } from '../../db/schema.ts';
import { type Viewer, visibleCustomers } from '../sight/visible.ts';

export interface MadeCustomer {
  readonly id: number;
  readonly name: string;
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
    RETURNING id, name`.execute(db);
  return made.rows;
}

/** Which of these documents a visible customer bears; as they are stored. */
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
