import { ptBr } from '@atalaia/phrases/pt-br';
import { expect, test } from 'vitest';
import { overspeedText } from './components/event-cards.tsx';
import { eventLabel, toneOf } from './event-label.ts';

const known: Record<string, string> = { 'alarm.sos': 'SOS/Pânico', 'eventType.ignitionOn': 'Ignição ligada' };
const textOr = (key: string, otherwise: string) => known[key] ?? otherwise;

test.each([
  ['alarm', 'sos', 'SOS/Pânico'],
  ['alarm', 'sos,ofTomorrow', 'SOS/Pânico, ofTomorrow'],
  ['alarm', undefined, 'alarm'],
  ['ignitionOn', 'sos', 'Ignição ligada'],
  ['ofTomorrow', undefined, 'ofTomorrow'],
])('an event %s with the alarm %s is called %s', (type, alarm, label) => {
  expect(eventLabel({ type, attributes: alarm === undefined ? {} : { alarm } }, textOr)).toBe(label);
});

test('an urgent alarm is red, a mild alarm yellow, an unknown kind has the brand', () => {
  expect(toneOf({ type: 'alarm', attributes: { alarm: 'sos' } })).toBe('alarm');
  expect(toneOf({ type: 'alarm', attributes: { alarm: 'lowBattery' } })).toBe('unknown');
  expect(toneOf({ type: 'ignitionOn', attributes: {} })).toBe('ignition');
  expect(toneOf({ type: 'ofTomorrow', attributes: {} })).toBe('brand');
});

test('[SHELL-05] nobody reads that he drove as fast as is allowed, and was too fast', () => {
  const text = ((key: 'events.overspeed' | 'events.overspeedLittle', values: Record<string, string>) =>
    ptBr[key].replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '')) as Parameters<
    typeof overspeedText
  >[2];
  expect(overspeedText('86 km/h', '72 km/h', text)).toBe('86 km/h em via de 72 km/h');
  expect(overspeedText('72 km/h', '72 km/h', text)).not.toContain('72 km/h em via de 72');
});
