import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knotsFromKph, knotsFromMps } from './units.ts';

test('a knot is 1.852 km/h, and a metre a second 3.6 km/h', () => {
  expect(knotsFromKph(185.2)).toBeCloseTo(100, 10);
  expect(knotsFromMps(10)).toBeCloseTo(19.438444924, 8);
  fc.assert(fc.property(fc.nat(500), (mps) => Math.abs(knotsFromMps(mps) - knotsFromKph(mps * 3.6)) < 1e-9));
});
