import { expect, test } from 'vitest';
import { createGaps } from './gaps.ts';

test('[SCALE-05] a number that is left out, or a beat that is further, is a gap; once it was noticed the rest is in order', () => {
  const gaps = createGaps(['positions', 'events']);
  expect([1, 2, 4, 5].map((number) => gaps.heard(7, 'positions', number))).toEqual([true, true, false, true]);
  expect(gaps.beat(7, { positions: 5, events: 1 })).toBe(false);
  expect(gaps.beat(7, { positions: 5, events: 1 })).toBe(true);
  expect(gaps.heard(7, 'events', 2)).toBe(true);
});

test('[SCALE-05] of a process that is heard for the first time, what it sent before is missing', () => {
  const gaps = createGaps(['positions']);
  expect(gaps.heard(7, 'positions', 1)).toBe(true);
  expect(gaps.heard(8, 'positions', 3)).toBe(false);
  expect(gaps.beat(9, {})).toBe(true);
  expect(gaps.beat(10, { positions: 1 })).toBe(false);
});

test('topics that this process does not listen to leave no gap', () => {
  expect(createGaps(['positions']).beat(7, { events: 9 })).toBe(true);
});

test('[SCALE-05] a living process without a beat for over two seconds is missing, one that ended is not, and a new one has that time', () => {
  let nowMs = 0;
  const gaps = createGaps([], () => nowMs);
  expect(gaps.missing([7, 8])).toEqual([]);
  gaps.beat(7, {});
  nowMs = 2_300;
  gaps.beat(8, {});
  expect(gaps.missing([7, 8])).toEqual([7]);
  expect(gaps.missing([8])).toEqual([]);
  expect(gaps.missing([7, 8])).toEqual([]);
});
