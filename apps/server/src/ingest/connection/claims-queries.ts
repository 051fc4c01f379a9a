import type { Pool } from 'pg';
import { retryWhileAway } from '../../platform/db/connection/retry-while-away.ts';

/**
 * A TCP connection's right to a device: of two connections the one with the higher number holds it, whichever processes
 * they lead to. Dealt by the database when the device signs in on the connection.
 */
export interface Claim {
  /** Of the process: another one at each start. */
  readonly epoch: number;
  readonly number: number;
}

export interface Claims {
  /** Gets this process its epoch; rejects when the database does not answer. */
  start(): Promise<void>;
  /** 0 before the start. */
  readonly epoch: number;
  /** A number higher than all that were issued before. Waits for a database that is away; rejects once they stop. */
  issue(): Claim | Promise<Claim>;
  stop(): void;
}

const mostAtOnce = 1000;

interface Question {
  resolve(claim: Claim): void;
  reject(error: unknown): void;
}

/**
 * Never issued ahead of need: a number that waited here would be lower than one that another process issued meanwhile,
 * and the older connection would win.
 */
/** `ownEpoch`: of this process, where it has one already. */
export function createClaims(pool: Pick<Pool, 'query'>, ownEpoch = 0): Claims {
  const stopping = new AbortController();
  let epoch = ownEpoch;
  let questions: Question[] = [];
  let asking = false;

  const numbers = async (count: number): Promise<readonly number[]> => {
    const { rows } = await pool.query<{ number: number }>({
      name: 'ingest-claims',
      text: `SELECT nextval('claim_numbers') AS number FROM generate_series(1, $1)`,
      values: [count],
    });
    return rows.map(({ number }) => number);
  };

  const askNext = async () => {
    const some = questions.slice(0, mostAtOnce);
    questions = questions.slice(mostAtOnce);
    try {
      const issued = await retryWhileAway(() => numbers(some.length), { signal: stopping.signal });
      for (const [index, { resolve }] of some.entries()) resolve({ epoch, number: issued[index] ?? 0 });
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  };

  const askAll = async () => {
    asking = true;
    // the sign-ins of one tick, thousands after an outage, are one query
    await new Promise(setImmediate);
    while (questions.length > 0) await askNext();
    asking = false;
  };

  return {
    async start() {
      if (epoch !== 0) return;
      const { rows } = await pool.query<{ epoch: number }>(`SELECT nextval('process_epochs') AS epoch`);
      epoch = rows[0]?.epoch ?? 0;
    },
    get epoch() {
      return epoch;
    },
    issue() {
      const { promise, resolve, reject } = Promise.withResolvers<Claim>();
      questions.push({ resolve, reject });
      if (!asking) void askAll();
      return promise;
    },
    stop: () => stopping.abort(),
  };
}
