import { expect, test } from 'vitest';
import { alarms, isOpenAlarm, isUrgent } from './alarms.ts';
import { eventTypes } from './event-types.ts';

test('[EVT-03] an alarm waits until somebody handled it; other events wait for nobody', () => {
  const handledAt = '2026-11-21T07:00:00.000Z';
  expect(eventTypes.filter((type) => isOpenAlarm({ type }))).toEqual(['alarm']);
  expect(isOpenAlarm({ type: 'alarm', handledAt: null })).toBe(true);
  expect(isOpenAlarm({ type: 'alarm', handledAt })).toBe(false);
});

test('what endangers people or takes a vehicle away is urgent; what can wait is not', () => {
  const urgent = alarms.filter((alarm) => isUrgent({ type: 'alarm', attributes: { alarm } }));
  expect(urgent).toEqual(
    expect.arrayContaining(['sos', 'accident', 'powerCut', 'jamming', 'tow', 'tampering', 'fatigueDriving']),
  );
  expect(urgent).not.toContain('lowBattery');
  expect(eventTypes.filter((type) => isUrgent({ type, attributes: {} }))).toEqual([
    'alarm',
    'suspectedJamming',
    'suspectedTow',
    'blockContradicted',
  ]);
});

test('several alarms together are urgent when one of them is', () => {
  expect(isUrgent({ type: 'alarm', attributes: { alarm: 'lowBattery,sos' } })).toBe(true);
  expect(isUrgent({ type: 'alarm', attributes: { alarm: 'lowBattery,idle' } })).toBe(false);
});
