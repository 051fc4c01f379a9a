/** The processes of an installation, as rows that each of them writes by the database's clock. */
import { hostname } from 'node:os';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

export interface ProcessParts {
  readonly pool: Pick<Pool, 'query'>;
  readonly log: Pick<Logger, 'warn'>;
  /** The running version of the product. */
  readonly version: string;
  /** What it does. */
  readonly roles: readonly string[];
  /** News goes between it and the others. */
  readonly hasNats: boolean;
  /** The database became another installation's under this process, as a restore makes it. */
  onOther(): void;
}

/** Another process that is alive. */
export interface OtherProcess {
  readonly epoch: number;
  readonly version: string;
  readonly host: string;
  readonly pid: number;
  /** Empty where its release is one that knows no roles. */
  readonly roles: readonly string[];
  /** Unknown of such a release. */
  readonly hasNats: boolean | null;
  /** How long ago it said that it is there, as the last beat found it, by the database's clock. */
  readonly silentMs: number;
}

export interface Processes {
  /** Issued by the database to this process: a higher one than all before. */
  readonly epoch: number;
  /** The id of the installation. */
  readonly installation: string;
  /** The other processes that are alive, as the last beat found them. */
  others(): readonly OtherProcess[];
  /** Calls after each beat. Returns how to stop. */
  onBeat(listener: () => void): () => void;
  /** Takes the row away: this process ends in order. */
  stop(): Promise<void>;
}

const beatEveryMs = 2_000;
/** Where others judge by it whether the news of this one is missing. */
const beatEveryMsWithNats = 1_000;
/** A process that said nothing for so long ended, or stands still. */
const aliveFor = '10 seconds';
/** Rows of processes that were killed go after this. */
const forgottenAfter = '1 hour';

/**
 * SQL: whether every process that is alive reads packed positions (migration 0212); one that stood still for a while goes on as if it
 * had not.
 */
export const everybodyReadsPacked = `SELECT NOT EXISTS (
  SELECT FROM processes WHERE reads_packed IS NOT TRUE AND seen_at > now() - interval '2 minutes'
) AS packs`;

interface Beat {
  readonly installation: string;
  readonly others: readonly OtherProcess[];
}

/** Enters this process for `installation` (its id). Rejects when the database does not answer. */
export async function registerProcess(installation: string, parts: ProcessParts): Promise<Processes> {
  const { pool, log, version, roles, hasNats } = parts;
  const { rows } = await pool.query<{ epoch: number }>(
    `WITH forgotten AS (DELETE FROM processes WHERE seen_at < now() - interval '${forgottenAfter}')
     SELECT nextval('process_epochs') AS epoch`,
  );
  const epoch = Number(rows[0]?.epoch);
  let others: readonly OtherProcess[] = [];
  const listeners = new Set<() => void>();
  let beating: Promise<void> | undefined;

  const beat = async () => {
    const { rows } = await pool.query<Beat>({
      name: 'process-beat',
      text: `
        WITH mine AS (
          INSERT INTO processes (epoch, version, host, pid, roles, has_nats, reads_packed)
          VALUES ($1, $2, $3, $4, $5, $6, true)
          ON CONFLICT (epoch) DO UPDATE SET seen_at = now()
        )
        SELECT id::text AS installation, (
          SELECT coalesce(jsonb_agg(jsonb_build_object(
            'epoch', epoch, 'version', version, 'host', host, 'pid', pid, 'roles', coalesce(roles, '{}'), 'hasNats', has_nats,
            'silentMs', extract(epoch FROM now() - seen_at) * 1000) ORDER BY epoch), '[]')
          FROM processes WHERE epoch <> $1 AND seen_at > now() - interval '${aliveFor}'
        ) AS others FROM installation`,
      values: [epoch, version, hostname(), process.pid, roles, hasNats],
    });
    if (rows[0]?.installation !== installation) parts.onOther();
    others = rows[0]?.others ?? [];
    for (const listener of listeners) listener();
  };
  const timer = setInterval(
    () => {
      beating ??= beat()
        .catch((err: unknown) => log.warn({ err }, 'this process could not say that it is there'))
        .finally(() => {
          beating = undefined;
        });
    },
    hasNats ? beatEveryMsWithNats : beatEveryMs,
  );
  await beat();

  return {
    epoch,
    installation,
    others: () => others,
    onBeat(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      clearInterval(timer);
      await beating;
      await pool.query('DELETE FROM processes WHERE epoch = $1', [epoch]);
    },
  };
}
