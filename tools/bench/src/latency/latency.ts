/** From a tracker's packet to the viewers' messages, while one of them does not read. */
import { type Api, signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import type { Database } from '@atalaia/server/src/platform/db/database.ts';
import type { Benchmark } from '../benchmark.ts';
import { createFleet, fleetOf } from '../load/fleet.ts';
import { startChild } from '../process/child.ts';
import { growthPerSecond, type MemorySample, watchMemory } from '../process/memory.ts';
import { onEndedServer, rawTimes, timesOf } from '../process/raw.ts';
import { atLeast, atMost, type Figure } from '../report/figure.ts';
import type { LatencyLoad, LatencyPhase, LatencyResult } from './latency-process.ts';
import type { ViewerPlan } from './viewer.ts';

const positionsPerSecond = 2000;
const viewerCount = 50;
const commits = 300;
const mib = 2 ** 20;

export const latency: Benchmark = {
  name: 'latency',
  title: `Packet to message, ${positionsPerSecond} positions/s, ${viewerCount} viewers, one stalled`,
  async run(say) {
    await using server = await startServer({ env: { LOG_LEVEL: 'error' } });
    return await measure(server, say);
  },
};

async function measure(server: RunningServer, say: (text: string) => void): Promise<readonly Figure[]> {
  const fleet = fleetOf(positionsPerSecond);
  const api = await signInToApi(server.origin, administrator.email, administrator.password);
  say(`registering ${fleet.length} devices and ${viewerCount} viewers`);
  const viewers: ViewerPlan[] = [];
  const deviceIds: number[] = [];
  for (let number = 0; number < viewerCount - 1; number += 1) {
    const own = fleet.filter((_, index) => index % (viewerCount - 1) === number);
    const { token, groupId } = await createViewer(server.origin, api, number);
    const ids = await createFleet(api, own, groupId);
    viewers.push({ token, deviceIds: ids });
    for (const [place, id] of ids.entries()) deviceIds[place * (viewerCount - 1) + number] = id;
  }

  say('trackers and viewers at work');
  const memory = watchMemory(server.pid);
  const samples: Partial<Record<LatencyPhase, readonly MemorySample[]>> = {};
  let phase: LatencyPhase | undefined;
  const result = await startChild<LatencyLoad, LatencyResult, LatencyPhase>(
    new URL('./latency-process.ts', import.meta.url),
    {
      origin: server.origin,
      portOffset: server.portOffset,
      fleet,
      deviceIds,
      viewers,
      stalled: { token: api.token, deviceIds },
      warmUpMs: 8_000,
      allReadMs: 20_000,
      stalledMs: 28_000,
    },
    (next) => {
      const taken = memory.take();
      if (phase) samples[phase] = taken;
      phase = next;
    },
  ).output;
  memory.stop();
  await server.end();
  const raw = await onEndedServer(server.dataDir, commitTimes);

  return [
    {
      name: 'packet written to message received',
      unit: 'ms',
      ...result.latencyMs,
      limits: [atMost(30, 'p50'), atMost(100, 'p99')],
    },
    rawTimes('PostgreSQL commits a position of 600 bytes, one at a time', raw),
    {
      name: 'positions shown',
      unit: 'positions/s',
      measured: result.shownPerSecond,
      limits: [atLeast(1950)],
    },
    {
      name: 'newest positions lost, by any viewer',
      unit: 'devices',
      measured: result.lostNewest,
      limits: [atMost(0)],
    },
    {
      name: 'kept for the stalled viewer, system buffers included',
      unit: 'MiB',
      measured: result.retainedBytes / mib,
      limits: [atMost(16)],
    },
    { name: 'passed by the stalled viewer meanwhile', unit: 'MiB', measured: result.passedBytes / mib },
    {
      name: 'server memory, all reading',
      unit: 'MiB/s',
      measured: growthPerSecond(samples['all-read'] ?? []),
    },
    {
      name: 'server memory, one stalled',
      unit: 'MiB/s',
      measured: growthPerSecond(samples.stalled ?? []),
    },
  ];
}

async function commitTimes({ pool }: Database): Promise<readonly number[]> {
  await pool.query('CREATE TABLE raw_commits (id bigserial PRIMARY KEY, position text)');
  const times = await timesOf(
    () => pool.query(`INSERT INTO raw_commits (position) VALUES (repeat('x', 600))`),
    commits,
  );
  await pool.query('DROP TABLE raw_commits');
  return times;
}

/** A user who sees one group. */
async function createViewer(
  origin: string,
  api: Api,
  number: number,
): Promise<{ token: string; groupId: number }> {
  const email = `viewer${number}@example.com`;
  const password = 'viewer-of-the-benchmark';
  const user = await api.createUser({ email, name: `Viewer ${number}`, password });
  const group = await api.post<{ id: number }>('groups', { name: `Group ${number}` });
  await api.post('permissions', { userId: user.id, groupId: group.id });
  const { token } = await signInToApi(origin, email, password);
  return { token, groupId: group.id };
}
