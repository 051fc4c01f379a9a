import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiRequest, createApiClient } from '../../../lib/api/api-client.ts';
import type { Register } from '../register.ts';
import { listPage } from './list-page.ts';

const things: Register<{ id: number }> = {
  title: 'group.title',
      nameOf: () => '',
  path: 'things',
  query: { all: 'true' },
  schema: z.object({ id: z.number() }),
  columns: [],
};

/** A server that has `count` things, answers as it was asked, and remembers the addresses. */
function serverOf(count: number) {
  const asked: URL[] = [];
  const api = createApiClient({
    root: 'http://here/',
    token: () => null,
    onRefused: () => {},
    fetch: async (address) => {
      const url = new URL(String(address));
      asked.push(url);
      const offset = Number(url.searchParams.get('offset'));
      const limit = Number(url.searchParams.get('limit'));
      const rows = Array.from({ length: count }, (_, at) => ({ id: at + 1 }));
      return Response.json(rows.slice(offset, offset + limit));
    },
  });
  return { api, asked };
}

const signal = new AbortController().signal satisfies ApiRequest['signal'];

test('a page holds as many rows as were asked for and knows whether more follow', async () => {
  const { api } = serverOf(21);
  const second = await listPage(api, things, { keyword: '', page: 1, size: 10 }, signal);
  expect(second.rows.map(({ id }) => id)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  expect(second.hasMore).toBe(true);
  const third = await listPage(api, things, { keyword: '', page: 2, size: 10 }, signal);
  expect(third).toEqual({ rows: [{ id: 21 }], hasMore: false });
});

test('a full last page is followed by none', async () => {
  const { api } = serverOf(10);
  const { hasMore } = await listPage(api, things, { keyword: '', page: 0, size: 10 }, signal);
  expect(hasMore).toBe(false);
});

test('the server searches, and an empty search asks for nothing', async () => {
  const { api, asked } = serverOf(1);
  await listPage(api, things, { keyword: 'ab', page: 0, size: 10 }, signal);
  await listPage(api, things, { keyword: '', page: 0, size: 10 }, signal);
  expect(asked.map(({ search }) => search)).toEqual([
    '?all=true&keyword=ab&limit=11&offset=0',
    '?all=true&limit=11&offset=0',
  ]);
});
