/**
 * Connections to the web port that are only held must keep out no tracker and nobody's browser, and neither trackers that
 * are there nor people who are signed in may notice them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import type { PacedLoad, PacedPhase, PacedResult } from '../backup/pace-process.ts';
import type { Benchmark } from '../benchmark.ts';
import { createFleet, fleetOf } from '../load/fleet.ts';
import { createPacedTracker } from '../load/load-tracker.ts';
import { startChild } from '../process/child.ts';
import { atLeast, atMost, type Figure } from '../report/figure.ts';
import { createHistogram } from '../report/histogram.ts';
import { spreadOfTimes } from '../report/samples.ts';
import type { HeldLoad, HeldResult } from './held-process.ts';

const heldCount = 20_800;
/** They are shared out, since a process may often have no more than 20,000 descriptors. */
const holders = 2;
const trackerCount = 50;
const patienceMs = 30_000;
/** That are there before: one position a second each. */
const pacedCount = 500;
/** Signed in before, with a request each `requestEveryMs`. */
const peopleCount = 20;
const requestEveryMs = 100;
/** A stranger's connection may cost them so much. */
const mostTimes = 2;

export const held: Benchmark = {
  name: 'held',
  title: `${pacedCount} positions/s, ${peopleCount} people and ${trackerCount} newcomers beside ${heldCount.toLocaleString('en')} connections that are only held on the web port`,
  async run(say) {
    await using server = await startServer({ env: { LOG_LEVEL: 'error' } });
    return await measure(server, say);
  },
};

async function measure(server: RunningServer, say: (text: string) => void): Promise<readonly Figure[]> {
  const fleet = fleetOf(trackerCount + pacedCount);
  const api = await signInToApi(server.origin, administrator.email, administrator.password);
  await createFleet(api, fleet.slice(0, trackerCount));
  const paced = fleet.slice(trackerCount);
  const [deviceId = 0] = await createFleet(api, paced);
  const people = watchPeople(server, api, deviceId);
  let holding: Promise<Awaited<ReturnType<typeof hold>>[]> | undefined;
  say(`${pacedCount} trackers and ${peopleCount} people, first alone, then beside ${heldCount} connections`);
  const { alone, beside } = await startChild<PacedLoad, PacedResult, PacedPhase>(
    new URL('../backup/pace-process.ts', import.meta.url),
    { portOffset: server.portOffset, fleet: paced, warmUpMs: 5_000, measureMs: 20_000, betweenMs: 20_000 },
    (phase) => {
      people.begin(phase);
      if (phase === 'between')
        holding = Promise.all(Array.from({ length: holders }, (_, at) => hold(server, at)));
    },
  ).output;
  const { failures, percentiles } = await people.end();
  if (!holding) throw new Error('nothing was held');
  const children = await holding;
  say(`${trackerCount} trackers connect`);
  const startMs = performance.now();
  const waits = await Promise.all(
    fleet
      .slice(0, trackerCount)
      .map(async (one) => ((await isAccepted(server, one)) ? performance.now() - startMs : undefined)),
  );
  const acceptedMs = waits.filter((wait) => wait !== undefined);
  const beforeMs = performance.now();
  // on a connection of its own, as a browser that comes now
  const person = await signInToApi(server.origin, administrator.email, administrator.password);
  await person.get('devices');
  const personMs = performance.now() - beforeMs;
  for (const { stop } of children) stop();
  const results = await Promise.all(children.map(({ output }) => output));
  const sum = (of: keyof HeldResult) => results.reduce((total, result) => total + result[of], 0);
  const ofPeople = { alone: percentiles('alone'), beside: percentiles('beside') };
  const times = (what: string, p99: { readonly alone: number; readonly beside: number }) => ({
    name: `${what}, p99 beside them in times of p99 alone`,
    unit: '',
    measured: p99.beside / p99.alone,
    limits: [atMost(mostTimes)],
  });
  return [
    { name: 'packet to acknowledgement, alone', unit: 'ms', ...alone },
    { name: 'packet to acknowledgement, beside them', unit: 'ms', ...beside },
    times('packet to acknowledgement', { alone: alone.p99, beside: beside.p99 }),
    { name: "a signed-in person's request, alone", unit: 'ms', ...ofPeople.alone },
    { name: "a signed-in person's request, beside them", unit: 'ms', ...ofPeople.beside },
    times("a signed-in person's request", { alone: ofPeople.alone.p99, beside: ofPeople.beside.p99 }),
    { name: 'requests of signed-in people that failed', unit: '', measured: failures, limits: [atMost(0)] },
    {
      name: 'trackers whose first position was acknowledged',
      unit: '',
      measured: acceptedMs.length,
      limits: [atLeast(trackerCount)],
    },
    { name: 'until it was', unit: 'ms', ...spreadOfTimes(acceptedMs) },
    { name: 'a person signs in meanwhile', unit: 'ms', measured: personMs },
    {
      name: 'connections that were made',
      unit: '',
      measured: sum('connected'),
      limits: [atLeast(heldCount)],
    },
    { name: 'of them still held', unit: '', measured: sum('left'), limits: [atMost(20_000)] },
  ];
}

/** People who read one vehicle after the other, each on a connection that stays; counted by the phase of the trackers. */
function watchPeople({ origin }: RunningServer, { token }: Api, deviceId: number) {
  const requestMs = { alone: createHistogram(), beside: createHistogram() };
  let phase: PacedPhase | undefined;
  let failures = 0;
  let isOver = false;
  const readOn = async () => {
    for (; !isOver; await sleep(requestEveryMs)) {
      const now = phase;
      const startMs = performance.now();
      const answer = await fetch(`${origin}/api/devices/${deviceId}`, {
        headers: { authorization: `Bearer ${token}` },
      }).catch(() => undefined);
      await answer?.arrayBuffer();
      if (now !== 'alone' && now !== 'beside') continue;
      if (answer?.ok) requestMs[now].record(performance.now() - startMs);
      else failures += 1;
    }
  };
  const reading = Promise.all(Array.from({ length: peopleCount }, readOn));
  return {
    begin(next: PacedPhase) {
      phase = next;
    },
    async end() {
      isOver = true;
      await reading;
      const percentiles = (of: 'alone' | 'beside') => ({
        p50: requestMs[of].percentile(50),
        p99: requestMs[of].percentile(99),
      });
      return { failures, percentiles };
    },
  };
}

/** Resolves when all of them were made. */
async function hold({ port }: RunningServer, at: number) {
  const held = Promise.withResolvers<void>();
  const load = { port, connections: heldCount / holders, network: 2 + at };
  const file = new URL('./held-process.ts', import.meta.url);
  const child = startChild<HeldLoad, HeldResult, 'held'>(file, load, () => held.resolve());
  await Promise.race([held.promise, child.output]);
  return child;
}

/** Whether it signs in and one position of it is stored. */
async function isAccepted(
  { portOffset }: RunningServer,
  one: ReturnType<typeof fleetOf>[number],
): Promise<boolean> {
  const answered = Promise.withResolvers<boolean>();
  const timer = setTimeout(answered.resolve, patienceMs, false);
  const tracker = createPacedTracker(one, {
    portOffset,
    packetCount: 1,
    firstFixMs: Math.floor(Date.now() / 1000) * 1000,
    onAcknowledged: () => answered.resolve(true),
    onLost: () => answered.resolve(false),
  });
  tracker.signIn().then(
    () => tracker.send(1),
    () => answered.resolve(false),
  );
  const isStored = await answered.promise;
  clearTimeout(timer);
  tracker.close();
  return isStored;
}
