import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createGuardedLookup, PrivateAddress } from '../../platform/outbound/guarded-lookup.ts';
import { startWebService } from '../../platform/outbound/testing/web-service.ts';
import { createHttpLanes } from './http-lanes.ts';

/** Requests to one address, with what became of each message, on a clock that stands. */
function lanesTo(url: string, guard = createGuardedLookup({ allowsPrivate: true })) {
  let nowMs = 1_000_000;
  const told: string[] = [];
  const lanes = createHttpLanes({
    ...{ url, method: 'POST', contentType: 'text/plain', authorization: undefined, guard },
    ...{ clock: { now: () => nowMs }, memory: { used: 0, mostBytes: 1_000_000 }, mostBytes: 1_000_000 },
    sent: ({ bytes }) => told.push(`sent ${Buffer.from(bytes)}`),
    failed: ({ bytes }, reason) => told.push(`failed ${Buffer.from(bytes)} ${reason}`),
    dropped: ({ bytes }, reason) => told.push(`dropped ${Buffer.from(bytes)} ${reason}`),
  });
  onTestFinished(() => lanes.destroy('test-over'));
  return {
    told,
    push: (text: string) => lanes.push(1, { deviceIds: [1], bytes: Buffer.from(text), atMs: nowMs }),
    /** So much later, with what is older than this thrown away. */
    pass(ms: number, oldestMs = Number.POSITIVE_INFINITY) {
      nowMs += ms;
      lanes.check(nowMs, nowMs - oldestMs);
    },
  };
}

const waiting = { timeout: 5_000 };

test('[OUT-06] of one device one request after the other: the next waits for the answer', async () => {
  const open: ServerResponse[] = [];
  const service = await startWebService((response) => void open.push(response));
  const { told, push, pass } = lanesTo(service.url);
  push('a');
  push('b');
  pass(0);
  await expect.poll(() => service.received.length, waiting).toBe(1);
  // a second connection would have had its time
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(service.received.map(({ body }) => body)).toEqual(['a']);
  open.shift()?.end();
  await expect.poll(() => open.length, waiting).toBe(1);
  open.shift()?.end();
  await expect.poll(() => told, waiting).toEqual(['sent a', 'sent b']);
});

test('[OUT-06] who answers that it is too much is sent it again, not before he says', async () => {
  const service = await startWebService((response) => {
    const isFirst = service.received.length === 1;
    response.writeHead(isFirst ? 429 : 200, isFirst ? { 'retry-after': '120' } : {}).end();
  });
  const { told, push, pass } = lanesTo(service.url);
  push('a');
  await expect.poll(() => told, waiting).toEqual(['failed a answered-429']);
  pass(119_000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(service.received.length).toBe(1);
  pass(2_000);
  await expect.poll(() => told, waiting).toEqual(['failed a answered-429', 'sent a']);
});

test('[OUT-06] what waits for too long is thrown away, and said', async () => {
  const service = await startWebService((response) => response.writeHead(503).end());
  const { told, push, pass } = lanesTo(service.url);
  push('a');
  await expect.poll(() => told, waiting).toEqual(['failed a answered-503']);
  pass(1, 60_000);
  push('b');
  pass(60_000, 60_000);
  expect(told[1]).toBe('dropped a too-old');
});

test('[OUT-06] an answer without an end holds nothing up', async () => {
  const service = await startWebService((response) => {
    const more = setInterval(() => response.write('x'.repeat(32 * 1024)), 5);
    response.on('close', () => clearInterval(more));
  });
  const { told, push } = lanesTo(service.url);
  push('a');
  await expect.poll(() => told, waiting).toEqual(['sent a']);
});

test('[OUT-06] a name that has become private meanwhile is not connected to', async () => {
  const refusal = new PrivateAddress('private');
  const guard = {
    resolve: async () => ({ address: '192.0.2.1', family: 4 as const }),
    lookup: (_host: string, _options: object, done: (error: Error, address: string) => void) =>
      done(refusal, ''),
  };
  const { told, push } = lanesTo('http://mirror.invalid/in', guard as never);
  push('a');
  await expect.poll(() => told, waiting).toEqual(['failed a private-address']);
});
