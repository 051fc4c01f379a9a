import type { Event } from '@atalaia/contract/rules/event';
import { alarmEventType, alarmsOf } from '@atalaia/domain/catalog/alarms';
import type { TextsState } from '../../lib/texts/texts.ts';

/** What happened: the alarm's name for an alarm, else the type's; a word without a text stands as it came. */
export function eventLabel(event: Pick<Event, 'type' | 'attributes'>, textOr: TextsState['textOr']): string {
  const alarms = event.type === alarmEventType ? alarmsOf(event.attributes.alarm) : [];
  if (alarms.length > 0) return alarms.map((alarm) => textOr(`alarm.${alarm}`, alarm)).join(', ');
  return textOr(`eventType.${event.type}`, event.type);
}
