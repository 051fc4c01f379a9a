import {
  type Company,
  type CompanyBody,
  type CompanyMail,
  companyBodySchema,
  companyMailSchema,
  companySchema,
  lacksLink,
  unknownPlaceholder,
} from '@atalaia/contract/accounts/company';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import { optionalEmail, optionalText, requiredText, textOf } from '../../resources/form/field-values.ts';
import type { FormDefinition, FormField, FormSection } from '../../resources/form/form-definition.ts';
import type { Resource } from '../../resources/resource.ts';
import classes from './company-fields.module.css';
import { LogoField, MailTrial, ThemeField, uploadingLogo } from './company-fields.tsx';
import { companyLabelOf, forgetCompany, hostCompany } from './use-company.ts';

const message = (key: PhraseKey): PhraseKey => key;

/** What the contract does not take says `wrong`; where `missing` is given, so does nothing typed. */
const taken = (schema: z.ZodType, wrong: PhraseKey, missing?: PhraseKey) =>
  z
    .string()
    .trim()
    .superRefine((typed, context) => {
      const fault = typed === '' ? missing : schema.safeParse(typed).success ? undefined : wrong;
      if (fault) context.addIssue({ code: 'custom', message: fault });
    });

const { label, theme, androidAppUrl, iosAppUrl } = companyBodySchema.shape;

/** A mail's own words as the contract takes them. */
const mailText = (mail: CompanyMail) => {
  const text = (most: number) =>
    z
      .string()
      .trim()
      .max(most, message('form.textTooLong'))
      .refine(
        (typed) => unknownPlaceholder(mail, typed) === undefined,
        message('company.placeholderUnknown'),
      );
  return z.object({
    subject: text(150),
    body: text(5000).refine((typed) => !lacksLink(mail, typed), message('company.linkMissing')),
  });
};

/** A picture that is still on its way is not saved without a word. */
const picture = () => z.string().refine((url) => url !== uploadingLogo, message('company.logoUploading'));

const companyValues = z.object({
  name: requiredText('company.nameRequired', 60),
  label: taken(label, message('company.labelForm'), message('company.labelRequired')),
  title: optionalText(60),
  theme: taken(theme, message('form.notAColour'), message('company.themeRequired')),
  /** The address of an uploaded image, '' for none. */
  logoUrl: picture().min(1, message('company.logoRequired')),
  faviconUrl: picture(),
  androidAppUrl: taken(androidAppUrl, message('company.addressForm')),
  iosAppUrl: taken(iosAppUrl, message('company.addressForm')),
  senderName: optionalText(100),
  senderAddress: optionalEmail(),
  replyTo: optionalEmail(),
  mailTexts: z.object({
    invitation: mailText('invitation'),
    reset: mailText('reset'),
    report: mailText('report'),
    notification: mailText('notification'),
  }),
});

export type CompanyValues = z.infer<typeof companyValues>;

/** UNIT-05: the colour of a company that chose none. */
const defaultTheme = '#1293d1';

/** The label of the host that nobody has yet: what a new company most probably is for (COM-01). */
function freeHostLabel(): string {
  return hostCompany()?.id === 0 ? (companyLabelOf(window.location.hostname) ?? '') : '';
}

export function valuesOf(company: Company | undefined): CompanyValues {
  const textsOf = (mail: CompanyMail) => company?.mailTexts[mail] ?? { subject: '', body: '' };
  return {
    name: company?.name ?? '',
    label: company?.label ?? freeHostLabel(),
    title: textOf(company?.title),
    theme: company?.theme ?? defaultTheme,
    logoUrl: textOf(company?.logoUrl),
    faviconUrl: textOf(company?.faviconUrl),
    androidAppUrl: textOf(company?.androidAppUrl),
    iosAppUrl: textOf(company?.iosAppUrl),
    senderName: textOf(company?.senderName),
    senderAddress: textOf(company?.senderAddress),
    replyTo: textOf(company?.replyTo),
    mailTexts: {
      invitation: textsOf('invitation'),
      reset: textsOf('reset'),
      report: textsOf('report'),
      notification: textsOf('notification'),
    },
  };
}

