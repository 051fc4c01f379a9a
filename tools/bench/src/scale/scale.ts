/** What more processes cost, what NATS adds to the way of a position, and how soon work goes on after a kill (SCALE-08). */

import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster } from '@atalaia/cluster/cluster';
import { availablePrograms, isAgreedBy, requirePrograms } from '@atalaia/cluster/debian-packages';
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, startServer } from '@atalaia/fixtures/running-server';
import type { Benchmark } from '../benchmark.ts';
import type { LatencyLoad, LatencyResult } from '../latency/latency-process.ts';
import { createFleet, fleetOf } from '../load/fleet.ts';
import { startChild } from '../process/child.ts';
import { watchMemory } from '../process/memory.ts';
import type { ReconnectLoad, ReconnectResult } from '../reconnect/reconnect-process.ts';
import { atLeast, atMost, type Figure } from '../report/figure.ts';
import { percentile } from '../report/samples.ts';
import { failureFigures } from './failures.ts';
import { openBench, type Run } from './processes.ts';

const rounds = 3;
const seconds = 5;
const pacedTrackers = 500;
const connectedTrackers = 5_000;

const parts: Readonly<Record<string, (say: (text: string) => void) => Promise<readonly Figure[]>>> = {
  cost: costFigures,
  way: wayFigures,
  memory: memoryFigures,
  failures: failureFigures,
};

export const scale: Benchmark = {
  name: 'scale',
  title: 'Two processes beside one, NATS between them, and kills',
  parts: Object.keys(parts),
  async run(say, { parts: chosen }) {
    await requirePrograms(availablePrograms, isAgreedBy([]));
    const figures: Figure[] = [];
    for (const [name, measure] of Object.entries(parts))
      if (chosen === undefined || chosen.includes(name)) figures.push(...(await measure(say)));
    return figures;
  },
};

