/** How many positions a second become durable, beside what the database takes at best in the same run. */

import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import { openEmbedded } from '@atalaia/server/src/platform/db/database.ts';
import { pino } from 'pino';
import type { Benchmark } from '../benchmark.ts';
import { createFleet, fleetOf } from '../load/fleet.ts';
import { startChild } from '../process/child.ts';
import { privateMib } from '../process/memory.ts';
import { atLeast, atMost, type Figure } from '../report/figure.ts';
import { mean, spreadOfRates } from '../report/samples.ts';
import type { IngestLoad, IngestLoadResult } from './load-process.ts';
import type { RawInserts, RawResult } from './raw-process.ts';
import { waitFigures } from './window-load.ts';

const connections = 1000;
const writers = 3;
const hourMs = 3_600_000;

/** A stream that a tracker sends after a dead zone: gt06 one position a packet, teltonika ten. */
const streaming = { gt06: 1, teltonika: 10 };

export const ingest: Benchmark = {
  name: 'ingest',
  title: `Durable ingest, ${connections} connections`,
  parts: ['streaming', 'single'],
  async run(say, { parts }) {
    await using server = await startServer({ env: { WRITERS: String(writers), LOG_LEVEL: 'error' } });
    return await measure(server, say, (part) => parts?.includes(part) ?? true);
  },
};

async function measure(
  server: RunningServer,
  say: (text: string) => void,
  isAsked: (part: 'streaming' | 'single') => boolean,
): Promise<readonly Figure[]> {
  const fleet = fleetOf(connections);
  const api = await signInToApi(server.origin, administrator.email, administrator.password);
  say(`registering ${connections} devices`);
  const deviceIds = await createFleet(api, fleet);
  await server.end();

  // Each part has hours of its own, so that nothing of one is a repeat of another's.
  const startMs = Math.floor(Date.now() / hourMs) * hourMs - 12 * hourMs;
  const raw = (part: number, ofEachDevice?: number) => {
    say('raw inserts');
    return startChild<RawInserts, RawResult>(new URL('./raw-process.ts', import.meta.url), {
      dataDir: server.dataDir,
      writers,
      deviceIds,
      firstFixMs: startMs + part * hourMs,
      warmUpMs: 2_000,
      measureMs: 8_000,
      ...(ofEachDevice && { ofEachDevice }),
    }).output;
  };
  const load = async (part: number, input: Pick<IngestLoad, 'positionsPerPacket' | 'phases'>) => {
    say(`${connections} trackers, ${input.phases[0]?.windowPositions} positions of each on their way`);
    await server.restart();
    const result = await startChild<IngestLoad, IngestLoadResult>(
      new URL('./load-process.ts', import.meta.url),
      {
        portOffset: server.portOffset,
        fleet,
        positionsPerTracker: 1800,
        firstFixMs: startMs + part * hourMs,
        ...input,
      },
    ).output;
    const heldMib = privateMib(server.pid);
    await server.end();
    return { ...result, heldMib };
  };

  const figures: Figure[] = [];
  let written = 0;
  if (isAsked('streaming')) {
    const rawBefore = await raw(0);
    const streamed = await load(4, {
      positionsPerPacket: streaming,
      // a minute, since its memory is of interest too
      phases: [{ windowPositions: 40, warmUpMs: 4_000, measureMs: 60_000 }],
    });
    const rawAfter = await raw(10);
    figures.push(
      ...streamedFigures(streamed, [...rawBefore.positionsPerSecond, ...rawAfter.positionsPerSecond]),
    );
    written += rawBefore.written + rawAfter.written + streamed.acknowledged;
  }
  if (isAsked('single')) {
    const single = await load(6, {
      positionsPerPacket: { gt06: 1, teltonika: 1 },
      phases: [{ windowPositions: 1, warmUpMs: 4_000, measureMs: 15_000 }],
    });
    const rawSingle = await raw(8, 1);
    figures.push(...singleFigures(single, rawSingle.positionsPerSecond));
    written += rawSingle.written + single.acknowledged;
  }
  const stored = await countPositions(server.dataDir);
  figures.push({
    name: 'acknowledged and not stored',
    unit: 'positions',
    measured: written - stored,
    limits: [atMost(0)],
  });
  return figures;
}

function streamedFigures(
  { results, heldMib }: IngestLoadResult & { readonly heldMib: number },
  rawRates: readonly number[],
): readonly Figure[] {
  const rates = results[0]?.positionsPerSecond ?? [];
  return [
    {
      name: 'acknowledged, 40 positions of each tracker on their way',
      unit: 'positions/s',
      measured: mean(rates),
      ...spreadOfRates(rates),
      limits: [atLeast(30_000)],
    },
    {
      name: 'private memory of the server after that minute',
      unit: 'MiB',
      measured: heldMib,
      limits: [atMost(600)],
    },
    {
      name: 'raw inserts: same statement, table, indexes, state rows',
      unit: 'positions/s',
      measured: mean(rawRates),
      ...spreadOfRates(rawRates),
    },
    {
      name: 'of the raw inserts',
      unit: 'ratio',
      measured: mean(rates) / mean(rawRates),
      limits: [atLeast(0.75)],
    },
    ...results.flatMap((result) => waitFigures('packet to acknowledgement, so loaded', result)),
  ];
}

function singleFigures({ results }: IngestLoadResult, rawRates: readonly number[]): readonly Figure[] {
  const rates = results[0]?.positionsPerSecond ?? [];
  return [
    {
      name: 'acknowledged, one packet of one position outstanding',
      unit: 'positions/s',
      measured: mean(rates),
      ...spreadOfRates(rates),
      limits: [atLeast(16_000)],
    },
    {
      name: 'raw inserts, one position of each device at a time',
      unit: 'positions/s',
      measured: mean(rawRates),
      ...spreadOfRates(rawRates),
    },
    {
      name: 'one outstanding, of these raw inserts',
      unit: 'ratio',
      measured: mean(rates) / mean(rawRates),
    },
    { name: 'packet to acknowledgement, one outstanding', unit: 'ms', ...results[0]?.roundTripMs },
  ];
}

/** Rows in `positions` of a server that has ended. */
async function countPositions(dataDir: string): Promise<number> {
  const database = await openEmbedded(dataDir, 1, pino({ level: 'error' }));
  try {
    const { rows } = await database.pool.query<{ count: number }>('SELECT count(*) FROM positions');
    return Number(rows[0]?.count);
  } finally {
    await database.stop();
  }
}