export function inputOf(values: CompanyValues): CompanyBody {
  const given = (typed: string) => (typed === '' ? null : typed);
  const own = companyMailSchema.options
    .map((mail) => [mail, values.mailTexts[mail]] as const)
    .filter(([, { subject, body }]) => subject !== '' || body !== '');
  return {
    name: values.name,
    label: values.label,
    title: given(values.title),
    theme: values.theme,
    logoUrl: given(values.logoUrl),
    faviconUrl: given(values.faviconUrl),
    androidAppUrl: given(values.androidAppUrl),
    iosAppUrl: given(values.iosAppUrl),
    senderName: given(values.senderName),
    senderAddress: given(values.senderAddress),
    replyTo: given(values.replyTo),
    mailTexts: Object.fromEntries(own),
  };
}

type Field = FormField<Company, CompanyValues>;

const brand: readonly Field[] = [
  { kind: 'text', name: 'name', label: 'company.name', hint: 'company.nameHint', required: true },
  { kind: 'text', name: 'label', label: 'company.label', hint: 'company.labelHint', required: true },
  { kind: 'text', name: 'title', label: 'company.tabTitle', hint: 'company.tabTitleHint' },
  { kind: 'custom', name: 'theme', label: 'company.theme', required: true, wide: false, Field: ThemeField },
  { kind: 'custom', name: 'logoUrl', label: 'company.logo', required: true, wide: false, Field: LogoField },
  { kind: 'custom', name: 'faviconUrl', label: 'company.favicon', wide: false, Field: LogoField },
  { kind: 'text', name: 'androidAppUrl', label: 'company.androidAppUrl', inputMode: 'url' },
  { kind: 'text', name: 'iosAppUrl', label: 'company.iosAppUrl', inputMode: 'url' },
];

const sender: readonly Field[] = [
  { kind: 'text', name: 'senderName', label: 'company.senderName', hint: 'company.senderNameHint' },
  {
    kind: 'text',
    name: 'senderAddress',
    label: 'company.senderAddress',
    hint: 'company.senderAddressHint',
    inputMode: 'email',
  },
  {
    kind: 'text',
    name: 'replyTo',
    label: 'company.replyTo',
    hint: 'company.replyToHint',
    inputMode: 'email',
  },
];

/** The words of one mail, and a trial of it. */
function mailSection(mail: CompanyMail): FormSection<Company, CompanyValues> {
  const at = `mailTexts.${mail}` as const;
  return {
    title: `company.mail.${mail}`,
    fields: [
      { kind: 'text', name: `${at}.subject`, label: 'company.subject', hint: 'company.shipped', wide: true },
      { kind: 'long-text', name: `${at}.body`, label: 'company.body', hint: `company.placeholders.${mail}` },
      { kind: 'custom', name: at, label: `company.mail.${mail}`, Field: MailTrial },
    ],
  };
}

const companyForm: FormDefinition<Company, CompanyValues> = {
  titles: { add: 'company.new', edit: 'company.edit' },
  wide: true,
  schema: () => companyValues,
  sections: [
    { title: 'company.brand', fields: brand },
    { title: 'company.sender', fields: sender },
    ...companyMailSchema.options.map(mailSection),
  ],
  valuesOf,
  inputOf,
  // what is asked of it again is answered by the server
  afterSave: forgetCompany,
};

/** The companies of the installation, an administrator's (COM-01). */
export const companies: Resource<Company, CompanyValues> = {
  title: 'company.title',
  path: 'companies',
  schema: companySchema,
  nameOf: ({ name }) => name,
  form: companyForm,
  columns: [
    { key: 'name', title: 'company.name', sort: 'name', cell: ({ name }) => name },
    { key: 'label', title: 'company.label', sort: 'label', cell: ({ label }) => label },
    {
      key: 'theme',
      title: 'company.theme',
      width: 130,
      cell: ({ theme }) => (
        <span className={classes.colour}>
          <span className={classes.swatch} style={{ background: theme }} aria-hidden="true" />
          {theme}
        </span>
      ),
    },
    {
      key: 'sender',
      title: 'company.sender',
      muted: true,
      optional: 620,
      cell: ({ senderName, senderAddress }) => senderAddress ?? senderName,
    },
    { key: 'title', title: 'company.tabTitle', muted: true, hidden: true, cell: ({ title }) => title },
  ],
};
