import type { EventAttributes } from '@atalaia/contract/rules/event';
import type { EventType } from '@atalaia/domain/catalog/event-types';
import type { IngestSettings } from '../ingest-settings.ts';
import type { Rules } from '../rules/rules.ts';
import type { DeviceMemory } from './device-memory.ts';
import type { Surroundings } from './geofence-crossings.ts';

/** What is known of a device before a position. */
export interface PriorState {
  readonly memory: DeviceMemory;
  /** The geofences around where it last was for sure; worked out again where absent. Lost at a restart. */
  readonly around?: Surroundings | undefined;
}

/** By what a position is judged. */
export interface StepRules {
  readonly rules: Rules;
  readonly settings: Pick<IngestSettings, 'speedLimitKnots' | 'thresholds'>;
}

export interface PositionEvent {
  readonly type: EventType;
  readonly attributes: EventAttributes;
  readonly geofenceId?: number;
  readonly maintenanceId?: number;
}

const noAttributes: EventAttributes = Object.freeze({});

export function eventOf(
  type: EventType,
  attributes: EventAttributes = noAttributes,
  of: Pick<PositionEvent, 'geofenceId' | 'maintenanceId'> = {},
): PositionEvent {
  return { type, attributes, ...of };
}
