import { type CompanyConfiguration, companyConfigurationSchema } from '@atalaia/contract/company';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** `GET company/configurations/{label}`, open to strangers. */
export function getCompany(api: ApiClient, label: string): Promise<CompanyConfiguration> {
  const path = `company/configurations/${encodeURIComponent(label)}`;
  return api.json({ path, anonymous: true }, companyConfigurationSchema);
}
