/** A company's configuration as the form holds it (COM-01). */
import {
  type CompanyConfiguration,
  type CompanyInput,
  companyInputSchema,
  companyLabelSchema,
} from '@atalaia/contract/accounts/company';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';

const message = (key: PhraseKey): PhraseKey => key;

/** Nothing typed says `missing`; what the contract does not take says `wrong`. */
const optional = (schema: z.ZodType, missing: PhraseKey, wrong: PhraseKey) =>
  z
    .string()
    .trim()
    .superRefine((typed, context) => {
      const fault = typed === '' ? missing : schema.safeParse(typed).success ? undefined : wrong;
      if (fault) context.addIssue({ code: 'custom', message: fault });
    });

const { theme, androidAppUrl, iosAppUrl } = companyInputSchema.shape;

const addressForm = message('company.addressForm');

export const companyFormSchema = z.object({
  label: optional(companyLabelSchema, message('company.labelRequired'), message('company.labelForm')),
  /** '' for the product's name. */
  name: z.string().trim().max(60, message('company.nameForm')),
  theme: optional(theme, message('company.themeRequired'), message('form.notAColour')),
  androidAppUrl: optional(androidAppUrl, message('company.androidAppUrlRequired'), addressForm),
  iosAppUrl: optional(iosAppUrl, message('company.iosAppUrlRequired'), addressForm),
  /** The address of the current logo, '' while there is none and none is chosen. */
  logo: z.union([z.instanceof(File), z.string().min(1, message('company.logoRequired'))]),
});

export type CompanyForm = z.infer<typeof companyFormSchema>;

/** UNIT-05: the colour of a company that chose none. */
export const defaultTheme = '#1293d1';

/** The form as it opens: of a company, or of a new one for this host. */
export function formOf(
  company: CompanyConfiguration | undefined,
  hostLabel: string | undefined,
): CompanyForm {
  return {
    label: company?.label ?? hostLabel ?? '',
    name: company?.name ?? '',
    theme: company?.theme ?? defaultTheme,
    androidAppUrl: company?.androidAppUrl ?? '',
    iosAppUrl: company?.iosAppUrl ?? '',
    logo: company?.logoUrl ?? '',
  };
}

/** What is sent: without a logo of its own the old one stays. */
export function inputOf(form: CompanyForm, uploadedUrl: string | undefined) {
  const { label, theme, androidAppUrl, iosAppUrl } = form;
  const name = form.name === '' ? null : form.name;
  const input: Omit<CompanyInput, 'logoUrl'> = { label, name, theme, androidAppUrl, iosAppUrl };
  return uploadedUrl ? { ...input, logoUrl: uploadedUrl } : input;
}

/** Which configuration is opened first: the host's own; on a host without a label the first there is. */
export function firstOf(
  companies: readonly CompanyConfiguration[],
  hostLabel: string | undefined,
): CompanyConfiguration | undefined {
  return hostLabel === undefined ? companies[0] : companies.find(({ label }) => label === hostLabel);
}
