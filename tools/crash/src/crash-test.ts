/**
 * Trackers send, the server or its PostgreSQL is killed at random moments, and at the end everything is counted: what
 * was acknowledged is stored, no position and no event twice, none missing and none invented.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import { createRandom } from '@atalaia/simulator/random';
import { portOf } from '@atalaia/simulator/tracker/create-tracker';
import { blows, gotOver, strike, type Victim } from './blow.ts';
import { type CrashTracker, createCrashTracker } from './crash-tracker.ts';
import type { CrashProtocol } from './itinerary.ts';
import { readStored } from './stored.ts';
import { wrongsOf } from './verdict.ts';

export interface CrashTest {
  /** The same seed strikes at the same moments. */
  readonly seed: number;
  readonly trackers: number;
  /** Whether it goes on, asked after each blow. */
  readonly isEnough: (blows: number, elapsedMs: number) => boolean;
  /** Between two blows, ms. */
  readonly leastMs: number;
  readonly mostMs: number;
  readonly say: (text: string) => void;
}

export interface CrashVerdict {
  readonly blows: Readonly<Record<Victim, number>>;
  readonly acknowledged: number;
  readonly stored: number;
  readonly events: number;
  /** In words; empty when all is well. */
  readonly wrongs: readonly string[];
}

const dayMs = 86_400_000;
const drainWithinMs = 60_000;

export async function runCrashTest(test: CrashTest): Promise<CrashVerdict> {
  const server = await startServer({ env: { LOG_LEVEL: 'error' } });
  try {
    return await crash(server, test);
  } finally {
    await server.stop();
  }
}

async function crash(server: RunningServer, test: CrashTest): Promise<CrashVerdict> {
  const trackers = await enlist(server, test.trackers);
  const failed = Promise.withResolvers<never>();
  const runs = trackers.map((tracker) => tracker.run());
  for (const run of runs) run.catch(failed.reject);
  const hits = { server: 0, postgres: 0, both: 0 };

  const bombard = async () => {
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
        `${count}: kill -9 of ${victim} after ${Math.round(afterMs)} ms, ${sum(trackers)} acknowledged`,
      );
      if (test.isEnough(count, performance.now() - startMs)) return;
    }
  };
  await Promise.race([bombard(), failed.promise]);
  for (const tracker of trackers) tracker.finish();
  await Promise.race([Promise.all(runs), failed.promise, tooLong(drainWithinMs)]);
  await server.end();

  const stored = await readStored(server.dataDir);
  return {
    blows: hits,
    acknowledged: sum(trackers),
    stored: [...stored.values()].reduce((total, { positions }) => total + positions, 0),
    events: [...stored.values()].reduce((total, { events }) => total + events.length, 0),
    wrongs: trackers.flatMap((tracker) => wrongsOf(tracker, stored.get(tracker.uniqueId))),
  };
}

const sum = (trackers: readonly CrashTracker[]) =>
  trackers.reduce((total, { acknowledged }) => total + acknowledged, 0);

async function tooLong(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  throw new Error(`positions stay without an acknowledgement for ${ms} ms`);
}

/** Registers the trackers, half of them gt06, half teltonika. */
async function enlist(server: RunningServer, count: number): Promise<readonly CrashTracker[]> {
  const api = await signInToApi(server.origin, administrator.email, administrator.password);
  const firstFixMs = Math.floor(Date.now() / dayMs) * dayMs - 7 * dayMs;
  return Promise.all(
    Array.from({ length: count }, async (_, vehicle) => {
      const protocol: CrashProtocol = vehicle % 2 === 0 ? 'gt06' : 'teltonika';
      const uniqueId = `360000000${String(vehicle).padStart(6, '0')}`;
      await api.createDevice({ uniqueId, name: `Vehicle ${vehicle}` });
      const port = portOf(protocol) + server.portOffset;
      return createCrashTracker({ protocol, uniqueId, port, vehicle, firstFixMs });
    }),
  );
}
