import fc from 'fast-check';
import { expect, test } from 'vitest';
import { destination, distanceMetres } from '../geo/geometry.ts';
import { type CountedPosition, count } from './odometer.ts';

const zero = { totalDistanceMetres: 0, hoursMs: 0 };
const first: CountedPosition = {
  latitude: -3.73,
  longitude: -38.52,
  timeMs: Date.UTC(2026, 10, 21),
  motion: true,
  ignition: true,
};
const later = (seconds: number, metres: number, more: Partial<CountedPosition> = {}): CountedPosition => ({
  ...first,
  ...destination(first, 90, metres),
  timeMs: first.timeMs + seconds * 1000,
  ...more,
});

test('the way driven is added to the total', () => {
  const counted = count({ totalDistanceMetres: 500, hoursMs: 1000 }, first, later(60, 900), false);
  expect(counted.distanceMetres).toBeCloseTo(900, 3);
  expect(counted.totalDistanceMetres).toBeCloseTo(1400, 3);
  expect(counted.hoursMs).toBe(61_000);
});

test('a first position, an older one and one of the same time add nothing', () => {
  const nothing = { ...zero, distanceMetres: 0 };
  expect(count(zero, undefined, first, false)).toEqual(nothing);
  expect(count(zero, first, later(-10, 900), false)).toEqual(nothing);
  expect(count(zero, first, later(0, 900), false)).toEqual(nothing);
});

test('an impossible jump adds no distance', () => {
  expect(count(zero, first, later(60, 900_000), true)).toEqual({
    ...zero,
    distanceMetres: 0,
    hoursMs: 60_000,
  });
});

test('a parked device does not drive by drifting, and a towed one does drive', () => {
  const parked = { ...first, motion: false, ignition: false };
  const still = { motion: false, ignition: false };
  expect(count(zero, parked, later(60, 24, still), false).distanceMetres).toBe(0);
  expect(count(zero, parked, later(60, 26, still), false).distanceMetres).toBeCloseTo(26, 3);
  expect(count(zero, parked, later(60, 10, { motion: true }), false).distanceMetres).toBeCloseTo(10, 3);
});

test('hours run while the ignition was on at the position before', () => {
  const hours = (previous: Partial<CountedPosition>, next: Partial<CountedPosition> = {}) =>
    count(zero, { ...first, ...previous }, later(60, 0, next), false).hoursMs;
  expect(hours({ ignition: true, motion: false }, { ignition: false })).toBe(60_000);
  expect(hours({ ignition: false, motion: true }, { ignition: true })).toBe(0);
});

test('where the ignition is unknown hours run while the device moves', () => {
  const hours = (motion: boolean) =>
    count(zero, { ...first, ignition: undefined, motion }, later(60, 0), false).hoursMs;
  expect([hours(true), hours(false)]).toEqual([60_000, 0]);
});

test('of a gap without a word only ten minutes count as engine time', () => {
  expect(count(zero, first, later(600, 0), false).hoursMs).toBe(600_000);
  expect(count(zero, first, later(7200, 0), false).hoursMs).toBe(600_000);
});

test('counts never fall, and the total is the sum of what was added', () => {
  const step = fc.record({
    seconds: fc.integer({ min: -300, max: 3000 }),
    metres: fc.double({ min: 0, max: 20_000, noNaN: true }),
    motion: fc.boolean(),
    ignition: fc.option(fc.boolean(), { nil: undefined }),
    jump: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let counters = zero;
      let sum = 0;
      let previous: CountedPosition = first;
      for (const { seconds, metres, motion, ignition, jump } of steps) {
        const place = destination(previous, 45, metres);
        const next = { ...place, timeMs: previous.timeMs + seconds * 1000, motion, ignition };
        const counted = count(counters, previous, next, jump);
        expect(counted.hoursMs).toBeGreaterThanOrEqual(counters.hoursMs);
        expect(counted.distanceMetres).toBeGreaterThanOrEqual(0);
        expect(counted.distanceMetres).toBeLessThanOrEqual(distanceMetres(previous, next));
        sum += counted.distanceMetres;
        expect(counted.totalDistanceMetres).toBeCloseTo(sum, 3);
        counters = counted;
        if (seconds > 0) previous = next;
      }
    }),
  );
});
