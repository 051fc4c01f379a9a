/** Which installation a database is: whose key sealed what is stored there, and who it is among others on one NATS. */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { DatabaseRefused } from '../../../errors/database-errors.ts';
import type { Config } from '../../config/config.ts';
import { type OtherProcess, type Processes, type ProcessParts, registerProcess } from './processes.ts';

export interface JoiningParts {
  readonly pool: Pick<Pool, 'query'>;
  /** Of this process's key. */
  readonly keyFingerprint: string;
  /** The key lies beside the database (`DATA_DIR`), so that both are of one installation whatever the key is. */
  readonly isEmbedded: boolean;
  /** Fingerprint of the key that a person says was replaced. */
  readonly replacedKey: string | undefined;
  readonly log: Pick<Logger, 'warn'>;
}

interface Row {
  readonly id: string;
  readonly keyFingerprint: string;
}

/**
 * The installation's id. The first process leaves the fingerprint of its key; one with another key is refused with a
 * `DatabaseRefused`, since it could open nothing of what the others sealed.
 */
export async function joinInstallation(parts: JoiningParts): Promise<string> {
  const { pool, keyFingerprint, isEmbedded, replacedKey, log } = parts;
  const { rows } = await pool.query<Row>(
    `WITH first AS (
       UPDATE installation SET key_fingerprint = $1 WHERE key_fingerprint IS NULL RETURNING id, key_fingerprint
     )
     SELECT id, key_fingerprint AS "keyFingerprint" FROM first
     UNION ALL SELECT id, key_fingerprint FROM installation WHERE key_fingerprint IS NOT NULL`,
    [keyFingerprint],
  );
  const [found] = rows;
  // two first starts in one moment: the one that waited for the other's row sees neither
  if (!found) return joinInstallation(parts);
  if (found.keyFingerprint === keyFingerprint) return found.id;
  if (!isEmbedded && replacedKey !== found.keyFingerprint) {
    throw new DatabaseRefused(
      'the database of DATABASE_URL belongs to an installation with another SECRET_KEY: give all processes the same ' +
        'SECRET_KEY, or another DATABASE_URL; if that key is lost, and all secrets are to be typed anew, start with ' +
        `REPLACED_KEY=${found.keyFingerprint}`,
    );
  }
  log.warn('SECRET_KEY is another one than before: what was sealed with that one has to be typed anew');
  await pool.query('UPDATE installation SET key_fingerprint = $1 WHERE key_fingerprint = $2', [
    keyFingerprint,
    found.keyFingerprint,
  ]);
  return joinInstallation(parts);
}

/** A process that was killed is still in its row for a while, and beats no more: so long it is looked at, ms. */
const lookForMs = 5_000;
const lookEveryMs = 250;

/** Whose database it is, and who this process is there. Throws as `joinInstallation` does, and as `refuseStrangers`. */
export async function enterInstallation({
  config,
  keyFingerprint,
  ...parts
}: ProcessParts & {
  readonly config: Pick<Config, 'databaseUrl' | 'replacedKey'>;
  readonly keyFingerprint: string;
}): Promise<Processes> {
  const { databaseUrl, replacedKey } = config;
  const isEmbedded = databaseUrl === undefined;
  const installation = await joinInstallation({ ...parts, keyFingerprint, isEmbedded, replacedKey });
  const processes = await registerProcess(installation, parts);
  // who has the embedded database has the lock of its folder, and is alone
  if (isEmbedded) return processes;
  await warnOfStandbys(parts);
  try {
    await refuseStrangers(processes, parts);
  } catch (error) {
    await processes.stop();
    throw error;
  }
  return processes;
}

/** What was acknowledged last is lost with the primary where no standby has to have it first. */
async function warnOfStandbys({ pool, log }: Pick<ProcessParts, 'pool' | 'log'>): Promise<void> {
  const { rows } = await pool.query<{ isLoose: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_replication) AND current_setting('synchronous_standby_names') = '' AS "isLoose"`,
  );
  if (rows[0]?.isLoose)
    log.warn(
      'the database of DATABASE_URL has a standby that need not have what is committed: with the primary, what was ' +
        'acknowledged to trackers last would be lost; set synchronous_mode of Patroni, or synchronous_standby_names',
    );
}

/** One of this machine that was killed. */
function hasEnded({ host, pid }: OtherProcess): boolean {
  if (host !== hostname()) return false;
  // a container that starts again has the same names
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/**
 * Processes that hear nothing of each other would show people half of what happens: one without NATS_URL works alone, or
 * not at all. Who came first stays. Throws a `DatabaseRefused`.
 */
async function refuseStrangers(
  processes: Processes,
  { pool, hasNats, log }: Pick<ProcessParts, 'pool' | 'hasNats' | 'log'>,
): Promise<void> {
  const before = processes.others().filter(({ epoch }) => epoch < processes.epoch);
  const strangers = before.filter((other) => (!hasNats || other.hasNats === false) && !hasEnded(other));
  if (before.some((other) => hasNats && other.hasNats === null))
    log.warn(
      'a process of a release that knows no NATS_URL works here too: what it stores is shown live only after a moment',
    );
  if (strangers.length === 0) return;
  const epochs = strangers.map(({ epoch }) => epoch);
  const look = async () =>
    (
      await pool.query<{ epoch: number; host: string; seen: string }>(
        'SELECT epoch, host, seen_at::text AS seen FROM processes WHERE epoch = ANY($1::bigint[])',
        [epochs],
      )
    ).rows;
  const first = new Map((await look()).map(({ epoch, seen }) => [epoch, seen]));
  const untilMs = performance.now() + lookForMs;
  while (performance.now() < untilMs) {
    await sleep(lookEveryMs);
    const living = (await look()).find(({ epoch, seen }) => first.get(epoch) !== seen);
    if (!living) continue;
    throw new DatabaseRefused(
      `another process works on the database of DATABASE_URL already (on ${living.host}) and news cannot go between the ` +
        'two: end it first, or give all processes of the installation the same NATS_URL',
    );
  }
}
