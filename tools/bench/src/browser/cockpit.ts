/** The screen of a theft with a way of 50,000 places: from an update at the page until it is on the screen. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import type { Database } from '@atalaia/server/src/platform/db/database.ts';
import type { Page } from '@playwright/test';
import type { Benchmark } from '../benchmark.ts';
import { type LoadedServer, onLoadedServer } from '../reading/loaded-server.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { freshContext, launchBrowser, restingPage, signInBeforehand, untilHolds } from './chromium.ts';

const placeCount = 50_000;
const everySeconds = 10;
const updates = 100;
/** Between two reports; one is on the screen before the next is sent. */
const pauseMs = 250;
/** What follows the first picture is not what an update costs. */
const settleMs = 5_000;

/** Ends a minute ago. */
const toMs = Math.floor(Date.now() / 1000) * 1000 - 60_000;
const fromMs = toMs - placeCount * everySeconds * 1000;
const start = { latitude: -23.55, longitude: -46.63 };

/** Streets of some 1.5 km, then a corner, so that the whole is a net and not a line. */
const insert = `
  WITH turns AS (SELECT n, (hashint4(n / 14) & 3) AS heading FROM generate_series(1, ${placeCount}) AS n),
  way AS (
    SELECT n, heading,
      sum(CASE heading WHEN 0 THEN 0.001 WHEN 2 THEN -0.001 ELSE 0 END) OVER (ORDER BY n) AS north,
      sum(CASE heading WHEN 1 THEN 0.001 WHEN 3 THEN -0.001 ELSE 0 END) OVER (ORDER BY n) AS east
    FROM turns
  )
  INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude,
    longitude, altitude, speed, course, accuracy, ignition, motion, attributes)
  SELECT 1, at, lpad(to_hex(n), 32, '0')::uuid, at, at, 'osmand', true, false, ${start.latitude} + north,
    ${start.longitude} + east, 760, 21.6, heading * 90, 0, true, true, '{"ignition":true}'
  FROM way, LATERAL (SELECT to_timestamp(${fromMs / 1000} + n * ${everySeconds}) AS at) AS positions`;

async function loadTheft({ pool }: Database): Promise<void> {
  await pool.query("INSERT INTO devices (unique_id, name, category) VALUES ('bench-1', 'Vehicle 1', 'car')");
  await pool.query("INSERT INTO customers (name, cpf_cnpj) VALUES ('Customer 1', '52998224725')");
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(insert);
    await client.query('VACUUM ANALYZE positions');
  } finally {
    client.release(true);
  }
}

export const cockpit: Benchmark = {
  name: 'cockpit',
  title: `The screen of a theft with a way of ${placeCount.toLocaleString('en')} places`,
  run: (say) => onLoadedServer(loadTheft, (loaded) => watchTheft(loaded, say)),
};

async function watchTheft({ server, api }: LoadedServer, say: (text: string) => void): Promise<Figure[]> {
  const { id } = await api.post<Sinister>('sinisters/open', {
    ...{ deviceId: 1, customerId: 1, openingType: 'robbery', openingDescription: 'bench' },
    openingDate: new Date(fromMs).toISOString(),
  });
  const chromium = await launchBrowser();
  try {
    const context = await freshContext(chromium);
    await signInBeforehand(context, api.token);
    const page = await restingPage(context);
    await page.addInitScript(watchWay);
    const openedMs = performance.now();
    await page.goto(`${server.origin}/admin/sinisters/${id}`);
    await untilHolds(page, `window.__benchWay.drawn.some(([count]) => count >= ${placeCount})`, 60_000);
    const firstMs = performance.now() - openedMs;
    await sleep(settleMs);
    say(`${updates} reports of the tracker, one after the other`);
    const fromPageMs = await page.evaluate<number>('performance.now()');
    const took: Shown[] = [];
    for (let at = 1; at <= updates; at += 1) took.push(await report(server.origin, page, at));
    const tasks = await page.evaluate<number[]>(
      `window.__benchWay.tasks.filter(([atMs]) => atMs >= ${fromPageMs}).map(([, tookMs]) => tookMs)`,
    );
    await context.close();
    return [
      { name: 'opened until the way is drawn', unit: 'ms', measured: firstMs },
      {
        name: 'update at the page until it is on the screen',
        unit: 'ms',
        ...spreadOfTimes(took.map(({ sincePageMs }) => sincePageMs)),
        limits: [atMost(150, 'p99')],
      },
      {
        name: "the tracker's report sent until it is on the screen",
        unit: 'ms',
        ...spreadOfTimes(took.map(({ sinceSentMs }) => sinceSentMs)),
      },
      {
        name: 'longest main-thread task meanwhile (below 50 counts as 0)',
        unit: 'ms',
        measured: Math.max(0, ...tasks),
        limits: [atMost(100)],
      },
    ];
  } finally {
    await chromium.close();
  }
}

