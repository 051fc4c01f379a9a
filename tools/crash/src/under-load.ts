/** Trackers that never give up, something that befalls the server meanwhile, and the count of both sides at the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer } from '@atalaia/fixtures/running-server';
import { portOf } from '@atalaia/simulator/tracker/create-tracker';
import { type CrashTracker, createCrashTracker } from './crash-tracker.ts';
import { firstFixMsOf, protocolOf, uniqueIdOf } from './itinerary.ts';
import { readEnded, type StoredTracker } from './stored.ts';
import { type CountedVerdict, wrongsOf } from './verdict.ts';

const drainWithinMs = 60_000;

export interface Load {
  readonly trackers: readonly CrashTracker[];
  /** Ends what was attacked, and reads what it stored. */
  stored(): Promise<ReadonlyMap<string, StoredTracker>>;
}

/** So many trackers on one server. */
export async function loadOn(server: RunningServer, count: number): Promise<Load> {
  return {
    trackers: await enlist(server, count),
    async stored() {
      await server.end();
      return readEnded(server.dataDir);
    },
  };
}

export async function underLoad(
  load: Load,
  attack: (trackers: readonly CrashTracker[]) => Promise<void>,
): Promise<CountedVerdict> {
  const { trackers } = load;
  const failed = Promise.withResolvers<never>();
  const runs = trackers.map((tracker) => tracker.run());
  for (const run of runs) run.catch(failed.reject);
  await Promise.race([attack(trackers), failed.promise]);
  for (const tracker of trackers) tracker.finish();
  await Promise.race([Promise.all(runs), failed.promise, tooLong(drainWithinMs)]);

  const stored = await load.stored();
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
  const firstFixMs = firstFixMsOf(Date.now());
  return Promise.all(
    Array.from({ length: count }, async (_, vehicle) => {
      const protocol = protocolOf(vehicle);
      const uniqueId = uniqueIdOf(vehicle);
      await api.createDevice({ uniqueId, name: `Vehicle ${vehicle}` });
      const ports = [portOf(protocol) + server.portOffset];
      return createCrashTracker({ protocol, uniqueId, ports, vehicle, firstFixMs });
    }),
  );
}
