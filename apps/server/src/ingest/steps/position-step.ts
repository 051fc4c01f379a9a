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

/**
 * Corrected fix times remembered a device. A tracker with a broken clock that sends more messages again than these has
 * them stored twice, each time with the server's time; its memory takes 13 kB by then.
 */
export const rememberedCorrections = 256;

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
    const { told } = alarm.memory;
    const corrected = correctionsAfter(position, digest, memory);
    return { travel: undefined, events: alarmEvents, memory: { ...memory, told, corrected } };
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
      corrected: correctionsAfter(position, digest, memory),
    },
  };
}

function eventOf(type: EventType, attributes: EventAttributes): PositionEvent {
  return { type, attributes };
}

function correctionsAfter(
  position: NormalPosition,
  digest: string,
  memory: DeviceMemory,
): readonly CorrectedTime[] {
  if (!position.corrected) return memory.corrected;
  const others = memory.corrected.filter(([known]) => known !== digest);
  return [...others, [digest, position.fixTimeMs] as const].slice(-rememberedCorrections);
}
