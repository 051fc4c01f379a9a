/** How a company looks: found by the first label of the host name (AUTH-10). */
import { z } from 'zod';
import { idSchema } from '../values/values.ts';

export const companyConfigurationSchema = z.object({
  /** 0 for the default brand, which nobody saved. */
  id: z.number().int().min(0),
  label: z.string(),
  /** What its app is called where it is installed; null for the product's name. */
  name: z.string().nullable(),
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

const appUrlSchema = z.url({ protocol: /^https?$/ }).max(2048);

/** `POST company/configurations`. The label is the host's first one by default. */
export const companyInputSchema = z.object({
  label: companyLabelSchema.optional(),
  name: z.string().trim().min(1).max(60).nullable().optional(),
  logoUrl: logoUrlSchema,
  theme: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #1293d1'),
  androidAppUrl: appUrlSchema,
  iosAppUrl: appUrlSchema,
});

/** `PUT company/configurations/{label}`. Without a logo the old one stays. */
export const companyUpdateSchema = companyInputSchema.extend({
  id: idSchema,
  logoUrl: logoUrlSchema.nullable().optional(),
});

/** The answer of `POST company/configurations/upload`. */
export const uploadedLogoSchema = z.object({ logoUrl: z.string() });

export type CompanyInput = z.infer<typeof companyInputSchema>;
export type CompanyUpdate = z.infer<typeof companyUpdateSchema>;
export type CompanyConfiguration = z.infer<typeof companyConfigurationSchema>;
