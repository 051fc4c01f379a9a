/** Settings of what keeps the server running: backups, room on disks, addresses of positions, and who may read the metrics. */
import { resolve } from 'node:path';
import { z } from 'zod';

const isHttp = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text.replaceAll(/[{}]/g, ''));

const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
};

export const operationsSettings = {
  BACKUP_DIR: z.string().optional().meta({
    default: 'none: no backup is made by itself',
    description: 'folder that backups are made into by themselves; on another disk than the database',
  }),
  BACKUP_EVERY: wholeNumber(1, 168)
    .default(24)
    .meta({ description: 'hours from one of them to the next, counted from 05:00 UTC' }),
  BACKUP_KEEP: wholeNumber(1, 1000)
    .default(14)
    .meta({ description: 'how many of them are kept; one made by hand is never removed' }),
  FREE_SPACE_MB: wholeNumber(0, 100_000_000).default(5000).meta({
    description:
      'MB that should be free on the disks of `DATA_DIR` and `BACKUP_DIR`: below, administrators are told',
  }),
  GEOCODER_URL: z
    .string()
    .refine(isHttp, 'must be an http or https address')
    .refine((text) => text.includes('{lat}') && text.includes('{lon}'), 'must hold {lat} and {lon}')
    .optional()
    .meta({
      default: 'the nearest town, from data that comes with the server',
      description:
        'service that tells the address of a place, as Nominatim does: `https://…/reverse?format=jsonv2&lat={lat}&lon={lon}`',
    }),
  GEOCODER_INTERVAL_MS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 60000')
    .transform(Number)
    .refine((value) => value <= 60_000, 'must be a whole number from 0 to 60000')
    .default(1000)
    .meta({
      description: 'least time between two requests to that service; the public Nominatim asks for 1000',
    }),
  POSTAL_CODE_URL: z
    .string()
    .refine(isHttp, 'must be an http or https address')
    .refine((text) => text.includes('{cep}'), 'must hold {cep}')
    .optional()
    .meta({
      default: 'not set up',
      description:
        'service that tells the address of a Brazilian postal code, as ViaCEP or BrasilAPI do: `https://viacep.com.br/ws/{cep}/json/`',
    }),
  ADDRESS_SECONDS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 1 to 86400')
    .transform(Number)
    .refine((value) => value >= 1 && value <= 86_400, 'must be a whole number from 1 to 86400')
    .default(30)
    .meta({
      description:
        'a moving device is given a street this often at most, where a service tells streets; where it stops it always gets one',
    }),
  PRIVATE_TARGETS: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false').meta({
    description:
      'whether administrators may have devices forwarded to private addresses, those of this machine and of its own network: `true` or `false`',
  }),
  DEMO_URL: z.string().refine(isHttp, 'must be an http or https address').optional().meta({
    default: 'none',
    description: 'set by `npm run demo`: where its program plays a theft when an administrator asks for it',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().refine(isHttp, 'must be an http or https address').optional().meta({
    default: 'none: nothing is traced',
    description:
      'who collects traces by OTLP over HTTP (`http://127.0.0.1:4318`): requests, batches of positions, jobs; `OTEL_EXPORTER_OTLP_HEADERS` goes with them',
  }),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional().meta({
    default: 'none: only this machine reads them',
    description: 'who carries it as `Authorization: Bearer` reads `/metrics` from anywhere',
  }),
};

export const operationsSecrets = ['METRICS_TOKEN', 'GEOCODER_URL', 'POSTAL_CODE_URL'] as const;

export interface OperationsSettings {
  /** Absolute path; absent: no backup is made by itself. */
  readonly backupDir: string | undefined;
  readonly backupEveryHours: number;
  readonly backupKeep: number;
  readonly wantedFreeBytes: number;
  /** With `{lat}` and `{lon}`; absent: the nearest town of the embedded data. */
  readonly geocoderUrl: string | undefined;
  readonly geocoderIntervalMs: number;
  /** With `{cep}`; absent: postal codes are not looked up. */
  readonly postalCodeUrl: string | undefined;
  /** How often a moving device's newest position gets an address at most. */
  readonly addressEveryMs: number;
  /** Forwarding may go to private addresses too. */
  readonly allowsPrivateTargets: boolean;
  /** Where the program of the demonstration listens; absent: this is none. */
  readonly demoUrl: string | undefined;
  /** Who collects traces, without `/v1/traces`; absent: nothing is traced. */
  readonly tracesUrl: string | undefined;
  /** Absent: only the machine itself reads the metrics. */
  readonly metricsToken: string | undefined;
}

const shape = z.object(operationsSettings);

export function operationsOf(value: z.output<typeof shape>): OperationsSettings {
  return {
    backupDir: value.BACKUP_DIR === undefined ? undefined : resolve(value.BACKUP_DIR),
    backupEveryHours: value.BACKUP_EVERY,
    backupKeep: value.BACKUP_KEEP,
    wantedFreeBytes: value.FREE_SPACE_MB * 1e6,
    geocoderUrl: value.GEOCODER_URL,
    geocoderIntervalMs: value.GEOCODER_INTERVAL_MS,
    postalCodeUrl: value.POSTAL_CODE_URL,
    addressEveryMs: value.ADDRESS_SECONDS * 1000,
    allowsPrivateTargets: value.PRIVATE_TARGETS === 'true',
    demoUrl: value.DEMO_URL,
    tracesUrl: value.OTEL_EXPORTER_OTLP_ENDPOINT,
    metricsToken: value.METRICS_TOKEN,
  };
}
