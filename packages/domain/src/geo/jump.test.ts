import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knotsFromKph } from '../units/units.ts';
import { destination } from './geometry.ts';
import { type Fix, isImpossibleLeap, jumpBoundKnots, leapBetween } from './jump.ts';

const isImpossibleJump = (from: Fix, to: Fix, boundKnots: number) =>
  isImpossibleLeap(leapBetween(from, to), boundKnots);

const start = { latitude: -3.73, longitude: -38.52, timeMs: Date.UTC(2026, 10, 21) };
const after = (kilometres: number, seconds: number) => ({
  ...destination(start, 45, kilometres * 1000),
  timeMs: start.timeMs + seconds * 1000,
});

test('the speed between two fixes is their distance over their time', () => {
  const leap = leapBetween(start, after(1, 36));
  expect(leap.distanceMetres).toBeCloseTo(1000, 3);
  expect(leap.elapsedMs).toBe(36_000);
  expect(leap.speedKnots).toBeCloseTo(knotsFromKph(100), 6);
  expect(leapBetween(start, after(1, 0)).speedKnots).toBe(Infinity);
  expect(leapBetween(start, start).speedKnots).toBe(0);
});

test('a car cannot do 500 km in a minute, a plane can do 900 km/h, and nothing can be in two places at once', () => {
  const car = jumpBoundKnots('car');
  expect(isImpossibleJump(start, after(500, 60), car)).toBe(true);
  expect(isImpossibleJump(start, after(15, 60), jumpBoundKnots('plane'))).toBe(false);
  expect(isImpossibleJump(start, after(15, 60), car)).toBe(true);
  expect(isImpossibleJump(start, after(2, 0), car)).toBe(true);
  expect(jumpBoundKnots('anything else')).toBe(car);
});

test('up to one kilometre is an error of the fix and no jump', () => {
  expect(isImpossibleJump(start, after(0.99, 1), jumpBoundKnots('car'))).toBe(false);
  expect(isImpossibleJump(start, after(1.01, 1), jumpBoundKnots('car'))).toBe(true);
});

test('no drive under the bound is a jump, whatever its length', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.001, max: 5000, noNaN: true }),
      fc.double({ min: 1, max: 399, noNaN: true }),
      (kilometres, kph) => {
        expect(
          isImpossibleJump(start, after(kilometres, (kilometres / kph) * 3600), jumpBoundKnots('car')),
        ).toBe(false);
      },
    ),
  );
});
