import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createGuardedLookup } from '../../platform/outbound/guarded-lookup.ts';
import { createRawLine, type Endpoint, type RawLineParts } from './raw-line.ts';
import { createWaitingQueue } from './waiting.ts';

const reading = createGuardedLookup({ allowsPrivate: true });
const poll = { timeout: 5_000 };
const soon = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Another server, and whom it does with as the test says. */
async function otherServer(meet: (socket: Socket, at: number) => void = () => undefined) {
  const brought: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const at = sockets.push(socket) - 1;
    brought.push('');
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        brought[at] = `${brought[at]}${bytes}`;
      });
    meet(socket, at);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, brought, sockets };
}

const endpointOf = (port: number): Endpoint => ({
  ...{ host: '127.0.0.1', port, failures: 0, retryMs: 0, connecting: 0 },
});

/** A line on a clock that stands, with what became of each message by its first letters. */
function lineTo(endpoint: Endpoint, parts: Partial<RawLineParts> = {}, startMs = 1_000_000) {
  let nowMs = startMs;
  const told: string[] = [];
  const note =
    (what: string) =>
    ({ bytes }: { readonly bytes: Uint8Array }, reason = '') =>
      void told.push(`${what} ${Buffer.from(bytes.subarray(0, 3))} ${reason}`.trim());
  const queue = createWaitingQueue({
    ...{ memory: { used: 0, mostBytes: 1e9 }, mostBytes: 1e9, dropped: note('dropped') },
  });
  const line = createRawLine({
    ...{ endpoint, transport: 'tcp', clock: { now: () => nowMs }, guard: reading, queue },
    ...{ signIn: () => undefined, sent: note('sent'), failed: note('failed'), done: () => told.push('done') },
    ...parts,
  });
  onTestFinished(() => line.destroy('test-over'));
  const check = (ms = 0) => {
    nowMs += ms;
    line.check(nowMs, 0);
  };
  const push = (text: string | Buffer) =>
    line.push({ deviceIds: [1], bytes: Buffer.from(text), atMs: nowMs });
  return { line, queue, told, push, check };
}

test('[OUT-06] frames that come together leave in one write, in their order, and of each is told that it was sent', async () => {
  const other = await otherServer();
  const { told, push } = lineTo(endpointOf(other.port));
  push('000');
  await expect.poll(() => told, poll).toEqual(['sent 000']);
  const writes = vi.spyOn(Socket.prototype, 'write');
  onTestFinished(() => writes.mockRestore());
  const frames = Array.from({ length: 41 }, (_, at) => String(at).padStart(3, '0'));
  for (const frame of frames.slice(1)) push(frame);
  await expect.poll(() => told, poll).toEqual(frames.map((frame) => `sent ${frame}`));
  expect(writes).toHaveBeenCalledTimes(1);
  await expect.poll(() => other.brought, poll).toEqual([frames.join('')]);
});

test('[OUT-06] a connection that takes nothing for a minute is given up; what it had not taken waits for the next, of which no more than that is written', async () => {
  const other = await otherServer((socket, at) => {
    if (at === 0) socket.pause();
  });
  const { queue, told, push, check } = lineTo(endpointOf(other.port));
  // more than both sides' buffers of the system take
  const count = 400;
  for (let at = 0; at < count; at += 1) push(Buffer.alloc(65_536, String(at).padStart(3, '0')));
  await expect.poll(() => told.length, poll).toBeGreaterThan(10);
  let before = -1;
  while (before !== told.length) {
    before = told.length;
    await soon();
  }
  expect(queue.length).toBe(count - before);
  expect(queue.underWay).toBeLessThan(3);
  check(59_999);
  await soon();
  expect(told).toHaveLength(before);
  check(1);
  await expect.poll(() => told.at(-1), poll).toMatch(/^failed \d+ connection-lost$/);
  expect(
    told.filter((one) => one.startsWith('sent')),
    'what was on its way is not sent',
  ).toHaveLength(before);
  check(1_000);
  await expect.poll(() => queue.length, poll).toBe(0);
  await expect.poll(() => other.brought[1]?.length, poll).toBe((count - before) * 65_536);
});

