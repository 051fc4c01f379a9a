import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bearingDegrees, destination, distanceMetres, isPlace, wrapLongitude } from './geometry.ts';

const place = fc.record({
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const fortaleza = { latitude: -3.7319, longitude: -38.5267 };
const saoPaulo = { latitude: -23.5505, longitude: -46.6333 };

test('known distances and courses come out', () => {
  expect(distanceMetres(fortaleza, saoPaulo) / 1000).toBeCloseTo(2369.53, 1);
  expect(distanceMetres({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 })).toBeCloseTo(
    111_195.08,
    1,
  );
  expect(distanceMetres({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(
    20_015_114,
    -1,
  );
  expect(bearingDegrees(fortaleza, { latitude: 0, longitude: -38.5267 })).toBe(0);
  expect(bearingDegrees(fortaleza, saoPaulo)).toBeCloseTo(200.84, 2);
});

test('a distance is the same both ways, never negative, and nothing to the place itself', () => {
  fc.assert(
    fc.property(place, place, (from, to) => {
      expect(distanceMetres(from, to)).toBeCloseTo(distanceMetres(to, from), 6);
      expect(distanceMetres(from, to)).toBeGreaterThanOrEqual(0);
      expect(distanceMetres(from, from)).toBe(0);
    }),
  );
});

test('a way of so many metres on a course ends so far off, on that course', () => {
  fc.assert(
    fc.property(
      place,
      fc.double({ min: 0, max: 359.9, noNaN: true }),
      fc.double({ min: 1, max: 500_000, noNaN: true }),
      (from, course, metres) => {
        const to = destination(from, course, metres);
        expect(isPlace(to)).toBe(true);
        expect(Math.abs(distanceMetres(from, to) - metres)).toBeLessThan(0.01);
        const turn = Math.abs(bearingDegrees(from, to) - course);
        expect(Math.min(turn, 360 - turn)).toBeLessThan(0.01);
      },
    ),
  );
});

test('a way over the antimeridian ends on its other side', () => {
  const from = { latitude: 0, longitude: 179.9 };
  expect(destination(from, 90, 22_239.016).longitude).toBeCloseTo(-179.9, 5);
  expect(distanceMetres(from, { latitude: 0, longitude: -179.9 })).toBeCloseTo(22_239.016, 2);
});

test('only numbers within the ranges are a place', () => {
  expect(isPlace({ latitude: 90, longitude: -180 })).toBe(true);
  const off = [90.1, -91, Number.NaN, Infinity].map((latitude) => isPlace({ latitude, longitude: 0 }));
  expect([...off, isPlace({ latitude: 0, longitude: 180.1 })]).toEqual(Array(5).fill(false));
});

test('longitudes wrap into one turn', () => {
  expect([180, 181, -181, 540, 0].map(wrapLongitude)).toEqual([-180, -179, 179, -180, 0]);
});
