/** The processes of an installation, as rows that each of them writes by the database's clock. */
import { hostname } from 'node:os';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

export interface ProcessParts {
  readonly pool: Pick<Pool, 'query'>;
  readonly log: Pick<Logger, 'warn'>;
  /** The running version of the product. */
  readonly version: string;
  /** The database became another installation's under this process, as a restore makes it. */
  onOther(): void;
}

export interface Processes {
  /** Issued by the database to this process: a higher one than all before. */
  readonly epoch: number;
  /** The epochs of the other processes that are alive, as the last beat found them. */
  others(): readonly number[];
  /** Takes the row away: this process ends in order. */
  stop(): Promise<void>;
}

const beatEveryMs = 2_000;
/** A process that said nothing for so long ended, or stands still. */
const aliveFor = '10 seconds';
/** Rows of processes that were killed go after this. */
const forgottenAfter = '1 hour';

interface Beat {
  readonly installation: string;
  readonly others: readonly string[];
}

/** Enters this process for `installation` (its id). Rejects when the database does not answer. */
export async function registerProcess(installation: string, parts: ProcessParts): Promise<Processes> {
  const { pool, log, version } = parts;
  const { rows } = await pool.query<{ epoch: number }>(
    `WITH forgotten AS (DELETE FROM processes WHERE seen_at < now() - interval '${forgottenAfter}')
     SELECT nextval('process_epochs') AS epoch`,
  );
  const epoch = Number(rows[0]?.epoch);
  let others: readonly number[] = [];
  let beating: Promise<void> | undefined;

  const beat = async () => {
    const { rows } = await pool.query<Beat>({
      name: 'process-beat',
      text: `
        WITH mine AS (
          INSERT INTO processes (epoch, version, host, pid) VALUES ($1, $2, $3, $4)
          ON CONFLICT (epoch) DO UPDATE SET seen_at = now()
        )
        SELECT id::text AS installation, array(
          SELECT epoch::text FROM processes WHERE epoch <> $1 AND seen_at > now() - interval '${aliveFor}'
        ) AS others FROM installation`,
      values: [epoch, version, hostname(), process.pid],
    });
    if (rows[0]?.installation !== installation) parts.onOther();
    others = rows[0]?.others.map(Number) ?? [];
  };
  const timer = setInterval(() => {
    beating ??= beat()
      .catch((err: unknown) => log.warn({ err }, 'this process could not say that it is there'))
      .finally(() => {
        beating = undefined;
      });
  }, beatEveryMs);
  await beat();

  return {
    epoch,
    others: () => others,
    async stop() {
      clearInterval(timer);
      await beating;
      await pool.query('DELETE FROM processes WHERE epoch = $1', [epoch]);
    },
  };
}
