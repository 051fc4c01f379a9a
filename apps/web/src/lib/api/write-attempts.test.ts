import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApiClient } from './api-client.ts';
import { createWriteAttempts, type WriteAttempts } from './write-attempts.ts';

let server: Server;
/** Bodies that arrived; none is answered before `letAnswer`. */
let arrived: string[];
let keys: (string | undefined)[];
let status: number;
let isHanging: boolean;
let attempts: WriteAttempts;

beforeEach(async () => {
  arrived = [];
  keys = [];
  status = 204;
  isHanging = true;
  server = createServer(async (request, response) => {
    arrived.push(await readText(request));
    keys.push(request.headers['idempotency-key'] as string | undefined);
    if (!isHanging) response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
  attempts = createWriteAttempts(
    createApiClient({ root, fetch, token: () => null, onRefused: () => {}, isOnline: () => true }),
    true,
  );
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const save = (...bodies: readonly string[]) =>
  attempts.run(async (api) => {
    for (const json of bodies) await api.send({ method: 'POST', path: 'x', json });
    return 'saved';
  });

test('a change is made once, and its answer is given', async () => {
  isHanging = false;
  expect(await save('one', 'two')).toBe('saved');
  expect(arrived).toEqual(['"one"', '"two"']);
});

test('who stops waiting is told that it may have been made, and what would have followed is not sent', async () => {
  const saving = save('one', 'two');
  await expect.poll(() => arrived).toEqual(['"one"']);
  isHanging = false;
  attempts.giveUp();
  await expect(saving).rejects.toMatchObject({ name: 'ApiError', code: 'unanswered' });
  expect(arrived).toEqual(['"one"']);
});

test('a form that is left ends what it was sending; whether anything had left is said', async () => {
  const saving = save('one', 'two');
  await expect.poll(() => arrived).toEqual(['"one"']);
  isHanging = false;
  attempts.leave();
  await expect(saving).rejects.toMatchObject({ name: 'LeftUnanswered', mayBeMade: true });

  const ready = Promise.withResolvers<void>();
  const later = attempts.run(async (api) => {
    await ready.promise;
    await api.send({ method: 'POST', path: 'x', json: 'three' });
  });
  attempts.leave();
  ready.resolve();
  await expect(later).rejects.toMatchObject({ name: 'LeftUnanswered', mayBeMade: false });
  expect(arrived).toEqual(['"one"']);
});

test('what may have been done is tried again with the key it had, and what is known to be done or refused is not', async () => {
  isHanging = false;
  for (status of [502, 500, 503, 204, 400, 204]) await save('one', 'two').catch(() => {});
  const [first, ...rest] = keys;
  expect(first).toMatch(/^[0-9a-f]{32}-0$/);
  // refused with the key of none before it, and after a refusal it is another thing again
  expect(rest.slice(0, 3)).toEqual([first, first, first]);
  expect(keys[4]).toBe(first?.replace(/0$/, '1'));
  expect(new Set(keys.slice(5)).size).toBe(3);
  expect(keys.slice(5)).not.toContain(first);
});

test('a form with a file, and what belongs to no form, have no key', async () => {
  isHanging = false;
  await attempts.run((api) => api.send({ method: 'POST', path: 'x', parts: new FormData() }));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
  const plain = createWriteAttempts(
    createApiClient({ root: origin, fetch, token: () => null, onRefused: () => {}, isOnline: () => true }),
    false,
  );
  await plain.run((api) => api.send({ method: 'POST', path: 'x', json: 1 }));
  expect(keys).toEqual([undefined, undefined]);
});
