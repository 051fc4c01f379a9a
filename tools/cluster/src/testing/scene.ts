/** A cluster with somebody who administers it, and trackers that the crash test's itinerary drives. */
import { type CrashTracker, createCrashTracker, type Manner } from '@atalaia/crash/crash-tracker';
import { firstFixMsOf, protocolOf, uniqueIdOf } from '@atalaia/crash/itinerary';
import { readStored } from '@atalaia/crash/stored';
import { wrongsOf } from '@atalaia/crash/verdict';
import { type Api, signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer } from '@atalaia/fixtures/running-server';
import { createPool } from '@atalaia/server/src/platform/db/pool.ts';
import { portOf } from '@atalaia/simulator/tracker/create-tracker';
import { pino } from 'pino';
import { type Cluster, type ClusterOptions, startCluster } from '../cluster.ts';
import { openViewer, type Viewer } from '../viewer.ts';

export interface Vehicle {
  readonly id: number;
  readonly uniqueId: string;
  readonly number: number;
}

export interface Scene {
  readonly cluster: Cluster;
  readonly pool: ReturnType<typeof createPool>;
  /** Through the proxy. */
  readonly admin: Api;
  /** A process by its name. */
  server(name: string): RunningServer;
  /** Registers so many vehicles more. */
  enlist(count: number): Promise<readonly Vehicle[]>;
  /** A tracker that goes by turns to these offsets of ports; undefined is the proxy's. */
  tracker(vehicle: Vehicle, offsets?: readonly number[], more?: TrackerOptions): CrashTracker;
  /** Connected to this process, for everything that the token's person sees. */
  view(origin: string, token?: string): Viewer;
  /** A person with a right to these vehicles; his token. */
  person(
    email: string,
    vehicles: readonly Vehicle[],
  ): Promise<{ readonly id: number; readonly token: string }>;
  /** What is wrong with what is stored of trackers that have finished; several of one vehicle count as one. */
  wrongs(trackers: readonly CrashTracker[]): Promise<readonly string[]>;
  end(): Promise<void>;
}

interface TrackerOptions {
  readonly manner?: Partial<Manner>;
  readonly onCommand?: (text: string) => string | undefined;
}

const password = 'a-person-of-the-cluster';
const manner = { answerTimeoutMs: 4_000, pauseMs: 40, positionsAtOnce: 2, roundsBeforeJump: 3 };

export async function openScene(options: ClusterOptions): Promise<Scene> {
  const cluster = await startCluster(options);
  const pool = createPool({
    connectionString: cluster.database.url,
    connections: 4,
    log: pino({ level: 'silent' }),
  });
  const viewers: Viewer[] = [];
  const firstFixMs = firstFixMsOf(Date.now());
  const admin = await signInToApi(cluster.origin, administrator.email, administrator.password);
  let enlisted = 0;
  return {
    cluster,
    pool,
    admin,
    server(name) {
      const found = cluster.processes.find((one) => one.name === name);
      if (!found) throw new Error(`there is no ${name}`);
      return found.server;
    },
    async enlist(count) {
      const numbers = Array.from({ length: count }, (_, index) => enlisted + index);
      enlisted += count;
      return Promise.all(
        numbers.map(async (number) => {
          const uniqueId = uniqueIdOf(number);
          const { id } = await admin.createDevice({ uniqueId, name: `Vehicle ${number}` });
          return { id, uniqueId, number };
        }),
      );
    },
    tracker({ uniqueId, number }, offsets = [cluster.portOffset], more = {}) {
      const protocol = protocolOf(number);
      return createCrashTracker({
        ...{ protocol, uniqueId, vehicle: number, firstFixMs },
        ports: offsets.map((offset) => portOf(protocol) + offset),
        ...more,
        manner: { ...manner, ...more.manner },
      });
    },
    view(origin, token = admin.token) {
      const viewer = openViewer(origin, token);
      viewers.push(viewer);
      return viewer;
    },
    async person(email, vehicles) {
      const { id } = await admin.createUser({ email, password });
      for (const vehicle of vehicles) await admin.link(id, vehicle.id);
      const { token } = await signInToApi(cluster.origin, email, password);
      return { id, token };
    },
    async wrongs(trackers) {
      const stored = await readStored(pool);
      const byVehicle = Map.groupBy(trackers, ({ uniqueId }) => uniqueId);
      return [...byVehicle.values()].flatMap((same) => {
        const [first] = same;
        if (!first) return [];
        const { protocol, uniqueId } = first;
        const most = (of: (one: CrashTracker) => number) => Math.max(...same.map(of));
        return wrongsOf(
          {
            ...{ protocol, uniqueId, firstFixMs },
            acknowledged: most(({ acknowledged }) => acknowledged),
            sent: most(({ sent }) => sent),
          },
          stored.get(uniqueId),
        );
      });
    },
    async end() {
      for (const viewer of viewers) viewer.close();
      await pool.end();
      await cluster.end();
    },
  };
}

/** Lets trackers send while something is done; resolves when all that they sent is acknowledged. */
export async function whileSending<Result>(
  trackers: readonly CrashTracker[],
  work: () => Promise<Result>,
): Promise<Result> {
  const runs = trackers.map((tracker) => tracker.run());
  try {
    return await Promise.race([
      work(),
      Promise.all(runs).then(() => Promise.reject(new Error('they ended'))),
    ]);
  } finally {
    for (const tracker of trackers) tracker.finish();
    await Promise.all(runs);
  }
}
