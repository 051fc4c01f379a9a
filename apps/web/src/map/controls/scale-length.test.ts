import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleLength } from './map-foot.tsx';

test('the scale is the longest round length that fits', () => {
  expect(scaleLength(1, 130)).toEqual({ metres: 100, pixels: 100 });
  expect(scaleLength(4, 130)).toEqual({ metres: 500, pixels: 125 });
  expect(scaleLength(8000, 130)).toEqual({ metres: 1_000_000, pixels: 125 });
  expect(scaleLength(0, 130)).toBeNull();
  expect(scaleLength(Number.NaN, 130)).toBeNull();
});

test('it is never longer than asked for, and never shorter than two fifths of it', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 1e6, noNaN: true }), (metresPerPixel) => {
      const { pixels } = scaleLength(metresPerPixel, 130)!;
      expect(pixels).toBeLessThanOrEqual(130 + 1e-6);
      expect(pixels).toBeGreaterThanOrEqual(130 * 0.4 - 1e-6);
    }),
  );
});
