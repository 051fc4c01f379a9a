/**
 * Every environment variable the server reads, as data: how it is checked, what it is when absent, what it means.
 * The README's table is made from this one (see `config.test.ts`), so a setting cannot exist undocumented.
 * `default` in the notes is how the default reads where its value would say little.
 */

import { protocols } from '@atalaia/protocols/registry';
import { z } from 'zod';
import { channelSettings } from './channel-settings.ts';
import { clusterSettings, isAddressOrNetwork } from './cluster-settings.ts';
import { fleetControlSettings } from './fleet-control-settings.ts';
import { openIdSettings } from './openid-settings.ts';
import { operationsSettings } from './operations-settings.ts';
import { paymentSettings } from './payment-settings.ts';

/**
 * `true` or `false`, or the list of addresses and networks whose `X-Forwarded-*` headers are believed.
 */
const trustedProxies = z
  .string()
  .transform((text): boolean | string[] =>
    text === 'true' || text === 'false' ? text === 'true' : text.split(',').map((entry) => entry.trim()),
  )
  .refine((value) => typeof value === 'boolean' || value.every(isAddressOrNetwork), {
    message: 'must be true, false, or IP addresses and networks with commas between',
  });

/** Origins as browsers name them, without a path, or `*`. */
const allowedOrigins = z
  .string()
  .transform((text): '*' | readonly string[] =>
    text === '*' ? text : text.split(',').map((origin) => origin.trim().replace(/\/$/, '')),
  )
  .refine(
    (value) => value === '*' || value.every((one) => URL.canParse(one) && new URL(one).origin === one),
    {
      message: 'must be * or addresses like https://map.example.com with commas between, without a path',
    },
  );

function wholeNumber(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^-?\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const settings = z.object({
  PORT: wholeNumber(0, 65535)
    .default(8080)
    .meta({ description: 'port of the web interface and the API; 0 takes a free one' }),
  HOST: z.string().default('0.0.0.0').meta({
    description:
      'address to listen on, for web and trackers; the default is every IPv4 address of the machine, `::` adds IPv6',
  }),
  PORT_OFFSET: wholeNumber(-5000, 60000)
    .default(0)
    .meta({ description: "added to every tracker protocol's usual port" }),
  PROTOCOLS: protocolList(protocols.map((protocol) => protocol.name)).meta({
    default: 'all',
    description: 'tracker protocols that listen, with commas between',
  }),
  DATA_DIR: z
    .string()
    .default('./data')
    .meta({ description: 'folder of the embedded database, the secret key and uploads' }),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .refine((text) => URL.canParse(text), 'is not a valid address')
    .optional()
    .meta({
      default: 'embedded, in `DATA_DIR`',
      description: 'an external PostgreSQL, 15 or later, instead of the embedded one',
    }),
  BACKED_UP_BEFORE: z.string().optional().meta({
    default: 'none',
    description:
      'name of the migration before which you have made a backup; a start that is refused for want of one says it',
  }),
  REPLACED_KEY: z.string().optional().meta({
    default: 'none',
    description:
      'fingerprint of a lost `SECRET_KEY` that another one replaces; a start that is refused for it says it',
  }),
  DATABASE_CONNECTIONS: wholeNumber(4, 200)
    .default(16)
    .meta({ description: 'most connections to the database at one time' }),
  WRITERS: wholeNumber(1, 8).default(3).meta({ description: 'writers that commit positions side by side' }),
  ADMIN_EMAIL: z
    .email('must be an e-mail address')
    .default('admin@atalaia.local')
    .meta({ description: 'e-mail of the first administrator' }),
  ADMIN_PASSWORD: z.string().min(4, 'must have at least 4 characters').optional().meta({
    default: 'made and printed once',
    description: 'password of the first administrator',
  }),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (make one with: openssl rand -hex 32)')
    .optional()
    .meta({
      default: 'made once into `DATA_DIR/secret-key`',
      description: 'encrypts stored secrets; 64 hexadecimal digits',
    }),
  SESSION_DAYS: wholeNumber(1, 365)
    .default(30)
    .meta({ description: 'days after which an unused session ends' }),
  TRUST_PROXY: trustedProxies.default(false).meta({
    default: 'none',
    description:
      'proxies whose X-Forwarded headers are believed: addresses or networks with commas between, or `true` for any',
  }),
  PUBLIC_URL: z
    .string()
    .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http or https address')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .meta({
      default: 'none',
      description: 'address people reach the web interface at; messages link to it',
    }),
  CORS_ORIGINS: allowedOrigins.default([]).meta({
    default: 'none',
    description:
      'other sites whose pages may call the API: `https://…` with commas between; `*` for any, then with tokens and never with the cookie',
  }),
  NEW_PLACE_MAIL: z.enum(['true', 'false'], { error: 'must be true or false' }).default('true').meta({
    description:
      'whether a person is mailed after his account was signed in to from a new place, where mail is set up: `true` or `false`',
  }),
  ...openIdSettings,
  ...clusterSettings,
  ...channelSettings,
  ...operationsSettings,
  ...fleetControlSettings,
  ...paymentSettings,
  LOG_LEVEL: z
    .enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` })
    .default('info')
    .meta({ description: `least severe lines that are logged: ${logLevels.join(', ')}` }),
});

/** Names of tracker protocols with commas between, every one of them known; all of them when absent. */
function protocolList(known: readonly string[]) {
  return z
    .string()
    .transform((text): readonly string[] => text.split(',').map((name) => name.trim()))
    .refine((names) => names.every((name) => known.includes(name)), {
      message: `must be protocol names with commas between; known are ${known.join(', ')}`,
    })
    .default(known);
}
