import type { EventAttributes } from '@atalaia/contract/event';
import type { EventType } from '@atalaia/domain/event-types';
import { jumpBoundKnots } from '@atalaia/domain/jump';
import type { PositionAttributes } from '@atalaia/protocols/decoded-position';
import type { IngestDevice } from '../ingest-device.ts';
import { alarmFindings } from './alarm-events.ts';
import type { CorrectedTime, DeviceMemory } from './device-memory.ts';
import { ignitionEvent } from './ignition-events.ts';
import type { NormalPosition } from './normalise.ts';
import { overspeedFindings } from './overspeed-events.ts';
import { type Travel, travel } from './travel.ts';

export interface PositionEvent {
  readonly type: EventType;
  readonly attributes: EventAttributes;
}

/** What a position means for its device. */
export interface PositionFindings {
  /** Undefined for a late position. */
  readonly travel: Travel | undefined;
  readonly events: readonly PositionEvent[];
  /** What is remembered after it. */
  readonly memory: DeviceMemory;
}

/** Corrected fix times remembered a device: a tracker with a broken clock resends its last few messages at most. */
const rememberedCorrections = 16;

const noEvents: readonly PositionEvent[] = Object.freeze([]);

/**
 * All rules over one position, in order: travel, alarms, ignition, overspeed. `attributes` are the clean ones that the
 * tracker told; `serverLimitKnots` counts for a device without a limit of its own.
 */
export function positionFindings(
  position: NormalPosition,
  attributes: PositionAttributes,
  digest: string,
  device: IngestDevice,
  memory: DeviceMemory,
  serverLimitKnots: number | undefined,
): PositionFindings {
  const alarm = alarmFindings(attributes.alarm, position.fixTimeMs, position.late, memory);
  const alarmEvents =
    alarm.alarms.length === 0 ? noEvents : alarm.alarms.map((key) => eventOf('alarm', { alarm: key }));
  if (position.late) {
    const after = alarmEvents === noEvents ? memory : { ...memory, told: alarm.memory.told };
    return { travel: undefined, events: alarmEvents, memory: after };
  }

  const events = [...alarmEvents];
  const way = travel(position, attributes, memory, jumpBoundKnots(device.category));
  const ignition = ignitionEvent(memory.ignition, way.ignition);
  if (ignition) events.push(eventOf(ignition, {}));

  const limitKnots = device.speedLimitKnots ?? serverLimitKnots;
  const believed = position.hasFix && !way.approximate;
  const speeding = believed
    ? overspeedFindings(memory.overspeed, position.speedKnots, limitKnots)
    : { begins: false, overspeed: memory.overspeed };
  if (speeding.begins) {
    events.push(eventOf('deviceOverspeed', { speed: position.speedKnots, speedLimit: limitKnots }));
  }

  return {
    travel: way,
    events,
    memory: {
      fixTimeMs: position.fixTimeMs,
      place: position.hasFix
        ? {
            latitude: position.latitude,
            longitude: position.longitude,
            course: position.course,
            timeMs: position.fixTimeMs,
          }
        : memory.place,
      motion: way.motion,
      ignition: way.ignition ?? memory.ignition,
      totalDistanceMetres: way.totalDistanceMetres,
      hoursMs: way.hoursMs,
      overspeed: speeding.overspeed,
      alarms: alarm.memory.alarms,
      told: alarm.memory.told,
      corrected: position.corrected ? corrections(memory, digest, position.fixTimeMs) : memory.corrected,
    },
  };
}

function eventOf(type: EventType, attributes: EventAttributes): PositionEvent {
  return { type, attributes };
}

function corrections(memory: DeviceMemory, digest: string, timeMs: number): readonly CorrectedTime[] {
  const others = memory.corrected.filter(([known]) => known !== digest);
  return [...others, [digest, timeMs] as const].slice(-rememberedCorrections);
}
