import fc from 'fast-check';
import { fromLonLat } from 'ol/proj.js';
import { expect, test } from 'vitest';
import {
  latitudeOf,
  longitudeOf,
  maxLatitude,
  mercatorX,
  mercatorY,
  resolutionOf,
  worldHalfMetres,
} from './mercator.ts';

const places = [
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -maxLatitude, max: maxLatitude, noNaN: true }),
] as const;

test('places are projected as the map itself projects them', () => {
  fc.assert(
    fc.property(...places, (longitude, latitude) => {
      const [x, y] = fromLonLat([longitude, latitude]);
      expect(mercatorX(longitude)).toBeCloseTo(x!, 4);
      expect(mercatorY(latitude)).toBeCloseTo(y!, 4);
    }),
  );
});

test('a projected place comes back', () => {
  fc.assert(
    fc.property(...places, (longitude, latitude) => {
      expect(longitudeOf(mercatorX(longitude))).toBeCloseTo(longitude, 9);
      expect(latitudeOf(mercatorY(latitude))).toBeCloseTo(latitude, 9);
    }),
  );
});

test('the poles are drawn on the edge of the square world', () => {
  expect(mercatorY(90)).toBeCloseTo(worldHalfMetres, 3);
  expect(mercatorY(-90)).toBeCloseTo(-worldHalfMetres, 3);
});

test('a zoom halves the metres of a pixel', () => {
  expect(resolutionOf(0)).toBeCloseTo(156_543.033_928_04);
  expect(resolutionOf(18) * 2).toBeCloseTo(resolutionOf(17));
});