/** By turns, so that what changes on the machine meanwhile meets both. */
async function costFigures(say: (text: string) => void): Promise<readonly Figure[]> {
  const bench = await openBench();
  let bytesPerPosition = 0;
  let reindexedBytesPerPosition = 0;
  const runs = { one: [] as Run[], two: [] as Run[], oneStored: [] as Run[], twoStored: [] as Run[] };
  try {
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}: one process and two, without a database and with it`);
      runs.one.push(await bench.run(1, false, seconds));
      runs.two.push(await bench.run(2, false, seconds));
      runs.oneStored.push(await bench.run(1, true, seconds));
      runs.twoStored.push(await bench.run(2, true, seconds));
    }
    bytesPerPosition = await bench.bytesPerPosition();
    await bench.reindex();
    reindexedBytesPerPosition = await bench.bytesPerPosition();
  } finally {
    await bench.end();
  }
  const median = (of: readonly Run[], what: (run: Run) => number) => percentile(of.map(what), 50);
  const cpu = (of: readonly Run[]) => median(of, ({ cpuSecondsPerMillion }) => cpuSecondsPerMillion);
  const rate = (of: readonly Run[]) => median(of, ({ positionsPerSecond }) => positionsPerSecond);
  const cpuFigure = (name: string, of: readonly Run[]): Figure => ({ name, unit: 's', measured: cpu(of) });
  const rateFigure = (name: string, of: readonly Run[]): Figure => ({
    name,
    unit: 'positions/s',
    measured: rate(of),
  });
  return [
    cpuFigure('CPU of one process for a million positions, writers answered after 2 ms', runs.one),
    cpuFigure('the same, two processes with NATS', runs.two),
    {
      name: 'CPU of two processes of that of one',
      unit: 'ratio',
      measured: cpu(runs.two) / cpu(runs.one),
      limits: [atMost(1.1)],
    },
    rateFigure('acknowledged by one process, with the database', runs.oneStored),
    rateFigure('the same, two processes with NATS', runs.twoStored),
    {
      name: 'two processes with the database, of one',
      unit: 'ratio',
      measured: rate(runs.twoStored) / rate(runs.oneStored),
      limits: [atLeast(0.95)],
    },
    cpuFigure('CPU of one process for a million positions, with the database', runs.oneStored),
    cpuFigure('the same, two processes with NATS', runs.twoStored),
    {
      name: 'CPU of PostgreSQL for a million positions',
      unit: 's',
      measured: median(runs.oneStored, (run) => run.databaseCpuSecondsPerMillion),
    },
    {
      name: 'on disk, with indexes',
      unit: 'bytes/position',
      measured: bytesPerPosition,
      limits: [atMost(450)],
    },
    {
      name: 'the same, its indexes built anew',
      unit: 'bytes/position',
      measured: reindexedBytesPerPosition,
      limits: [atMost(300)],
    },
    {
      name: 'write-ahead log',
      unit: 'bytes/position',
      measured: median(runs.oneStored, (run) => run.walBytesPerPosition),
    },
  ];
}

interface Place {
  readonly origin: string;
  readonly portOffset: number;
}

async function wayFigures(say: (text: string) => void): Promise<readonly Figure[]> {
  say('packet to message, within one process');
  const alone = await startServer({ env: { LOG_LEVEL: 'error' } });
  const within = await packetToMessage(alone).finally(alone.stop);
  say('packet to message, from an ingest process through NATS to a web process');
  const cluster = await startCluster({ processes: { web: 1, ingest: 1, jobs: 1 } });
  const origin = cluster.of('web')[0]?.server.origin ?? '';
  const portOffset = cluster.of('ingest')[0]?.server.portOffset ?? 0;
  const through = await packetToMessage({ origin, portOffset }).finally(cluster.end);
  return [
    { name: 'packet written to message received, one process', unit: 'ms', ...within },
    { name: 'the same, through NATS', unit: 'ms', ...through },
    {
      name: 'what NATS adds at p50',
      unit: 'ms',
      measured: through.p50 - within.p50,
      limits: [atMost(10)],
    },
  ];
}

async function packetToMessage({
  origin,
  portOffset,
}: Place): Promise<{ readonly p50: number; readonly p99: number }> {
  const fleet = fleetOf(pacedTrackers);
  const api = await signInToApi(origin, administrator.email, administrator.password);
  const deviceIds = await createFleet(api, fleet);
  const plan = { token: api.token, deviceIds };
  const { latencyMs } = await startChild<LatencyLoad, LatencyResult>(
    new URL('../latency/latency-process.ts', import.meta.url),
    {
      ...{ origin, portOffset, fleet, deviceIds, viewers: [plan], stalled: plan },
      ...{ warmUpMs: 5_000, allReadMs: 1_000, stalledMs: 20_000 },
    },
  ).output;
  return latencyMs;
}

/** The most that a server holds while trackers connect and send one position each, garbage of it included. */
async function memoryFigures(say: (text: string) => void): Promise<readonly Figure[]> {
  await using server = await startServer({ env: { LOG_LEVEL: 'error' } });
  const api = await signInToApi(server.origin, administrator.email, administrator.password);
  const fleet = fleetOf(connectedTrackers);
  say(`registering ${connectedTrackers} devices`);
  await createFleet(api, fleet);
  say('they connect, two hundred at a time, and send a position each');
  const watch = watchMemory(server.pid);
  await sleep(1_000);
  const before = Math.max(...watch.take().map(({ mib }) => mib));
  const fixMs = Math.floor(Date.now() / 1000) * 1000;
  await startChild<ReconnectLoad, ReconnectResult>(
    new URL('../reconnect/reconnect-process.ts', import.meta.url),
    { portOffset: server.portOffset, fleet, atOnce: 200, fixMs },
  ).output.finally(watch.stop);
  const most = Math.max(...watch.take().map(({ mib }) => mib));
  return [
    { name: 'memory of a process before anybody connects', unit: 'MiB', measured: before },
    {
      name: 'memory that a connected tracker adds, with the garbage of its sign-in',
      unit: 'KiB',
      measured: ((most - before) / connectedTrackers) * 1024,
    },
  ];
}
