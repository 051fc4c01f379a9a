import type { CompanyConfiguration } from '@atalaia/contract/company';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { findCompany } from './companies-queries.ts';

export interface CompaniesService {
  /** An unknown label gets the default brand, whose id is 0 (ROLE-03). */
  read(label: string): Promise<CompanyConfiguration>;
}

/** UNIT-05: the colour of a company that chose none. */
const defaultTheme = '#1293d1';

export function createCompaniesService({ kysely }: { readonly kysely: Kysely<Schema> }): CompaniesService {
  return {
    async read(label) {
      const found = await findCompany(kysely, label);
      return (
        found ?? { id: 0, label, logoUrl: null, theme: defaultTheme, androidAppUrl: null, iosAppUrl: null }
      );
    },
  };
}
