import { maintenanceBounds } from '@atalaia/contract/rules/maintenance';
import { positionTimes } from '@atalaia/domain/attributes/position-attributes';
import { maintenanceFindings } from '@atalaia/domain/travel/maintenance';
import type { PositionAttributes } from '@atalaia/protocols/decoded-position';
import type { IngestDevice } from '../ingest-device.ts';
import type { Thresholds } from '../thresholds.ts';
import type { DeviceMemory } from './device-memory.ts';
import { fuelFindings } from './fuel-events.ts';
import {
  crossings,
  lowestSpeedLimit,
  noCrossings,
  type Surroundings,
  surroundings,
} from './geofence-crossings.ts';
import { motionFindings, towFindings } from './motion-events.ts';
import type { NormalPosition } from './normalise.ts';
import { eventOf, type PositionEvent, type PriorState, type StepRules } from './step.ts';
import type { Travel } from './travel.ts';

/** An excursion ends at this share of the limit or below, so that a speed that swings around the limit raises one event. */
const excursionEndShare = 0.95;

interface OverspeedFindings {
  /** The excursion begins here. */
  readonly begins: boolean;
  /** The device is in an excursion after this position. */
  readonly overspeed: boolean;
}

/**
 * Whether a device begins to exceed its limit (ING-07): once an excursion, which lasts until the speed falls to 95 % of
 * the limit. Knots; without a limit there is no excursion. Only for positions with a believed fix.
 */
function overspeedFindings(
  overspeed: boolean,
  speedKnots: number,
  limitKnots: number | undefined,
): OverspeedFindings {
  if (limitKnots === undefined || !(limitKnots > 0)) return { begins: false, overspeed: false };
  if (overspeed) return { begins: false, overspeed: speedKnots > limitKnots * excursionEndShare };
  const begins = speedKnots > limitKnots;
  return { begins, overspeed: begins };
}

export interface NewestPosition {
  readonly position: NormalPosition;
  readonly attributes: PositionAttributes;
  readonly device: IngestDevice;
  readonly before: PriorState;
  readonly by: StepRules;
  readonly way: Travel;
  /** A fix of its own that can be true: what uses places and speeds counts only these. */
  readonly isSure: boolean;
  /** The geofences around it; absent where no place is known. */
  readonly around: Surroundings | undefined;
}

