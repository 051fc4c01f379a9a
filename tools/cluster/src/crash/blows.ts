/** What befalls a part of the cluster, and how long it lasts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashTracker } from '@atalaia/crash/crash-tracker';
import { reportAt } from '@atalaia/crash/itinerary';
import type { Random } from '@atalaia/simulator/random';
import { createTracker, portOf } from '@atalaia/simulator/tracker/create-tracker';
import { completeReport } from '@atalaia/simulator/wire/report';
import type { Cluster, ClusterProcess } from '../cluster.ts';
import { standStill } from '../part.ts';

export const blows = [
  ...['web killed', 'ingest killed', 'jobs killed', 'NATS server killed', 'all NATS servers away'],
  ...['proxy killed', 'PostgreSQL killed', 'route between two NATS servers cut', 'process stopped'],
  ...['NATS server stopped', 'PostgreSQL stopped', 'proxy stopped', 'clock stepped by 5 s', 'same id twice'],
] as const;
export type Blow = (typeof blows)[number];

export interface Struck {
  readonly cluster: Cluster;
  readonly trackers: readonly CrashTracker[];
  readonly random: Random;
  /** By a tracker's id: how many lines stood of another one with the same id. */
  readonly twinLines: Map<string, number>;
  /** How long something stands still or is cut, ms. */
  readonly lastsMs: number;
}

/** Preloaded into each server process. */
export const shiftedClock = join(import.meta.dirname, '../../../crash/src/shifted-clock.ts');
export const clockFileOf = (folder: string, name: string): string => join(folder, `clock-${name}`);

const awayMs = 10_000;
const steppedMs = 5_000;
const twinMs = 8_000;

const oneOf = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[random.whole(0, items.length - 1)];
  if (item === undefined) throw new Error('there is none to strike');
  return item;
};

/** It is started again by who watches over it. */
async function kill({ name, server }: ClusterProcess): Promise<string> {
  await server.kill();
  return name;
}

/** Strikes, and resolves when what it did to a part is over; says whom it hit. */
export const strike: Readonly<Record<Blow, (struck: Struck) => Promise<string>>> = {
  'web killed': ({ cluster, random }) => kill(oneOf(random, cluster.of('web'))),
  'ingest killed': ({ cluster, random }) => kill(oneOf(random, cluster.of('ingest'))),
  'jobs killed': ({ cluster, random }) => kill(oneOf(random, cluster.of('jobs'))),
  async 'NATS server killed'({ cluster, random }) {
    const { part } = oneOf(random, cluster.nats.servers);
    await part.kill();
    await sleep(awayMs / 2);
    await part.restart();
    return part.name;
  },
  async 'all NATS servers away'({ cluster }) {
    for (const { part } of cluster.nats.servers) await part.kill();
    await sleep(awayMs);
    for (const { part } of cluster.nats.servers) await part.restart();
    return `for ${awayMs} ms`;
  },
  async 'proxy killed'({ cluster }) {
    await cluster.proxy.kill();
    await sleep(1_000);
    await cluster.proxy.restart();
    return '';
  },
  async 'PostgreSQL killed'({ cluster }) {
    const { database, patroni } = cluster;
    const before = await patroni?.primary();
    await database.killPrimary();
    if (!patroni) return '';
    const startMs = performance.now();
    while ((await patroni.primary()) === undefined) await sleep(100);
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    // beside the load that goes on already
    await sleep(awayMs);
    await patroni.restartKilled();
    return `${before}; another one was the primary after ${seconds} s`;
  },
  async 'route between two NATS servers cut'({ cluster, random, lastsMs }) {
    const [one, other] = oneOf(random, [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const);
    const way = random.chance(0.5) ? 'silent' : 'refused';
    await cluster.nats.route(one, other).set(way);
    await sleep(lastsMs);
    await cluster.nats.route(one, other).set('open');
    return `${one + 1} and ${other + 1}, ${way}`;
  },
  async 'process stopped'({ cluster, random, lastsMs }) {
    const { name, server } = oneOf(random, cluster.processes);
    await standStill([server.pid], lastsMs);
    return name;
  },
  async 'NATS server stopped'({ cluster, random, lastsMs }) {
    const { part } = oneOf(random, cluster.nats.servers);
    await standStill([part.pid], lastsMs);
    return part.name;
  },
  async 'PostgreSQL stopped'({ cluster, lastsMs }) {
    await standStill(await cluster.database.primaryPids(), lastsMs);
    return '';
  },
  async 'proxy stopped'({ cluster, lastsMs }) {
    await standStill([cluster.proxy.pid], lastsMs);
    return '';
  },
  async 'clock stepped by 5 s'({ cluster, random, lastsMs }) {
    const { name } = oneOf(random, cluster.processes);
    const file = clockFileOf(cluster.folder, name);
    const byMs = random.chance(0.5) ? steppedMs : -steppedMs;
    writeFileSync(file, String(byMs));
    await sleep(lastsMs);
    writeFileSync(file, '0');
    return `${name}, ${byMs} ms`;
  },
  async 'same id twice'({ trackers, random, twinLines }) {
    const tracker = oneOf(random, trackers);
    const { uniqueId } = tracker;
    twinLines.set(uniqueId, (twinLines.get(uniqueId) ?? 0) + (await runTwin(tracker)));
    return uniqueId;
  },
};

/** Another tracker with its id sends what it sent last once more, to whichever process the proxy gives it; how many lines stood. */
async function runTwin(tracker: CrashTracker): Promise<number> {
  const { protocol, uniqueId, ports, vehicle, firstFixMs } = tracker;
  const port = ports[0] ?? portOf(protocol);
  const twin = createTracker({ protocol, uniqueId, host: '127.0.0.1', port, answerTimeoutMs: 3_000 });
  const untilMs = performance.now() + twinMs;
  let lines = 0;
  while (performance.now() < untilMs) {
    // the line is taken from it again and again
    const isConnected = await twin.connect().then(
      () => true,
      () => false,
    );
    if (isConnected) lines += 1;
    for (let back = 5; isConnected && back > 0; back -= 1) {
      const index = tracker.acknowledged - back;
      if (index < 0) continue;
      const report = completeReport(reportAt(protocol, firstFixMs, vehicle, index));
      const isAnswered = await twin.sendPosition(report).then(
        () => true,
        () => false,
      );
      if (!isAnswered) break;
    }
    await twin.close();
    await sleep(100);
  }
  return lines;
}
