import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiClient, createApiClient } from '../../lib/api/api-client.ts';
import { countAll, linkAll, type Progress } from './all-links-dialog.tsx';
import type { LinkPlace } from './link-calls.ts';

const place: LinkPlace = { owner: 'userId', ownerId: 7, kind: 'device' };
let server: Server;
let api: ApiClient;
/** Devices 1 to 2500; those that are linked to user 7. */
let linked: Set<number>;
let bulks: { method: string | undefined; count: number; first: unknown }[];
let refuse: boolean;

beforeEach(async () => {
  linked = new Set();
  bulks = [];
  refuse = false;
  server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://server');
    const body = await text(request);
    if (request.method === 'GET') {
      const required = url.searchParams.get('standing') === 'linked';
      const ids = Array.from({ length: 2500 }, (_, at) => at + 1).filter((id) => linked.has(id) === required);
      const rows = ids.slice(0, Number(url.searchParams.get('limit'))).map((id) => ({
        id,
        name: `${id}`,
        detail: null,
        linked: required,
        inherited: null,
      }));
      response.setHeader('x-total-count', ids.length);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(rows));
      return;
    }
    const links = JSON.parse(body) as { deviceId: number }[];
    bulks.push({ method: request.method, count: links.length, first: links[0] });
    if (refuse && bulks.length > 1) return response.writeHead(404).end('{}');
    for (const { deviceId } of links) {
      if (request.method === 'POST') linked.add(deviceId);
      else linked.delete(deviceId);
    }
    return response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
  api = createApiClient({ root, fetch, token: () => null, onRefused: () => {}, isOnline: () => true });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const still = new AbortController().signal;

test('[PERM-01] everything found is linked a thousand at a time, and progress is told', async () => {
  const reported: Progress[] = [];
  expect(await countAll(api, place, { keyword: '', on: true }, still)).toBe(2500);
  await linkAll(api.writer(), place, { keyword: '', on: true }, (progress) => reported.push(progress), still);
  expect(linked.size).toBe(2500);
  expect(bulks.map(({ method, count }) => [method, count])).toEqual([
    ['POST', 1000],
    ['POST', 1000],
    ['POST', 500],
  ]);
  expect(bulks[0]?.first).toEqual({ userId: 7, deviceId: 1 });
  expect(reported).toEqual([0, 1000, 2000].map((done) => ({ done, total: 2500 })));
});

test('what is linked is taken away the same way, and nothing to do is nothing done', async () => {
  linked = new Set([3, 4]);
  await linkAll(api.writer(), place, { keyword: '', on: false }, () => {}, still);
  expect([linked.size, bulks]).toEqual([
    0,
    [{ method: 'DELETE', count: 2, first: { userId: 7, deviceId: 3 } }],
  ]);
  await linkAll(api.writer(), place, { keyword: '', on: false }, () => {}, still);
  expect(bulks).toHaveLength(1);
});

test('a refusal ends it and keeps what was done before; so does the person', async () => {
  refuse = true;
  await expect(
    linkAll(api.writer(), place, { keyword: '', on: true }, () => {}, still),
  ).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(linked.size).toBe(1000);
  refuse = false;
  const stop = new AbortController();
  await linkAll(
    api.writer(),
    place,
    { keyword: '', on: true },
    ({ done }) => done && stop.abort(),
    stop.signal,
  );
  expect(linked.size).toBe(3000 - 1000);
});
