import { expect, test, vi } from 'vitest';
import { createDatabaseClock } from './database-clock.ts';
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
