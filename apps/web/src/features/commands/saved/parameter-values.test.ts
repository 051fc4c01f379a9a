import { commandTypes, parametersOf } from '@atalaia/domain/catalog/command-types';
import { expect, test } from 'vitest';
import { parameterFaults, parametersIn, parameterValuesOf } from './parameter-values.ts';

test('[CMD-02] every type that needs a value says so of each of its fields, and a switch needs none', () => {
  for (const type of commandTypes) {
    const typed = (parametersOf(type) ?? []).filter(({ valueType }) => valueType !== 'boolean');
    expect([...parameterFaults(type, {})]).toEqual(typed.map(({ key }) => [key, 'form.required']));
  }
});

test('[CMD-02] numbers are whole and within their bounds', () => {
  const faultOf = (type: string, values: Record<string, string>) => [...parameterFaults(type, values)];
  expect(faultOf('positionPeriodic', { frequency: '30' })).toEqual([]);
  expect(faultOf('positionPeriodic', { frequency: '-1' })).toEqual([['frequency', 'form.outOfRange']]);
  expect(faultOf('positionPeriodic', { frequency: '1,5' })).toEqual([['frequency', 'form.notWhole']]);
  expect(faultOf('setConnection', { server: 'gps.example', port: '65536' })).toEqual([
    ['port', 'form.outOfRange'],
  ]);
  expect(faultOf('setConnection', { server: ' ', port: 'x' })).toEqual([
    ['server', 'form.required'],
    ['port', 'form.notANumber'],
  ]);
});

test('[CMD-01] values go to the form and back as they are stored, and those of another type are left out', () => {
  const stored = { index: 2, data: '1', old: 'x' };
  const shown = parameterValuesOf('outputControl', stored);
  expect(shown).toEqual({ index: '2', data: '1' });
  expect(parametersIn('outputControl', { ...shown, frequency: '30' })).toEqual({ index: 2, data: '1' });
  expect(parametersIn('alarmSos', parameterValuesOf('alarmSos', { enable: true }))).toEqual({ enable: true });
});
