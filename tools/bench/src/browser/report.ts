/** A route of a hundred thousand rows in the operator's browser: the table, its scrolling, and the line on the map. */

import type { Database } from '@atalaia/server/src/platform/db/database.ts';
import type { Page } from '@playwright/test';
import type { Benchmark } from '../benchmark.ts';
import { type LoadedServer, onLoadedServer } from '../reading/loaded-server.ts';
import { atLeast, atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { freshContext, launchBrowser, restingPage, signInBeforehand, untilHolds } from './chromium.ts';
import { type Scrolled, scrollThrough, watchReport } from './report-watch.ts';

/** A hundred thousand positions of one vehicle, as they are in a real table: it drove through a town's streets for days. */
const rowCount = 100_000;
const everySeconds = 10;

/** Ends an hour ago. */
const period = (() => {
  const toMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  return { fromMs: toMs - rowCount * everySeconds * 1000, toMs };
})();

/**
 * 110 m a position: streets of some 1.5 km, then a corner, so that the whole is a net and not a line. Its speed goes up and
 * down as in a town, so that a chart of it has something to draw.
 */
const insert = `
  WITH turns AS (
    SELECT n, (hashint4(n / 14) & 3) AS heading FROM generate_series(1, ${rowCount}) AS n
  ), way AS (
    SELECT n, heading,
      sum(CASE heading WHEN 0 THEN 0.001 WHEN 2 THEN -0.001 ELSE 0 END) OVER (ORDER BY n) AS north,
      sum(CASE heading WHEN 1 THEN 0.001 WHEN 3 THEN -0.001 ELSE 0 END) OVER (ORDER BY n) AS east
    FROM turns
  )
  INSERT INTO positions (
    device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude, longitude, altitude,
    speed, course, accuracy, ignition, motion, distance, total_distance, hours, fuel, address, attributes
  )
  SELECT 1, at, lpad(to_hex(n), 32, '0')::uuid, at, at, 'teltonika', true, false, -23.55 + north, -46.63 + east, 760,
    abs(sin(n / 9.0)) * 24 + (hashint4(n) & 7), heading * 90, 0, true, true, 111, n * 111, n * 10000, 43.5, 'Rua ' || n % 900 || ', São Paulo - SP',
    '{"sat":11,"ignition":true,"motion":true,"batteryLevel":100,"battery":4.1,"power":13.8,"odometer":123456000,"hdop":0.9,"rpm":1900}'
  FROM way, LATERAL (SELECT to_timestamp(${period.fromMs / 1000} + n * ${everySeconds}) AS at) AS positions`;

async function loadRoute({ pool }: Database): Promise<void> {
  await pool.query("INSERT INTO devices (unique_id, name, category) VALUES ('bench-1', 'Vehicle 1', 'car')");
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(insert);
    await client.query('VACUUM ANALYZE positions');
  } finally {
    client.release(true);
  }
}

const panMs = 3000;
const framesOf = 'window.__benchFrames';

/** Draws the shown route as a chart, all of its rows in sight, and drags it to and fro; frames a second meanwhile. */
async function panChart(page: Page): Promise<number> {
  await page.getByRole('button', { name: /^(Ver como gráfico|Show as a chart)$/ }).click();
  const chart = page.getByRole('slider', { name: /^(Gráfico|Chart)$/ });
  await chart.waitFor();
  const box = await chart.boundingBox();
  if (!box) throw new Error('the chart has no place on the page');
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(middleX, middleY);
  // half of the rows in sight, so that there is somewhere to go
  for (let turn = 0; turn < 3; turn += 1) await page.mouse.wheel(0, -100);
  await page.waitForTimeout(500);
  await page.evaluate(
    `${framesOf} = 0; (function count() { ${framesOf} += 1; requestAnimationFrame(count); })()`,
  );
  await page.mouse.down();
  const startMs = performance.now();
  for (let step = 0; performance.now() - startMs < panMs; step += 1)
    await page.mouse.move(middleX + Math.sin(step / 20) * box.width * 0.3, middleY);
  const seconds = (performance.now() - startMs) / 1000;
  await page.mouse.up();
  return Number(await page.evaluate(framesOf)) / seconds;
}

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
        limits: [atLeast(40)],
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
