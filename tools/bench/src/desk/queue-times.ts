/** The queue of 10,000 open alarms, through HTTP: its first page, and the most urgent one taken by twenty at once. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { AlarmQueue } from '@atalaia/contract/desk/alarm';
import { type LoadedServer, onLoadedServer } from '../reading/loaded-server.ts';
import { timedAnswer, timedAnswers } from '../reading/timed-answer.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { loadDesk, makeOperator, openAlarms, type Sight } from './desk-load.ts';

const pages = 200;
const operators = 20;
const rounds = 100;
/** Between two rounds, as people who work on what they took. */
const roundPauseMs = 100;
/** Of the shipped outcomes one that asks for no note. */
const presetOutcome = 1;

export const queueFigures = (say: (text: string) => void): Promise<readonly Figure[]> =>
  onLoadedServer(loadDesk, (loaded) => measure(loaded, say));

async function measure(loaded: LoadedServer, say: (text: string) => void): Promise<readonly Figure[]> {
  const { server, database, api } = loaded;
  const figures: Figure[] = [];
  const url = `${server.origin}/api/desk/queue`;
  for (const [number, sight] of (['all', 'a third', 'ten'] as const).entries()) {
    const token = await makeOperator(database, server.origin, api, sight, number);
    say(`first page of who sees ${sight}`);
    const answers = await timedAnswers(pages, () => timedAnswer(url, token));
    requireWhole(JSON.parse(answers[0]?.text ?? '{}'), sight);
    figures.push({
      name: `first page of ${openAlarms.toLocaleString('en')} open alarms, of which one sees ${sight}`,
      unit: 'ms',
      ...spreadOfTimes(answers.map(({ lastMs }) => lastMs)),
      limits: [atMost(100, 'p99')],
    });
  }
  figures.push(...(await claimFigures(loaded, say)));
  return figures;
}

/** Throws when a page holds or counts what is not seen. */
function requireWhole({ total, alarms }: AlarmQueue, sight: Sight): void {
  const bounds: Readonly<Record<Sight, readonly [least: number, most: number]>> = {
    all: [openAlarms, openAlarms],
    'a third': [openAlarms / 5, openAlarms * 0.6],
    ten: [10, 10],
  };
  const [least, most] = bounds[sight];
  if (total < least || total > most || alarms.length !== Math.min(total, 100))
    throw new Error(`who sees ${sight} is shown ${alarms.length} of ${total} alarms`);
}

async function claimFigures(
  { server, database, api }: LoadedServer,
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  say(`${operators} operators take the next one at once, ${rounds} times`);
  const tokens: string[] = [];
  for (let number = 0; number < operators; number += 1)
    tokens.push(await makeOperator(database, server.origin, api, 'all', 100 + number));
  const few = await makeOperator(database, server.origin, api, 'ten', 200);
  const times: number[] = [];
  const given: number[] = [];
  const holders = new Map<string, number>();
  const claim = async (token: string) => {
    const startMs = performance.now();
    const answer = await fetch(`${server.origin}/api/alarms/claim-next`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await answer.text();
    const tookMs = performance.now() - startMs;
    if (!answer.ok) throw new Error(`claim-next answered ${answer.status}: ${text}`);
    const { alarm } = JSON.parse(text) as { alarm: { id: number } | null };
    if (!alarm) throw new Error('claim-next gave none');
    given.push(alarm.id);
    holders.set(token, alarm.id);
    return tookMs;
  };
  const close = async (token: string) => {
    const answer = await fetch(`${server.origin}/api/alarms/${holders.get(token)}/close`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ expected: 'claimed', outcomeId: presetOutcome }),
    });
    if (!answer.ok) throw new Error(`close answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  // before the others have taken his ten
  const fewTimes: number[] = [];
  for (let number = 0; number < 5; number += 1) {
    fewTimes.push(await claim(few));
    // he has no live connection: what he holds for a minute returns to the queue, and is given again
    await close(few);
  }
  // the first round warms up caches and compilers
  for (let round = 0; round <= rounds; round += 1) {
    const took = await Promise.all(tokens.map(claim));
    if (round > 0) times.push(...took);
    for (const token of tokens) await close(token);
    await sleep(roundPauseMs);
  }
  return [
    {
      name: `the next one claimed, ${operators} at once`,
      unit: 'ms',
      ...spreadOfTimes(times),
      limits: [atMost(30, 'p99')],
    },
    {
      name: 'the next one claimed by who sees ten',
      unit: 'ms',
      ...spreadOfTimes(fewTimes),
      limits: [atMost(30, 'p99')],
    },
    {
      name: `given twice, of ${given.length} claims`,
      unit: '',
      measured: given.length - new Set(given).size,
      limits: [atMost(0)],
    },
  ];
}
