import type { CompanyConfiguration } from '@atalaia/contract/company';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** The configuration of a label, case ignored. */
export async function findCompany(
  db: Kysely<Schema>,
  label: string,
): Promise<CompanyConfiguration | undefined> {
  const { rows } = await sql<CompanyConfiguration>`
    SELECT id, label, logo_url AS "logoUrl", theme, android_app_url AS "androidAppUrl", ios_app_url AS "iosAppUrl"
    FROM company_configurations WHERE label = lower(${label}::text)`.execute(db);
  return rows[0];
}
