import { expect, test } from 'vitest';
import { createClockCheck } from './clock-check.ts';

test('[SCALE-01] a clock over 2 s from the database is told once, one over 30 s holds trackers back until it is right', () => {
  let aheadMs = 0;
  const told: string[] = [];
  const held: boolean[] = [];
  const judge = createClockCheck(
    { aheadMs: () => aheadMs },
    { holdForClock: (isWrong) => held.push(isWrong) },
    { warn: () => told.push('warned'), error: () => told.push('refused') },
  );
  for (const ms of [1_999, -1_999, 2_001, 2_500, -29_999, -30_001, 60_000, 0, -2_001]) {
    aheadMs = ms;
    judge();
  }
  expect(held).toEqual([false, false, false, false, false, true, true, false, false]);
  expect(told).toEqual(['warned', 'refused', 'refused', 'warned']);
});
