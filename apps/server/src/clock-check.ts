/** Times of one installation go by the database's clock: how far this machine's may be from it. */
import type { Logger } from 'pino';
import type { Ingest } from './ingest/ingest.ts';
import type { DatabaseClock } from './platform/db/database-clock.ts';

/** More apart than that, ms, and a person should look; far apart, and times of ours would be wrong for good. */
const clockWarnMs = 2_000;
const clockRefuseMs = 30_000;

/** Judges this machine's clock by the database's, as it was measured last. */
export function createClockCheck(
  clock: Pick<DatabaseClock, 'aheadMs'>,
  ingest: Pick<Ingest, 'holdForClock'>,
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
