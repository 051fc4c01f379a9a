import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusterRadius, clusterText, clusterTier, headingStep } from './device-style.ts';

test('[MAP-07] a cluster changes its colour above 8 and above 25 devices', () => {
  expect([2, 8, 9, 25, 26, 100_000].map(clusterTier)).toEqual([
    'small',
    'small',
    'middle',
    'middle',
    'large',
    'large',
  ]);
  expect(clusterRadius(9)).toBeGreaterThan(clusterRadius(8));
  expect(clusterRadius(26)).toBeGreaterThan(clusterRadius(25));
});

test('a cluster says its number in at most four signs', () => {
  expect([2, 138, 9999, 10_000, 99_999, 100_000].map(clusterText)).toEqual([
    '2',
    '138',
    '9999',
    '10k',
    '99k',
    '100k',
  ]);
});

test('an arrow is drawn for the nearest tenth degree, all round', () => {
  expect([0, 4.9, 5, 90, 354.9, 355, 359.9].map(headingStep)).toEqual([0, 0, 1, 9, 35, 0, 0]);
  expect(headingStep(Number.NaN)).toBe(-1);
  fc.assert(
    fc.property(fc.double({ min: -720, max: 720, noNaN: true }), (course) => {
      expect(headingStep(course)).toBeGreaterThanOrEqual(0);
      expect(headingStep(course)).toBeLessThan(36);
    }),
  );
});
