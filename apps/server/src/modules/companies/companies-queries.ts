import type { CompanyBody, CompanyConfiguration, CompanyQuery } from '@atalaia/contract/accounts/company';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { CompanyConfigurationsTable, Schema } from '../../platform/db/schema.ts';
import { givenColumns } from '../../queries/columns.ts';
import { type Page, readPage } from '../../queries/page.ts';
import { byText, orderOf, type SortColumns } from '../../queries/sorting.ts';
import { mentions } from '../../queries/sql-fragments.ts';

export type CompanyRow = Selectable<CompanyConfigurationsTable>;

const branding = sql`
  id, label, title, favicon_url AS "faviconUrl", logo_url AS "logoUrl", theme, android_app_url AS "androidAppUrl", ios_app_url AS "iosAppUrl"`;

const columns = sql`${branding}, name`;

/** The configuration of a label, case ignored; with `lock` nobody else changes it until the end of the transaction. */
export async function findCompany(
  db: Kysely<Schema>,
  label: string,
  lock?: 'lock',
): Promise<CompanyConfiguration | undefined> {
  const { rows } = await sql<CompanyConfiguration>`
    SELECT ${columns} FROM company_configurations WHERE label = lower(${label}::text)
    ${lock ? sql`FOR NO KEY UPDATE` : sql``}`.execute(db);
  return rows[0];
}

export async function listCompanies(db: Kysely<Schema>): Promise<CompanyConfiguration[]> {
  const { rows } = await sql<CompanyConfiguration>`
    SELECT ${columns} FROM company_configurations ORDER BY label`.execute(db);
  return rows;
}

const sortColumns: SortColumns<NonNullable<CompanyQuery['sort']>> = {
  name: byText(sql`coalesce(c.name, c.label)`),
  label: byText('c.label'),
};

export async function findCompanies(db: Kysely<Schema>, query: CompanyQuery): Promise<Page> {
  const { keyword } = query;
  const select = {
    id: 'c.id',
    from: sql`company_configurations AS c`,
    where: keyword ? sql`(${mentions(keyword, 'c.label')} OR ${mentions(keyword, 'c.name')})` : sql`true`,
    orderBy: orderOf(query, sortColumns, 'c.id', sql`c.label, c.id`),
  };
  return readPage(db, select, query);
}

/** Companies in the order requested, as JSON with commas between. */
export async function describeCompanies(db: Kysely<Schema>, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY one.place), '') AS json
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS one (id, place)
    JOIN (SELECT ${branding}, coalesce(name, label) AS name, sender_name AS "senderName", sender_address AS "senderAddress", reply_to AS "replyTo",
      mail_texts AS "mailTexts" FROM company_configurations) AS shown USING (id)`.execute(db);
  return rows[0]?.json ?? '';
}

/** Whose brand a user's mails carry: his company's, or the only one's; undefined for the product's. */
export async function findCompanyOf(db: Kysely<Schema>, userId: number): Promise<CompanyRow | undefined> {
  const { rows } = await sql<CompanyRow>`
    SELECT c.* FROM users AS u JOIN company_configurations AS c ON c.id = coalesce(u.company_id,
      (SELECT min(id) FROM company_configurations HAVING count(*) = 1)) WHERE u.id = ${userId}`.execute(db);
  return rows[0];
}

/** Its row; nobody else changes it until the end of the transaction. */
export async function lockCompany(db: Kysely<Schema>, id: number): Promise<CompanyRow | undefined> {
  return db
    .selectFrom('company_configurations')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function findCompanyById(db: Kysely<Schema>, id: number): Promise<CompanyRow | undefined> {
  return db.selectFrom('company_configurations').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function deleteCompany(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom('company_configurations').where('id', '=', id).execute();
}

export async function insertCompany(
  db: Kysely<Schema>,
  values: Insertable<CompanyConfigurationsTable>,
): Promise<number> {
  const query = db.insertInto('company_configurations').values(values).returning('id');
  return (await query.executeTakeFirstOrThrow()).id;
}

export async function updateCompany(
  db: Kysely<Schema>,
  id: number,
  values: Updateable<CompanyConfigurationsTable>,
): Promise<void> {
  await db.updateTable('company_configurations').set(values).where('id', '=', id).execute();
}

export interface StoredLogo {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** The same logo uploaded again is the existing one, with a new day to be chosen. */
export async function insertLogo(db: Kysely<Schema>, logo: StoredLogo): Promise<void> {
  await db
    .insertInto('company_logos')
    .values(logo)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ uploaded_at: sql`now()` }))
    .execute();
}

export async function findLogo(db: Kysely<Schema>, name: string): Promise<StoredLogo | undefined> {
  return db
    .selectFrom('company_logos')
    .select(['name', 'type', 'bytes'])
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Whether a logo exists; it stays until the end of the transaction. */
export async function holdLogo(db: Kysely<Schema>, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM company_logos WHERE name = ${name} FOR KEY SHARE`.execute(db);
  return rows.length > 0;
}

/** Deletes what was uploaded a day ago and belongs to no company. `addressOf` is the address before the name. */
export async function clearLogos(db: Kysely<Schema>, addressOf: string): Promise<void> {
  await sql`
    DELETE FROM company_logos AS l WHERE l.uploaded_at < now() - interval '1 day'
    AND NOT EXISTS (SELECT FROM company_configurations AS c WHERE ${addressOf}::text || l.name IN (c.logo_url, c.favicon_url))`.execute(
    db,
  );
}

/** An absent field stays as it is. */
export const recordColumnsOf = (input: CompanyBody) =>
  givenColumns({
    label: input.label,
    name: input.name,
    title: input.title,
    logo_url: input.logoUrl,
    favicon_url: input.faviconUrl,
    theme: input.theme.toLowerCase(),
    android_app_url: input.androidAppUrl,
    ios_app_url: input.iosAppUrl,
    sender_name: input.senderName,
    sender_address: input.senderAddress,
    reply_to: input.replyTo,
    mail_texts: input.mailTexts && JSON.stringify(input.mailTexts),
  });
