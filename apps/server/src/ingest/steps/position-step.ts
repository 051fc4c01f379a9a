import { isPlausible, rawKeyOf } from '@atalaia/domain/attributes/plausibility';
import { alarmEventType } from '@atalaia/domain/catalog/alarms';
import { jumpBoundKnots } from '@atalaia/domain/geo/jump';
import type { DecodedPosition, PositionAttributes } from '@atalaia/protocols/decoded-position';
import type { IngestDevice } from '../ingest-device.ts';
import type { GeofenceRule } from '../rules/geofence-rules.ts';
import { alarmFindings } from './alarm-events.ts';
import { type CorrectedTime, type DeviceMemory, rewound } from './device-memory.ts';
import { surroundings } from './geofence-crossings.ts';
import { newestFindings } from './newest-step.ts';
import type { NormalPosition } from './normalise.ts';
import { eventOf, type PositionEvent, type PriorState, type StepRules } from './step.ts';
import { type Travel, travel } from './travel.ts';

/** What a position means for its device. */
export interface PositionFindings {
  /** Undefined for a late position. */
  readonly travel: Travel | undefined;
  readonly events: readonly PositionEvent[];
  /** The device's geofences that it is in. */
  readonly geofences: readonly GeofenceRule[];
  /** What is known after it. */
  readonly priorState: PriorState;
}

/**
 * Corrected fix times remembered a device. A tracker with a broken clock that sends more messages again than these has
 * them stored twice, each time with the server's time; its memory takes 13 kB by then.
 */
export const rememberedCorrections = 256;

const noGeofences: readonly GeofenceRule[] = Object.freeze([]);
const noEvents: readonly PositionEvent[] = Object.freeze([]);

/**
 * All rules over one position (`docs/events.md`). `attributes` are the clean ones that the tracker sent, with the
 * computed ones; `digest` is the identity of what it sent.
 */
export function positionFindings(
  position: NormalPosition,
  attributes: PositionAttributes,
  digest: string,
  device: IngestDevice,
  before: PriorState,
  by: StepRules,
): PositionFindings {
  const { geofences } = by.rules;
  const memory = position.late ? before.memory : rewound(before.memory, position.fixTimeMs);
  const alarm = alarmFindings(attributes.alarm, position.fixTimeMs, position.late, memory);
  const alarmEvents: readonly PositionEvent[] =
    alarm.alarms.length === 0 ? noEvents : alarm.alarms.map((key) => eventOf(alarmEventType, { alarm: key }));
  const corrected = correctionsAfter(position, digest, memory);
  if (position.late) {
    return {
      travel: undefined,
      events: alarmEvents,
      geofences: position.placed ? geofences.holding(device, position) : noGeofences,
      priorState: {
        memory: withAlarms(memory, { alarms: memory.alarms, raised: alarm.memory.raised }, corrected),
        around: before.around,
      },
    };
  }
  const way = travel(position, attributes, memory, jumpBoundKnots(device.category));
  const isSure = position.hasFix && !way.approximate;
  const around = position.placed ? surroundings(device, position, geofences, before.around) : undefined;
  const found = newestFindings({
    position,
    attributes,
    device,
    by,
    way,
    isSure,
    around,
    before: { memory, around: before.around },
  });
  return {
    travel: way,
    events: alarmEvents.length === 0 ? found.events : [...alarmEvents, ...found.events],
    geofences: around?.holding ?? noGeofences,
    priorState: {
      memory: withAlarms(found.memory, alarm.memory, corrected),
      around: isSure ? around : before.around,
    },
  };
}

/** The same memory where nothing of it changes, as nearly always. */
function withAlarms(
  memory: DeviceMemory,
  { alarms, raised }: Pick<DeviceMemory, 'alarms' | 'raised'>,
  corrected: readonly CorrectedTime[],
): DeviceMemory {
  return alarms === memory.alarms && raised === memory.raised && corrected === memory.corrected
    ? memory
    : { ...memory, alarms, raised, corrected };
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

/**
 * The net below all decoders (ING-05): a voltage, a temperature, an odometer, a speed that no vehicle can have is kept under
 * another name, so that no rule, report or alarm sees it.
 */
interface PlausiblePosition {
  readonly position: DecodedPosition;
  /** Values kept under another name. */
  readonly implausible: number;
}

/** The position's own speed, knots, where it is none. */
const rawSpeed = rawKeyOf('speed');

function implausibleKeys(attributes: PositionAttributes): readonly string[] {
  let keys: string[] | undefined;
  for (const key in attributes) {
    if (isPlausible(key, attributes[key])) continue;
    keys ??= [];
    keys.push(key);
  }
  return keys ?? none;
}

const none: readonly string[] = Object.freeze([]);

/** Returns the same position when all of it is plausible, which is nearly always. */
export function plausiblePosition(position: DecodedPosition, category: unknown): PlausiblePosition {
  const { speedKnots } = position;
  const keys = implausibleKeys(position.attributes);
  const isTooFast = speedKnots !== undefined && speedKnots > jumpBoundKnots(category);
  const implausible = keys.length + (isTooFast ? 1 : 0);
  if (implausible === 0) return { position, implausible };
  const attributes = { ...position.attributes };
  for (const key of keys) {
    const value = attributes[key];
    if (value !== undefined) attributes[rawKeyOf(key)] = value;
    delete attributes[key];
  }
  if (!isTooFast) return { position: { ...position, attributes }, implausible };
  attributes[rawSpeed] = speedKnots;
  const { speedKnots: _, ...rest } = position;
  return { position: { ...rest, attributes }, implausible };
}
