/** Trackers that never give up, something that befalls the server meanwhile, and the count of both sides at the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer } from '@atalaia/fixtures/running-server';
import { portOf } from '@atalaia/simulator/tracker/create-tracker';
import { type CrashTracker, createCrashTracker } from './crash-tracker.ts';
import type { CrashProtocol } from './itinerary.ts';
import { readStored } from './stored.ts';
import { type CountedVerdict, wrongsOf } from './verdict.ts';

const dayMs = 86_400_000;
const drainWithinMs = 60_000;

/** Ends the server before it counts. */
export async function underLoad(
  server: RunningServer,
  count: number,
  attack: (trackers: readonly CrashTracker[]) => Promise<void>,
): Promise<CountedVerdict> {
  const trackers = await enlist(server, count);
  const failed = Promise.withResolvers<never>();
  const runs = trackers.map((tracker) => tracker.run());
  for (const run of runs) run.catch(failed.reject);
  await Promise.race([attack(trackers), failed.promise]);
  for (const tracker of trackers) tracker.finish();
  await Promise.race([Promise.all(runs), failed.promise, tooLong(drainWithinMs)]);
  await server.end();

  const stored = await readStored(server.dataDir);
  return {
    acknowledged: sumOf(trackers),
    stored: [...stored.values()].reduce((total, { positions }) => total + positions, 0),
    events: [...stored.values()].reduce((total, { events }) => total + events.length, 0),
    wrongs: trackers.flatMap((tracker) => wrongsOf(tracker, stored.get(tracker.uniqueId))),
  };
}

/** Positions that were acknowledged. */
export const sumOf = (trackers: readonly CrashTracker[]) =>
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
