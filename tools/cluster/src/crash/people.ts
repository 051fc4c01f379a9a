/**
 * What people do meanwhile: they watch, a right is taken from one of them again and again, and commands are sent. What was
 * shown too late and what was done twice is noted as it happens.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Device } from '@atalaia/contract/devices/device';
import type { CrashTracker } from '@atalaia/crash/crash-tracker';
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator } from '@atalaia/fixtures/running-server';
import type { Random } from '@atalaia/simulator/random';
import type { Cluster } from '../cluster.ts';
import { openViewer, type Viewer } from '../viewer.ts';

export interface People {
  readonly viewers: readonly Viewer[];
  /** Whether every screen shows what the trackers were told is stored. */
  areInSync(trackers: readonly CrashTracker[]): boolean;
  readonly counts: { taken: number; commands: number; carriedOut: number };
  readonly wrongs: readonly string[];
  /** For a tracker: what it does with a command. */
  onCommand(text: string): string;
  stop(): Promise<void>;
}

/** Within which what was taken away may still be shown (SCALE-03). */
const shownForMs = 1_000;
const watchedMs = 4_000;
/** Longer than anything stands still. */
const watchedMostMs = 90_000;
const takers = 4;
const password = 'watcher-of-the-crash';

export async function sendPeople(cluster: Cluster, random: Random): Promise<People> {
  const { origin } = cluster;
  const admin = await signInToApi(origin, administrator.email, administrator.password);
  const devices = await admin.get<readonly Device[]>('devices');
  const idOf = new Map(devices.map(({ uniqueId, id }) => [uniqueId, id]));
  const watcher = await admin.createUser({ email: 'watcher@crash.local', password });
  for (const { id } of devices) await admin.link(watcher.id, id);
  const { token } = await signInToApi(origin, watcher.email, password);
  // one at each web process, one who comes through the proxy
  const origins = cluster.of('web').map(({ server }) => server.origin);
  const all = [...origins, origin].map((one) => openViewer(one, admin.token));
  // what a stopped proxy has in hand comes late by no fault of ours
  const watchers = origins.map((one) => openViewer(one, token));
  const wrongs: string[] = [];
  const counts = { taken: 0, commands: 0, carriedOut: 0 };
  const received = new Map<string, number>();
  const ending = new AbortController();

  /** Undefined where it was not answered: whether it was done is open. */
  async function ask(method: string, path: string, body: object) {
    const answer = await fetch(`${origin}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.status;
  }

  const sleepUnlessEnding = (ms: number) =>
    sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined);

  /** A process that stood still has said all that it had in hand. */
  async function untilShownAnew(sinceMs: number): Promise<void> {
    const isShownAnew = (viewer: Viewer) =>
      viewer.isConnected && devices.some(({ id }) => (viewer.lastMs(id) ?? 0) > sinceMs);
    const endMs = sinceMs + watchedMostMs;
    while (!ending.signal.aborted && performance.now() < endMs && !watchers.every(isShownAnew))
      await sleepUnlessEnding(250);
  }

  /** From the devices at these places, so that several rights are away at once. */
  async function takeRights(place: number): Promise<void> {
    const own = devices.filter((_, index) => index % takers === place);
    while (!ending.signal.aborted) {
      const { id } = own[random.whole(0, own.length - 1)] ?? { id: 0 };
      const link = { userId: watcher.id, deviceId: id };
      const status = await ask('DELETE', 'permissions', link);
      if (status === 204) {
        counts.taken += 1;
        const takenMs = performance.now();
        await sleepUnlessEnding(watchedMs);
        await untilShownAnew(takenMs + watchedMs);
        for (const [place, viewer] of watchers.entries()) {
          const lateMs = (viewer.lastMs(id) ?? 0) - takenMs;
          if (lateMs > shownForMs)
            wrongs.push(
              `watcher ${place} was shown device ${id} ${Math.round(lateMs)} ms after it was taken away`,
            );
        }
      }
      while (!ending.signal.aborted && (await ask('POST', 'permissions', link)) !== 204) await sleep(500);
      await sleepUnlessEnding(2_000);
    }
  }

  async function sendCommands(): Promise<void> {
    for (let number = 1; !ending.signal.aborted; number += 1) {
      const { id } = devices[random.whole(0, devices.length - 1)] ?? { id: 0 };
      const data = `CRASH,${number}#`;
      const status = await ask('POST', 'commands/send', {
        deviceId: id,
        type: 'custom',
        attributes: { data },
      });
      if (status === 200 || status === 202) counts.commands += 1;
      await sleepUnlessEnding(1_000);
    }
  }

  const working = Promise.all([
    ...Array.from({ length: takers }, (_, place) => takeRights(place)),
    sendCommands(),
  ]);
  working.catch((error: unknown) => wrongs.push(String(error)));
  const shows = (viewer: Viewer, tracker: CrashTracker) => {
    const id = idOf.get(tracker.uniqueId) ?? 0;
    const wantedMs = tracker.firstFixMs + (tracker.acknowledged - 1) * 1000;
    return (viewer.newest(id)?.fixTimeMs ?? 0) >= wantedMs;
  };
  return {
    viewers: all,
    counts,
    wrongs,
    areInSync: (trackers) =>
      all.every((viewer) => viewer.isConnected && trackers.every((tracker) => shows(viewer, tracker))),
    onCommand(text) {
      counts.carriedOut += 1;
      const times = (received.get(text) ?? 0) + 1;
      received.set(text, times);
      if (times > 1) wrongs.push(`the command ${text} reached its tracker ${times} times`);
      return 'OK';
    },
    async stop() {
      ending.abort();
      await working;
      for (const viewer of [...all, ...watchers]) viewer.close();
    },
  };
}
