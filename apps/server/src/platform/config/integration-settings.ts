/** Which settings of the environment an administrator may store too, by the service they set up. */
import { type Integration, integrationSchema } from '@atalaia/contract/server/integrations';
import { z } from 'zod';
import { ConfigError } from '../../errors/config-error.ts';
import {
  channelSecrets,
  channelSettings,
  dialUrlOf,
  mailOf,
  pushOf,
  smsOf,
  whatsAppOf,
} from './channel-settings.ts';
import { fleetControlOf, fleetControlSettings } from './fleet-control-settings.ts';
import { operationsSecrets, operationsSettings } from './operations-settings.ts';
import { paymentSecrets, paymentSettings, paymentsOf } from './payment-settings.ts';

/** Names of the environment and their texts. */
export type SettingTexts = Readonly<Record<string, string>>;

const all = { ...channelSettings, ...operationsSettings, ...paymentSettings, ...fleetControlSettings };

function described<Names extends keyof typeof all, Parsed>(
  names: readonly Names[],
  read: (value: { [Name in Names]: z.output<(typeof all)[Name]> }) => Parsed,
) {
  const shape = Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<typeof all, Names>;
  const schema = z.object(shape);
  return {
    names: names as readonly string[],
    /** Throws a `ConfigError` that names the wrong setting, never its value. */
    read(texts: SettingTexts): Parsed {
      const parsed = schema.safeParse(Object.fromEntries(names.map((name) => [name, texts[name]])));
      if (parsed.success) return read(parsed.data as Parameters<typeof read>[0]);
      const [issue] = parsed.error.issues;
      throw new ConfigError(`${String(issue?.path[0])} ${issue?.message ?? 'is not valid'}`);
    },
  };
}

export const integrationSettings = {
  mail: described(['MAIL_URL', 'MAIL_FROM'], mailOf),
  sms: described(['SMS_URL', 'SMS_METHOD', 'SMS_HEADERS', 'SMS_BODY'], smsOf),
  whatsapp: described(['WHATSAPP_URL', 'WHATSAPP_METHOD', 'WHATSAPP_HEADERS', 'WHATSAPP_BODY'], whatsAppOf),
  push: described(['PUSH_URL', 'PUSH_METHOD', 'PUSH_HEADERS', 'PUSH_BODY'], pushOf),
  dial: described(['DIAL_URL'], dialUrlOf),
  geocoder: described(['GEOCODER_URL', 'GEOCODER_INTERVAL_MS'], (value) => ({
    geocoderUrl: value.GEOCODER_URL,
    geocoderIntervalMs: value.GEOCODER_INTERVAL_MS,
  })),
  postalCodes: described(['POSTAL_CODE_URL'], ({ POSTAL_CODE_URL: postalCodeUrl }) => ({ postalCodeUrl })),
  payments: described(
    [
      'PAYMENT_URL',
      'PAYMENT_AUTHORIZATION',
      'PAYMENT_UPDATE_METHOD',
      'PAYMENT_TIMEOUT_MS',
      'PAYMENT_CUSTOMER_PAGE',
    ],
    paymentsOf,
  ),
  fleetControl: described(
    [
      'FLEET_CONTROL_URL',
      'FLEET_CONTROL_TIMEOUT_SECONDS',
      'FLEET_CONTROL_UPDATE_METHOD',
      'FLEET_CONTROL_LIST_METHOD',
    ],
    fleetControlOf,
  ),
} satisfies Record<Integration, unknown>;

export type IntegrationSettings = typeof integrationSettings;

export const integrations: readonly Integration[] = integrationSchema.options;

const names: ReadonlySet<string> = new Set(integrations.flatMap((one) => integrationSettings[one].names));

/** Those of the environment: they win over stored ones. */
export function givenSettings(env: Readonly<Record<string, string | undefined>>): SettingTexts {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, text]) => (names.has(name) && text ? [[name, text]] : [])),
  );
}

/** The address of the mail server is shown less its password. */
const secrets: ReadonlySet<string> = new Set(
  [...channelSecrets, ...operationsSecrets, ...paymentSecrets].filter((name) => name !== 'MAIL_URL'),
);

export const isSecretSetting = (name: string) => secrets.has(name);

/** What counts where a setting is not set, and the choices where there are only some. */
export function settingFacts(name: string): {
  readonly fallback: string | null;
  readonly choices: readonly string[] | null;
} {
  const schema = all[name as keyof typeof all];
  const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  const fallback = schema.safeParse(undefined).data;
  return {
    fallback: fallback === undefined ? null : String(fallback),
    choices: inner instanceof z.ZodEnum ? inner.options.map(String) : null,
  };
}
