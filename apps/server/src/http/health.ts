import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from '@atalaia/contract/health';
import type { Pool } from 'pg';

/** Longer than a healthy database ever takes, shorter than who asks is willing to wait. */
const patienceMs = 2_000;

export interface HealthReader {
  read(): Promise<Health>;
  /** Everything is up: from here on only the database decides. */
  ready(): void;
  /** The server is about to stop: send nobody here any more. */
  stopping(): void;
}

export function createHealth(pool: Pick<Pool, 'query'>): HealthReader {
  let stage: 'starting' | 'ready' | 'stopping' = 'starting';
  const isThere = () =>
    pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
  return {
    async read() {
      const hasAnswered = await Promise.race([isThere(), sleep(patienceMs, false, { ref: false })]);
      const database = hasAnswered ? 'ready' : 'away';
      const ingest = stage === 'ready' ? 'ready' : 'stopped';
      if (stage === 'starting') return { status: 'starting', database, ingest };
      return { status: stage === 'ready' && hasAnswered ? 'ready' : 'not-ready', database, ingest };
    },
    ready() {
      stage = 'ready';
    },
    stopping() {
      stage = 'stopping';
    },
  };
}
