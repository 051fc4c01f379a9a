/** Connections to the web port that are only held must keep out no tracker and nobody's browser. */
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import type { Benchmark } from '../benchmark.ts';
import { createFleet, fleetOf } from '../load/fleet.ts';
import { createLoadTracker } from '../load/load-tracker.ts';
import { encodePackets, loadWires } from '../load/packets.ts';
import { startChild } from '../process/child.ts';
import { atLeast, atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import type { HeldLoad, HeldResult } from './held-process.ts';

const heldCount = 20_800;
/** They are shared out, since a process may often have no more than 20,000 descriptors. */
const holders = 2;
const trackerCount = 50;
const patienceMs = 30_000;

export const held: Benchmark = {
  name: 'held',
  title: `${trackerCount} trackers beside ${heldCount.toLocaleString('en')} connections that are only held on the web port`,
  async run(say) {
    const server = await startServer({ env: { LOG_LEVEL: 'error' } });
    try {
      return await measure(server, say);
    } finally {
      await server.stop();
    }
  },
};

async function measure(server: RunningServer, say: (text: string) => void): Promise<readonly Figure[]> {
  const fleet = fleetOf(trackerCount);
  const api = await signInToApi(server.origin, administrator.email, administrator.password);
  await createFleet(api, fleet);
  say(`holding ${heldCount} connections`);
  const children = await Promise.all(Array.from({ length: holders }, (_, at) => hold(server, at)));
  say(`${trackerCount} trackers connect`);
  const startMs = performance.now();
  const waits = await Promise.all(
    fleet.map(async (one) => ((await isAccepted(server, one)) ? performance.now() - startMs : undefined)),
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
  return [
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
  { protocol, uniqueId }: ReturnType<typeof fleetOf>[number],
): Promise<boolean> {
  const answered = Promise.withResolvers<boolean>();
  const timer = setTimeout(answered.resolve, patienceMs, false);
  const tracker = createLoadTracker({
    packets: encodePackets({
      protocol,
      uniqueId,
      packetCount: 1,
      positionsPerPacket: 1,
      firstFixMs: Math.floor(Date.now() / 1000) * 1000,
      stepMs: 1000,
    }),
    host: '127.0.0.1',
    port: loadWires[protocol].port + portOffset,
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
