/**
 * What the steps remember of a device between two positions. It commits with the positions it follows from, in
 * `device_state.memory`, so that neither a restart nor a resend counts a distance or raises an event twice.
 */

import type { Place } from '@atalaia/domain/geo/geometry';
import type { CountedMemory } from '@atalaia/domain/travel/maintenance';
import type { FuelReading } from './fuel-events.ts';
import type { MotionMemory, TowMemory } from './motion-events.ts';
import type { IntervalMemory } from './usual-interval.ts';

/** The newest place that a fix gave. */
export interface RememberedPlace {
  readonly latitude: number;
  readonly longitude: number;
  /** Degrees clockwise from north. */
  readonly course: number;
  /** Fix time, ms since 1970 UTC. */
  readonly timeMs: number;
}

/** An alarm that became an event: its key and the fix time of its position, ms. */
export type RaisedAlarm = readonly [alarm: string, timeMs: number];

/** A fix time that could not be true, replaced: the digest of its position and the time it was stored with, ms. */
export type CorrectedTime = readonly [digest: string, timeMs: number];

/** What was raised for a device that became silent; a newer position lets it be raised again. */
export type QuietEvent = 'deviceInactive' | 'suspectedJamming';

export interface DeviceMemory extends MotionMemory, TowMemory, CountedMemory {
  /** Fix time of the newest position, ms since 1970 UTC; a position before it is late. Absent before the first. */
  readonly fixTimeMs?: number | undefined;
  /** When the newest position was received, ms, if its fix time was ahead of that. */
  readonly aheadMs?: number | undefined;
  readonly place?: RememberedPlace | undefined;
  readonly motion: boolean;
  /** As last reported; a position without it changes nothing. */
  readonly ignition?: boolean | undefined;
  readonly totalDistanceMetres: number;
  readonly hoursMs: number;
  /** The device is above its speed limit, and the event was raised. */
  readonly overspeed: boolean;
  /** Alarm keys of the newest position. */
  readonly alarms: readonly string[];
  /** The last alarms that became events, oldest first. */
  readonly raised: readonly RaisedAlarm[];
  readonly corrected: readonly CorrectedTime[];
  /** Where it last was for sure, when that is not `place`: geofences are entered and left from there. */
  readonly surePlace?: Place | undefined;
  readonly fuel?: FuelReading | undefined;
  readonly driver?: string | undefined;
  readonly quiet?: readonly QuietEvent[] | undefined;
  /** Fix time of the newest position that another server forwarded, ms: older ones of the tracker itself may be copies. */
  readonly forwardedMs?: number | undefined;
  /** When two trackers were last found to report with its identifier, ms. */
  readonly contendedMs?: number | undefined;
  /** When a newer connection took it from one that had not closed, within a minute, ms. */
  readonly takenMs?: readonly number[] | undefined;
  /** How often it speaks, driven and parked. */
  readonly intervals?: IntervalMemory['intervals'];
}

export const emptyMemory: DeviceMemory = Object.freeze({
  motion: false,
  totalDistanceMetres: 0,
  hoursMs: 0,
  overspeed: false,
  alarms: Object.freeze([]),
  raised: Object.freeze([]),
  corrected: Object.freeze([]),
});

/**
 * The memory for a position that takes the place of one that was ahead: the way here counts as if that one had been
 * received just before.
 */
export function rewound(memory: DeviceMemory, fixTimeMs: number): DeviceMemory {
  if (memory.aheadMs === undefined || memory.fixTimeMs === undefined || fixTimeMs >= memory.fixTimeMs)
    return memory;
  const latestMs = Math.min(memory.aheadMs, fixTimeMs - 1);
  const { turn } = memory;
  return {
    ...memory,
    fixTimeMs: latestMs,
    turn: turn && { ...turn, timeMs: Math.min(turn.timeMs, latestMs) },
  };
}

/** The memory as the column holds it: only this server writes there, so its shape is trusted and gaps are filled. */
export function memoryFrom(stored: unknown): DeviceMemory {
  return typeof stored === 'object' && stored !== null ? { ...emptyMemory, ...stored } : emptyMemory;
}
