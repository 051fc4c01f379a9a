/** How soon work goes on after a part of a cluster was killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openScene, type Scene, whileSending } from '@atalaia/cluster/testing/scene';
import type { CrashTracker } from '@atalaia/crash/crash-tracker';
import { atMost, type Figure } from '../report/figure.ts';
import { percentile } from '../report/samples.ts';

const trackerCount = 100;
const settleMs = 5_000;
const patienceMs = 60_000;
const lookEveryMs = 5;
const manner = { pauseMs: 400, positionsAtOnce: 2, roundsBeforeJump: Number.POSITIVE_INFINITY } as const;

export async function failureFigures(say: (text: string) => void): Promise<readonly Figure[]> {
  say('a cluster with two PostgreSQL');
  const scene = await openScene({ ha: true });
  try {
    const vehicles = await scene.enlist(trackerCount);
    const trackers = vehicles.map((vehicle) => scene.tracker(vehicle, undefined, { manner }));
    return await whileSending(trackers, async () => {
      await sleep(settleMs);
      return [
        await killedIngest(scene, trackers, say),
        await killedWeb(
          scene,
          vehicles.map(({ id }) => id),
          say,
        ),
        await killedPrimary(scene, trackers, say),
      ];
    });
  } finally {
    await scene.end();
  }
}

/** When each tracker's line stood again, and when it was acknowledged something after that. */
async function killedIngest(
  { server }: Scene,
  trackers: readonly CrashTracker[],
  say: (text: string) => void,
) {
  say('an ingest process is killed');
  const before = trackers.map(({ connections }) => connections);
  await server('ingest-1').kill();
  const startMs = performance.now();
  const backMs = new Map<CrashTracker, { readonly atMs: number; readonly acknowledged: number }>();
  const waits: number[] = [];
  const done = new Set<CrashTracker>();
  while (performance.now() - startMs < 20_000) {
    for (const [index, tracker] of trackers.entries()) {
      if (done.has(tracker)) continue;
      const back = backMs.get(tracker);
      const { acknowledged } = tracker;
      if (!back && tracker.connections > (before[index] ?? 0))
        backMs.set(tracker, { atMs: performance.now(), acknowledged });
      if (back && acknowledged > back.acknowledged) {
        waits.push(performance.now() - back.atMs);
        done.add(tracker);
      }
    }
    await sleep(lookEveryMs);
  }
  await server('ingest-1').restart();
  if (waits.length < trackerCount / 4 || waits.length < backMs.size)
    throw new Error(`${waits.length} of ${backMs.size} trackers were stored again`);
  return {
    name: `a killed ingest process: its ${waits.length} trackers, from their new line to the acknowledgement`,
    unit: 'ms',
    p50: percentile(waits, 50),
    p99: percentile(waits, 100),
    limits: [atMost(2_000, 'p99')],
  } satisfies Figure;
}

/** From the kill until whoever was connected there is shown something that was stored after it. */
async function killedWeb(
  { server, view, cluster }: Scene,
  ids: readonly number[],
  say: (text: string) => void,
) {
  say('a web process is killed');
  const viewers = Array.from({ length: 8 }, () => view(cluster.origin));
  await sleep(settleMs);
  const before = viewers.map(({ closes }) => closes.length);
  await server('web-1').kill();
  const killedMs = performance.now();
  const waits = new Map<number, number>();
  while (performance.now() - killedMs < 20_000) {
    for (const [place, viewer] of viewers.entries()) {
      if (waits.has(place) || viewer.closes.length === before[place] || !viewer.isConnected) continue;
      if (ids.every((id) => (viewer.lastMs(id) ?? 0) > killedMs))
        waits.set(place, performance.now() - killedMs);
    }
    await sleep(lookEveryMs);
  }
  await server('web-1').restart();
  const times = [...waits.values()];
  if (times.length === 0) throw new Error('nobody was connected to the killed process');
  for (const viewer of viewers) viewer.close();
  return {
    name: `a killed web process: its ${times.length} viewers, from the kill until they are shown every vehicle anew`,
    unit: 'ms',
    p50: percentile(times, 50),
    p99: percentile(times, 100),
    limits: [atMost(5_000, 'p99')],
  } satisfies Figure;
}

/** From the moment that Patroni says who is the primary until every tracker was acknowledged something. */
async function killedPrimary(
  { cluster }: Scene,
  trackers: readonly CrashTracker[],
  say: (text: string) => void,
) {
  say('the primary is killed');
  const { patroni } = cluster;
  if (!patroni) throw new Error('there is one PostgreSQL only');
  const before = await patroni.primary();
  await patroni.killPrimary();
  const killedMs = performance.now();
  const untilMs = killedMs + patienceMs;
  let now = await patroni.primary();
  while (now === undefined || now === before) {
    if (performance.now() > untilMs) throw new Error('no other PostgreSQL became the primary');
    await sleep(20);
    now = await patroni.primary();
  }
  const promotedMs = performance.now();
  const acknowledged = trackers.map((tracker) => tracker.acknowledged);
  while (trackers.some((tracker, index) => tracker.acknowledged <= (acknowledged[index] ?? 0))) {
    if (performance.now() > promotedMs + patienceMs)
      throw new Error('trackers stay without an acknowledgement');
    await sleep(20);
  }
  const measured = (performance.now() - promotedMs) / 1000;
  say(`promoted ${((promotedMs - killedMs) / 1000).toFixed(1)} s after the kill`);
  return {
    name: 'a killed primary: from the new one until every tracker was acknowledged something',
    unit: 's',
    measured,
    limits: [atMost(15)],
  } satisfies Figure;
}
