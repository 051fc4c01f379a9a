import { expect, test } from 'vitest';
import { type IntervalMemory, longestSilenceMs, withInterval } from './usual-interval.ts';

const after = (seconds: readonly number[], memory: IntervalMemory = { motion: false, ignition: true }) => {
  let known = memory;
  for (const one of seconds) known = { ...known, intervals: withInterval(known, one) };
  return known;
};
const limitOf = (memory: IntervalMemory) => (longestSilenceMs(memory) ?? 0) / 1000;
const times = (count: number, seconds: number) => Array.from({ length: count }, () => seconds);

test('[DESK-10] silence is judged by how often a tracker speaks by its own habit', () => {
  expect(longestSilenceMs({ motion: true })).toBeUndefined();
  expect(limitOf(after(times(5, 60)))).toBe(120);
  expect(limitOf(after(times(5, 3600)))).toBe(5430);
});

test('[DESK-10] driven and parked a tracker has an interval each', () => {
  const driven = after(times(5, 60));
  const parked = after([3600], { ...driven, ignition: false });
  expect(limitOf(parked)).toBe(5430);
  expect(limitOf({ ...parked, ignition: true })).toBe(120);
  expect(longestSilenceMs({ ...driven, ignition: false })).toBeUndefined();
  expect(limitOf({ ...after(times(3, 60), { motion: true }), motion: true })).toBe(120);
});

test('[DESK-10] one long gap is no habit, two are', () => {
  const once = after([...times(5, 60), 3600, 60]);
  expect(limitOf(once)).toBe(120);
  expect(limitOf(after([3600], once))).toBe(5430);
});

test('[DESK-10] a burst of stored messages does not shorten the interval, a faster habit does', () => {
  expect(limitOf(after([600, ...times(50, 0)]))).toBe(930);
  expect(limitOf(after([60, ...times(400, 10)]))).toBeLessThan(60);
});
