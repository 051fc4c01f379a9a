/** How a company looks: found by the first label of the host name (AUTH-10). */
import { z } from 'zod';

export const companyConfigurationSchema = z.object({
  /** 0 for the default brand, which nobody saved. */
  id: z.number().int().min(0),
  label: z.string(),
  logoUrl: z.string().nullable(),
  /** #rrggbb */
  theme: z.string(),
  androidAppUrl: z.string().nullable(),
  iosAppUrl: z.string().nullable(),
});

export type CompanyConfiguration = z.infer<typeof companyConfigurationSchema>;
