/**
 * `npm run import:traccar -- SOURCE`: users, groups, devices, rules and links of a Traccar through our API, its positions
 * and events straight into the database, while the server works (BACK-04). Without `--apply` it only says what would come.
 */
import { parseArgs } from 'node:util';
import { isTimezone } from '@atalaia/domain/time/zoned-time';
import { connect } from '@atalaia/server/src/backup/connection.ts';
import { openSource as openOurs } from '@atalaia/server/src/backup/source.ts';
import { BackupRefused } from '@atalaia/server/src/errors/backup-errors.ts';
import { ConfigError } from '@atalaia/server/src/errors/config-error.ts';
import { DatabaseRefused } from '@atalaia/server/src/errors/database-errors.ts';
import { loadConfig } from '@atalaia/server/src/platform/config/config.ts';
import { pino } from 'pino';
import { importTraccar } from './import-traccar.ts';
import { openSource } from './source/open-source.ts';
import { SourceRefused } from './source/source.ts';

const usage = `npm run import:traccar -- SOURCE [--apply] [--server URL] [--from DAY] [--to DAY] [--timezone ZONE]

  SOURCE      postgresql://…, mysql://…, jdbc:… or the path of a script that H2 wrote
  --apply     brings it; without it, only what would come is said
  --server    the address of our server; http://localhost:8080 otherwise
  --from      positions and events from this day on, as 2026-10-01; none otherwise
  --to        and before this day; all that there is otherwise
  --timezone  in which Traccar's machine writes its times, as America/Sao_Paulo; UTC otherwise

  ATALAIA_TOKEN in the environment: the API key of an administrator (Conta › Chaves de API)
  DATABASE_URL or DATA_DIR: as they are set for the server`;

const options = {
  apply: { type: 'boolean' },
  server: { type: 'string', default: 'http://localhost:8080' },
  from: { type: 'string' },
  to: { type: 'string' },
  timezone: { type: 'string', default: 'UTC' },
} as const;

class UsageError extends Error {}

function readWords(args: readonly string[]) {
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0) throw new UsageError('name one source');
  const token = process.env.ATALAIA_TOKEN;
  if (values.apply && !token) throw new UsageError('set ATALAIA_TOKEN to the API key of an administrator');
  if (!isTimezone(values.timezone)) throw new UsageError(`--timezone ${values.timezone} is not known`);
  const day = (text: string | undefined) => {
    if (text === undefined) return undefined;
    const ms = Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
    if (Number.isNaN(ms)) throw new UsageError(`${text} is no day: write it as 2026-10-01`);
    return ms;
  };
  const [fromMs, toMs] = [day(values.from), day(values.to)];
  if (fromMs === undefined && toMs !== undefined) throw new UsageError('--to needs --from');
  const period = fromMs === undefined ? undefined : { fromMs, toMs };
  return { address, token: token ?? '', period, ...values, applies: values.apply === true };
}

async function run(): Promise<number> {
  const words = readWords(process.argv.slice(2));
  const log = pino({ level: 'error', base: null }, pino.destination(2));
  const source = await openSource(words.address);
  const ours = await openOurs(loadConfig(process.env), log);
  const client = await connect(ours.connectionString);
  try {
    const say = (text: string) => console.error(text);
    const report = await importTraccar({ ...words, source, client, zone: words.timezone, say });
    console.log(report.lines().join('\n'));
    return 0;
  } finally {
    await client.end();
    await ours.stop();
    await source.close();
  }
}

const isForeseen = (error: unknown) =>
  [SourceRefused, BackupRefused, ConfigError, DatabaseRefused].some((kind) => error instanceof kind);

try {
  process.exit(await run());
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
  if (isUsage) console.error(`${message}\n\n${usage}`);
  else console.error(isForeseen(error) || !(error instanceof Error) ? message : error.stack);
  process.exit(isUsage ? 2 : 1);
}
