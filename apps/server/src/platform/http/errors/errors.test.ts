import { once } from 'node:events';
import { connect } from 'node:net';
import { errorCodes, errorStatus } from '@atalaia/contract/errors';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '../../../errors/app-error.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { errorBody, refusalOf } from './error-body.ts';

const { app, ask, world, services, logLines } = await createTestApp();
const { token } = await world.administrator();
const json = { 'content-type': 'application/json' };
afterEach(() => {
  vi.restoreAllMocks();
});

test('[ERR-02] every code of the table makes a refusal with its status, none of them a success, and the one body', () => {
  for (const status of Object.values(errorStatus)) expect(status).toBeGreaterThanOrEqual(400);
  for (const code of errorCodes) {
    const refusal = refusalOf(new AppError(code, 'words'), () => false);
    expect(refusal.status).toBe(errorStatus[code]);
    expect(errorBody(refusal, 'r1')).toEqual({ code, message: 'words', requestId: 'r1' });
  }
});

test('[API-03] a body that cannot be read is told as what it is', async () => {
  const send = (headers: Record<string, string>, body: unknown) =>
    ask('POST', '/api/groups', { token, headers, body });
  const faults: [Record<string, string>, unknown, number, string][] = [
    [json, '{"name":', 400, 'invalid-input'],
    [json, '"text"', 400, 'invalid-input'],
    [json, '[]', 400, 'invalid-input'],
    [json, '', 400, 'invalid-input'],
    [json, '{"__proto__":{"administrator":true},"name":"x"}', 400, 'invalid-input'],
    [{ 'content-type': 'text/plain' }, 'name=x', 415, 'unsupported-media-type'],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 'name=x', 415, 'unsupported-media-type'],
    [{ 'content-type': 'application/xml' }, '<name/>', 415, 'unsupported-media-type'],
    [json, JSON.stringify({ name: 'x', attributes: { a: 'y'.repeat(1_100_000) } }), 413, 'body-too-large'],
  ];
  for (const [headers, body, status, code] of faults) {
    const answer = await send(headers, body);
    expect([String(body).slice(0, 40), answer.status, answer.body.code]).toEqual([
      String(body).slice(0, 40),
      status,
      code,
    ]);
  }
});

test('an address that no route has is not found, in the one body', async () => {
  for (const [method, url] of [
    ['GET', '/api/nothing'],
    ['POST', '/api'],
    ['GET', '/nothing'],
  ] as const) {
    const answer = await ask(method, url, { token });
    expect([url, answer.status, answer.body.code]).toEqual([url, 404, 'not-found']);
    expect(answer.body.requestId).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect((await ask('GET', '/api/devices/%zz', { token })).body.code).toBe('invalid-input');
});

test('HEAD is GET without its body, and OPTIONS says what an address takes', async () => {
  const head = await ask('HEAD', '/api/devices', { token });
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '2']);
  expect((await ask('HEAD', '/api/devices')).status).toBe(401);
  const options = await ask('OPTIONS', '/api/devices/1');
  expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, PUT, DELETE, OPTIONS']);
  expect(options.headers).not.toHaveProperty('access-control-allow-origin');
});

test('a client that names a type and sends nothing is understood', async () => {
  const group = await world.group();
  expect((await ask('DELETE', `/api/groups/${group}`, { token, headers: json })).status).toBe(204);
});

test('what nobody foresaw is told without its inside, and logged with it', async () => {
  logLines.length = 0;
  vi.spyOn(services.groups, 'read').mockRejectedValue(new Error('secret inside'));
  const { status, body, text } = await ask('GET', '/api/groups/1', { token });
  expect([status, body.code]).toEqual([500, 'internal-error']);
  expect(text).not.toContain('secret inside');
  const line = logLines.find((each) => each.includes('request failed')) ?? '';
  expect(line).toContain('secret inside');
  expect(line).toContain(body.requestId);
});

test('while the database is away the answer is 503, to be asked again', async () => {
  const away = Object.assign(new Error('Connection terminated unexpectedly'), {});
  vi.spyOn(services.groups, 'read').mockRejectedValue(away);
  const { status, body } = await ask('GET', '/api/groups/1', { token });
  expect([status, body.code]).toEqual([503, 'not-ready']);
});

test('[ERR-02] a disk of the database that is full is told as such', async () => {
  const full = Object.assign(new Error('could not extend file "base/1/2": No space left on device'), {
    code: '53100',
  });
  vi.spyOn(services.groups, 'read').mockRejectedValue(full);
  const { status, body } = await ask('GET', '/api/groups/1', { token });
  expect([status, body.code]).toEqual([503, 'no-space']);
});

test('[ERR-02] what comes on a connection while the server stops is refused in the one body, and the connection ends', async () => {
  const stopping = await createTestApp();
  const person = await stopping.world.person();
  await stopping.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = stopping.app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  let answers = '';
  socket.on('data', (bytes) => {
    answers += bytes.toString('utf8');
  });
  const holder = await stopping.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  const request = `GET /api/session HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\n\r\n`;
  const reached = once(stopping.app.server, 'request');
  socket.write(request);
  await reached;
  const closed = stopping.app.close();
  const next = once(stopping.app.server, 'request');
  socket.write(request);
  await next;
  await holder.query('ROLLBACK');
  holder.release();
  await once(socket, 'close');
  await closed;
  const [, first = '', second = ''] = answers.split('HTTP/1.1 ');
  expect(first).toMatch(/^200 /);
  expect(second).toMatch(/^503 /);
  expect(second).toMatch(/\r\nconnection: close\r\n/i);
  expect(second).toContain('"code":"not-ready"');
});

async function* refused() {
  yield* [];
  throw new AppError('forbidden', 'no');
}

async function* broken() {
  yield '1';
  yield '2';
  throw new Error('half way');
}

test('a list that fails before its first piece is refused like anything else; later its connection ends', async () => {
  vi.spyOn(services.groups, 'list').mockImplementation(async () => ({ total: undefined, rows: refused() }));
  expect((await ask('GET', '/api/groups', { token })).status).toBe(403);
  vi.spyOn(services.groups, 'list').mockImplementation(async () => ({ total: undefined, rows: broken() }));
  await expect(ask('GET', '/api/groups', { token })).rejects.toThrow();
});

test('bytes that are no HTTP get one short answer and their connection closed', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const send = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.end(bytes);
    await once(socket, 'close');
    return text;
  };
  expect(await send('nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"invalid-input"/);
  expect(await send(`GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 431 [\s\S]*"code":"headers-too-large"[\s\S]*"requestId":"[0-9a-f-]{36}"/,
  );
});
