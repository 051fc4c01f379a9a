import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextTryMs, tooManyAttempts } from './delivery-back-off.ts';

test('the waits grow fourfold and keep half of it to chance', () => {
  const waits = (chance: number) => [1, 2, 3].map((attempts) => nextTryMs(0, attempts, 0, () => chance));
  expect(waits(0)).toEqual([7_500, 30_000, 120_000]);
  expect(waits(1)).toEqual([15_000, 60_000, 240_000]);
});

test('nobody is called before he asked to be', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.nat(3_600_000), (attempts, retryAfterMs) => {
      expect(nextTryMs(1_000, attempts, retryAfterMs)).toBeGreaterThanOrEqual(1_000 + retryAfterMs);
    }),
  );
});

test('six attempts are enough', () => {
  expect([5, 6, 7].map(tooManyAttempts)).toEqual([false, true, true]);
});
