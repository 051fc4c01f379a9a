import { expect, test } from 'vitest';
import { createTrafficLog, type TrafficKey } from './traffic.ts';
import type { TrafficSource } from './traffic-chunk.ts';

const limits = { retentionMs: 60_000, totalBytes: 100_000, keyBytes: 4_000, watchedKeyBytes: 20_000 };
let nowMs = 0;
const source: TrafficSource = {
  protocol: 'gt06',
  transport: 'tcp',
  address: '10.0.0.1',
  decode: () => ({ session: {}, messages: [], replies: [] }),
};
function start() {
  const log = createTrafficLog(limits, { now: () => nowMs });
  const receive = (key: TrafficKey, size: number) =>
    log.record(key, 'in', nowMs, source, new Uint8Array(size).fill(size));
  return { log, receive, sizes: (key: TrafficKey) => log.read(key).map(({ bytes }) => bytes.length) };
}

test('[ING-09] what is read is what was noted, in order', () => {
  const { log, receive } = start();
  nowMs = 1_700_000_000_123;
  receive(1, 3);
  log.record(1, 'out', nowMs + 1, source, Buffer.from('ok'));
  expect(log.read(1)).toEqual([
    { atMs: nowMs, direction: 'in', source, bytes: new Uint8Array([3, 3, 3]) },
    { atMs: nowMs + 1, direction: 'out', source, bytes: new Uint8Array(Buffer.from('ok')) },
  ]);
});

test('[ING-09] the traffic of one device is bounded; who looks keeps more of what comes', () => {
  const { log, receive, sizes } = start();
  for (let turn = 0; turn < 1_000; turn++) receive(1, 87);
  expect(log.bytes).toBeLessThan(limits.keyBytes + 500);
  const [retained] = [sizes(1).length];
  expect(retained).toBeGreaterThanOrEqual(20);
  expect(retained).toBeLessThanOrEqual(40);
  for (let turn = 0; turn < 1_000; turn++) receive(1, 87);
  expect(sizes(1).length).toBeGreaterThanOrEqual(100);
});

test('[ING-09] what is older than some minutes is forgotten', () => {
  nowMs = 0;
  const { receive, sizes } = start();
  receive(1, 1);
  nowMs = 59_000;
  receive(1, 2);
  expect(sizes(1)).toEqual([1, 2]);
  nowMs = 60_001;
  expect(sizes(1)).toEqual([2]);
});

test('[ING-09] in all it is bounded too: however many devices speak, those silent longest give way', () => {
  const { log, receive, sizes } = start();
  for (let turn = 0; turn < 3; turn++) for (let key = 0; key < 1_000; key++) receive(key, 100);
  expect(log.bytes).toBeLessThanOrEqual(limits.totalBytes);
  expect(sizes(999).length).toBeGreaterThan(0);
  for (let key = 0; key < 20; key++) receive('speaks', 10);
  for (let key = 5_000; key < 5_100; key++) receive(key, 100);
  expect(sizes('speaks').length).toBeGreaterThan(0);
});

test('[ING-09] a frame longer than a chunk is noted whole, and one beyond all measure is not', () => {
  const { receive, sizes } = start();
  receive(1, 10);
  receive(1, 30_000);
  receive(1, 70_000);
  expect(sizes(1)).toEqual([10, 30_000]);
});

test('[ING-09] looking at many that never spoke fills no memory', () => {
  const { log } = start();
  for (let key = 0; key < 10_000; key++) expect(log.read(`made-up-${key}`)).toEqual([]);
  expect(log.bytes).toBeLessThanOrEqual(limits.totalBytes);
});
