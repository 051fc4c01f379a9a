/** The operator's screen as an issue requests it: twenty thousand devices, two thousand positions a second, for long. */

import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { type Benchmark, type BenchmarkOptions, usualStepMinutes } from '../benchmark.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { collectGarbage, launchBrowser } from './chromium.ts';
import { type FakeServer, startFakeServer } from './fake-server.ts';
import { type Sentinel, sentinels } from './sentinels.ts';
import { listSearchTimes, listSortTimes, stripSearchTimes } from './strip-search.ts';
import { watchLoad } from './watch-load.ts';

/** What the unfolded strip and the open dashboard cost the page while updates come in. */
const settleMs = 3_000;

/** Tasks of 50 ms and more with both open, ms. The strip is unfolded already, whatever was searched in it. */
async function tasksWithPanelsOpen(page: Page, forMs: number): Promise<readonly number[]> {
  await page.getByRole('searchbox', { name: 'Buscar', exact: true }).fill('');
  await page.getByRole('button', { name: 'Painel de indicadores', exact: true }).click();
  await page.waitForTimeout(settleMs);
  return tasksFor(page, forMs);
}

/** Tasks of 50 ms and more from now on, ms. */
async function tasksFor(page: Page, forMs: number): Promise<readonly number[]> {
  const fromMs = await page.evaluate<number>('performance.now()');
  await page.waitForTimeout(forMs);
  return page.evaluate<number[]>(
    `window.__benchWatch.longTasks.filter(([atMs]) => atMs >= ${fromMs}).map(([, tookMs]) => tookMs)`,
  );
}

const devices = 20_000;
const positionsPerSecond = 2000;
const loads = 3;
const minuteMs = 60_000;
const panelsMs = 30_000;
/** The server makes so much beforehand and plays it over and over, with the time moved on. */
const recordedSeconds = 60;

export const screen: Benchmark = {
  name: 'screen',
  title: `The operator's screen, ${devices.toLocaleString('en')} devices, ${positionsPerSecond.toLocaleString('en')} positions/s`,
  stepMinutes: ({ memoryMinutes }) => memoryMinutes + usualStepMinutes,
  async run(say, options) {
    const chromium = await launchBrowser();
    try {
      const figures: Figure[] = [];
      for (const sentinel of sentinels) {
        const recording = { devices, positionsPerSecond, seconds: recordedSeconds };
        const server = await startFakeServer({ recording, view: sentinel.view });
        const look = { chromium, server, sentinel, say, options, isLast: sentinel === sentinels.at(-1) };
        try {
          figures.push(...(await figuresOf(look)));
        } finally {
          await server.stop();
        }
      }
      return figures;
    } finally {
      await chromium.close();
    }
  },
};

/** Half a minute is enough to see the slowest task of a list that is asked for anew every two seconds. */
export const sideList: Benchmark = {
  name: 'side-list',
  title: `The list of vehicles at the left, ${devices.toLocaleString('en')} devices, ${positionsPerSecond.toLocaleString('en')} positions/s`,
  async run(say) {
    const chromium = await launchBrowser();
    const sentinel = sentinels.at(-1);
    if (!sentinel) throw new Error('nothing is watched');
    const recording = { devices, positionsPerSecond, seconds: recordedSeconds };
    const server = await startFakeServer({ recording, view: sentinel.view });
    try {
      const figures: Figure[] = [];
      await watchLoad({
        ...{ chromium, server, sentinel, forMs: settleMs },
        async meanwhile(page) {
          say('half a minute with the list open, then its search and its orders');
          figures.push(...(await listFigures(page)));
        },
      });
      return figures;
    } finally {
      await server.stop();
      await chromium.close();
    }
  },
};

