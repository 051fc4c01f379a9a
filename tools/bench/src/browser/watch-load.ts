/** One look at the operator's page: loaded from an empty cache, and watched for a while. */
import type { Browser, Page } from '@playwright/test';
import { freshContext, restingPage, signInBeforehand, untilHolds } from './chromium.ts';
import type { FakeServer } from './fake-server.ts';
import { type PageWatch, watchPage } from './page-watch.ts';
import { columns, degreesPerPixel, type Sentinel } from './sentinels.ts';

/** What follows the first picture (tiles that do not come, lists that fill) is not what an update costs, ms. */
export const settleMs = 3_000;

export interface Watched {
  readonly firstRenderMs: number;
  /** From the server's writing to the screen, ms, one a tick. */
  readonly latencies: readonly number[];
  /** Tasks of the main thread of 50 ms and more, ms. */
  readonly taskTimes: readonly number[];
}

export interface LoadPlan {
  readonly chromium: Browser;
  readonly server: FakeServer;
  readonly sentinel: Sentinel;
  /** How long updates are watched after the page has settled; 0 for the first picture alone. */
  readonly forMs: number;
  /** What else is looked at in the page once it has been watched, before it is closed. */
  readonly meanwhile?: (page: Page) => Promise<void>;
}

export async function watchLoad({
  chromium,
  server,
  sentinel,
  forMs,
  meanwhile,
}: LoadPlan): Promise<Watched> {
  const { deviceId, longitude, view } = sentinel;
  const context = await freshContext(chromium);
  await signInBeforehand(context);
  const page = await restingPage(context);
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
  await meanwhile?.(page);
  const played = server.nextPlayed();
  await context.close();
  const sentAtMs = await played;

  const fromMs = watch.firstRenderMs + settleMs;
  return {
    firstRenderMs: watch.firstRenderMs,
    latencies: latenciesOf(watch, sentAtMs, fromMs),
    taskTimes: watch.longTasks.filter(([atMs]) => atMs >= fromMs).map(([, tookMs]) => tookMs),
  };
}

/** How long the same page's browser needs to fetch and read what the screen draws, ms, with nothing of ours around it. */
export async function rawSnapshotMs({
  chromium,
  server,
}: Pick<LoadPlan, 'chromium' | 'server'>): Promise<number> {
  const context = await freshContext(chromium);
  const page = await restingPage(context);
  await page.goto(`${server.origin}/api/server`);
  const tookMs = await page.evaluate<number>(`(async () => {
    const startMs = performance.now();
    await (await fetch('/api/live/snapshot')).json();
    return performance.now() - startMs;
  })()`);
  await context.close();
  return tookMs;
}

type Painted = Pick<PageWatch, 'originMs' | 'painted'>;

/**
 * From the server's writing to the screen, ms, one a tick that was painted from `fromMs` on (the page's clock). A tick that
 * was painted over before anybody saw it counts with the one that was there instead. Throws where a tick would have been
 * on the screen before it was written: then ticks were taken for others, and no number of this run means anything.
 */
export function latenciesOf(
  { originMs, painted }: Painted,
  sentAtMs: readonly number[],
  fromMs: number,
): readonly number[] {
  return painted.flatMap(([tick, atMs], index) => {
    if (atMs < fromMs) return [];
    // what is painted shows this tick and all before it
    const firstTick = (painted[index - 1]?.[0] ?? tick - 1) + 1;
    return Array.from({ length: tick - firstTick + 1 }, (_, entry) => {
      const sentMs = sentAtMs[firstTick + entry] ?? Number.POSITIVE_INFINITY;
      const tookMs = originMs + atMs - sentMs;
      if (tookMs < 0) throw new Error(`tick ${firstTick + entry} was on the screen before it was written`);
      return tookMs;
    });
  });
}