interface Shown {
  /** From the socket's message in the page, ms. */
  readonly sincePageMs: number;
  /** From the first byte that the tracker sent, ms; both clocks are this machine's. */
  readonly sinceSentMs: number;
}

async function report(origin: string, page: Page, at: number): Promise<Shown> {
  const count = await page.evaluate<number>('window.__benchWay.drawn.at(-1)[0]');
  const query = new URLSearchParams({
    ...{ id: 'bench-1', timestamp: String(Math.floor(toMs / 1000) + at), speed: '20' },
    lat: String(start.latitude + at * 0.001),
    lon: String(start.longitude),
  });
  const sentMs = Date.now();
  const answer = await fetch(`${origin}/osmand?${query}`);
  if (!answer.ok) throw new Error(`the report was answered ${answer.status}`);
  await untilHolds(page, `window.__benchWay.drawn.at(-1)[0] > ${count}`);
  const [originMs, paintedMs, arrivedMs] = await page.evaluate<[number, number, number]>(
    `[performance.timeOrigin, ...window.__benchWay.drawn.find(([count]) => count > ${count}).slice(1)]`,
  );
  await sleep(pauseMs);
  return { sincePageMs: paintedMs - arrivedMs, sinceSentMs: originMs + paintedMs - sentMs };
}

interface WayWatch {
  /** Each number of places that was drawn: when its frame was painted, and its message came, on the page's clock. */
  readonly drawn: [count: number, atMs: number, arrivedMs: number][];
  readonly tasks: [atMs: number, tookMs: number][];
}

/** Runs in the page, before its first script. */
function watchWay(): void {
  const page = globalThis as unknown as {
    __benchWay: WayWatch;
    __atalaiaMap?: { state(): { readonly shownSinister: { readonly placeCount: number } | null } };
    requestAnimationFrame(callback: () => void): void;
    WebSocket: typeof WebSocket;
  };
  const watch: WayWatch = { drawn: [[0, 0, 0]], tasks: [] };
  let arrivedMs = 0;
  page.WebSocket = class extends page.WebSocket {
    constructor(address: string | URL) {
      super(address);
      this.addEventListener('message', ({ data }) => {
        if (String(data).includes('"positions"')) arrivedMs = performance.now();
      });
    }
  };
  page.__benchWay = watch;
  // Node's types do not know this kind of entry, which browsers have
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watch.tasks.push([startTime, duration]);
  }).observe({ type: 'longtask' as 'function', buffered: true });
  let seen = 0;
  const look = () => {
    const count = page.__atalaiaMap?.state().shownSinister?.placeCount ?? 0;
    if (count !== seen) {
      seen = count;
      // what was taken in one frame is drawn in the next, and painted behind it
      const since = arrivedMs;
      page.requestAnimationFrame(() => setTimeout(() => watch.drawn.push([count, performance.now(), since])));
    }
    page.requestAnimationFrame(look);
  };
  page.requestAnimationFrame(look);
}
