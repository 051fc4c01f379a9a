import { type CompanyConfiguration, companyConfigurationSchema } from '@atalaia/contract/company';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { type CompanyForm, inputOf } from '../company-form-schema.ts';

/** Makes a configuration, or changes the one that stands: without a new logo its old one stays. */
export function saveCompany(
  api: ApiClient,
  standing: CompanyConfiguration | undefined,
  form: CompanyForm,
  logoUrl: string | undefined,
): Promise<CompanyConfiguration> {
  const input = inputOf(form, logoUrl);
  const path = 'company/configurations';
  return standing
    ? api.json(
        {
          method: 'PUT',
          path: `${path}/${encodeURIComponent(standing.label)}`,
          json: { ...input, id: standing.id },
        },
        companyConfigurationSchema,
      )
    : api.json({ method: 'POST', path, json: input }, companyConfigurationSchema);
}
