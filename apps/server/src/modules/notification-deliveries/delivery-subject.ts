import type { EventType } from '@atalaia/domain/catalog/event-types';
import { formatSpeed } from '@atalaia/domain/units/units';
import { hasPhrase, type PhraseKey } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import type { EventFacts } from './delivery-facts-queries.ts';
import type { Reading } from './delivery-language.ts';

/** What happened, in a few words: `Alarme: SOS/Pânico`, `Entrou na cerca Casa`. */
export function happening(event: EventFacts, reading: Reading): string {
  const { language } = reading;
  if (event.type === 'alarmEscalated')
    return say(language, 'notice.alarmEscalated', { detail: text(event.eventAttributes.rule) });
  const key: PhraseKey = `notice.${event.type as EventType}`;
  if (!hasPhrase(key)) return event.type;
  return say(language, key, { detail: detailOf(event, reading) || '-' });
}

function detailOf(event: EventFacts, { language, settings }: Reading): string {
  const { eventAttributes: attributes } = event;
  switch (event.type as EventType) {
    case 'alarm': {
      const key = `alarm.${text(attributes.alarm)}`;
      return hasPhrase(key) ? say(language, key) : text(attributes.alarm);
    }
    case 'deviceOverspeed': {
      const speed = speedText(attributes.speed ?? event.speed);
      const limit = speedText(attributes.speedLimit);
      return speed && limit ? say(language, 'notice.speedOverLimit', { speed, limit }) : speed;
    }
    case 'geofenceEnter':
    case 'geofenceExit':
      return event.geofenceName ?? '';
    case 'maintenance':
      return event.maintenanceName ?? '';
    case 'driverChanged':
      return event.driverName ?? text(attributes.driverUniqueId);
    case 'commandResult':
      return text(attributes.result);
    case 'textMessage':
      return text(attributes.message);
    default:
      return '';
  }

  function speedText(knots: unknown): string {
    return typeof knots === 'number' ? formatSpeed(knots, settings.speedUnit, language) : '';
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
