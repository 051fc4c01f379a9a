import { expect, test } from 'vitest';
import { createAllowance } from './allowance.ts';

test('a burst goes at once, and then so much a second', () => {
  let nowMs = 0;
  const allowance = createAllowance({ burst: 100, perSecond: 10 }, { now: () => nowMs });
  allowance.take(99);
  expect(allowance.waitMs()).toBe(0);
  allowance.take(21);
  expect(allowance.waitMs()).toBe(2001);
  nowMs = 2001;
  expect(allowance.waitMs()).toBe(0);
});

test('what is not taken fills up to the burst and no further', () => {
  let nowMs = 0;
  const allowance = createAllowance({ burst: 100, perSecond: 10 }, { now: () => nowMs });
  nowMs = 1_000_000;
  allowance.take(100);
  expect(allowance.waitMs()).toBeGreaterThan(0);
});

test('a clock that is set back takes nothing away', () => {
  let nowMs = 1_000_000;
  const allowance = createAllowance({ burst: 100, perSecond: 10 }, { now: () => nowMs });
  nowMs = 0;
  expect(allowance.waitMs()).toBe(0);
});
