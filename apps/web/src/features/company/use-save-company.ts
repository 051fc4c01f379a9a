import type { CompanyConfiguration } from '@atalaia/contract/company';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { saveCompany } from './api/save-company.ts';
import { uploadLogo } from './api/upload-logo.ts';
import type { CompanyForm } from './company-form-schema.ts';
import { forgetCompany, hostCompanyKey } from './use-company.ts';

/** The image was not taken; `cause` says why. */
export class LogoRefused extends Error {
  override readonly name = 'LogoRefused';
}

/** Saves a configuration, its new logo first; the interface wears it at once where it is this host's. */
export function useSaveCompany(standing: CompanyConfiguration | undefined, onSaved: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { text } = useTexts();
  return useMutation({
    async mutationFn(form: CompanyForm) {
      const { logo } = form;
      const logoUrl =
        logo instanceof File
          ? await uploadLogo(api, logo).catch((cause: unknown) => {
              throw new LogoRefused('the logo was not taken', { cause });
            })
          : undefined;
      return saveCompany(api, standing, form, logoUrl);
    },
    async onSuccess() {
      forgetCompany();
      await queries.invalidateQueries({ queryKey: ['companies'] });
      await queries.refetchQueries({ queryKey: hostCompanyKey() });
      toasts.show('success', text(standing ? 'saved.updated' : 'saved.created'));
      onSaved();
    },
  });
}
