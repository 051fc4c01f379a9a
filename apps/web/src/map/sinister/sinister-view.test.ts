import { expect, test } from 'vitest';
import { mercatorX, mercatorY } from '../mercator.ts';
import { type Extent, viewOfPlaces } from './show-sinister.ts';

const size = { width: 1000, height: 700 };
const one = { latitude: -3.73, longitude: -38.52 };
const other = { latitude: -3.8, longitude: -38.6 };
const extentAround = ({ latitude, longitude }: typeof one, metres: number): Extent => {
  const [x, y] = [mercatorX(longitude), mercatorY(latitude)];
  return [x - metres, y - metres, x + metres, y + metres];
};

test('[SIN-01] the map goes where both places of a case are in sight, no nearer than zoom 16', () => {
  const seen = extentAround({ latitude: 40, longitude: 2 }, 5000);
  const view = viewOfPlaces([one, other], seen, size);
  expect(view?.x).toBeCloseTo((mercatorX(one.longitude) + mercatorX(other.longitude)) / 2);
  const metresPerPixel = 156_543.033_928 / 2 ** (view?.zoom ?? 0);
  const across = mercatorX(one.longitude) - mercatorX(other.longitude);
  expect(across / metresPerPixel).toBeLessThan(size.width * 0.55);
  expect(across / metresPerPixel).toBeGreaterThan(size.width * 0.2);
  expect(viewOfPlaces([one], seen, size)?.zoom).toBe(16);
});

test('[SIN-01] a map that shows the places already stays where it is, unless they are one dot on it', () => {
  expect(viewOfPlaces([one], extentAround(one, 400), size)).toBeUndefined();
  expect(viewOfPlaces([], extentAround(one, 400), size)).toBeUndefined();
  expect(viewOfPlaces([one, other], extentAround(one, 2_000_000), size)).toBeDefined();
});
