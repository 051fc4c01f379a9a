/** The bounds of the web port, over real sockets from several loopback addresses. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createLive } from '../../../live/live.ts';
import { liveViewerOf } from '../../../live/upgrade.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { proxiesOf } from './proxies.ts';
import { defaultWebLimits, serverTimes } from './web-connections.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'atalaia-bounds-'));
writeFileSync(join(webRoot, 'index.html'), '<html></html>');
writeFileSync(join(webRoot, 'large.txt'), Buffer.alloc(30_000_000, 0x61));
afterAll(() => rmSync(webRoot, { recursive: true }));

const limits = {
  connections: 6,
  connectionsPerAddress: 4,
  bodyMs: 4_000,
  lookOverMs: 50,
};
const isProxy = proxiesOf(['127.0.9.0/24']);
const { app, ask, bus, pool, services, world } = await createTestApp({ webRoot, webLimits: limits, isProxy });
const live = createLive({
  geocoding: { nearest: () => null },
  isCurrent: () => true,
  oldestOpen: () => undefined,
  ...{ bus, pool, metrics: new Registry() },
  log: { error: (detail: unknown) => expect(detail).toBeUndefined(), debug: () => undefined },
  visibleDeviceIds: services.visibility.visibleDeviceIds,
  readPlace: services.visibility.readPlace,
  describeDevices: services.devices.describe,
  describeEvents: services.events.describeFor,
  describeNotices: services.deliveries.describeNotices,
  openAlarms: services.events.describeOpenAlarms,
  customerWatchers: services.visibility.customerWatchers,
  sessionEndMs: async (hash) => (await services.sessions.byHash(hash))?.session.expiresMs,
  authenticate: liveViewerOf(services.sessions, isProxy),
});
live.attach(app.server);
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
afterAll(() => live.stop());

const { id } = await world.person();
const token = await world.openSession(id);

const sockets: Socket[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(open).toBe(0);
});

/** A client that never ends its side by itself. */
async function client(localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  // the server may end it while something is written
  const closed = new Promise<void>((resolve) => {
    socket.on('error', () => resolve());
    socket.once('close', () => resolve());
    socket.once('end', () => resolve());
  });
  await once(socket, 'connect');
  return {
    socket,
    closed,
    text: () => text,
    get isOpen() {
      return !socket.destroyed && !socket.readableEnded;
    },
    ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
      const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    },
    answered: (pattern = /^HTTP\/1.1 \d+/) =>
      expect
        .poll(() => text, { timeout: 15_000 })
        .toMatch(pattern)
        .then(() => undefined),
  };
}

