import { secretAttributes, type UserInput, type UserQuery } from '@atalaia/contract/accounts/user';
import { searchVariants } from '@atalaia/domain/units/search-text';
import { type Insertable, type Kysely, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Schema, UsersTable } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { givenColumns, instantColumn, referenceColumn } from '../../queries/columns.ts';
import { readsAs } from '../../queries/labelled-keys.ts';
import { type Page, readPage } from '../../queries/page.ts';
import { piecesOf, removedAtOnce } from '../../queries/read-ids.ts';
import { byName, byText, byValue, orderOf, type SortColumns } from '../../queries/sorting.ts';
import { allOf, anyOf, holdsOneOf, isOneOf } from '../../queries/sql-fragments.ts';
import type { UserRow } from '../../visibility/caller.ts';
import { type Viewer, visibleUsers } from '../../visibility/visible.ts';

const sortColumns: SortColumns<NonNullable<UserQuery['sort']>> = {
  name: byName('u.name'),
  email: byName('u.email'),
  login: byText('u.login'),
  phone: byText('u.phone'),
  customerName: byText('c.name'),
  state: byValue(sql`CASE WHEN u.disabled THEN 2 WHEN u.administrator THEN 0 ELSE 1 END`),
  expirationTime: byValue('u.expiration_time'),
};

/** The visible users that fit the filters, by name unless they are sorted otherwise. */
export async function findUsers(db: Kysely<Schema>, viewer: Viewer, query: UserQuery): Promise<Page> {
  const { userId, deviceId, customerId, keyword } = query;
  const managed = userId && sql`SELECT managed_user_id FROM user_users WHERE user_id = ${Number(userId)}`;
  const select = {
    id: 'u.id',
    from: visibleUsers(viewer),
    orderJoins: query.sort === 'customerName' ? sql`LEFT JOIN customers AS c ON c.id = u.customer_id` : sql``,
    where: allOf(
      isOneOf('u.id', query.id),
      managed ? sql`u.id IN (${managed})` : undefined,
      deviceId === undefined
        ? undefined
        : sql`u.id IN (SELECT user_id FROM user_devices WHERE device_id = ${Number(deviceId)})`,
      customerId === undefined ? undefined : sql`u.customer_id = ${Number(customerId)}`,
      isFoundBy(keyword),
    ),
    orderBy: orderOf(query, sortColumns, 'u.id', sql`u.name COLLATE "pt-BR-x-icu", u.id`),
  };
  return readPage(db, select, query);
}

/** By texts of him and of his customer, by his phone as anyone writes it, and by what his state is called. */
function isFoundBy(keyword: string | undefined): RawBuilder<unknown> | undefined {
  const variants = searchVariants(keyword ?? '');
  if (variants.length === 0) return undefined;
  const texts = sql`search_index(concat_ws(E'\\n', u.name, u.email, u.login, u.phone, u.attributes ->> 'keyword',
    (SELECT customer.name FROM customers AS customer WHERE customer.id = u.customer_id)))`;
  return anyOf(holdsOneOf(texts, variants), readsAs(keyword, states));
}

const states = {
  words: sql`ARRAY[CASE WHEN u.disabled THEN 'disabled' WHEN u.administrator THEN 'administrator' ELSE 'active' END]`,
  labels: { disabled: 'user.disabled', administrator: 'user.administrator', active: 'user.active' },
} as const;

