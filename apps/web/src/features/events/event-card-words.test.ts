import { alarms } from '@atalaia/domain/alarms';
import { eventTypes } from '@atalaia/domain/event-types';
import { expect, test } from 'vitest';
import { eventLabel } from './event-label.ts';
import { isHot, toneOf } from './event-tone.ts';

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

test('what endangers people or takes a vehicle away glows; what can wait does not', () => {
  const hotAlarms = alarms.filter((alarm) => isHot({ type: 'alarm', attributes: { alarm } }));
  expect(hotAlarms).toEqual(
    expect.arrayContaining(['sos', 'accident', 'powerCut', 'jamming', 'tow', 'tampering', 'fatigueDriving']),
  );
  expect(hotAlarms).not.toContain('lowBattery');
  expect(eventTypes.filter((type) => isHot({ type, attributes: {} }))).toEqual([
    'alarm',
    'suspectedJamming',
    'suspectedTow',
  ]);
});

test('several alarms together glow when one of them does', () => {
  expect(isHot({ type: 'alarm', attributes: { alarm: 'lowBattery,sos' } })).toBe(true);
  expect(isHot({ type: 'alarm', attributes: { alarm: 'lowBattery,idle' } })).toBe(false);
});

test('a hot event is red, a mild alarm yellow, an unknown kind has the brand', () => {
  expect(toneOf({ type: 'alarm', attributes: { alarm: 'sos' } })).toBe('alarm');
  expect(toneOf({ type: 'alarm', attributes: { alarm: 'lowBattery' } })).toBe('unknown');
  expect(toneOf({ type: 'ignitionOn', attributes: {} })).toBe('ignition');
  expect(toneOf({ type: 'ofTomorrow', attributes: {} })).toBe('brand');
});
