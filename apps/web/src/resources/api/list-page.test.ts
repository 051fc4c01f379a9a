import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiRequest, createApiClient } from '../../lib/api/api-client.ts';
import { listPage } from '../list/use-list-rows.ts';

const rows = { path: 'things', query: { all: 'true' }, schema: z.object({ id: z.number() }) };

/** A server that has `count` things, answers as it was asked, and remembers the addresses. */
function serverOf(count: number) {
  const requested: URL[] = [];
  const api = createApiClient({
    root: 'http://here/',
    token: () => null,
    onRefused: () => {},
    isOnline: () => true,
    fetch: async (address) => {
      const url = new URL(String(address));
      requested.push(url);
      const offset = Number(url.searchParams.get('offset'));
      const limit = Number(url.searchParams.get('limit'));
      const rows = Array.from({ length: count }, (_, at) => ({ id: at + 1 }));
      return Response.json(rows.slice(offset, offset + limit), {
        headers: { 'x-total-count': String(count) },
      });
    },
  });
  return { api, requested };
}

const signal = new AbortController().signal satisfies ApiRequest['signal'];
const plain = { keyword: '', sort: undefined, order: undefined };

test('[LIST-02] a piece of a list holds the rows that were asked for, and how many there are in all', async () => {
  const { api } = serverOf(21);
  const second = await listPage(api, rows, plain, { offset: 10, limit: 10 }, signal);
  expect(second.rows.map(({ id }) => id)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  expect(second.total).toBe(21);
});

test('[LIST-02] search and sort are the server’s, and what is not wanted is not asked', async () => {
  const { api, requested } = serverOf(0);
  await listPage(api, rows, { keyword: 'fh', sort: 'name', order: 'desc' }, { offset: 0, limit: 10 }, signal);
  await listPage(api, rows, plain, { offset: 0, limit: 10 }, signal);
  expect(requested.map(({ search }) => search)).toEqual([
    '?all=true&keyword=fh&sort=name&order=desc&limit=10&offset=0',
    '?all=true&limit=10&offset=0',
  ]);
});
