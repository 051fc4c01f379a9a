/** A customer as the contract describes it, written as JSON by PostgreSQL: the one place that maps its row, in both directions. */
import type { CustomerInput } from '@atalaia/contract/accounts/customer';
import { type Kysely, sql } from 'kysely';
import type { CustomerFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { givenColumns, instantColumn, referenceColumn } from '../../queries/columns.ts';
import { isoTime } from '../../queries/sql-fragments.ts';

const customer = sql`
  SELECT c.id, coalesce(c.group_id, 0) AS "groupId", c.cpf_cnpj AS "cpfCnpj", c.type, c.name,
    coalesce(c.street, '') AS street, coalesce(c.number, '') AS number, c.complement,
    coalesce(c.neighborhood, '') AS neighborhood, coalesce(c.city, '') AS city, coalesce(c.state, '') AS state,
    coalesce(c.postal_code, '') AS "postalCode", coalesce(c.phone, '') AS phone, c.cellphone,
    coalesce(c.notification_email, '') AS "notificationEmail", c.secondary_email AS "secondaryEmail",
    c.category, c.status, c.notes, c.disabled, ${isoTime('c.registration_date')} AS "registrationDate",
    ${isoTime('c.expiration_date')} AS "expirationDate", c.invoice_day AS "invoiceDay", c.attributes`;

/** Customers in the order asked for, each for itself; those that were removed are left out. Whether they may be seen is asked before. */
export async function customerFragments(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<readonly CustomerFragment[]> {
  const { rows } = await sql<CustomerFragment>`
    SELECT c.id AS "customerId", row_to_json(shown)::text AS json
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS one (id, place)
    JOIN customers AS c USING (id), LATERAL (${customer}) AS shown ORDER BY one.place`.execute(db);
  return rows;
}

/** What is left out stays. */
export type CustomerPatch = Partial<CustomerInput> & Pick<CustomerInput, 'cpfCnpj'>;

/** The columns an input refers to. */
export function customerColumns(input: CustomerPatch) {
  return givenColumns({
    group_id: referenceColumn(input.groupId),
    cpf_cnpj: bareDocument(input.cpfCnpj),
    type: input.type,
    name: input.name,
    street: input.street,
    number: input.number,
    complement: input.complement,
    neighborhood: input.neighborhood,
    city: input.city,
    state: input.state?.toUpperCase(),
    postal_code: input.postalCode,
    phone: input.phone,
    cellphone: input.cellphone,
    notification_email: input.notificationEmail,
    secondary_email: input.secondaryEmail === undefined ? input.SecondaryEmail : input.secondaryEmail,
    category: input.category,
    status: input.status,
    notes: input.notes,
    disabled: input.disabled ?? undefined,
    registration_date: instantColumn(input.registrationDate) ?? undefined,
    expiration_date: instantColumn(input.expirationDate),
    invoice_day: input.invoiceDay,
    attributes: input.attributes ?? undefined,
  });
}

/** Without its mask; whether its check digits are right is the form's to say (CUS-04). */
export function bareDocument(text: string): string {
  return text.replaceAll(/[^a-z\d]/gi, '').toUpperCase();
}
