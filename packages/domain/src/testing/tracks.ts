/** Tracks for the tests of reports. */
import fc from 'fast-check';
import type { TrackPosition } from '../travel/travel-tally.ts';

const beganMs = Date.UTC(2026, 5, 1, 12);

/** Positions at these seconds, each some 550 m north of the one a minute before it. */
export function trackOf(seconds: readonly number[], more: Partial<TrackPosition> = {}): TrackPosition[] {
  return seconds.map((second) => ({
    timeMs: beganMs + second * 1000,
    hasFix: true,
    latitude: -3.7 + second / 12_000,
    longitude: -38.5,
    speedKnots: 0,
    motion: false,
    ignition: undefined,
    fuelLitres: undefined,
    odometerMetres: undefined,
    ...more,
  }));
}

const step = fc.record({
  seconds: fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 9_000 })),
  north: fc.oneof(fc.constant(0), fc.integer({ min: -9, max: 9 }), fc.constant(50_000)),
  hasFix: fc.boolean(),
  motion: fc.boolean(),
  speedKnots: fc.integer({ min: 0, max: 80 }),
  ignition: fc.constantFrom(true, false, undefined),
  fuelLitres: fc.constantFrom(undefined, 40, 38, 55),
  odometerMetres: fc.constantFrom(undefined, 1000, 2000),
});

/** Any track, in order, no two positions at one instant: gaps, standing still, jumps, messages without a fix. */
export const tracks: fc.Arbitrary<readonly TrackPosition[]> = fc
  .array(step, { maxLength: 60 })
  .map((steps) => {
    let timeMs = beganMs;
    let latitude = -3.7;
    return steps.map(({ seconds, north, ...reported }) => {
      timeMs += seconds * 1000;
      latitude += north / 10_000;
      if (Math.abs(latitude) > 80) latitude = -3.7;
      return { ...reported, timeMs, latitude, longitude: -38.5 };
    });
  });
