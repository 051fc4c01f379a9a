import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from './schema.ts';

/** The database's time, which all processes share: for what one of them claims until then and another takes over. */
export interface DatabaseClock {
  /** ms since 1970 UTC. */
  nowMs(): number;
  /** How far this machine's clock is ahead of the database's at the last measure, ms; negative where it is behind. */
  aheadMs(): number;
  /** Asks the database how far its clock is from this machine's. At the start, and from time to time. */
  measure(): Promise<void>;
}

export function createDatabaseClock(kysely: Kysely<Schema>): DatabaseClock {
  const start = { ownMs: performance.now(), databaseMs: Date.now(), aheadMs: 0 };
  return {
    nowMs: () => start.databaseMs + performance.now() - start.ownMs,
    aheadMs: () => start.aheadMs,
    async measure() {
      const requestedMs = performance.now();
      const { rows } = await sql<{ ms: number }>`
        SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`.execute(kysely);
      start.ownMs = (requestedMs + performance.now()) / 2;
      const sinceMs = performance.now() - start.ownMs;
      start.databaseMs = rows[0]?.ms ?? Date.now();
      start.aheadMs = Date.now() - sinceMs - start.databaseMs;
    },
  };
}

/** More apart than that, ms, and a person should look; far apart, and times of ours would be wrong for good. */
const clockWarnMs = 2_000;
const clockRefuseMs = 30_000;

/** Judges this machine's clock by the database's, as it was measured last. */
export function createClockCheck(
  clock: Pick<DatabaseClock, 'aheadMs'>,
  ingest: { holdForClock(isWrong: boolean): void },
  log: Pick<Logger, 'warn' | 'error'>,
) {
  let warned = false;
  return () => {
    const apartMs = Math.round(Math.abs(clock.aheadMs()));
    const isWrong = apartMs > clockRefuseMs;
    ingest.holdForClock(isWrong);
    if (isWrong)
      log.error({ apartMs }, "this machine's clock is over 30 s from the database's: no tracker is taken");
    else if (apartMs > clockWarnMs && !warned)
      log.warn({ apartMs }, "this machine's clock is over 2 s from the database's: set one of them right");
    warned = apartMs > clockWarnMs;
  };
}
