/** The limit beside a figure: what is below us does the same alone, in the same run, with nothing of ours around it. */
import { performance } from 'node:perf_hooks';
import { type Database, openEmbedded } from '@atalaia/server/src/platform/db/database.ts';
import type { QueryArrayConfig } from 'pg';
import { pino } from 'pino';
import type { Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';

const usualRounds = 5;

/** Times of one thing done again and again, ms; the first, which fills caches, is not counted. */
export async function timesOf(act: () => Promise<unknown>, rounds = usualRounds): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const startMs = performance.now();
    await act();
    if (round > 0) times.push(performance.now() - startMs);
  }
  return times;
}

export const rawTimes = (name: string, times: readonly number[]): Figure => ({
  ...{ name: `raw: ${name}`, unit: 'ms' },
  ...spreadOfTimes(times),
});

/** One statement whose rows come as text that nobody reads. */
export function rawQuery(
  name: string,
  { pool }: Pick<Database, 'pool'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Figure> {
  const types = { getTypeParser: () => (value: string) => value };
  const query: QueryArrayConfig<unknown[]> = { text, values: [...values], rowMode: 'array', types };
  return timesOf(() => pool.query(query)).then((times) => rawTimes(name, times));
}

/** The database of a server that has ended. */
export async function onEndedServer<Result>(
  dataDir: string,
  measure: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openEmbedded(dataDir, 1, pino({ level: 'error' }));
  try {
    return await measure(database);
  } finally {
    await database.stop();
  }
}
