/**
 * Trackers send, the server or its PostgreSQL is killed at random moments, and at the end everything is counted: what
 * was acknowledged is stored, no position and no event twice, none missing and none invented.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '@atalaia/fixtures/running-server';
import { createRandom } from '@atalaia/simulator/random';
import { blows, gotOver, strike, type Victim } from './blow.ts';
import { loadOn, sumOf, underLoad } from './under-load.ts';
import type { CountedVerdict } from './verdict.ts';

export interface CrashTest {
  /** The same seed strikes at the same moments. */
  readonly seed: number;
  readonly trackers: number;
  /** Whether it continues, asked after each blow. */
  readonly isEnough: (blows: number, elapsedMs: number) => boolean;
  /** Between two blows, ms. */
  readonly leastMs: number;
  readonly mostMs: number;
  readonly say: (text: string) => void;
}

export interface CrashVerdict extends CountedVerdict {
  readonly blows: Readonly<Record<Victim, number>>;
}

export async function runCrashTest(test: CrashTest): Promise<CrashVerdict> {
  const server = await startServer({ env: { LOG_LEVEL: 'error' } });
  const hits = { server: 0, postgres: 0, both: 0 };
  try {
    const verdict = await underLoad(await loadOn(server, test.trackers), async (trackers) => {
      const startMs = performance.now();
      let count = 0;
      for (const { afterMs, victim } of blows(createRandom(test.seed, 'blows'), test.leastMs, test.mostMs)) {
        await sleep(afterMs);
        const before = trackers.map(({ acknowledged }) => acknowledged);
        await strike(server, victim);
        await gotOver(server, () => trackers.every((one, index) => one.acknowledged > (before[index] ?? 0)));
        hits[victim] += 1;
        count += 1;
        test.say(
          `${count}: kill -9 of ${victim} after ${Math.round(afterMs)} ms, ${sumOf(trackers)} acknowledged`,
        );
        if (test.isEnough(count, performance.now() - startMs)) return;
      }
    });
    return { ...verdict, blows: hits };
  } finally {
    await server.stop();
  }
}
