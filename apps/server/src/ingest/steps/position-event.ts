import type { EventAttributes } from '@atalaia/contract/rules/event';
import type { EventType } from '@atalaia/domain/catalog/event-types';

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
