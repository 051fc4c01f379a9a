/** How much JavaScript a browser fetches before a person can work, and when the first thing is on the screen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import type { Benchmark } from '../benchmark.ts';
import {
  freshContext,
  launchBrowser,
  restingPage,
  signInBeforehand,
  untilHolds,
} from '../browser/chromium.ts';
import { type FakeServer, startFakeServer } from '../browser/fake-server.ts';
import { sentinels, type View } from '../browser/sentinels.ts';
import { watchLoad } from '../browser/watch-load.ts';
import { atMost } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';

const loads = 5;
/** A cheap phone against this machine. */
const phoneSlowness = 4;
/** As many as the demo's fleet has, or a few more. */
const demoDevices = 64;
const kilobyte = 1000;

export const web: Benchmark = {
  name: 'web',
  title: 'JavaScript and first paint',
  async run(say) {
    const [sentinel] = sentinels;
    if (!sentinel) throw new Error('no view to look at');
    const server = await startFakeServer({
      recording: { devices: demoDevices, positionsPerSecond: 20, seconds: 60 },
      view: sentinel.view,
    });
    const chromium = await launchBrowser();
    try {
      say('the files that a sign-in and the map ask for');
      const { login, map } = await scriptSizes(chromium, server);
      const kept = keptSize();
      say(`${loads} first paints of /login and /admin, and the map drawn`);
      const paints = {
        login: await paintsOf(chromium, server, '/login', 'input[type=password]'),
        admin: await paintsOf(chromium, server, '/admin', 'canvas'),
      };
      say(`${loads} first paints of /client on a CPU ${phoneSlowness} times slower`);
      const client = await clientPaints(chromium, sentinel.view);
      const drawn: number[] = [];
      for (let load = 0; load < loads; load += 1) {
        drawn.push((await watchLoad({ chromium, server, sentinel, forMs: 0 })).firstRenderMs);
      }
      return [
        {
          name: 'JavaScript until the login form works, gzip -9',
          unit: 'kB',
          measured: login,
          limits: [atMost(200)],
        },
        {
          name: 'JavaScript until the live map, sign-in and workers included, gzip -9',
          unit: 'kB',
          measured: map,
          limits: [atMost(430)],
        },
        {
          name: 'files that the installed app keeps for an offline start, gzip -9, after the page',
          unit: 'kB',
          measured: kept,
        },
        {
          name: 'first contentful paint of /login, from an empty cache',
          unit: 'ms',
          ...spreadOfTimes(paints.login.first),
          limits: [atMost(800, 'p99')],
        },
        {
          name: 'the form of /login on the screen, from an empty cache',
          unit: 'ms',
          ...spreadOfTimes(paints.login.whole),
        },
        {
          name: 'first contentful paint of /admin, from an empty cache',
          unit: 'ms',
          ...spreadOfTimes(paints.admin.first),
        },
        {
          name: "/admin with a fleet of the demo's size on the map, from an empty cache",
          unit: 'ms',
          ...spreadOfTimes(drawn),
          limits: [atMost(2000, 'p99')],
        },
        {
          name: `first contentful paint of /client on a CPU ${phoneSlowness} times slower, from an empty cache`,
          unit: 'ms',
          ...spreadOfTimes(client.first),
          limits: [atMost(2000, 'p99')],
        },
        {
          name: `the map of /client on a CPU ${phoneSlowness} times slower, from an empty cache`,
          unit: 'ms',
          ...spreadOfTimes(client.whole),
        },
      ];
    } finally {
      await chromium.close();
      await server.stop();
    }
  },
};

/** One person's way from the login to the map, in kB of what was requested by then. */
async function scriptSizes(chromium: Browser, server: FakeServer): Promise<{ login: number; map: number }> {
  // what the installed app keeps for an offline start comes after the page, and is a figure of its own
  const context = await freshContext(chromium, { serviceWorkers: 'block' });
  const page = await context.newPage();
  server.takeServed();
  await page.goto(`${server.origin}/login`);
  await page.getByLabel('Usuário ou e-mail').fill('admin@example.com');
  await page.getByLabel('Senha', { exact: true }).fill('a-password');
  await settled(page);
  const forLogin = new Set(server.takeServed());
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await untilHolds(page, 'window.__atalaiaMap?.state().load === "ready"');
  await settled(page);
  const forMap = new Set([...forLogin, ...server.takeServed()]);
  await context.close();
  return { login: sizeOf(forLogin), map: sizeOf(forMap) };
}

/** What the page fetches ahead of need counts too. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(2_000);
}

const webRoot = join(import.meta.dirname, '../../../../apps/web/dist');

/** All that the worker of this release stores. */
function keptSize(): number {
  const worker = readFileSync(join(webRoot, 'sw.js'), 'utf8');
  const shell = /^const __SHELL__ = (.*);$/m.exec(worker)?.[1];
  if (shell === undefined) throw new Error('the worker names no files');
  const { files } = JSON.parse(shell) as { readonly files: readonly string[] };
  return bytesOf(files.map((path) => (path === '/' ? '/index.html' : path)));
}

const sizeOf = (paths: ReadonlySet<string>): number =>
  bytesOf([...paths].filter((path) => path.split('?', 1)[0]?.endsWith('.js')));

function bytesOf(paths: readonly string[]): number {
  const bytes = paths
    .map((path) => path.split('?', 1)[0] ?? '')
    .map((path) => gzipSync(readFileSync(join(webRoot, path)), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / kilobyte;
}

interface Paints {
  /** The first words or picture, ms. */
  readonly first: readonly number[];
  /** What the page is for can be used, ms. */
  readonly whole: readonly number[];
}

/** `until`: the element whose coming makes the page whole. */
async function paintsOf(
  chromium: Browser,
  server: FakeServer,
  path: string,
  until: string,
  slowness = 1,
): Promise<Paints> {
  const first: number[] = [];
  const whole: number[] = [];
  for (let load = 0; load < loads; load += 1) {
    const context = await freshContext(chromium);
    if (path !== '/login') await signInBeforehand(context);
    const page = await restingPage(context);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    await page.addInitScript(watchFor, until);
    await page.goto(`${server.origin}${path}`);
    await untilHolds(page, 'window.__benchShownAtMs > 0');
    first.push(
      await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime"),
    );
    whole.push(await page.evaluate<number>('window.__benchShownAtMs'));
    await context.close();
  }
  return { first, whole };
}

/** An end client with one car. */
async function clientPaints(chromium: Browser, view: View): Promise<Paints> {
  const recording = { devices: 1, positionsPerSecond: 1, seconds: 60 };
  const server = await startFakeServer({ recording, view, isClient: true });
  try {
    return await paintsOf(chromium, server, '/client', 'canvas', phoneSlowness);
  } finally {
    await server.stop();
  }
}

/** Runs in the page: notes when the frame that follows an element's coming begins, so that the element is painted. */
function watchFor(selector: string): void {
  const page = globalThis as unknown as {
    __benchShownAtMs?: number;
    document: { querySelector(query: string): object | null };
    requestAnimationFrame(callback: () => void): void;
  };
  const look = () => {
    const isPresent = page.document.querySelector(selector) !== null;
    page.requestAnimationFrame(
      isPresent
        ? () => {
            page.__benchShownAtMs = performance.now();
          }
        : look,
    );
  };
  page.requestAnimationFrame(look);
}
