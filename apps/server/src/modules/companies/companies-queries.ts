import type { CompanyConfiguration } from '@atalaia/contract/accounts/company';
import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import type { CompanyConfigurationsTable, Schema } from '../../platform/db/schema.ts';

const columns = sql`
  id, label, name, logo_url AS "logoUrl", theme, android_app_url AS "androidAppUrl", ios_app_url AS "iosAppUrl"`;

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

export async function insertCompany(
  db: Kysely<Schema>,
  values: Insertable<CompanyConfigurationsTable>,
): Promise<void> {
  await db.insertInto('company_configurations').values(values).execute();
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
    AND NOT EXISTS (SELECT FROM company_configurations AS c WHERE c.logo_url = ${addressOf}::text || l.name)`.execute(
    db,
  );
}
