/** A hundred thousand devices in the operator's browser, while two thousand positions a second come in. */
import type { Browser } from '@playwright/test';
import type { Benchmark } from '../benchmark.ts';
import { rawTimes } from '../process/raw.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { launchBrowser } from './chromium.ts';
import { startFakeServer } from './fake-server.ts';
import { type Sentinel, sentinels } from './sentinels.ts';
import { rawSnapshotMs, settleMs, watchLoad } from './watch-load.ts';

const devices = 100_000;
const positionsPerSecond = 2000;
const loads = 5;
const watchMs = 20_000;

export const browser: Benchmark = {
  name: 'browser',
  title: `Browser, ${devices.toLocaleString('en')} devices, ${positionsPerSecond.toLocaleString('en')} positions/s`,
  async run(say) {
    const chromium = await launchBrowser();
    try {
      const figures: Figure[] = [];
      for (const sentinel of sentinels) figures.push(...(await watchView(chromium, sentinel, say)));
      return figures;
    } finally {
      await chromium.close();
    }
  },
};

async function watchView(
  chromium: Browser,
  sentinel: Sentinel,
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  const { view } = sentinel;
  say(`recording, then ${loads} loads that look at ${view.name}`);
  const recording = { devices, positionsPerSecond, seconds: (settleMs + watchMs) / 1000 + 15 };
  const server = await startFakeServer({ recording, view });
  try {
    const firstRenders: number[] = [];
    for (let load = 1; load < loads; load += 1) {
      firstRenders.push((await watchLoad({ chromium, server, sentinel, forMs: 0 })).firstRenderMs);
    }
    const watched = await watchLoad({ chromium, server, sentinel, forMs: watchMs });
    const { firstRenderMs, latencies, taskTimes } = watched;
    firstRenders.push(firstRenderMs);
    const raw = [await rawSnapshotMs({ chromium, server }), await rawSnapshotMs({ chromium, server })];
    return [
      {
        name: `first render of ${view.name}, from an empty cache`,
        unit: 'ms',
        ...spreadOfTimes(firstRenders),
        limits: [atMost(800, 'p99')],
      },
      rawTimes(`${view.name}: the same devices are only fetched and read`, raw),
      {
        name: `update written to the socket until on the screen, ${view.name}`,
        unit: 'ms',
        ...spreadOfTimes(latencies),
        limits: [atMost(sentinel.mostUpdateMs.p50, 'p50'), atMost(sentinel.mostUpdateMs.p99, 'p99')],
      },
      {
        name: `longest main-thread task while updates come, ${view.name} (below 50 counts as 0)`,
        unit: 'ms',
        measured: Math.max(0, ...taskTimes),
        limits: [atMost(100)],
      },
    ];
  } finally {
    await server.stop();
  }
}
