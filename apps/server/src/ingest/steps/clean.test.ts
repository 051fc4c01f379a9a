import { expect, test } from 'vitest';
import { cleanAttributes, cleanJson } from './clean.ts';

test('clean attributes are handed on as they are', () => {
  const attributes = { alarm: 'sos', sat: 9, ignition: true, driverUniqueId: 'ação 🚚' };
  expect(cleanAttributes(attributes)).toBe(attributes);
});

test('NUL, halves of surrogate pairs and numbers that are none do not reach the database', () => {
  const attributes = { text: 'a\0b\ud800', 'key\0': 1, none: Number.NaN, endless: Infinity, sat: 9 };
  expect(cleanAttributes(attributes)).toEqual({ text: 'ab\ufffd', key: 1, sat: 9 });
  expect(cleanJson({ deep: ['\0', { text: 'x\udfff' }] })).toBe('{"deep":["",{"text":"x\ufffd"}]}');
  expect(cleanJson({ 'a\0b': [{ 'x\udfff': 1 }] })).toBe('{"ab":[{"x\ufffd":1}]}');
});

test('[UNIT-04] [API-01] what the contract calls a number or a flag is never stored as text', () => {
  const reported = {
    hours: 'abc',
    sat: 'x',
    power: 1e300,
    batteryLevel: -500,
    ignition: 1,
    fuel: true,
    made: 'up',
  };
  expect(cleanAttributes(reported)).toEqual({ ignition: true, made: 'up' });
});