/** The numbers of `/metrics` whose line begins so. */
async function metric(name: string): Promise<number> {
  const { text } = await ask('GET', '/metrics');
  const lines = text.split('\n').filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
const open = () => metric('atalaia_http_connections ');
const ended = (reason: string) => metric(`atalaia_http_connections_ended_total{reason="${reason}"}`);
const openGet = { Authorization: `Bearer ${token}` };

/** A request whose body is still on its way. */
async function uploading(localAddress?: string, headers: Record<string, string> = {}) {
  const one = await client(localAddress);
  const started = once(app.server, 'request');
  const body = { 'Content-Length': '100000', 'Content-Type': 'application/json' };
  one.ask('/api/groups', { ...openGet, ...body, ...headers }, 'POST');
  await started;
  return one;
}

/** A request whose answer is on its way: its client takes nothing of it for now. */
async function answering(localAddress?: string) {
  const one = await client(localAddress);
  const started = once(app.server, 'request');
  one.socket.pause();
  one.ask('/large.txt');
  await started;
  return one;
}

test('[ING-11] who makes no request in time is answered 408, and destroyed though it never ends its side', async () => {
  const { headersTimeout, requestTimeout, maxRequestsPerSocket, keepAliveTimeout } = app.server;
  expect({ headersTimeout, requestTimeout, maxRequestsPerSocket, keepAliveTimeout }).toEqual({
    headersTimeout: 20_000,
    requestTimeout: 1_800_000,
    maxRequestsPerSocket: 1_000,
    keepAliveTimeout: 72_000,
  });
  // those that came together end together: looked for so often, they are a few hundred at a time
  const lookOf = (lookOverMs: number) =>
    serverTimes({ ...defaultWebLimits, lookOverMs }).http.connectionsCheckingInterval;
  expect([lookOf(defaultWebLimits.lookOverMs), lookOf(20)]).toEqual([100, 20]);
  app.server.headersTimeout = 300;
  const silent = await client();
  const dripping = await client();
  dripping.socket.write('GET / HTTP/1.1\r\nHost: ');
  await expect.poll(open).toBe(2);
  await silent.answered(/^HTTP\/1.1 408 [\s\S]*"code":"request-timeout"/);
  await dripping.answered(/^HTTP\/1.1 408 /);
  // none of the two ends; their descriptors are free all the same
  expect(silent.socket.destroyed).toBe(false);
  await expect.poll(open, { timeout: 5_000 }).toBe(0);
  expect(await ended('slow-request')).toBe(2);
  app.server.headersTimeout = defaultWebLimits.headersMs;
});

test('[ING-11] when all is taken the connection that was idle longest gives way, and a request under way does not', async () => {
  const busy = await answering('127.0.0.2');
  const held = [];
  for (const from of ['127.0.0.3', '127.0.0.3', '127.0.0.3', '127.0.0.4', '127.0.0.4']) {
    held.push(await client(from));
    await expect.poll(open).toBe(held.length + 1);
  }
  const person = await client();
  person.ask('/api/devices', openGet);
  await person.answered(/^HTTP\/1.1 200 /);
  await held[0]?.closed;
  expect(held.map(({ isOpen }) => isOpen)).toEqual([false, true, true, true, true]);
  expect([busy.isOpen, person.isOpen]).toEqual([true, true]);
  expect(await open()).toBe(limits.connections);
  expect(await ended('gave-way')).toBeGreaterThan(0);
});

test('[ING-11] when all that is open is under way a newcomer is refused', async () => {
  for (let one = 0; one < limits.connections; one += 1) await answering(`127.0.0.${2 + (one % 2)}`);
  await expect.poll(open).toBe(limits.connections);
  const before = await ended('too-many-connections');
  const refused = await client('127.0.0.5');
  await refused.closed;
  expect(refused.text()).toBe('');
  expect(await ended('too-many-connections')).toBe(before + 1);
});

test('[ING-11] a request whose body does not come gives way: nobody is kept out by bodies that are only announced', async () => {
  const held = [];
  for (let one = 0; one < limits.connections; one += 1)
    held.push(await uploading(`127.0.0.${2 + (one % 2)}`));
  await expect.poll(open).toBe(limits.connections);
  const person = await client('127.0.0.5');
  person.ask('/api/devices', openGet);
  await person.answered(/^HTTP\/1.1 200 /);
  await held[0]?.closed;
  expect(held.map(({ isOpen }) => isOpen)).toEqual([false, true, true, true, true, true]);
});

test('[ING-11] one address takes no more than its part', async () => {
  const own = [];
  for (let one = 0; one < limits.connectionsPerAddress; one += 1) own.push(await answering('127.0.0.2'));
  await expect.poll(open).toBe(own.length);
  const more = await client('127.0.0.2');
  await more.closed;
  expect(await ended('too-many-of-address')).toBe(1);
  const other = await client('127.0.0.3');
  other.ask('/api/devices', openGet);
  await other.answered(/^HTTP\/1.1 200 /);
  expect(own.every(({ isOpen }) => isOpen)).toBe(true);
});

test('[ING-11] behind a proxy a person is counted by the forwarded address, and the proxy is not', async () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  for (let one = 0; one < limits.connectionsPerAddress; one += 1) {
    await uploading('127.0.9.1', from('203.0.113.5'));
  }
  await expect.poll(open).toBe(limits.connectionsPerAddress);
  const same = await client('127.0.9.1');
  same.ask('/api/devices', { ...openGet, ...from('10.0.0.1, 203.0.113.5') });
  await same.answered(/^HTTP\/1.1 429 [\s\S]*retry-after: 1[\s\S]*"code":"too-many-requests"/i);
  const other = await client('127.0.9.1');
  other.ask('/api/devices', { ...openGet, ...from('203.0.113.6') });
  await other.answered(/^HTTP\/1.1 200 /);
  // who is no proxy is not believed
  const liar = await client('127.0.0.2');
  liar.ask('/api/devices', { ...openGet, ...from('203.0.113.5') });
  await liar.answered(/^HTTP\/1.1 200 /);
});

