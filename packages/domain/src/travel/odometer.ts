/** The server's own count of distance and engine hours, from one position to the next (ING-06). */
import { distanceMetres } from '../geo/geometry.ts';
import type { Fix } from '../geo/jump.ts';

/**
 * Fixes of a standing device this close to each other are one place, metres: without it a parked vehicle that reports
 * every minute drives some kilometres a day.
 */
export const driftMetres = 25;

/** The longest stretch without a word that counts as engine time, ms; of a longer one only so much counts. */
export const longestEngineGapMs = 600_000;

/** A position as far as counting needs it. */
export interface CountedPosition extends Fix {
  /** See `isMoving`. */
  readonly motion: boolean;
  /** Undefined when the tracker does not report it. */
  readonly ignition?: boolean | undefined;
}

/** The counts a device is at. */
export interface Counters {
  readonly totalDistanceMetres: number;
  /** Engine time. */
  readonly hoursMs: number;
}

/** The counts after a position, and the distance it added. */
export interface Counted extends Counters {
  readonly distanceMetres: number;
}

/**
 * Counts on from the previous position to the next.
 *
 * Distance: the great circle between both, but 0 when neither moves and they are within 25 m (drift), and 0 when
 * `jump` says that the way cannot be true. Hours: the time in between while the engine ran, which is what the previous
 * position says of it (ignition on; where ignition is unknown, motion), at most 10 minutes a stretch. A next position
 * that is not newer, or a first one, adds nothing: late data never counts twice. `metres` is the way between both, where
 * it is known already.
 */
export function count(
  counters: Counters,
  previous: CountedPosition | undefined,
  next: CountedPosition,
  jump: boolean,
  metres?: number,
): Counted {
  if (!previous || next.timeMs <= previous.timeMs) return { ...counters, distanceMetres: 0 };
  const isStanding = !previous.motion && !next.motion;
  const distance = jump ? 0 : drivenMetres(metres ?? distanceMetres(previous, next), isStanding);
  const engineMs = (previous.ignition ?? previous.motion) ? next.timeMs - previous.timeMs : 0;
  return {
    distanceMetres: distance,
    totalDistanceMetres: counters.totalDistanceMetres + distance,
    hoursMs: counters.hoursMs + Math.min(engineMs, longestEngineGapMs),
  };
}

/** What counts of the metres between two fixes. */
export function drivenMetres(metres: number, isStanding: boolean): number {
  return isStanding && metres <= driftMetres ? 0 : metres;
}
