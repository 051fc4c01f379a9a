/** How quickly a list of 100,000 devices opens, is searched, sorted and turned to a page far back, total included. */
import { deviceQuerySchema } from '@atalaia/contract/devices/device';
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { signInToApi } from '@atalaia/fixtures/api';
import type { Benchmark } from '../benchmark.ts';
import { rawQuery } from '../process/raw.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { listedDevices, loadLists, makeMonitor } from './list-load.ts';
import { onLoadedServer, untilLookedAt } from './loaded-server.ts';

const rounds = 3;
/** A page of 50, and the row that shows whether another follows. */
const pageRows = 51;
const columns = deviceQuerySchema.shape.sort.unwrap().options;
const directions = ['asc', 'desc'] as const;
const deepOffsets = [listedDevices / 2, listedDevices - 50];

/** What people type: something rare, something that most have, nothing that is there, and each kind of thing. */
const keywords = [
  ['a unique id', '350000000007919'],
  ['in nearly all', 'a'],
  ['a word of many names', 'caminhao'],
  ['found nowhere', 'zzzq'],
  ['a plate', 'jmy1y'],
  ['a document with punctuation', '000.048.271'],
  ['a group', 'cariri'],
  ['a customer', 'Conceição'],
] as const;

interface Wish {
  readonly sort?: string;
  readonly order?: string;
  readonly keyword?: string;
  readonly offset?: number;
}

const sorted = columns.flatMap((sort) => directions.map((order) => ({ sort, order })));

/** At p99, ms. */
const limitMs = 80;

/** Name of the figure, and what is asked of it. */
const parts: readonly (readonly [name: string, wishes: readonly Wish[]])[] = [
  ['first page', [{}]],
  ['search, eight kinds of words', keywords.map(([, keyword]) => ({ keyword }))],
  ['sort, by each column in both directions', sorted],
  [
    'deep page, in the middle and at the end, by each column',
    deepOffsets.flatMap((offset) => columns.map((sort) => ({ sort, offset }))),
  ],
  [
    'search for what most have, by each column, in the middle',
    columns.map((sort) => ({ sort, keyword: 'a', offset: listedDevices / 2 })),
  ],
];

export const lists: Benchmark = {
  name: 'lists',
  title: `Pages of a list of ${listedDevices} devices`,
  run: (say) =>
    onLoadedServer(loadLists, async ({ server, database, api }) => {
      const { email, password } = await makeMonitor(database, api);
      const monitor = await signInToApi(server.origin, email, password);
      await untilLookedAt(database);
      const figures: Figure[] = [];
      for (const [role, token] of [
        ['administrator', api.token],
        ['monitor of two levels of groups', monitor.token],
      ] as const) {
        for (const [name, wishes] of parts) {
          say(`${role}: ${name}`);
          const times: number[] = [];
          for (const wish of wishes) times.push(...(await timesOf(server.origin, token, wish, say)));
          figures.push({
            name: `${role}: ${name}`,
            unit: 'ms',
            ...spreadOfTimes(times),
            limits: [atMost(limitMs, 'p99')],
          });
        }
      }
      say('PostgreSQL alone');
      return [
        ...figures,
        await rawQuery(
          'PostgreSQL counts whose words hold a letter that most have',
          database,
          `SELECT count(*) FROM devices WHERE search_text LIKE '%a%'`,
        ),
        await rawQuery(
          'PostgreSQL sorts all by name and gives a page in the middle',
          database,
          'SELECT id FROM devices ORDER BY name COLLATE "C", id LIMIT $1 OFFSET $2',
          [pageRows, listedDevices / 2],
        ),
      ];
    }),
};

/** After one that warms up caches. Says which wish took longer than a tenth of a second. */
async function timesOf(
  origin: string,
  token: string,
  wish: Wish,
  say: (text: string) => void,
): Promise<readonly number[]> {
  const requested = new URLSearchParams({ limit: String(pageRows) });
  for (const [name, value] of Object.entries(wish)) requested.set(name, String(value));
  const url = `${origin}/api/devices?${requested}`;
  await readPage(url, token);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await readPage(url, token));
  const worst = Math.max(...times);
  if (worst > 100) say(`${Math.round(worst)} ms ${JSON.stringify(wish)}`);
  return times;
}

/** Throws when the answer is no page with its total. */
async function readPage(url: string, token: string): Promise<number> {
  const startMs = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const rows = (await answer.json()) as unknown[];
  const tookMs = performance.now() - startMs;
  if (!answer.ok || !answer.headers.has(totalCountHeader))
    throw new Error(`${url} answered ${answer.status} without a total`);
  if (rows.length > pageRows) throw new Error(`${url} answered ${rows.length} rows`);
  return tookMs;
}
