/** When two fixes cannot both be true (ING-05). */
import { type Category, categoryFrom } from '../catalog/categories.ts';
import { knotsFromKph, mpsFromKnots } from '../units/units.ts';
import { distanceMetres, type Place } from './geometry.ts';

/** A place at a time. */
export interface Fix extends Place {
  /** ms since 1970 UTC. */
  readonly timeMs: number;
}

/**
 * Jumps shorter than this are never judged, metres: a fix taken from cell towers or between high buildings errs by
 * hundreds of metres, and over a few seconds that alone looks like hundreds of km/h.
 */
export const jumpFloorMetres = 1000;

/** No road or rail vehicle and no ship of our fleets is faster. */
const groundBoundKnots = knotsFromKph(400);
/** Airliners with the jet stream behind them. */
const airBoundKnots = knotsFromKph(1300);

const airborne: ReadonlySet<Category> = new Set<Category>(['plane', 'helicopter', 'drone']);

/** The speed above which two fixes of such a device contradict each other, knots. */
export function jumpBoundKnots(category: unknown): number {
  return airborne.has(categoryFrom(category)) ? airBoundKnots : groundBoundKnots;
}

/** Length, time and speed between two fixes. */
export interface Leap {
  readonly distanceMetres: number;
  /** Negative when the second fix is older. */
  readonly elapsedMs: number;
  /** Infinity when both fixes have one time and two places. */
  readonly speedKnots: number;
}

/** What is between two fixes. */
export function leapBetween(from: Fix, to: Fix): Leap {
  const metres = distanceMetres(from, to);
  const elapsedMs = to.timeMs - from.timeMs;
  const metresInKnotMs = mpsFromKnots(1) / 1000;
  const speedKnots = metres === 0 ? 0 : metres / Math.abs(elapsedMs) / metresInKnotMs;
  return { distanceMetres: metres, elapsedMs, speedKnots };
}

/**
 * Whether a device cannot have come from one fix to the other: they lie more than 1 km apart and the speed between them
 * is above the bound of its category.
 *
 * Compare with the newest earlier fix whatever mark that one has. A wrong fix then costs two marks (the way there and
 * the way back), and a wrong first fix does not condemn every true one after it.
 */
export function isImpossibleLeap(leap: Leap, boundKnots: number): boolean {
  return leap.distanceMetres > jumpFloorMetres && leap.speedKnots > boundKnots;
}
