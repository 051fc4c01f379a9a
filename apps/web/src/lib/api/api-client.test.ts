import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiClient, createApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';

const anything = z.object({ ok: z.literal(true) });

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server;
let answer: (response: ServerResponse) => void;
let seen: Seen[];
let refused: string[];
let isOnline: boolean;
let api: ApiClient;

beforeEach(async () => {
  seen = [];
  refused = [];
  isOnline = true;
  answer = json(200, { ok: true });
  server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body: await readText(request) });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api = createApiClient({
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
    fetch,
    token: () => 'a-token',
    onRefused: (token) => refused.push(token),
    isOnline: () => isOnline,
  });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function json(status: number, body: unknown) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

async function failure(run: Promise<unknown>): Promise<ApiError> {
  const caught = await run.then(
    () => expect.fail('the call did not fail'),
    (error: unknown) => error,
  );
  expect(caught).toBeInstanceOf(ApiError);
  return caught as ApiError;
}

test('a call carries the token, its query and its JSON', async () => {
  await api
    .writer()
    .json(
      { method: 'POST', path: 'devices', query: { id: [7, 8], all: undefined }, json: { a: 1 } },
      anything,
    );
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: '/api/devices?id=7&id=8',
    headers: { authorization: 'Bearer a-token', 'content-type': 'application/json' },
    body: '{"a":1}',
  });
});

test('[AUTH-04] a sign-in is form-encoded and carries no authorization', async () => {
  const form = { email: 'ana@example.com', password: 'a b&c' };
  await api.writer().json({ method: 'POST', path: 'session', form, anonymous: true }, anything);
  expect(seen[0]?.headers.authorization).toBeUndefined();
  expect(seen[0]?.headers['content-type']).toMatch('application/x-www-form-urlencoded');
  expect(seen[0]?.body).toBe('email=ana%40example.com&password=a+b%26c');
});

test("a refusal is the contract's code with its fields", async () => {
  const details = { fields: [{ path: 'name', message: 'is missing' }] };
  answer = json(400, { code: 'invalid-input', message: 'no', details, requestId: 'r1' });
  const error = await failure(api.json({ path: 'devices' }, anything));
  expect(error).toMatchObject({ code: 'invalid-input', status: 400, requestId: 'r1' });
  expect(error.fields).toEqual(details.fields);
});

test('[AUTH-08] a 401 tells which token was refused', async () => {
  answer = json(401, { code: 'unauthenticated', message: 'no', requestId: 'r1' });
  await failure(api.json({ path: 'devices' }, anything));
  expect(refused).toEqual(['a-token']);
});

test('[AUTH-08] the 401 of a sign-in ends no session', async () => {
  answer = json(401, { code: 'invalid-credentials', message: 'no', requestId: 'r1' });
  const error = await failure(api.json({ path: 'session', anonymous: true }, anything));
  expect(error.code).toBe('invalid-credentials');
  expect(refused).toEqual([]);
});

test('[ERR-02] only 200 to 399 is success, and a body with errorcode is a failure', async () => {
  answer = json(200, { errorcode: 'forbidden' });
  expect((await failure(api.json({ path: 'x' }, z.unknown()))).code).toBe('forbidden');
  answer = (response) => response.writeHead(502).end('<html>bad gateway</html>');
  expect(await failure(api.json({ path: 'x' }, z.unknown()))).toMatchObject({
    code: 'internal-error',
    status: 502,
  });
});

test('[ERR-02] no answer, a broken one and a late one are a lost connection', async () => {
  answer = (response) => response.destroy();
  expect((await failure(api.json({ path: 'x' }, anything))).code).toBe('connection');
  answer = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"ok"');
    setTimeout(() => response.destroy(), 20);
  };
  expect((await failure(api.json({ path: 'x' }, anything))).code).toBe('connection');
  answer = () => {};
  expect((await failure(api.json({ path: 'x', timeoutMs: 30 }, anything))).code).toBe('connection');
});

test('[ERR-02] a change that was not answered may have been made, and one that had no network did not leave', async () => {
  const change = { method: 'POST', path: 'x', json: { a: 1 } } as const;
  const made = (timeoutMs = 1000) => failure(api.writer().json({ ...change, timeoutMs }, anything));
  answer = (response) => response.destroy();
  expect((await made()).code).toBe('unanswered');
  answer = () => {};
  expect((await made(30)).code).toBe('unanswered');
  answer = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"ok"');
    setTimeout(() => response.destroy(), 20);
  };
  expect((await made()).code).toBe('unanswered');
  for (const status of [502, 504]) {
    answer = (response) => response.writeHead(status).end('<html>bad gateway</html>');
    expect((await made()).code).toBe('unanswered');
  }
  server.close();
  server.closeAllConnections();
  isOnline = false;
  expect((await made()).code).toBe('not-sent');
  expect((await failure(api.json({ path: 'x' }, anything))).code).toBe('offline');
});

test('what a browser without a network can reach all the same, as its own machine, is asked and changed', async () => {
  isOnline = false;
  await api.writer().json({ method: 'POST', path: 'x', json: {} }, anything);
  await api.json({ path: 'x', posted: { json: { a: 1 } } }, anything);
  expect(seen.map(({ method, body }) => [method, body])).toEqual([
    ['POST', '{}'],
    ['POST', '{"a":1}'],
  ]);
  answer = () => {};
  const change = api.writer().send({ method: 'POST', path: 'x', timeoutMs: 30 });
  expect((await failure(change)).code).toBe('unanswered');
});

test('an answer the contract does not describe is unreadable', async () => {
  answer = json(200, { ok: 'yes' });
  expect((await failure(api.json({ path: 'x' }, anything))).code).toBe('unreadable');
  answer = (response) => response.writeHead(200).end('<html>');
  expect((await failure(api.json({ path: 'x' }, anything))).code).toBe('unreadable');
});

test('who gives up gets his own reason back', async () => {
  answer = () => {};
  const giveUp = new AbortController();
  const call = api.bytes({ path: 'x', signal: giveUp.signal });
  giveUp.abort(new Error('changed my mind'));
  await expect(call).rejects.toThrow('changed my mind');
});

test('an answer without a body is taken', async () => {
  answer = (response) => response.writeHead(204).end();
  await api.writer().send({ method: 'DELETE', path: 'session' });
  expect(seen[0]?.method).toBe('DELETE');
});

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of pieces) text += decoder.decode(piece, { stream: true });
  return text;
}

test('a long answer comes piece by piece, before its last byte is there', async () => {
  const rest = Promise.withResolvers<void>();
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('[1,');
    void rest.promise.then(() => response.end('2]'));
  };
  const pieces = api.pieces({ path: 'reports/route' });
  const first = await pieces.next();
  expect(new TextDecoder().decode(first.value)).toBe('[1,');
  rest.resolve();
  expect(await textOf(pieces)).toBe('2]');
});

test('[REP-08] an answer that breaks off, or is not whole in time, is a lost connection; the cause tells which', async () => {
  answer = (response) => {
    response.writeHead(200).write('[');
    setTimeout(() => response.destroy(), 20);
  };
  expect((await failure(textOf(api.pieces({ path: 'reports/route' })))).code).toBe('connection');
  answer = (response) => void response.writeHead(200).write('[');
  const late = await failure(textOf(api.pieces({ path: 'reports/route', timeoutMs: 50 })));
  expect(late).toMatchObject({ code: 'connection', cause: { name: 'TimeoutError' } });
  const given = new AbortController();
  const reading = textOf(api.pieces({ path: 'reports/route', signal: given.signal }));
  setTimeout(() => given.abort(), 20);
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});
