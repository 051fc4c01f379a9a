import { isImpossibleLeap, leapBetween } from '@atalaia/domain/geo/jump';
import { count } from '@atalaia/domain/travel/odometer';
import { isMoving } from '@atalaia/domain/travel/plausible-speed';
import type { PositionAttributes } from '@atalaia/protocols/decoded-position';
import type { DeviceMemory } from './device-memory.ts';
import type { NormalPosition } from './normalise.ts';

/** How a device came to a position, and its totals there (ING-06). Metres and milliseconds. */
export interface Travel {
  readonly motion: boolean;
  readonly ignition: boolean | undefined;
  /** The way here cannot be true: it counts no distance. */
  readonly approximate: boolean;
  readonly distanceMetres: number;
  readonly totalDistanceMetres: number;
  readonly hoursMs: number;
}

/**
 * Counts on from what is remembered to a position that is not late. Its jump is judged from the newest earlier fix;
 * a message without a fix of its own is at the place of the last one.
 */
export function travel(
  position: NormalPosition,
  attributes: PositionAttributes,
  memory: DeviceMemory,
  jumpBoundKnots: number,
): Travel {
  const { place, fixTimeMs } = memory;
  const motion = isMoving({ motionAttribute: attributes.motion, speedKnots: position.speedKnots });
  const ignition = typeof attributes.ignition === 'boolean' ? attributes.ignition : undefined;
  const arrival = { latitude: position.latitude, longitude: position.longitude, timeMs: position.fixTimeMs };
  const leap = position.hasFix && place ? leapBetween(place, arrival) : undefined;
  const approximate = leap !== undefined && isImpossibleLeap(leap, jumpBoundKnots);
  const counters = { totalDistanceMetres: memory.totalDistanceMetres, hoursMs: memory.hoursMs };
  if (fixTimeMs === undefined) return { motion, ignition, approximate, distanceMetres: 0, ...counters };
  const from = place ?? arrival;
  const counted = count(
    counters,
    {
      latitude: from.latitude,
      longitude: from.longitude,
      timeMs: fixTimeMs,
      motion: memory.motion,
      ignition: memory.ignition,
    },
    { ...arrival, motion, ignition },
    approximate,
    leap?.distanceMetres,
  );
  return {
    motion,
    ignition,
    approximate,
    distanceMetres: millimetres(counted.distanceMetres),
    totalDistanceMetres: millimetres(counted.totalDistanceMetres),
    hoursMs: Math.round(counted.hoursMs),
  };
}

function millimetres(metres: number): number {
  return Math.round(metres * 1000) / 1000;
}
