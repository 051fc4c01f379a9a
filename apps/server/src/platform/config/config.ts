import { resolve } from 'node:path';
import type { z } from 'zod';
import { ConfigError } from '../../errors/config-error.ts';
import { type ChannelSettings, channelSecrets, channelsOf } from './channel-settings.ts';
import { type ClusterSettings, clusterOf, clusterSecrets } from './cluster-settings.ts';
import { type FleetControlSettings, fleetControlOf } from './fleet-control-settings.ts';
import { givenSettings, type SettingTexts } from './integration-settings.ts';
import { type OpenIdSettings, openIdOf, openIdSecrets } from './openid-settings.ts';
import { type OperationsSettings, operationsOf, operationsSecrets } from './operations-settings.ts';
import { type PaymentSettings, paymentSecrets, paymentsOf } from './payment-settings.ts';
import { settings } from './settings.ts';

/** Everything the environment decides, parsed once. Nothing else in the server reads `process.env`. */
export interface Config extends ChannelSettings, ClusterSettings, OperationsSettings, PaymentSettings {
  readonly port: number;
  readonly host: string;
  /** Added to every tracker protocol's usual port. */
  readonly portOffset: number;
  /** Names of the tracker protocols that listen. */
  readonly protocols: readonly string[];
  /** Absolute path. */
  readonly dataDir: string;
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Name of a migration that renames tables, before which a person has made a backup. */
  readonly backedUpBefore: string | undefined;
  /** Of the lost key that a person says was replaced. */
  readonly replacedKey: string | undefined;
  readonly databaseConnections: number;
  readonly writers: number;
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  /** 64 hexadecimal digits, or absent: `secretKey(config)` gives the key itself in both cases. */
  readonly secretKey: string | undefined;
  readonly sessionDays: number;
  readonly trustProxy: boolean | string[];
  /** Address of the web interface as people reach it, without a slash at its end. */
  readonly publicUrl: string | undefined;
  /** Other sites whose pages may call the API. */
  readonly allowedOrigins: '*' | readonly string[];
  /** Absent: nobody signs in by OpenID Connect. */
  readonly openId: OpenIdSettings | undefined;
  /** Whether a person is mailed after a sign-in from a new place. */
  readonly tellsNewPlaces: boolean;
  readonly fleetControl: FleetControlSettings;
  /** What sets up services of others, as it was given: it wins over what administrators store. */
  readonly integrations: SettingTexts;
  readonly logLevel: z.output<typeof settings>['LOG_LEVEL'];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings out of an environment; an empty value counts as absent.
 * Throws a `ConfigError` of one line that names the first wrong setting, its value (unless it is a secret) and why.
 */
export function loadConfig(env: Environment): Config {
  const given = Object.fromEntries(
    Object.keys(settings.shape).map((name) => [name, env[name]?.trim() || undefined]),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) throw wrongSetting(parsed.error, given);
  const value = parsed.data;
  return Object.freeze({
    port: value.PORT,
    host: value.HOST,
    portOffset: value.PORT_OFFSET,
    protocols: value.PROTOCOLS,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    backedUpBefore: value.BACKED_UP_BEFORE,
    replacedKey: value.REPLACED_KEY,
    databaseConnections: value.DATABASE_CONNECTIONS,
    writers: value.WRITERS,
    adminEmail: value.ADMIN_EMAIL,
    adminPassword: value.ADMIN_PASSWORD,
    secretKey: value.SECRET_KEY,
    sessionDays: value.SESSION_DAYS,
    trustProxy: value.TRUST_PROXY,
    publicUrl: value.PUBLIC_URL,
    allowedOrigins: value.CORS_ORIGINS,
    tellsNewPlaces: value.NEW_PLACE_MAIL === 'true',
    openId: openIdOf(value),
    ...clusterOf(value),
    ...channelsOf(value),
    ...operationsOf(value),
    fleetControl: fleetControlOf(value),
    ...paymentsOf(value),
    integrations: givenSettings(given),
    logLevel: value.LOG_LEVEL,
  });
}

/** Their values never reach a message: a log or a screen may show it to anybody. */
const secrets: ReadonlySet<string> = new Set([
  'ADMIN_PASSWORD',
  'SECRET_KEY',
  'DATABASE_URL',
  ...openIdSecrets,
  ...channelSecrets,
  ...clusterSecrets,
  ...operationsSecrets,
  ...paymentSecrets,
]);

function wrongSetting(error: z.ZodError, given: Environment): ConfigError {
  const [issue] = error.issues;
  const name = String(issue?.path[0]);
  const reason = issue?.message ?? 'is not valid';
  return new ConfigError(secrets.has(name) ? `${name} ${reason}` : `${name}=${given[name]} ${reason}`);
}
