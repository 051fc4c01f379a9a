/** The writers side by side. A device always goes to the same one, and so keeps the order of its messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../../bus/bus.ts';
import { isConnectionError } from '../../db/database-errors.ts';
import type { IngestMetrics } from '../metrics.ts';
import type { StepRules } from '../steps/standing.ts';
import { announce } from './announcement.ts';
import { createDeviceStates } from './device-states.ts';
import type { Entry } from './entry.ts';
import { createNumberBlocks } from './number-blocks.ts';
import { createWriter, type Writer } from './writer.ts';

export interface WritersParts {
  readonly pool: Pool;
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly log: Logger;
  readonly metrics: IngestMetrics;
  readonly count: number;
  /** What holds now. */
  rules(): StepRules;
  /** Entries were settled, so many. */
  onEntriesSettled(count: number): void;
  onStatusChanged(deviceIds: readonly number[]): void;
}

export interface Writers {
  push(entry: Entry): void;
  readonly pending: number;
  /** Resolves when everything pushed is settled; gives up on a database that is away once the signal aborts. */
  finish(giveUp: AbortSignal): Promise<void>;
}

const firstWaitMs = 25;
const longestWaitMs = 1000;

export function createWriters(parts: WritersParts): Writers {
  const { bus, log, metrics } = parts;
  let givenUp: AbortSignal | undefined;

  const unsubscribes: (() => void)[] = [];

  const one = (): Writer => {
    const states = createDeviceStates();
    unsubscribes.push(bus.subscribe('deviceRegistry', ({ deviceIds }) => states.changed(deviceIds)));
    let waitMs = firstWaitMs;
    return createWriter({
      pool: parts.pool,
      states,
      positionNumbers: createNumberBlocks('position_ids'),
      eventNumbers: createNumberBlocks('event_ids'),
      rules: parts.rules,
      onCommitTime: (seconds) => metrics.commitSeconds.observe(seconds),
      onCommitted({ plan, states, stored }) {
        waitMs = firstWaitMs;
        metrics.committed(plan, stored);
        announce(bus, plan, states);
        const changed = [...plan.devices].filter(([, device]) => device.statusChanged).map(([id]) => id);
        if (changed.length > 0) parts.onStatusChanged(changed);
      },
      onSettled(entry, settlement) {
        if ('receipt' in entry) entry.receipt.settle(settlement);
        parts.onEntriesSettled(1);
      },
      onRejected(entry, error) {
        metrics.rejected.inc();
        log.error(
          { err: error, deviceId: entry.device.id, kind: entry.kind },
          'a message could not be stored',
        );
      },
      async onAway(error) {
        metrics.commitFailures.inc();
        const detail = { err: error, waitMs };
        if (isConnectionError(error)) log.warn(detail, 'the database is away; nothing is acknowledged');
        else log.error(detail, 'a commit failed; nothing is acknowledged');
        if (givenUp?.aborted) return false;
        await sleep(waitMs, undefined, givenUp ? { signal: givenUp } : {}).catch(() => undefined);
        waitMs = Math.min(waitMs * 2, longestWaitMs);
        return !givenUp?.aborted;
      },
    });
  };
  const writers = Array.from({ length: parts.count }, one);

  return {
    push(entry) {
      writers[entry.device.id % writers.length]?.push(entry);
    },
    get pending() {
      return writers.reduce((sum, writer) => sum + writer.pending, 0);
    },
    async finish(giveUp) {
      givenUp = giveUp;
      await Promise.all(writers.map((writer) => writer.finish(giveUp)));
      for (const unsubscribe of unsubscribes) unsubscribe();
    },
  };
}
