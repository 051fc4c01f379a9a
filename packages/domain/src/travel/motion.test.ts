import { expect, test } from 'vitest';
import { isMoving, movingThresholdKnots } from './plausible-speed.ts';

test("the tracker's own word decides whether a device moves, speed where it gives none", () => {
  expect(isMoving({ motionAttribute: false, speedKnots: 40 })).toBe(false);
  expect(isMoving({ motionAttribute: true, speedKnots: 0 })).toBe(true);
  expect(isMoving({ speedKnots: movingThresholdKnots })).toBe(true);
  expect(isMoving({ speedKnots: movingThresholdKnots - 0.01 })).toBe(false);
  expect(isMoving({ motionAttribute: 'yes', speedKnots: 5 })).toBe(true);
  expect(isMoving({ speedKnots: 0.02 }, 0.01)).toBe(true);
});
