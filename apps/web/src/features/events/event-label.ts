import type { Event } from '@atalaia/contract/rules/event';
import { alarmEventType, alarmsOf, isUrgent } from '@atalaia/domain/catalog/alarms';
import type { EventType } from '@atalaia/domain/catalog/event-types';
import type { TextsState } from '../../lib/texts/texts.ts';
import type { Tone } from '../../ui/layout/pill.tsx';

/** What happened: the alarm's name for an alarm, else the type's; a type without a text is shown as it came. */
export function eventLabel(event: Pick<Event, 'type' | 'attributes'>, textOr: TextsState['textOr']): string {
  const alarms = event.type === alarmEventType ? alarmsOf(event.attributes.alarm) : [];
  if (alarms.length > 0) return alarms.map((alarm) => textOr(`alarm.${alarm}`, alarm)).join(', ');
  return textOr(`eventType.${event.type}`, event.type);
}

/** How loudly an event is shown: the colour of its bar. */
const tones: Readonly<Partial<Record<EventType, Tone>>> = Object.freeze({
  deviceOnline: 'online',
  deviceOffline: 'offline',
  deviceUnknown: 'unknown',
  deviceInactive: 'offline',
  deviceMoving: 'ignition',
  deviceStopped: 'online',
  deviceOverspeed: 'unknown',
  deviceFuelDrop: 'unknown',
  deviceFuelIncrease: 'online',
  ignitionOn: 'ignition',
  ignitionOff: 'ignition',
  maintenance: 'unknown',
  suspectedJamming: 'alarm',
  suspectedTow: 'alarm',
  duplicateIdentifier: 'unknown',
  blockAwaitsConfirmation: 'unknown',
  blockUnanswered: 'alarm',
  blockContradicted: 'alarm',
  blockOverdue: 'unknown',
});

/** The colour of an event's bar; a kind nobody knows yet has the brand's. */
export function toneOf(event: Pick<Event, 'type' | 'attributes'>): Tone {
  if (event.type === alarmEventType) return isUrgent(event) ? 'alarm' : 'unknown';
  return (tones as Readonly<Record<string, Tone | undefined>>)[event.type] ?? 'brand';
}
