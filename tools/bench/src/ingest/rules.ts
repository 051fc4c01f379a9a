/** What the rules cost ingest: the same load with and without them, by turns. */
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import type { Benchmark } from '../benchmark.ts';
import { createFleet, fleetOf } from '../load/fleet.ts';
import { startChild } from '../process/child.ts';
import { atLeast, type Figure } from '../report/figure.ts';
import { mean, spreadOfRates } from '../report/samples.ts';
import type { IngestLoad, IngestLoadResult } from './load-process.ts';
import type { RulesChange } from './rules-process.ts';
import { type WindowResult, waitFigures } from './window-load.ts';

const connections = 1000;
const hourMs = 3_600_000;
const hoursARun = 2;
/** Each of them is a run without and a run with; the first of a pair changes from one to the next. */
const pairs = 3;

export const rules: Benchmark = {
  name: 'rules',
  title: 'Ingest with 5,000 geofences, 20 computed attributes and their events',
  async run(say) {
    await using server = await startServer({ env: { WRITERS: '3', LOG_LEVEL: 'error' } });
    return await measure(server, say);
  },
};

async function measure(server: RunningServer, say: (text: string) => void): Promise<readonly Figure[]> {
  const fleet = fleetOf(connections);
  const api = await signInToApi(server.origin, administrator.email, administrator.password);
  const { id: groupId } = await api.post<{ id: number }>('groups', { name: 'Fleet' });
  say(`registering ${connections} devices`);
  await createFleet(api, fleet, groupId);
  await server.end();

  // Each run has hours of its own, so that nothing of one is a repeat of another's.
  const startMs = Math.floor(Date.now() / hourMs) * hourMs - 24 * hourMs;
  let runs = 0;
  const run = async (inForce: boolean): Promise<readonly WindowResult[]> => {
    say(`${inForce ? 'with' : 'without'} rules`);
    const change = { dataDir: server.dataDir, groupId, inForce };
    await startChild<RulesChange, null>(new URL('./rules-process.ts', import.meta.url), change).output;
    await server.restart();
    const result = await startChild<IngestLoad, IngestLoadResult>(
      new URL('./load-process.ts', import.meta.url),
      {
        portOffset: server.portOffset,
        fleet,
        positionsPerPacket: { gt06: 1, teltonika: 10 },
        positionsPerTracker: 1000,
        firstFixMs: startMs + runs++ * hoursARun * hourMs,
        phases: [{ windowPositions: 40, warmUpMs: 4_000, measureMs: 10_000 }],
      },
    ).output;
    await server.end();
    return result.results;
  };

  const without: WindowResult[] = [];
  const withRules: WindowResult[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? [false, true] : [true, false];
    for (const inForce of order) (inForce ? withRules : without).push(...(await run(inForce)));
  }
  const ratesWith = withRules.flatMap(({ positionsPerSecond }) => positionsPerSecond);
  const ratesWithout = without.flatMap(({ positionsPerSecond }) => positionsPerSecond);
  return [
    {
      name: 'acknowledged, with rules',
      unit: 'positions/s',
      measured: mean(ratesWith),
      ...spreadOfRates(ratesWith),
    },
    {
      name: 'acknowledged, without, by turns in the same run',
      unit: 'positions/s',
      measured: mean(ratesWithout),
      ...spreadOfRates(ratesWithout),
    },
    {
      name: 'of the speed without rules',
      unit: 'ratio',
      measured: mean(ratesWith) / mean(ratesWithout),
      limits: [atLeast(0.8)],
    },
    ...withRules.flatMap((result) => waitFigures('packet to acknowledgement, with rules', result)),
    ...without.flatMap((result) => waitFigures('packet to acknowledgement, without', result)),
  ];
}