/** The rules that go by the order of positions, over one that is not late; alarms, which do not, are in `alarm-events.ts`. */
export function newestFindings(newest: NewestPosition): {
  readonly events: readonly PositionEvent[];
  readonly memory: DeviceMemory;
} {
  const { position, attributes, device, before, by, way, isSure, around } = newest;
  const { memory } = before;
  const { fixTimeMs, speedKnots } = position;
  const thresholds: Thresholds = device.thresholds
    ? { ...by.settings.thresholds, ...device.thresholds }
    : by.settings.thresholds;
  const events: PositionEvent[] = [];

  const ignition = ignitionEvent(memory.ignition, way.ignition);
  if (ignition) events.push(eventOf(ignition));
  const ignitionNow = way.ignition ?? memory.ignition;

  const driver = changedDriver(memory.driver, attributes.driverUniqueId);
  if (driver !== undefined) events.push(eventOf('driverChanged', { driverUniqueId: driver }));

  const { entered, left } = isSure && around ? crossingsTo(around, newest) : noCrossings;
  for (const { id } of left) events.push(eventOf('geofenceExit', {}, { geofenceId: id }));
  for (const { id } of entered) events.push(eventOf('geofenceEnter', {}, { geofenceId: id }));

  const isMotionKnown = isSure || typeof attributes.motion === 'boolean';
  const motion = isMotionKnown
    ? motionFindings(memory, {
        timeMs: fixTimeMs,
        totalDistanceMetres: way.totalDistanceMetres,
        motion: way.motion,
        ignition: ignitionNow,
      })
    : undefined;
  if (motion?.event) events.push(eventOf(motion.event));
  const { moving, turn } = motion?.memory ?? memory;

  const limiting = isSure && around ? lowestSpeedLimit(around.holding, fixTimeMs) : undefined;
  const speedLimit = limiting?.speedLimitKnots ?? device.speedLimitKnots ?? by.settings.speedLimitKnots;
  const speeding = isSure ? overspeedFindings(memory.overspeed, speedKnots, speedLimit) : undefined;
  if (speeding?.begins) {
    const of = limiting ? { geofenceId: limiting.id } : {};
    events.push(eventOf('deviceOverspeed', { speed: speedKnots, speedLimit }, of));
  }

  const fuel = fuelFindings(
    memory.fuel,
    attributes,
    { timeMs: fixTimeMs, totalDistanceMetres: way.totalDistanceMetres },
    thresholds,
  );
  if (fuel.event)
    events.push(eventOf(fuel.event, { before: memory.fuel?.level, after: fuel.reading?.level }));

  const counted = (key: string) => {
    if (key === 'totalDistance') return way.totalDistanceMetres;
    if (key === 'hours') return way.hoursMs;
    // by time, ms since 1970 UTC; what is planned again is planned alike, so that the server's own clock says nothing
    if (positionTimes.has(key)) return fixTimeMs;
    const value = attributes[key];
    // beyond that nothing is counted, and no later value would be higher
    return typeof value === 'number' && Math.abs(value) <= maintenanceBounds.most ? value : undefined;
  };
  const { due, ...counts } = maintenanceFindings(by.rules.maintenances(device), memory, counted);
  for (const { id, type, value } of due) {
    events.push(eventOf('maintenance', { type, value }, { maintenanceId: id }));
  }

  const place = { latitude: position.latitude, longitude: position.longitude };
  const towed = isSure ? towFindings(memory, ignitionNow, place, thresholds.towMetres) : undefined;
  if (towed?.isTowed) events.push(eventOf('suspectedTow'));
  const { parked, tow } = towed?.memory ?? (ignitionNow === true ? {} : memory);

  return {
    events,
    memory: {
      fixTimeMs,
      aheadMs: position.aheadMs,
      place: position.hasFix ? { ...place, course: position.course, timeMs: fixTimeMs } : memory.place,
      surePlace: isSure ? undefined : position.hasFix ? (memory.surePlace ?? memory.place) : memory.surePlace,
      motion: way.motion,
      ignition: ignitionNow,
      totalDistanceMetres: way.totalDistanceMetres,
      hoursMs: way.hoursMs,
      overspeed: speeding?.overspeed ?? memory.overspeed,
      alarms: memory.alarms,
      raised: memory.raised,
      corrected: memory.corrected,
      moving,
      turn,
      fuel: fuel.reading,
      driver: driver ?? memory.driver,
      highest: counts.highest,
      anew: counts.anew,
      anewUntil: counts.anewUntil,
      parked,
      tow,
      contendedMs: memory.contendedMs,
      takenMs: memory.takenMs,
      intervals: memory.intervals,
    },
  };
}

/** From where it last was for sure; a device that never was anywhere enters nothing. */
function crossingsTo(around: Surroundings, { before, device, by, position }: NewestPosition) {
  const from = before.memory.surePlace ?? before.memory.place;
  if (!from) return noCrossings;
  return crossings(surroundings(device, from, by.rules.geofences, before.around), around, position.fixTimeMs);
}

/** The driver that a position names, when it is another than before (ING-07); the first one raises an event too. */
function changedDriver(before: string | undefined, reported: unknown): string | undefined {
  return typeof reported === 'string' && reported !== '' && reported !== before ? reported : undefined;
}

/** The event of a change of ignition; none when it is absent, not yet known from before, or the same (ING-07). */
function ignitionEvent(
  before: boolean | undefined,
  reported: boolean | undefined,
): 'ignitionOn' | 'ignitionOff' | undefined {
  if (reported === undefined || before === undefined || reported === before) return undefined;
  return reported ? 'ignitionOn' : 'ignitionOff';
}
