/** A hundred thousand devices in the operator's browser, while two thousand positions a second come in. */
import type { Browser } from '@playwright/test';
import type { Benchmark } from '../benchmark.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { freshContext, launchBrowser, signInBeforehand, untilHolds } from './chromium.ts';
import { type PageWatch, watchPage } from './page-watch.ts';
import { columns, degreesPerPixel, type Sentinel, sentinels } from './sentinels.ts';
import { type StandInServer, startStandIn } from './stand-in-server.ts';

const devices = 100_000;
const positionsPerSecond = 2000;
const loads = 5;
const settleMs = 3_000;
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
  const server = await startStandIn({ recording, view });
  try {
    const firstRenders: number[] = [];
    for (let load = 1; load < loads; load += 1) {
      firstRenders.push((await watchLoad(chromium, server, sentinel, 0)).firstRenderMs);
    }
    const { firstRenderMs, latencies, taskTimes } = await watchLoad(chromium, server, sentinel, watchMs);
    firstRenders.push(firstRenderMs);
    return [
      {
        name: `first render of ${view.name}, from an empty cache`,
        unit: 'ms',
        ...spreadOfTimes(firstRenders),
        limits: [atMost(2000, 'p99')],
      },
      {
        name: `update written to the socket until on the screen, ${view.name}`,
        unit: 'ms',
        ...spreadOfTimes(latencies),
        limits: [atMost(100, 'p50'), atMost(250, 'p99')],
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

interface Watched {
  readonly firstRenderMs: number;
  /** One a tick. */
  readonly latencies: readonly number[];
  readonly taskTimes: readonly number[];
}

async function watchLoad(
  chromium: Browser,
  server: StandInServer,
  { deviceId, longitude, view }: Sentinel,
  forMs: number,
): Promise<Watched> {
  const context = await freshContext(chromium);
  await signInBeforehand(context);
  const page = await context.newPage();
  await page.addInitScript(watchPage, {
    deviceId,
    longitude,
    degreesPerPixel: degreesPerPixel(view.zoom),
    columns,
  });
  await page.goto(`${server.origin}/admin`);
  await untilHolds(page, 'window.__benchWatch.firstRenderMs > 0');
  if (forMs > 0) await page.waitForTimeout(settleMs + forMs);
  const watch = await page.evaluate<PageWatch>('window.__benchWatch');
  const played = server.nextPlayed();
  await context.close();
  const sentAtMs = await played;

  const fromMs = watch.firstRenderMs + settleMs;
  const latencies = watch.painted
    .filter(([, atMs]) => atMs >= fromMs)
    .flatMap(([tick, atMs], index, painted) => {
      // what is painted shows this tick and all before it
      const firstTick = (painted[index - 1]?.[0] ?? tick - 1) + 1;
      return sentAtMs.slice(firstTick, tick + 1).map((sentMs) => watch.originMs + atMs - sentMs);
    });
  const taskTimes = watch.longTasks.filter(([atMs]) => atMs >= fromMs).map(([, tookMs]) => tookMs);
  return { firstRenderMs: watch.firstRenderMs, latencies, taskTimes };
}
