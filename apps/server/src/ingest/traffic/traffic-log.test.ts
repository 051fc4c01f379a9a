import { expect, test } from 'vitest';
import { createTrafficLog, type TrafficEntry, type TrafficKey } from './traffic-log.ts';

const limits = { keptMs: 60_000, totalBytes: 100_000, keyBytes: 5_000, watchedKeyBytes: 20_000 };
let nowMs = 0;
const start = () => createTrafficLog(limits, { now: () => nowMs });
const entry = (size: number, atMs = nowMs): TrafficEntry => ({
  atMs,
  direction: 'in',
  protocol: 'gt06',
  transport: 'tcp',
  address: '10.0.0.1',
  bytes: new Uint8Array(size),
});
const sizes = (log: ReturnType<typeof start>, key: TrafficKey) =>
  log.read(key).map(({ bytes }) => bytes.length);

test('[ING-09] the traffic of one device is bounded; who looks keeps more of what comes', () => {
  const log = start();
  for (let size = 1; size <= 100; size++) log.record(1, entry(size));
  const kept = sizes(log, 1);
  expect(kept.at(-1)).toBe(100);
  expect(kept.length).toBeLessThan(16);
  for (let size = 101; size <= 120; size++) log.record(1, entry(size));
  expect(sizes(log, 1).length).toBe(kept.length + 20);
});

test('[ING-09] what is older than some minutes is forgotten', () => {
  nowMs = 0;
  const log = start();
  log.record(1, entry(1));
  nowMs = 59_000;
  log.record(1, entry(2));
  expect(sizes(log, 1)).toEqual([1, 2]);
  nowMs = 60_001;
  expect(sizes(log, 1)).toEqual([2]);
});

test('[ING-09] in all it is bounded too: however many devices speak, those silent longest give way', () => {
  const log = start();
  for (let key = 0; key < 1_000; key++) for (let turn = 0; turn < 5; turn++) log.record(key, entry(100));
  expect(log.bytes).toBeLessThanOrEqual(limits.totalBytes);
  expect(sizes(log, 999).length).toBeGreaterThan(0);
  expect(sizes(log, 0)).toEqual([]);
});

test('[ING-09] looking at many that never spoke fills no memory', () => {
  const log = start();
  for (let key = 0; key < 10_000; key++) expect(log.read(`made-up-${key}`)).toEqual([]);
  expect(log.bytes).toBeLessThanOrEqual(limits.totalBytes);
});
