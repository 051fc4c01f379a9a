import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from '@atalaia/contract/server/health';
import type { Pool } from 'pg';

/** Longer than a healthy database ever takes, shorter than who asks is willing to wait. */
const patienceMs = 2_000;

export interface HealthReaderParts {
  readonly pool: Pick<Pool, 'query'>;
  /** Why nothing of what trackers send is stored; undefined while it is, or while nothing waits. */
  readonly trouble: () => Health['cause'];
  /** The disk of the database has no room, as far as this server can tell without asking it. */
  readonly isOutOfSpace: () => boolean;
}

export interface HealthReader {
  read(): Promise<Health>;
  /** Everything is up: from here on the database and the writers decide. */
  ready(): void;
  /** The server is about to stop: send nobody here any more. */
  stopping(): void;
}

export function createHealth({ pool, trouble, isOutOfSpace }: HealthReaderParts): HealthReader {
  let stage: 'starting' | 'ready' | 'stopping' = 'starting';
  const probe = () =>
    pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
  const ingestState = (cause: Health['cause']) => {
    if (stage !== 'ready') return 'stopped';
    if (cause === undefined) return 'ready';
    return cause === 'writers-stuck' ? 'stuck' : 'failing';
  };
  return {
    async read() {
      const hasAnswered = await Promise.race([probe(), sleep(patienceMs, false, { ref: false })]);
      const met = trouble();
      const cause = hasAnswered || met === 'no-space' ? met : 'database-away';
      const isReady = stage === 'ready' && cause === undefined;
      return {
        status: stage === 'starting' ? 'starting' : isReady ? 'ready' : 'not-ready',
        database: hasAnswered ? 'ready' : 'away',
        ingest: ingestState(met),
        ...(cause && { cause: cause === 'database-away' && isOutOfSpace() ? 'no-space' : cause }),
      };
    },
    ready() {
      stage = 'ready';
    },
    stopping() {
      stage = 'stopping';
    },
  };
}
