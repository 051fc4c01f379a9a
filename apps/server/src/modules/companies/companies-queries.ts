import type { CompanyConfiguration } from '@atalaia/contract/accounts/company';
import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import type { CompanyConfigurationsTable, Schema } from '../../platform/db/schema.ts';

const columns = sql`
  id, label, logo_url AS "logoUrl", theme, android_app_url AS "androidAppUrl", ios_app_url AS "iosAppUrl"`;

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
