import { type CompanyConfiguration, companyConfigurationSchema } from '@atalaia/contract/accounts/company';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** `GET company/configurations`, an administrator's. */
export function listCompanies(api: ApiClient, signal: AbortSignal): Promise<CompanyConfiguration[]> {
  return api.json({ path: 'company/configurations', signal }, z.array(companyConfigurationSchema));
}
