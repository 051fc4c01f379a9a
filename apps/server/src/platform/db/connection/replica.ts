/** A replica of the database that long reads go to, as long as it is not far behind (`DATABASE_READ_URL`). */
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { createPool } from '../pool.ts';

export interface Replica {
  /**
   * Until when it holds everything, ms since 1970 UTC, where that is behind the end of this period; undefined where the
   * primary is to be read.
   */
  asOfFor(toMs: number): number | undefined;
  /** Looks how far it is. */
  measure(): Promise<void>;
  stop(): Promise<void>;
}

export interface ReplicaParts {
  readonly connectionString: string;
  /** Behind by more it is not read. */
  readonly mostLagMs: number;
  /** The primary's clock. */
  readonly nowMs: () => number;
  readonly metrics: Registry;
  readonly log: Logger;
}

const measureEveryMs = 2_000;
/** What was measured longer ago says nothing. */
const measuredWithinMs = 10_000;

/**
 * Every process says on the primary that it is there (`processes`): the newest of these rows that has come to the replica says
 * how far it is, since it replays in the order of commits.
 */
export function createReplica(parts: ReplicaParts): Replica {
  const { connectionString, mostLagMs, nowMs, metrics, log } = parts;
  const pool = createPool({ connectionString, connections: 1, log, isReplica: true });
  let asOfMs: number | undefined;
  let measuredMs = Number.NEGATIVE_INFINITY;
  let isToldAway = false;

  const measure = async () => {
    try {
      const { rows } = await pool.query<{ asOfMs: number | null }>(
        'SELECT extract(epoch FROM max(seen_at))::float8 * 1000 AS "asOfMs" FROM processes',
      );
      asOfMs = rows[0]?.asOfMs ?? undefined;
      measuredMs = performance.now();
      isToldAway = false;
    } catch (err) {
      asOfMs = undefined;
      if (!isToldAway)
        log.warn({ err }, 'the database of DATABASE_READ_URL is away: reports read the other one');
      isToldAway = true;
    }
  };
  new Gauge({
    name: 'atalaia_replica_lag_seconds',
    help: 'How far the database of DATABASE_READ_URL is behind; without a value while it is away',
    registers: [metrics],
    collect() {
      if (asOfMs === undefined) this.reset();
      else this.set(Math.max(0, nowMs() - asOfMs) / 1000);
    },
  });
  const timer = setInterval(() => void measure(), measureEveryMs);
  timer.unref();

  return {
    measure,
    asOfFor(toMs) {
      if (asOfMs === undefined || performance.now() - measuredMs > measuredWithinMs) return undefined;
      return nowMs() - asOfMs <= mostLagMs && toMs < asOfMs ? asOfMs : undefined;
    },
    async stop() {
      clearInterval(timer);
      await pool.end();
    },
  };
}