test('[OUT-06] a connection whose tracker is silent for half an hour is closed and opened again by the next frame; a shorter silence is no stall', async () => {
  const other = await otherServer();
  const { told, push, check } = lineTo(endpointOf(other.port), { signIn: () => Buffer.from('id;') });
  push('a');
  await expect.poll(() => other.brought, poll).toEqual(['id;a']);
  check(29 * 60_000);
  push('b');
  check();
  await expect.poll(() => other.brought, poll).toEqual(['id;ab']);
  await soon();
  expect(other.sockets[0]?.readableEnded).toBe(false);
  check(30 * 60_000);
  await expect.poll(() => other.sockets[0]?.readableEnded, poll).toBe(true);
  other.sockets[0]?.end();
  await soon();
  push('c');
  await expect.poll(() => other.brought, poll).toEqual(['id;ab', 'id;c']);
  expect(told).toEqual(['sent a', 'sent b', 'sent c']);
});

test('[OUT-06] at most twenty connect to one port at a time', async () => {
  const endpoint = endpointOf(1);
  const guard = { resolve: () => new Promise<never>(() => undefined) } as never;
  for (let at = 0; at < 25; at += 1) lineTo(endpoint, { guard }).push('a');
  expect(endpoint.connecting).toBe(20);
});

test('[OUT-06] a port that refuses is tried by nobody for a while, a connection that breaks not at once again, and sooner after a good one', async () => {
  const closed = endpointOf(1);
  const [one, other] = [lineTo(closed), lineTo(closed)];
  one.push('a');
  await expect.poll(() => one.told, poll).toEqual(['failed a refused']);
  other.push('b');
  await soon();
  expect(other.told).toEqual([]);
  other.check(1_000);
  await expect.poll(() => other.told, poll).toEqual(['failed b refused']);

  // it takes the first four connections and ends them, and holds the fifth
  const moody = await otherServer((socket, at) => {
    if (at < 4) socket.destroy();
    else socket.pause();
  });
  const { told, push, check } = lineTo(endpointOf(moody.port), {
    // so that it knows that it was connected before it breaks
    signIn: () => Buffer.alloc(8_000_000, 's'),
  });
  push('a');
  for (let failure = 1; failure <= 4; failure += 1) {
    await expect.poll(() => told.length, poll).toBe(failure);
    check();
    await soon();
    expect(moody.sockets).toHaveLength(failure);
    check(10_000);
  }
  await expect.poll(() => moody.sockets.length, poll).toBe(5);
  await soon();
  check(60_000);
  moody.sockets[4]?.destroy();
  await expect.poll(() => told.length, poll).toBe(5);
  check(1_000);
  await expect.poll(() => moody.sockets.length, poll).toBe(6);
});

test('[OUT-06] a line that ends while its name is looked up connects no more', async () => {
  const other = await otherServer();
  const found = Promise.withResolvers<void>();
  const guard = { ...reading, resolve: (host: string) => found.promise.then(() => reading.resolve(host)) };
  const { line, told, push } = lineTo(endpointOf(other.port), { guard });
  push('a');
  line.destroy('mirror-ended');
  found.resolve();
  await soon();
  expect(other.sockets).toEqual([]);
  expect(told).toEqual(['dropped a mirror-ended', 'done']);
});

test('[OUT-06] a datagram whose line ends while its name is looked up is not sent', async () => {
  const other = createSocket('udp4').bind(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  let received = 0;
  other.on('message', () => {
    received += 1;
  });
  const found = Promise.withResolvers<void>();
  const guard = { ...reading, resolve: (host: string) => found.promise.then(() => reading.resolve(host)) };
  const { line, told, push } = lineTo(endpointOf(other.address().port), { guard, transport: 'udp' });
  push('a');
  line.destroy('mirror-ended');
  found.resolve();
  await soon();
  expect([received, told]).toEqual([0, ['dropped a mirror-ended', 'done']]);
});

test('[OUT-06] datagrams to a name that is not found are tried again in time, and not before', async () => {
  const guard = { resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })) };
  const { told, push, check } = lineTo(endpointOf(9), { guard: guard as never, transport: 'udp' });
  push('a');
  await soon();
  check();
  await soon();
  expect(told).toEqual(['failed a unknown-host']);
  check(1_000);
  await soon();
  expect(told).toEqual(['failed a unknown-host', 'failed a unknown-host']);
});
