/** Settings of an installation of several processes: what this one does, and how news goes between them. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { ConfigError } from '../../errors/config-error.ts';

export const roles = ['web', 'ingest', 'jobs'] as const;
export type Role = (typeof roles)[number];

const listOf = (text: string) => text.split(',').map((one) => one.trim());

export function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const isNats = (text: string) => /^(?:nats|tls):\/\//.test(text) && URL.canParse(text);

export const clusterSettings = {
  ROLES: z
    .string()
    .transform((text): readonly string[] => listOf(text))
    .refine((names): names is Role[] => names.every((name) => (roles as readonly string[]).includes(name)), {
      message: `must be some of ${roles.join(', ')}, with commas between`,
    })
    .default([...roles])
    .meta({
      default: 'all: `web,ingest,jobs`',
      description:
        'what this process does: `web` serves people, `ingest` receives trackers, `jobs` does what the clock asks for',
    }),
  NATS_URL: z
    .string()
    .transform((text): readonly string[] => listOf(text))
    .refine((urls) => urls.every(isNats), 'must be nats:// or tls:// addresses with commas between')
    .optional()
    .meta({
      default: 'none: one process does everything',
      description:
        'NATS servers that carry news between several processes, with commas between: `tls://user:password@nats-1.internal:4222`; on this machine `nats://127.0.0.1:4222` too',
    }),
  NATS_CREDS: z.string().optional().meta({
    default: 'none',
    description: 'file of NATS credentials (JWT and seed), instead of user and password in `NATS_URL`',
  }),
  NATS_CA: z.string().optional().meta({
    default: 'the usual authorities',
    description:
      'file of the certificates (PEM) by which the certificates of `tls://` NATS servers are judged',
  }),
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .refine((text) => URL.canParse(text), 'is not a valid address')
    .optional()
    .meta({
      default: 'none',
      description: 'a replica of the database, which reports of past periods are read from',
    }),
  READ_LAG_SECONDS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 2 to 86400')
    .transform(Number)
    .refine((value) => value >= 2 && value <= 86_400, 'must be a whole number from 2 to 86400')
    .default(10)
    .meta({ description: 'a replica that is further behind is not read' }),
  PROXY_PROTOCOL_FROM: z
    .string()
    .transform((text): readonly string[] => listOf(text))
    .refine((entries) => entries.every(isAddressOrNetwork), {
      message: 'must be IP addresses and networks with commas between',
    })
    .optional()
    .meta({
      default: 'none',
      description:
        "proxies in front of the trackers' TCP ports that say whose connection it is by the PROXY protocol, version 2: addresses or networks with commas between",
    }),
};

/** Their values may hold a password. */
export const clusterSecrets = ['NATS_URL', 'DATABASE_READ_URL'] as const;

export interface NatsSettings {
  readonly servers: readonly string[];
  /** Within their addresses. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** What the file of `NATS_CREDS` holds. */
  readonly credentials: Uint8Array | undefined;
  /** A server that offers none is not entered. */
  readonly isTls: boolean;
  /** What the file of `NATS_CA` holds. */
  readonly authorities: string | undefined;
}

export interface ClusterSettings {
  readonly roles: ReadonlySet<Role>;
  /** Absent: this is the only process. */
  readonly nats: NatsSettings | undefined;
  /** Absent: everything is read from the one database. */
  readonly replica: { readonly connectionString: string; readonly mostLagMs: number } | undefined;
  /** Absent: trackers connect without a proxy between. */
  readonly proxyProtocolFrom: readonly string[] | undefined;
}

const shape = z.object(clusterSettings);
type Values = z.output<typeof shape> & {
  readonly DATABASE_URL?: string | undefined;
  readonly SECRET_KEY?: string | undefined;
};

/** Throws a `ConfigError` where settings do not go together. */
export function clusterOf(value: Values): ClusterSettings {
  const given = new Set(value.ROLES);
  const isOneOfSeveral = given.size < roles.length || value.NATS_URL !== undefined;
  const needed = ['DATABASE_URL', 'NATS_URL', 'SECRET_KEY'] as const;
  const missing = needed.filter((name) => value[name] === undefined);
  if (isOneOfSeveral && missing.length > 0) {
    const why = given.size < roles.length ? `ROLES=${[...given].join(',')}` : 'NATS_URL';
    throw new ConfigError(
      `${why} makes this one of several processes, which need the same DATABASE_URL, NATS_URL and SECRET_KEY: ` +
        `${missing.join(' and ')} must be set too`,
    );
  }
  for (const name of ['NATS_CREDS', 'NATS_CA'] as const)
    if (value.NATS_URL === undefined && value[name] !== undefined)
      throw new ConfigError(`NATS_URL must be set with ${name}`);
  if (value.DATABASE_READ_URL !== undefined && value.DATABASE_URL === undefined)
    throw new ConfigError('DATABASE_URL must be set with DATABASE_READ_URL');
  return {
    roles: given,
    nats: value.NATS_URL && natsOf(value.NATS_URL, value),
    replica: value.DATABASE_READ_URL
      ? { connectionString: value.DATABASE_READ_URL, mostLagMs: value.READ_LAG_SECONDS * 1000 }
      : undefined,
    proxyProtocolFrom: value.PROXY_PROTOCOL_FROM,
  };
}

function natsOf(urls: readonly string[], { NATS_CREDS, NATS_CA }: Values): NatsSettings {
  const servers = urls.map((url) => new URL(url));
  const named = servers.find(({ username }) => username !== '');
  const credentials = NATS_CREDS === undefined ? undefined : readSettingFile('NATS_CREDS', NATS_CREDS);
  const isTls = servers.every(({ protocol }) => protocol === 'tls:');
  const beyond = servers.find(({ hostname }) => !isLoopback(hostname));
  if (beyond && !named && !credentials) {
    throw new ConfigError(
      `NATS_URL leads beyond this machine (${beyond.hostname}) without credentials: name user and password in it, ` +
        'as tls://user:password@host, or set NATS_CREDS',
    );
  }
  if (beyond && !isTls)
    throw new ConfigError(
      `NATS_URL leads beyond this machine (${beyond.hostname}) without TLS: each address must begin with tls://`,
    );
  if (!isTls && servers.some(({ protocol }) => protocol === 'tls:'))
    throw new ConfigError('NATS_URL must name tls:// addresses alone, or nats:// addresses alone');
  return {
    servers: servers.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    user: named && decodeURIComponent(named.username),
    password: named && decodeURIComponent(named.password),
    credentials,
    isTls,
    authorities: NATS_CA === undefined ? undefined : readSettingFile('NATS_CA', NATS_CA).toString(),
  };
}

function readSettingFile(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${name} cannot be read: ${reason}`);
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
