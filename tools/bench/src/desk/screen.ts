/** The desk's screen in Chromium beside the real server: from an alarm's bytes to its card, and a storm for a minute. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AlarmQueue } from '@atalaia/contract/desk/alarm';
import type { Database } from '@atalaia/server/src/platform/db/database.ts';
import type { Page } from '@playwright/test';
import {
  freshContext,
  launchBrowser,
  restingPage,
  signInBeforehand,
  untilHolds,
} from '../browser/chromium.ts';
import { keepPace } from '../latency/pace.ts';
import { fleetOf } from '../load/fleet.ts';
import { createLoadTracker } from '../load/load-tracker.ts';
import { encodePackets, loadWires } from '../load/packets.ts';
import { signInAll } from '../load/sign-in.ts';
import { type LoadedServer, onLoadedServer } from '../reading/loaded-server.ts';
import { timedAnswer } from '../reading/timed-answer.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { type CardWatch, watchCards } from './screen-watch.ts';

const positionsPerSecond = 2_000;
const singleAlarms = 200;
const singleEveryMs = 250;
const warmUpMs = 8_000;
const stormPerSecond = 50;
const stormSeconds = 60;
const stormAlarms = stormPerSecond * stormSeconds;
/** Those of the load, then those whose alarms are looked at one by one, then those of the storm. */
const devices = positionsPerSecond + singleAlarms + stormAlarms;
const firstSingle = positionsPerSecond + 1;
const firstStorm = firstSingle + singleAlarms;
const withinMs = 60_000;
/** As many cards as a screen shows. */
const cardsCompared = 5;

const nameOf = (number: number) => `Vehicle ${String(number).padStart(6, '0')}`;

async function fill({ pool }: Database): Promise<void> {
  const ids = fleetOf(devices).map(({ uniqueId }) => uniqueId);
  await pool.query(
    `INSERT INTO devices (unique_id, name)
      SELECT unique_id, 'Vehicle ' || lpad(place::text, 6, '0') FROM unnest($1::text[]) WITH ORDINALITY AS one (unique_id, place)`,
    [ids],
  );
}

export const screenFigures = (say: (text: string) => void): Promise<readonly Figure[]> =>
  onLoadedServer(fill, async (loaded) => {
    const browser = await launchBrowser();
    try {
      const context = await freshContext(browser);
      await signInBeforehand(context, loaded.api.token);
      const page = await restingPage(context);
      await page.addInitScript(watchCards);
      await page.goto(`${loaded.server.origin}/admin`);
      await untilHolds(page, `document.querySelector('[aria-busy=true]') === null`);
      await sleep(warmUpMs);
      return [...(await singleFigures(loaded, page, say)), ...(await stormFigures(loaded, page, say))];
    } finally {
      await browser.close();
    }
  });

interface Raised {
  /** When its bytes left, ms since 1970. */
  readonly sentAtMs: number;
  /** When it was acknowledged, and so was stored. */
  readonly storedAtMs: number;
}

/** A tracker's message that an alarm began now. */
async function raise({ server }: LoadedServer, number: number): Promise<Raised> {
  const uniqueId = fleetOf(number).at(-1)?.uniqueId ?? '';
  const place = `lat=-15.${String(number).padStart(5, '0')}&lon=-47.9`;
  const sentAtMs = performance.timeOrigin + performance.now();
  const answer = await fetch(
    `${server.origin}/osmand?id=${uniqueId}&${place}&timestamp=${Math.floor(Date.now() / 1000)}&alarm=powerCut`,
  );
  if (!answer.ok) throw new Error(`an alarm was answered ${answer.status}`);
  await answer.arrayBuffer();
  return { sentAtMs, storedAtMs: performance.timeOrigin + performance.now() };
}

const readWatch = (page: Page) => page.evaluate<CardWatch>('window.__cardWatch');

async function singleFigures(
  loaded: LoadedServer,
  page: Page,
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  say(`an alarm each ${singleEveryMs} ms beside ${positionsPerSecond} positions/s`);
  const stop = await startLoad(loaded);
  await sleep(warmUpMs);
  const raised: Raised[] = [];
  for (let number = firstSingle; number < firstStorm; number += 1) {
    raised.push(await raise(loaded, number));
    await sleep(singleEveryMs);
    await closeAll(loaded);
  }
  await stop();
  const { seen, heard } = await readWatch(page);
  const steps = raised.flatMap(({ sentAtMs, storedAtMs }, place) => {
    const name = nameOf(firstSingle + place);
    const [seenMs, heardMs = Number.NaN] = [seen[name], heard[name]];
    if (seenMs === undefined) return [];
    return [
      {
        whole: seenMs - sentAtMs,
        stored: storedAtMs - sentAtMs,
        told: heardMs - sentAtMs,
        drawn: seenMs - heardMs,
      },
    ];
  });
  const step = (name: string, of: keyof (typeof steps)[number]): Figure => ({
    name: `the same: ${name}`,
    unit: 'ms',
    ...spreadOfTimes(steps.map((times) => times[of])),
  });
  return [
    {
      name: `alarm's bytes sent to its card on the screen, beside ${positionsPerSecond.toLocaleString('en')} positions/s`,
      unit: 'ms',
      ...spreadOfTimes(steps.map(({ whole }) => whole)),
      limits: [atMost(150, 'p99')],
    },
    step('until it is stored and acknowledged', 'stored'),
    step('until the page has it', 'told'),
    step('from there to its card', 'drawn'),
    {
      name: `the same: cards that never came, of ${singleAlarms}`,
      unit: '',
      measured: singleAlarms - steps.length,
      limits: [atMost(0)],
    },
  ];
}

