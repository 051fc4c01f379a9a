import { distanceMetres, type Place } from '@atalaia/domain/geo/geometry';

/** The start of a trip is reported after a time or a distance; a stop after a time, or once the ignition is off. */
export const movingAfterMs = 60_000;
export const movingAfterMetres = 200;
export const stoppedAfterMs = 180_000;

/** A change of motion that is not believed yet: where it began. */
export interface Turn {
  readonly timeMs: number;
  readonly totalDistanceMetres: number;
}

export interface MotionMemory {
  /** As last reported; undefined until it is known. */
  readonly moving?: boolean | undefined;
  readonly turn?: Turn | undefined;
}

export interface MotionFindings {
  readonly event: 'deviceMoving' | 'deviceStopped' | undefined;
  readonly memory: MotionMemory;
}

export interface MotionNow extends Turn {
  readonly motion: boolean;
  readonly ignition: boolean | undefined;
}

/**
 * Whether a device sets out or comes to rest (ING-07). A traffic light is no stop and a jerk of the receiver no way: the
 * change must last. The first position raises nothing, since the state before it is unknown.
 */
export function motionFindings({ moving, turn }: MotionMemory, now: MotionNow): MotionFindings {
  if (moving === undefined) return { event: undefined, memory: { moving: now.motion } };
  if (now.motion === moving) return { event: undefined, memory: { moving } };
  const since = turn ?? { timeMs: now.timeMs, totalDistanceMetres: now.totalDistanceMetres };
  const lastedMs = now.timeMs - since.timeMs;
  const metres = now.totalDistanceMetres - since.totalDistanceMetres;
  const isCertain = now.motion
    ? lastedMs >= movingAfterMs || metres >= movingAfterMetres
    : lastedMs >= stoppedAfterMs || now.ignition === false;
  if (!isCertain) return { event: undefined, memory: { moving, turn: since } };
  return { event: now.motion ? 'deviceMoving' : 'deviceStopped', memory: { moving: now.motion } };
}

export interface TowMemory {
  /** Where the device was when its ignition went off; absent while it is on, or not known. */
  readonly parked?: Place | undefined;
  /** `seen`: one position was beyond the distance; `raised`: the next one too, and the event was raised. */
  readonly tow?: 'seen' | 'raised' | undefined;
}

interface TowFindings {
  readonly isTowed: boolean;
  readonly memory: TowMemory;
}

/**
 * Whether a device is carried away (ING-07): two positions in a row lie farther than the distance from where its
 * ignition went off, and it is still off. Raised once until it is on again; 0 metres turns it off. Only for positions with
 * a believed fix.
 */
export function towFindings(
  { parked, tow }: TowMemory,
  ignition: boolean | undefined,
  place: Place,
  towMetres: number,
): TowFindings {
  if (ignition !== false) return { isTowed: false, memory: {} };
  if (!parked) return { isTowed: false, memory: { parked: place } };
  if (tow === 'raised' || towMetres === 0) return { isTowed: false, memory: { parked, tow } };
  if (distanceMetres(parked, place) <= towMetres) return { isTowed: false, memory: { parked } };
  return { isTowed: tow === 'seen', memory: { parked, tow: tow === 'seen' ? 'raised' : 'seen' } };
}
