import { expect, test, vi } from 'vitest';
import { createClockCheck, createDatabaseClock } from './database-clock.ts';
import { createTestDatabase } from './test-database.ts';

test('[SCALE-04] claims go by the database’s clock, also where this machine’s is wrong', async () => {
  const { kysely, drop } = await createTestDatabase();
  const trueMs = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: trueMs + 3_600_000 });
  const clock = createDatabaseClock(kysely);
  expect(clock.nowMs() - trueMs).toBeGreaterThan(3_000_000);
  await clock.measure();
  expect(Math.abs(clock.nowMs() - trueMs)).toBeLessThan(60_000);
  vi.useRealTimers();
  await drop();
});

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