test('[ING-11] live channels count, give way to nobody, and are bounded by the forwarded address', async () => {
  const upgrade = {
    ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
    ...{ 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==', 'X-Forwarded-For': '203.0.113.7' },
  };
  const channels = [];
  for (let one = 0; one < limits.connectionsPerAddress; one += 1) {
    const channel = await client('127.0.9.1');
    channel.ask(`/api/socket?b=${token}`, upgrade);
    await channel.answered(/^HTTP\/1.1 101 /);
    channels.push(channel);
  }
  const fifth = await client('127.0.9.1');
  fifth.ask(`/api/socket?b=${token}`, upgrade);
  await fifth.answered(/^HTTP\/1.1 429 /);
  await expect.poll(open, { timeout: 5_000 }).toBe(channels.length);
  const newcomers = [];
  for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4']) newcomers.push(await client(from));
  await newcomers[0]?.closed;
  expect(await open()).toBe(limits.connections);
  expect(channels.every(({ isOpen }) => isOpen)).toBe(true);
});

test('[ING-11] a stranger’s live channel is refused and destroyed though he never ends his side', async () => {
  const stranger = await client();
  stranger.ask('/api/socket?b=none', {
    ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
    'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  });
  await stranger.answered(/^HTTP\/1.1 401 /);
  await expect.poll(open, { timeout: 5_000 }).toBe(0);
  expect(stranger.socket.destroyed).toBe(false);
});

test('[ING-11] a body that drips is ended with 408; one over a slow line is taken', async () => {
  const dripping = await uploading('127.0.0.2');
  const slow = await client('127.0.0.3');
  const body = JSON.stringify({ name: 'x'.repeat(9_000) });
  slow.ask(
    '/api/groups',
    { ...openGet, 'Content-Type': 'application/json', 'Content-Length': String(body.length) },
    'POST',
  );
  // longer than a body has without that, and eight times as fast as the least
  for (let at = 0; at < body.length; at += 100) {
    slow.socket.write(body.slice(at, at + 100));
    if (dripping.isOpen) dripping.socket.write('x');
    await sleep(50);
  }
  await dripping.answered(/^HTTP\/1.1 408 /);
  await slow.answered(/^HTTP\/1.1 4\d\d [\s\S]*"path":"name"/);
  expect(await ended('slow-body')).toBe(1);
});

test('[ING-11] an answer that nobody reads is given up; one that is long in the making, or read slowly, is not', async () => {
  expect(app.server.timeout).toBe(defaultWebLimits.unreadMs);
  app.server.timeout = 700;
  const list = services.groups.list;
  vi.spyOn(services.groups, 'list').mockImplementation(async (...given) => {
    await sleep(2 * app.server.timeout);
    return list(...given);
  });
  const patient = await client('127.0.0.2');
  patient.ask('/api/groups', openGet);
  const stalled = await client('127.0.0.3');
  stalled.socket.pause();
  stalled.ask('/large.txt');
  const slow = await client('127.0.0.4');
  let taken = 0;
  slow.socket.removeAllListeners('data');
  slow.socket.on('data', (chunk) => {
    taken += chunk.length;
    slow.socket.pause();
    setTimeout(() => slow.socket.resume(), 5);
  });
  slow.ask('/large.txt');
  await patient.answered(/^HTTP\/1.1 200 /);
  await expect.poll(() => taken, { timeout: 15_000 }).toBeGreaterThan(30_000_000);
  await expect.poll(open, { timeout: 10_000 }).toBe(2);
  expect(await ended('unread-answer')).toBe(1);
  app.server.timeout = defaultWebLimits.unreadMs;
});
