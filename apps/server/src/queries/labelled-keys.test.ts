import { alarms } from '@atalaia/domain/catalog/alarms';
import { eventTypes } from '@atalaia/domain/catalog/event-types';
import { expect, test } from 'vitest';
import { labelledKeys, labelsUnder } from './labelled-keys.ts';

test('[LIST-02] a word is found by its label in either language, accents and case ignored', () => {
  const types = labelsUnder('eventType');
  expect(labelledKeys('ALARME', types)).toEqual(['alarm']);
  expect(labelledKeys(' manutencao ', types)).toEqual(['maintenance']);
  expect(labelledKeys('ignition', types)).toEqual(['ignitionOn', 'ignitionOff']);
  expect(labelledKeys('pânico', labelsUnder('alarm'))).toEqual(['sos']);
});

test('blanks and what no label holds find no word', () => {
  const types = labelsUnder('eventType');
  for (const keyword of [undefined, '', '  ', '%', 'deviceOnline']) {
    expect([keyword, labelledKeys(keyword, types)]).toEqual([keyword, []]);
  }
});

test('[LIST-02] every word that a notification may hold has its label', () => {
  expect(Object.keys(labelsUnder('eventType')).toSorted()).toEqual([...eventTypes].toSorted());
  expect(Object.keys(labelsUnder('alarm'))).toEqual(expect.arrayContaining([...alarms]));
});
