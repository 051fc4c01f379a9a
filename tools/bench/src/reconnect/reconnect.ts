/** After an outage every tracker comes back at the same moment. */
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import type { Benchmark } from '../benchmark.ts';
import type { RawInserts, RawResult } from '../ingest/raw-process.ts';
import { createFleet, fleetOf } from '../load/fleet.ts';
import { startChild } from '../process/child.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { mean } from '../report/samples.ts';
import type { ReconnectLoad, ReconnectResult } from './reconnect-process.ts';

const trackerCount = 10_000;
const minuteMs = 60_000;

export const reconnect: Benchmark = {
  name: 'reconnect',
  title: `${trackerCount.toLocaleString('en')} trackers reconnect at once, after a restart`,
  async run(say) {
    await using server = await startServer({ env: { LOG_LEVEL: 'error' } });
    return await measure(server, say);
  },
};

async function measure(server: RunningServer, say: (text: string) => void): Promise<readonly Figure[]> {
  const fleet = fleetOf(trackerCount);
  const api = await signInToApi(server.origin, administrator.email, administrator.password);
  say(`registering ${trackerCount} devices`);
  const deviceIds = await createFleet(api, fleet);
  const connect = (atOnce: number, fixMs: number) =>
    startChild<ReconnectLoad, ReconnectResult>(new URL('./reconnect-process.ts', import.meta.url), {
      portOffset: server.portOffset,
      fleet,
      atOnce,
      fixMs,
    }).output;

  const nowMs = Math.floor(Date.now() / 1000) * 1000;
  say('all connect a first time, two hundred at a time');
  await connect(200, nowMs - minuteMs);
  await server.end();
  await server.restart();
  say('all connect at once');
  const { allMs, signedInMs, committedMs } = await connect(trackerCount, nowMs);
  await server.end();
  say('raw inserts');
  const raw = await startChild<RawInserts, RawResult>(new URL('../ingest/raw-process.ts', import.meta.url), {
    ...{ dataDir: server.dataDir, writers: 3, deviceIds, firstFixMs: nowMs + minuteMs },
    ...{ warmUpMs: 2_000, measureMs: 6_000, ofEachDevice: 1 },
  }).output;
  return [
    {
      name: 'until all are signed in and their first positions committed',
      unit: 'ms',
      measured: allMs,
      limits: [atMost(4000)],
    },
    {
      name: 'raw: the writers’ statement inserts a position of each, with nothing decoded and nobody to answer',
      unit: 'ms',
      measured: (trackerCount / mean(raw.positionsPerSecond)) * 1000,
    },
    { name: 'until a tracker is signed in', unit: 'ms', ...signedInMs },
    { name: 'until its first position is committed', unit: 'ms', ...committedMs },
  ];
}