/** The row of a visible user; nobody else changes it until the end of the transaction. */
export async function lockUser(db: Kysely<Schema>, viewer: Viewer, id: number): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    SELECT u.* FROM ${visibleUsers(viewer)} WHERE u.id = ${id} FOR NO KEY UPDATE OF u`.execute(db);
  return rows[0];
}

/** Whose these e-mails or logins are, in small letters; undefined for one whom the viewer does not see or who is found by a login. */
export async function findByEmails(
  db: Kysely<Schema>,
  viewer: Viewer,
  names: readonly string[],
): Promise<ReadonlyMap<string, UserRow | undefined>> {
  const taken = await sql<{ name: string; id: number }>`
    SELECT name, user_id AS id FROM sign_in_names WHERE name = ANY(${names}::text[])`.execute(db);
  const ids = taken.rows.map(({ id }) => id);
  const seen = await sql<UserRow>`
    SELECT u.* FROM ${visibleUsers(viewer)} WHERE u.id = ANY(${ids}::integer[])`.execute(db);
  const byId = new Map(seen.rows.map((row) => [row.id, row]));
  return new Map(
    taken.rows.map(({ name, id }) => {
      const row = byId.get(id);
      return [name, row?.email.toLowerCase() === name ? row : undefined] as const;
    }),
  );
}

/** The row of a user whom nobody needs to see; nobody else changes it until the end of the transaction. */
export async function lockUserById(db: Kysely<Schema>, id: number): Promise<UserRow> {
  return db.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Some of those that are to go; whoever works on one is left to that. */
export async function lockEndedTemporaries(db: Kysely<Schema>): Promise<readonly UserRow[]> {
  const { rows } = await sql<UserRow>`
    SELECT u.* FROM users AS u WHERE u.temporary AND NOT u.administrator AND u.expiration_time < now()
    ORDER BY u.id LIMIT 100 FOR UPDATE SKIP LOCKED`.execute(db);
  return rows;
}

/** Those of these users whom the viewer sees, in the order in which they are locked. */
export async function lockUsers(
  db: Kysely<Schema>,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly UserRow[]> {
  const { rows } = await sql<UserRow>`
    SELECT u.* FROM ${visibleUsers(viewer)} WHERE u.id = ANY(${ids}::integer[])
    ORDER BY u.id FOR NO KEY UPDATE OF u`.execute(db);
  return rows;
}

export async function isUserVisible(db: Kysely<Schema>, viewer: Viewer, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${visibleUsers(viewer)} WHERE u.id = ${id}`.execute(db);
  return rows.length > 0;
}

export async function insertUser(db: Kysely<Schema>, values: Insertable<UsersTable>): Promise<UserRow> {
  const row = await db.insertInto('users').values(values).returningAll().executeTakeFirstOrThrow();
  await writeNames(db, row);
  return row;
}

/**
 * Inserts rows: one parameter holds all that name the same columns, since thousands of them take longer to bind than to
 * insert. What a row leaves out begins as the table says.
 */
export async function insertUsers(
  db: Kysely<Schema>,
  rows: readonly Insertable<UsersTable>[],
): Promise<readonly Pick<UserRow, 'id' | 'name' | 'email'>[]> {
  const made: Pick<UserRow, 'id' | 'name' | 'email'>[] = [];
  for (const [names, alike] of byColumns(rows, (row) => row)) {
    const columns = columnList(names);
    const { rows: inserted } = await sql<UserRow>`
      INSERT INTO users (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::users, ${JSON.stringify(alike)})
      RETURNING id, name, email`.execute(db);
    made.push(...inserted);
  }
  await sql`
    INSERT INTO sign_in_names (name, user_id)
    SELECT DISTINCT lower(given.name), u.id FROM users AS u, unnest(ARRAY[u.email, coalesce(u.login, u.email)]) AS given (name)
    WHERE u.id = ANY(${made.map(({ id }) => id)}::integer[])`.execute(db);
  return made;
}

export interface UserChangeRow {
  readonly id: number;
  readonly columns: Updateable<UsersTable>;
}

/** Changes columns of users, but what they sign in by; returns their rows. */
export async function updateUsers(
  db: Kysely<Schema>,
  changes: readonly UserChangeRow[],
): Promise<readonly UserRow[]> {
  const changed: UserRow[] = [];
  for (const [names, alike] of byColumns(changes, ({ columns }) => columns)) {
    const given = alike.map(({ id, columns }) => ({ ...columns, id }));
    const { rows } = await sql<UserRow>`
      UPDATE users AS u SET (${columnList(names)}) = ROW(${columnList(names, 'given')})
      FROM json_populate_recordset(NULL::users, ${JSON.stringify(given)}) AS given WHERE u.id = given.id
      RETURNING u.*`.execute(db);
    changed.push(...rows);
  }
  return changed;
}

/** Those that name the same columns together, with the names of these. */
function byColumns<Row>(rows: readonly Row[], columnsOf: (row: Row) => object): Map<string, Row[]> {
  return Map.groupBy(rows, (row) =>
    Object.keys(givenColumns(columnsOf(row)))
      .sort()
      .join(),
  );
}

const columnList = (names: string, table?: string) =>
  sql.join(names.split(',').map((name) => sql.ref(table === undefined ? name : `${table}.${name}`)));

export async function updateUser(
  db: Kysely<Schema>,
  id: number,
  values: Updateable<UsersTable>,
): Promise<UserRow> {
  const change = db.updateTable('users').set(values).where('id', '=', id);
  const row = await change.returningAll().executeTakeFirstOrThrow();
  await writeNames(db, row);
  return row;
}

