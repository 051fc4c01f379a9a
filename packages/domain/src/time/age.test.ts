import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageLastsMs, ageOf } from './age.ts';

const now = Date.UTC(2026, 10, 21);

test('an age is told in the largest unit that has passed once', () => {
  const shown = (seconds: number) => {
    const { unit, count } = ageOf(now - seconds * 1000, now);
    return `${count} ${unit}`;
  };
  expect([-9, 0, 4.9, 59, 60, 3599, 3600, 86_399, 86_400, 3 * 86_400].map(shown)).toEqual([
    '0 seconds',
    '0 seconds',
    '4 seconds',
    '59 seconds',
    '1 minutes',
    '59 minutes',
    '1 hours',
    '23 hours',
    '1 days',
    '3 days',
  ]);
});

test('a shown age stays as long as it says, and not longer', () => {
  fc.assert(
    fc.property(fc.integer({ min: -120_000, max: 10 * 86_400_000 }), (agoMs) => {
      const instant = now - agoMs;
      const lasts = ageLastsMs(instant, now);
      expect(ageOf(instant, now + lasts - 1)).toEqual(ageOf(instant, now));
      expect(ageOf(instant, now + lasts)).not.toEqual(ageOf(instant, now));
    }),
  );
});
