/** A route of a hundred thousand rows in the operator's browser: the table, its scrolling, and the line on the map. */
import type { Page } from '@playwright/test';
import type { Benchmark } from '../benchmark.ts';
import { type LoadedServer, onLoadedServer } from '../reading/loaded-server.ts';
import { atLeast, atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { panChart } from './chart-pan.ts';
import { freshContext, launchBrowser, restingPage, signInBeforehand, untilHolds } from './chromium.ts';
import { type Scrolled, scrollThrough, watchReport } from './report-watch.ts';
import { loadRoute, period, rowCount } from './route-load.ts';

const loads = 3;

export const report: Benchmark = {
  name: 'report',
  title: `A route of ${rowCount.toLocaleString('en')} rows in the browser`,
  run: (say) =>
    onLoadedServer(
      (database) => loadRoute(database),
      (loaded) => measure(loaded, say),
    ),
};

async function measure(
  { server, api }: LoadedServer,
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  const chromium = await launchBrowser();
  try {
    const tables: number[] = [];
    const lines: number[] = [];
    let scrolled: Scrolled | undefined;
    let panned = Number.NaN;
    for (let load = 1; load <= loads; load += 1) {
      say(`load ${load} of ${loads}`);
      const context = await freshContext(chromium);
      await signInBeforehand(context, api.token);
      const page = await restingPage(context);
      const shown = await showRoute(page, server.origin);
      tables.push(shown.tableMs);
      lines.push(shown.lineMs);
      if (load === loads) {
        say('scrolling');
        scrolled = await scrollThrough(page);
        say('panning the chart');
        panned = await panChart(page);
      }
      await context.close();
    }
    return [
      {
        name: 'the last byte until every row can be scrolled to',
        unit: 'ms',
        ...spreadOfTimes(tables),
        limits: [atMost(1000, 'p99')],
      },
      {
        name: 'the last byte until the line is on the map',
        unit: 'ms',
        ...spreadOfTimes(lines),
        limits: [atMost(500, 'p99')],
      },
      {
        name: `frames that lacked a row in sight, of ${scrolled?.frameCount ?? 0} while the wheel scrolled`,
        unit: '',
        measured: scrolled?.blankCount ?? Number.NaN,
        limits: [atMost(0)],
      },
      {
        name: 'a jump to any place of the table until its rows are drawn',
        unit: 'ms',
        ...spreadOfTimes(scrolled?.jumpTimes ?? []),
      },
      {
        name: 'frames a second while the chart of these rows is dragged',
        unit: '/s',
        measured: panned,
        limits: [atLeast(30)],
      },
    ];
  } finally {
    await chromium.close();
  }
}

interface ShownRoute {
  /** From the last byte, ms. */
  readonly tableMs: number;
  readonly lineMs: number;
}

async function showRoute(page: Page, origin: string): Promise<ShownRoute> {
  await page.addInitScript(watchReport, rowCount);
  await page.goto(`${origin}/admin`);
  await untilHolds(page, 'window.__atalaiaMap?.state().load === "ready"');
  const [from, to] = [period.fromMs, period.toMs].map((timeMs) => new Date(timeMs).toISOString());
  const query = `deviceId=1&from=${from}&to=${to}`;
  await page.goto(`${origin}/admin/reports?${query}#route`);
  const watch = 'window.__benchReport';
  await untilHolds(page, `${watch}.tableAtMs > 0 && ${watch}.lineAtMs > 0`, 60_000);
  return page.evaluate<ShownRoute>(`(() => {
    const [call] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/reports/'));
    const { tableAtMs, lineAtMs } = ${watch};
    return { tableMs: tableAtMs - call.responseEnd, lineMs: lineAtMs - call.responseEnd };
  })()`);
}
