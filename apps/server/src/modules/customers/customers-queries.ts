import type { CustomerInput, CustomerQuery } from '@atalaia/contract/accounts/customer';
import { searchVariants } from '@atalaia/domain/units/search-text';
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { fieldRefusal } from '../../errors/app-error.ts';
import type { CustomersTable, Schema } from '../../platform/db/schema.ts';
import { labelsUnder, readsAs } from '../../queries/labelled-keys.ts';
import { type Page, readPage } from '../../queries/page.ts';
import { byName, byText, byValue, orderOf, type SortColumns } from '../../queries/sorting.ts';
import { allOf, anyOf, groupsAndBelow, holdsOneOf, isOneOf } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleCustomers } from '../../visibility/visible.ts';
import { customerColumns } from './customers-presenter.ts';

export type CustomerRow = Selectable<CustomersTable>;

const sortColumns: SortColumns<NonNullable<CustomerQuery['sort']>> = {
  name: byName('c.name'),
  cpfCnpj: byName('c.cpf_cnpj'),
  type: byName('c.type'),
  city: byText('c.city'),
  state: byText('c.state'),
  phone: byText('c.phone'),
  notificationEmail: byText('c.notification_email'),
  category: byName('c.category'),
  status: byName('c.status'),
  registrationDate: byValue('c.registration_date'),
  expirationDate: byValue('c.expiration_date'),
};

/** The visible customers that fit the filters, by name unless they are sorted otherwise. */
export async function findCustomers(db: Kysely<Schema>, viewer: Viewer, query: CustomerQuery): Promise<Page> {
  const { groupId, keyword } = query;
  const select = {
    id: 'c.id',
    from: visibleCustomers(viewer),
    where: allOf(
      isOneOf('c.id', query.id),
      groupId === undefined ? undefined : sql`c.group_id IN (${groupsAndBelow([Number(groupId)])})`,
      isFoundBy(keyword),
    ),
    orderBy: orderOf(query, sortColumns, 'c.id', sql`c.name COLLATE "pt-BR-x-icu", c.id`),
  };
  return readPage(db, select, query);
}

/** By what is written down for searches, by his phone as anyone writes it, and by what people read of him as labels. */
function isFoundBy(keyword: string | undefined): RawBuilder<unknown> | undefined {
  const variants = searchVariants(keyword ?? '');
  if (keyword === undefined || variants.length === 0) return undefined;
  const digits = keyword.replace(/\D/g, '');
  const isPhone = digits.length > 1 && !/\p{L}/u.test(keyword);
  return anyOf(
    holdsOneOf(sql`c.search_text`, variants),
    isPhone ? sql`strpos(regexp_replace(c.phone, '\\D', '', 'g'), ${digits}) > 0` : undefined,
    sql`c.state = ${keyword.trim().toUpperCase()}`,
    ...labelled.map((words) => readsAs(keyword, words)),
  );
}

const labelled = [
  {
    words: sql`ARRAY[CASE WHEN c.disabled THEN 'disabled' ELSE c.status END]`,
    labels: { ...labelsUnder('customerStatus'), disabled: 'customer.disabled' },
  },
  { words: sql`ARRAY[c.category]`, labels: labelsUnder('customerCategory') },
] as const;

export async function isCustomerVisible(db: Kysely<Schema>, viewer: Viewer, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${visibleCustomers(viewer)} WHERE c.id = ${id}`.execute(db);
  return rows.length > 0;
}

/** The row of a visible customer; nobody else changes it until the end of the transaction. */
export async function lockCustomer(
  db: Kysely<Schema>,
  viewer: Viewer,
  id: number,
): Promise<CustomerRow | undefined> {
  const { rows } = await sql<CustomerRow>`
    SELECT c.* FROM ${visibleCustomers(viewer)} WHERE c.id = ${id} FOR NO KEY UPDATE OF c`.execute(db);
  return rows[0];
}

export async function insertCustomer(
  db: Kysely<Schema>,
  values: Insertable<CustomersTable>,
): Promise<number> {
  const insert = db.insertInto('customers').values(values).returning('id');
  return (await insert.executeTakeFirstOrThrow()).id;
}

export async function updateCustomer(
  db: Kysely<Schema>,
  id: number,
  values: Updateable<CustomersTable>,
): Promise<void> {
  await db.updateTable('customers').set(values).where('id', '=', id).execute();
}

/** Those that were there. */
export async function deleteCustomers(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<readonly Pick<CustomerRow, 'id' | 'name'>[]> {
  const { rows } = await sql<Pick<CustomerRow, 'id' | 'name'>>`
    DELETE FROM customers WHERE id = ANY(${ids}::integer[]) RETURNING id, name`.execute(db);
  return rows;
}

/** Gives customers to a group, or to none. */
export async function relocateCustomers(
  db: Kysely<Schema>,
  ids: readonly number[],
  groupId: number | null,
): Promise<void> {
  await sql`UPDATE customers SET group_id = ${groupId} WHERE id = ANY(${ids}::integer[])`.execute(db);
}

export async function deviceIdsOf(db: Kysely<Schema>, customerId: number): Promise<number[]> {
  const rows = await db.selectFrom('devices').select('id').where('customer_id', '=', customerId).execute();
  return rows.map(({ id }) => id);
}

/** The columns an input refers to. Throws `invalid-input` for a document without a digit. */
export function rowOf(input: CustomerInput) {
  const values = customerColumns(input);
  if (values.cpf_cnpj === '') {
    throw fieldRefusal('invalid-input', { path: 'cpfCnpj', message: 'holds no digit' });
  }
  return { ...values, name: input.name, cpf_cnpj: values.cpf_cnpj ?? '' };
}
