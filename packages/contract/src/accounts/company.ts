/** How a company looks: found by the first label of the host name (AUTH-10). */
import { z } from 'zod';
import { isEmailAddress } from '../values/email.ts';
import { keywordSchema, pageQuerySchema } from '../values/query-values.ts';
import { sortedBy } from '../values/sorting.ts';
import { idSchema, isPlainText } from '../values/values.ts';

export const companyConfigurationSchema = z.object({
  /** 0 for the default brand, which nobody saved. */
  id: z.number().int().min(0),
  label: z.string(),
  /** What its app is called where it is installed; null for the product's name. */
  name: z.string().nullable(),
  /** Of the tab; null for the name. */
  title: z.string().nullable(),
  /** Of the tab; null for the logo. */
  faviconUrl: z.string().nullable(),
  logoUrl: z.string().nullable(),
  /** #rrggbb */
  theme: z.string(),
  androidAppUrl: z.string().nullable(),
  iosAppUrl: z.string().nullable(),
});

/** One part of a host name, as DNS has them, in lower case. */
export const companyLabelSchema = z
  .string()
  .max(63)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'must be letters, digits and hyphens');

/** The address of a logo that was uploaded before. */
const logoUrlSchema = z
  .string()
  .regex(
    /^\/api\/company\/logos\/[a-z0-9-]{1,128}\.(?:png|jpg|webp)$/,
    'must be the address of an uploaded logo',
  );

const oneLine = (most: number) =>
  z.string().trim().min(1).max(most).refine(isPlainText, 'holds an invisible character');

const appUrlSchema = z.url({ protocol: /^https?$/ }).max(2048);

/** `POST company/configurations`. The label is the host's first one by default. */
export const companyInputSchema = z.object({
  label: companyLabelSchema.optional(),
  name: oneLine(60).nullable().optional(),
  title: oneLine(60).nullable().optional(),
  faviconUrl: logoUrlSchema.nullable().optional(),
  logoUrl: logoUrlSchema,
  theme: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #1293d1'),
  androidAppUrl: appUrlSchema.nullable().optional(),
  iosAppUrl: appUrlSchema.nullable().optional(),
});

/** `PUT company/configurations/{label}`. Without a logo the old one stays. */
export const companyUpdateSchema = companyInputSchema.extend({
  id: idSchema,
  logoUrl: logoUrlSchema.nullable().optional(),
});

/** What a company may say in its own words, and what stands in their place. */
export const companyMails = {
  invitation: ['name', 'company', 'link'],
  reset: ['name', 'company', 'link'],
  report: ['name', 'company', 'title', 'from', 'to'],
  notification: ['name', 'company', 'title', 'text'],
} as const;

export const companyMailSchema = z.enum(['invitation', 'reset', 'report', 'notification']);

/** A placeholder of the mail's texts that the mail does not have; undefined where all are known. */
export function unknownPlaceholder(mail: CompanyMail, text: string): string | undefined {
  const known: readonly string[] = companyMails[mail];
  return [...text.matchAll(/\[([^[\]]*)\]/g)].find(([, name = '']) => !known.includes(name))?.[0];
}

/** Whether nobody could follow the link of such a mail: a body of one's own must hold it. */
export const lacksLink = (mail: CompanyMail, body: string) =>
  body !== '' && (mail === 'invitation' || mail === 'reset') && !body.includes('[link]');

/** '' for the shipped text. */
const mailTextSchema = z.object({
  subject: z.string().trim().max(150).refine(isPlainText, 'holds an invisible character'),
  body: z.string().trim().max(5000),
});

const mailTextsSchema = z.partialRecord(companyMailSchema, mailTextSchema).superRefine((texts, context) => {
  for (const [mail, text] of Object.entries(texts) as [CompanyMail, CompanyMailText][]) {
    for (const part of ['subject', 'body'] as const) {
      const unknown = unknownPlaceholder(mail, text[part]);
      if (unknown !== undefined)
        context.addIssue({
          code: 'custom',
          path: [mail, part],
          message: `${unknown} is no placeholder of it`,
        });
    }
    if (lacksLink(mail, text.body))
      context.addIssue({ code: 'custom', path: [mail, 'body'], message: 'must hold [link]' });
  }
});

const addressSchema = oneLine(255).refine(isEmailAddress, 'is not an e-mail address');

/** A company as an administrator keeps it: its brand and its mails. */
export const companySchema = companyConfigurationSchema.extend({
  /** The label where none was given. */
  name: z.string(),
  /** Who its mails come from; null for the installation's. */
  senderName: z.string().nullable(),
  senderAddress: z.string().nullable(),
  /** Who is answered; null for the sender. */
  replyTo: z.string().nullable(),
  mailTexts: mailTextsSchema,
});

/** On a change an absent field stays as it is. */
export const companyBodySchema = companyInputSchema.extend({
  id: z.number().int().min(0).optional(),
  label: companyLabelSchema,
  name: oneLine(60),
  logoUrl: logoUrlSchema.nullable().optional(),
  senderName: oneLine(100).nullable().optional(),
  senderAddress: addressSchema.nullable().optional(),
  replyTo: addressSchema.nullable().optional(),
  mailTexts: mailTextsSchema.optional(),
});

/** `POST companies/{id}/mail-trial`: what the caller is mailed, with texts and a sender that need not be saved. */
export const companyMailTrialSchema = mailTextSchema
  .extend({ mail: companyMailSchema })
  .extend(companyBodySchema.pick({ senderName: true, senderAddress: true, replyTo: true }).shape);

export const companyQuerySchema = pageQuerySchema.extend({
  keyword: keywordSchema.optional(),
  ...sortedBy('name', 'label'),
});

/** The answer of `POST company/configurations/upload`. */
export const uploadedLogoSchema = z.object({ logoUrl: z.string() });

export type CompanyInput = z.infer<typeof companyInputSchema>;
export type CompanyUpdate = z.infer<typeof companyUpdateSchema>;
export type CompanyConfiguration = z.infer<typeof companyConfigurationSchema>;
export type Company = z.infer<typeof companySchema>;
export type CompanyBody = z.infer<typeof companyBodySchema>;
export type CompanyQuery = z.infer<typeof companyQuerySchema>;
export type CompanyMailTrial = z.infer<typeof companyMailTrialSchema>;
export type CompanyMail = z.infer<typeof companyMailSchema>;
export type CompanyMailText = z.infer<typeof mailTextSchema>;
