import type { CompanyConfiguration } from '@atalaia/contract/accounts/company';
import { companyConfigurationSchema, uploadedLogoSchema } from '@atalaia/contract/accounts/company';
import { useQueryClient } from '@tanstack/react-query';
import type { ApiWriter } from '../../lib/api/api-client.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import type { CompanyForm } from './company-form-schema.ts';
import { inputOf } from './company-form-schema.ts';
import { forgetCompany, hostCompanyKey } from './use-company.ts';

/** The image was not taken; `cause` says why. */
export class LogoRefused extends Error {
  override readonly name = 'LogoRefused';
}

/** Saves a configuration, its new logo first; the interface wears it at once where it is this host's. */
export function useSaveCompany(stored: CompanyConfiguration | undefined, onSaved: () => void) {
  const queries = useQueryClient();
  const { text } = useTexts();
  return useWrite({
    ofForm: true,
    async write(api, form: CompanyForm) {
      const { logo } = form;
      const logoUrl =
        logo instanceof File
          ? await uploadLogo(api, logo).catch((cause: unknown) => {
              throw new LogoRefused('the logo was not taken', { cause });
            })
          : undefined;
      return saveCompany(api, stored, form, logoUrl);
    },
    async onSuccess() {
      forgetCompany();
      await queries.invalidateQueries({ queryKey: ['companies'] });
      await queries.refetchQueries({ queryKey: hostCompanyKey() });
      toasts.show('success', text(stored ? 'saved.updated' : 'saved.created'));
      onSaved();
    },
  });
}

/** Uploads an image of 350 × 350; answers its address, under which it waits for a configuration that takes it. */
async function uploadLogo(api: ApiWriter, file: File): Promise<string> {
  const parts = new FormData();
  parts.set('name', file.name);
  parts.set('file', file);
  const path = 'company/configurations/upload';
  return (await api.json({ method: 'POST', path, parts }, uploadedLogoSchema)).logoUrl;
}

/** Makes a configuration, or changes the existing one: without a new logo its old one stays. */
function saveCompany(
  api: ApiWriter,
  stored: CompanyConfiguration | undefined,
  form: CompanyForm,
  logoUrl: string | undefined,
): Promise<CompanyConfiguration> {
  const input = inputOf(form, logoUrl);
  const path = 'company/configurations';
  return stored
    ? api.json(
        {
          method: 'PUT',
          path: `${path}/${encodeURIComponent(stored.label)}`,
          json: { ...input, id: stored.id },
        },
        companyConfigurationSchema,
      )
    : api.json({ method: 'POST', path, json: input }, companyConfigurationSchema);
}
