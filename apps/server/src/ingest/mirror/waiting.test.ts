import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGuardedLookup, isPrivateAddress } from '../../platform/outbound/guarded-lookup.ts';
import { createWaitingQueue, type Memory, nextAttemptMs, type Waiting } from './waiting.ts';

const one = (atMs: number, size = 100): Waiting => ({ deviceIds: [1], bytes: new Uint8Array(size), atMs });

function start(mostBytes: number, all = mostBytes) {
  const memory: Memory = { used: 0, mostBytes: all };
  const dropped: string[] = [];
  const queue = createWaitingQueue({
    memory,
    mostBytes,
    dropped: ({ atMs }, reason) => dropped.push(`${atMs} ${reason}`),
  });
  return { memory, dropped, queue };
}

test('[OUT-06] what waits is bounded: the oldest give way, but for those under way', () => {
  const { queue, dropped, memory } = start(1_000);
  for (const atMs of [1, 2, 3]) queue.push(one(atMs));
  queue.underWay = 1;
  queue.push(one(4));
  expect(dropped).toEqual(['2 queue-full']);
  expect([queue.peek(0)?.atMs, queue.peek(1)?.atMs, queue.peek(2)?.atMs]).toEqual([1, 3, 4]);
  queue.push(one(5, 5_000));
  expect(dropped).toEqual(['2 queue-full', '3 queue-full', '4 queue-full', '5 queue-full']);
  expect(queue.shift()?.atMs).toBe(1);
  expect(memory.used).toBe(0);
});

test('[OUT-06] all queues of a process share one bound', () => {
  const { queue, memory, dropped } = start(10_000, 500);
  memory.used = 400;
  queue.push(one(1));
  expect(dropped).toEqual(['1 queue-full']);
  memory.used = 0;
  queue.push(one(2));
  expect([queue.length, memory.used]).toEqual([1, 300]);
});

test('[OUT-06] however messages come and go, memory is what waits and never beyond its bound', () => {
  const step = fc.oneof(
    fc.record({ push: fc.integer({ min: 0, max: 900 }) }),
    fc.constant('shift' as const),
    fc.constant('underWay' as const),
    fc.record({ expire: fc.nat(50) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { queue, memory } = start(1_500);
      steps.forEach((what, atMs) => {
        if (what === 'shift') queue.shift();
        else if (what === 'underWay') queue.underWay = Math.min(queue.underWay + 1, queue.length);
        else if ('push' in what) queue.push(one(atMs, what.push));
        else queue.expire(what.expire);
        const waiting = Array.from({ length: queue.length }, (_, at) => queue.peek(at)?.bytes.length ?? 0);
        expect(memory.used).toBe(waiting.reduce((sum, bytes) => sum + bytes + 200, 0));
        expect(memory.used).toBeLessThanOrEqual(1_500);
      });
      queue.dropAll('end');
      expect(memory.used).toBe(0);
    }),
  );
});

test('[OUT-06] tries grow rarer, up to one in five minutes', () => {
  expect([1, 2, 3, 30].map((failures) => nextAttemptMs(0, failures, () => 1))).toEqual([
    1_000, 2_000, 4_000, 300_000,
  ]);
  expect(nextAttemptMs(0, 1, () => 0)).toBe(500);
});

test('[OUT-06] addresses of the machine and of its own network are private, however they are written', () => {
  const own = [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
  ];
  const others = [
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '224.0.0.1',
    'no',
  ];
  expect([...own, ...others].filter((address) => !isPrivateAddress(address))).toEqual([]);
  expect(
    ['8.8.8.8', '172.32.0.1', '2001:4860:4860::8888', '::ffff:8.8.8.8'].filter(isPrivateAddress),
  ).toEqual([]);
});

test('[OUT-06] a private address is refused by its number and by a name of it, unless the settings allow it', async () => {
  const guarded = createGuardedLookup({ allowsPrivate: false });
  for (const host of ['127.0.0.1', '[::1]', 'localhost'])
    await expect(guarded.resolve(host)).rejects.toMatchObject({ code: 'private-address' });
  const open = createGuardedLookup({ allowsPrivate: true });
  expect(await open.resolve('127.0.0.1')).toEqual({ address: '127.0.0.1', family: 4 });
});