/** Some hundred open cards would not all be on the screen. */
async function closeAll(loaded: LoadedServer): Promise<void> {
  const { alarms } = await readQueue(loaded, 100);
  if (alarms.length < cardsCompared) return;
  // the newest may not have been drawn yet
  const ids = alarms.map(({ id }) => id).toSorted((one, other) => one - other);
  await loaded.api.post('alarms/close-many', { ids: ids.slice(0, -2), outcomeId: 1 });
}

async function readQueue({ server, api }: LoadedServer, limit: number): Promise<AlarmQueue> {
  return JSON.parse((await timedAnswer(`${server.origin}/api/desk/queue?limit=${limit}`, api.token)).text);
}

/** How many of the storm's alarms stand open in the queue. */
async function countOfStorm({ database }: LoadedServer): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM alarms WHERE closed_at IS NULL AND pending_until IS NULL
      AND kind = 'event' AND device_name >= $1`,
    [nameOf(firstStorm)],
  );
  return rows[0]?.count ?? 0;
}

/** How many wait, by the tab's title. */
const readShown = async (page: Page): Promise<number> =>
  Number(/^\((\d+)\)/.exec(await page.evaluate<string>('document.title'))?.[1] ?? 0);

/** Trackers that send one position a second each; returns the way to end them. */
async function startLoad({ server }: LoadedServer): Promise<() => Promise<void>> {
  const seconds = Math.ceil((warmUpMs + singleAlarms * singleEveryMs) / 1000) * 12;
  const firstFixMs = Math.floor(Date.now() / 1000) * 1000;
  let isOver = false;
  const trackers = fleetOf(positionsPerSecond).map(({ protocol, uniqueId }) =>
    createLoadTracker({
      packets: encodePackets({
        ...{ protocol, uniqueId, packetCount: seconds, positionsPerPacket: 1, firstFixMs, stepMs: 1000 },
      }),
      host: '127.0.0.1',
      port: loadWires[protocol].port + server.portOffset,
      onAcknowledged: () => undefined,
      onLost(_tracker, reason) {
        if (!isOver) throw reason;
      },
    }),
  );
  await signInAll(trackers, 100);
  const pace = keepPace(trackers, () => undefined);
  return async () => {
    await pace.stop();
    isOver = true;
    for (const tracker of trackers) tracker.close();
  };
}

async function stormFigures(
  loaded: LoadedServer,
  page: Page,
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  say(`${stormPerSecond} alarms a second for ${stormSeconds} s`);
  const startMs = performance.now();
  const sending: Promise<Raised>[] = [];
  for (let sent = 0; sent < stormAlarms; sent += 1) {
    await sleep(Math.max(0, startMs + (sent * 1000) / stormPerSecond - performance.now()));
    sending.push(raise(loaded, firstStorm + sent));
  }
  const firstSentMs = (await Promise.all(sending))[0]?.sentAtMs ?? 0;
  const deadlineMs = performance.now() + withinMs;
  let queued = await countOfStorm(loaded);
  while (queued < stormAlarms && performance.now() < deadlineMs) {
    await sleep(500);
    queued = await countOfStorm(loaded);
  }
  // beside them may stand that the trackers of the load fell silent together
  let [queue, shown] = [await readQueue(loaded, 100), await readShown(page)];
  while (shown !== queue.total && performance.now() < deadlineMs) {
    await sleep(500);
    [queue, shown] = [await readQueue(loaded, 100), await readShown(page)];
  }
  const cards = await page.evaluate<string[]>(
    `[...document.querySelectorAll('article')].map((card) => /Vehicle \\d{6}/.exec(card.textContent)?.[0]).filter(Boolean)`,
  );
  const first = queue.alarms.filter(({ deviceName }) => deviceName !== null).slice(0, cardsCompared);
  const misplaced = first.filter(({ deviceName }, place) => cards[place] !== deviceName).length;
  const { longTasks } = await readWatch(page);
  const ofStorm = longTasks.filter(([atMs]) => atMs >= firstSentMs).map(([, tookMs]) => tookMs);
  return [
    {
      name: `of ${stormAlarms.toLocaleString('en')} alarms in ${stormSeconds} s: not in the queue`,
      unit: '',
      measured: stormAlarms - queued,
      limits: [atMost(0)],
    },
    {
      name: "the same: the tab's count less the queue's",
      unit: '',
      measured: Math.abs(shown - queue.total),
      limits: [atMost(0)],
    },
    {
      name: `the same: of the first ${cardsCompared} cards out of the queue's order`,
      unit: '',
      measured: misplaced,
      limits: [atMost(0)],
    },
    {
      name: "the same: the page's longest task",
      unit: 'ms',
      measured: Math.max(0, ...ofStorm),
      limits: [atMost(100)],
    },
  ];
}