/** E-mail and login are one name space, case ignored (USR-03). */
async function writeNames(db: Kysely<Schema>, { id, email, login }: UserRow): Promise<void> {
  await db.deleteFrom('sign_in_names').where('user_id', '=', id).execute();
  await sql`
    INSERT INTO sign_in_names (name, user_id)
    SELECT DISTINCT lower(given.name), ${id}::integer FROM unnest(${[email, login ?? email]}::text[]) AS given (name)
  `.execute(db);
}

export async function deleteUsers(db: Kysely<Schema>, ids: readonly number[]): Promise<void> {
  for (const piece of piecesOf(removedAtOnce, ids))
    await sql`DELETE FROM users WHERE id = ANY(${piece}::integer[])`.execute(db);
}

export async function linkManagedUsers(
  db: Kysely<Schema>,
  userId: number,
  managedUserIds: readonly number[],
): Promise<void> {
  await sql`
    INSERT INTO user_users (user_id, managed_user_id)
    SELECT ${userId}::integer, unnest(${managedUserIds}::integer[])`.execute(db);
}

/** How many users one manages himself; his row is locked, so that two creations do not pass one limit. */
export async function countManagedUsers(db: Kysely<Schema>, userId: number): Promise<number> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { count } = await db
    .selectFrom('user_users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function disabledAmong(db: Kysely<Schema>, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE id = ANY(${ids}::integer[]) AND disabled`.execute(db);
  return rows.map(({ id }) => id);
}

/** Until the end of the transaction nobody else takes an administrator away. */
export async function lockAdministrators(db: Kysely<Schema>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('administrators'))`.execute(db);
}

/** Whether there is an administrator at all, in force or not. */
export async function hasAnyAdministrator(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`SELECT FROM users WHERE administrator LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Whether somebody is left who may sign in and is administrator. */
export async function hasAdministrator(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users WHERE administrator AND NOT disabled
      AND (expiration_time IS NULL OR expiration_time > now()) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** The defaults of a new user. */
export async function readNewUserDefaults(db: Kysely<Schema>): Promise<{ device_limit: number }> {
  return db.selectFrom('server_settings').select('device_limit').executeTakeFirstOrThrow();
}

/** The columns an input refers to, but the password's. */
export function userColumns(input: UserInput) {
  return givenColumns({
    customer_id: referenceColumn(input.customerId),
    company_id: referenceColumn(input.companyId),
    name: input.name,
    email: input.email,
    login: input.login === undefined ? undefined : input.login || null,
    phone: input.phone,
    map: input.map,
    latitude: input.latitude,
    longitude: input.longitude,
    zoom: input.zoom,
    twelve_hour_format: input.twelveHourFormat,
    coordinate_format: input.coordinateFormat,
    poi_layer: input.poiLayer,
    disabled: input.disabled ?? undefined,
    administrator: input.administrator ?? undefined,
    readonly: input.readonly ?? undefined,
    device_readonly: input.deviceReadonly ?? undefined,
    limit_commands: input.limitCommands ?? undefined,
    fixed_email: input.fixedEmail ?? undefined,
    temporary: input.temporary ?? undefined,
    desk_role: input.deskRole,
    expiration_time: instantColumn(input.expirationTime),
    device_limit: input.deviceLimit,
    user_limit: input.userLimit,
    attributes: input.attributes ?? undefined,
  });
}

/** Seals what was stored bare, by an older version or past the API; at the start. Returns how many it found. */
export async function sealStoredSecrets(kysely: Kysely<Schema>, secrets: Secrets): Promise<number> {
  const { rows } = await sql<{ id: number; name: string; value: string }>`
    SELECT u.id, secret AS name, u.attributes ->> secret AS value
    FROM users AS u, unnest(${[...secretAttributes]}::text[]) AS of (secret)
    WHERE u.attributes ->> secret IS NOT NULL`.execute(kysely);
  const bare = rows.filter(({ value }) => !secrets.isSealed(value));
  for (const { id, name, value } of bare) {
    await sql`
      UPDATE users SET attributes = jsonb_set(attributes, ARRAY[${name}::text], to_jsonb(${secrets.seal(value)}::text))
      WHERE id = ${id} AND attributes ->> ${name} = ${value}`.execute(kysely);
  }
  return bare.length;
}
