/** Services of others that an administrator sets up: mail, SMS, push, WhatsApp, addresses, providers. */
import { z } from 'zod';

export const integrationSchema = z.enum([
  'mail',
  'sms',
  'whatsapp',
  'push',
  'dial',
  'geocoder',
  'postalCodes',
  'payments',
  'fleetControl',
]);

/** What stands for a password within an address that is shown; sent back as it is, the stored password stays. */
export const hiddenPassword = '********';

export const integrationSettingSchema = z.object({
  /** Of the environment variable: `MAIL_URL`. */
  name: z.string(),
  /** `environment` wins over what is stored, and is not changed here. */
  source: z.enum(['environment', 'stored', 'none']),
  /** Never shown: it is set again, or forgotten. */
  isSecret: z.boolean(),
  /** Null for a secret, for what another `SECRET_KEY` sealed, and where none is set. */
  value: z.string().nullable(),
  /** What counts where none is set; null: nothing. */
  fallback: z.string().nullable(),
  /** The choices, where there are only some. */
  choices: z.array(z.string()).nullable(),
  /** It was sealed with another `SECRET_KEY`. */
  isUnreadable: z.boolean(),
});

export const integrationStateSchema = z.object({
  integration: integrationSchema,
  isSetUp: z.boolean(),
  /** Why what is stored is not used; English. */
  fault: z.string().nullable(),
  settings: z.array(integrationSettingSchema),
  /** The last call that failed, in any process; null where none did since the last change. */
  failure: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
  /** When a call was last done. */
  doneAt: z.iso.datetime().nullable(),
});

/** `PUT server/integrations/{integration}`: absent ones stay, null forgets. */
export const integrationInputSchema = z.object({
  settings: z.record(z.string().max(64), z.string().trim().max(4_000).nullable()),
});

/** How a call to the service went. `reason`: English, why not. */
export const integrationTestSchema = z.object({ works: z.boolean(), reason: z.string().nullable() });

export type Integration = z.infer<typeof integrationSchema>;
export type IntegrationSetting = z.infer<typeof integrationSettingSchema>;
export type IntegrationState = z.infer<typeof integrationStateSchema>;
export type IntegrationInput = z.infer<typeof integrationInputSchema>;
export type IntegrationTest = z.infer<typeof integrationTestSchema>;