async function listFigures(page: Page): Promise<readonly Figure[]> {
  await page.getByRole('button', { name: 'Lista de veículos à esquerda' }).click();
  await page.waitForTimeout(settleMs);
  const tasks = await tasksFor(page, panelsMs);
  const searched = await listSearchTimes(page);
  const sorted = await listSortTimes(page);
  return [
    {
      name: 'longest main-thread task with the list open, half a minute (below 50 counts as 0)',
      unit: 'ms',
      measured: Math.max(0, ...tasks),
      limits: [atMost(60)],
    },
    {
      name: "the list's search, from the key until it shows",
      unit: 'ms',
      ...spreadOfTimes(searched),
      limits: [atMost(100, 'p99')],
    },
    {
      name: "the list's orders, from the click until it shows",
      unit: 'ms',
      ...spreadOfTimes(sorted),
      limits: [atMost(100, 'p99')],
    },
  ];
}

interface Look {
  readonly chromium: Browser;
  readonly server: FakeServer;
  readonly sentinel: Sentinel;
  readonly say: (text: string) => void;
  readonly options: BenchmarkOptions;
  /** Memory and search do not depend on the view: they are measured in one of them. */
  readonly isLast: boolean;
}

async function figuresOf(look: Look): Promise<readonly Figure[]> {
  const { chromium, server, sentinel, say, options, isLast } = look;
  const { name } = sentinel.view;
  say(`${loads} loads that look at ${name}, the last for a minute`);
  const firstRenders: number[] = [];
  for (let load = 1; load < loads; load += 1) {
    firstRenders.push((await watchLoad({ chromium, server, sentinel, forMs: 0 })).firstRenderMs);
  }
  const more: Figure[] = [];
  const watched = await watchLoad({
    chromium,
    server,
    sentinel,
    forMs: minuteMs,
    async meanwhile(page) {
      if (!isLast) return;
      say(`memory for ${options.memoryMinutes} minutes, then the strip's search`);
      more.push(await memoryFigure(chromium, page, options.memoryMinutes), await searchFigure(page));
      say('half a minute with the strip unfolded and the dashboard open');
      more.push(await panelsFigure(page));
    },
  });
  firstRenders.push(watched.firstRenderMs);
  return [
    {
      name: `first render of ${name}, from an empty cache`,
      unit: 'ms',
      ...spreadOfTimes(firstRenders),
      limits: [atMost(2000, 'p99')],
    },
    {
      name: `update written to the socket until on the screen, ${name}, for a minute`,
      unit: 'ms',
      ...spreadOfTimes(watched.latencies),
      limits: [atMost(sentinel.mostUpdateMs.p50, 'p50'), atMost(sentinel.mostUpdateMs.p99, 'p99')],
    },
    {
      name: `longest main-thread task in that minute, ${name} (below 50 counts as 0)`,
      unit: 'ms',
      measured: Math.max(0, ...watched.taskTimes),
      limits: [atMost(100)],
    },
    ...more,
  ];
}

async function memoryFigure(chromium: Browser, page: Page, minutes: number): Promise<Figure> {
  const before = await rendererMemory(chromium, page);
  await page.waitForTimeout(minutes * minuteMs);
  const after = await rendererMemory(chromium, page);
  return {
    name: `memory of the page after ${minutes} more minutes, of what it was after one`,
    unit: '×',
    measured: after / before,
    limits: [atMost(1.05)],
  };
}

async function searchFigure(page: Page): Promise<Figure> {
  return {
    name: "the strip's search, from the pause that ends the typing until the list shows",
    unit: 'ms',
    ...spreadOfTimes(await stripSearchTimes(page)),
    limits: [atMost(100, 'p99')],
  };
}

async function panelsFigure(page: Page): Promise<Figure> {
  const tookMs = await tasksWithPanelsOpen(page, panelsMs);
  return {
    name: 'longest main-thread task with strip and dashboard open (below 50 counts as 0)',
    unit: 'ms',
    measured: Math.max(0, ...tookMs),
    limits: [atMost(100)],
  };
}

/**
 * What the page's own processes hold after a collection of what is no longer used, bytes: their private memory, so that
 * workers and pictures count as well as the heap of the page.
 */
async function rendererMemory(browser: Browser, page: Page): Promise<number> {
  await collectGarbage(page);
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  await whole.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return renderers.reduce((sum, { id }) => sum + privateBytes(id), 0);
}

function privateBytes(pid: number): number {
  const kibibytes = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes ?? Number.NaN) * 1024;
}
