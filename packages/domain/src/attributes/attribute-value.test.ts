import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attributeValue } from './attribute-value.ts';
import { attributeMeaning, numberedAttributes, positionAttributes } from './position-attributes.ts';

const keys = [
  ...Object.keys(positionAttributes),
  ...Object.keys(numberedAttributes).flatMap((family) => [`${family}1`, `${family}27`]),
];

test('[UNIT-04] whatever is told, a key of the catalogue holds its own kind of value or nothing', () => {
  const value = fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constantFrom('abc', '', 1e300, -500, 1, 0),
  );
  fc.assert(
    fc.property(fc.constantFrom(...keys), value, (key, reported) => {
      const retained = attributeValue(key, reported);
      if (retained === undefined || (key.startsWith('io') && typeof retained === 'string')) return;
      expect(typeof retained).toBe(attributeMeaning(key)?.valueType);
      if (typeof retained === 'number')
        expect(Math.abs(retained)).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
      expect(attributeValue(key, retained)).toBe(retained);
    }),
  );
});

test('[UNIT-04] a number beyond all measure is left out, one that a machine may tell stays', () => {
  const retained = (key: string, ...values: (string | number | boolean)[]) =>
    values.filter((value) => attributeValue(key, value) !== undefined);
  expect(retained('batteryLevel', -500, -1, 0, 100, 101)).toEqual([0, 100]);
  expect(retained('fuel', 1e19, 1000, -1)).toEqual([1000]);
  expect(retained('hours', 'abc', Number.NaN, Infinity, 1e300, 10_993_860_000)).toEqual([10_993_860_000]);
  expect(retained('temp1', -300, -273, -5, 245)).toEqual([-273, -5, 245]);
  expect(retained('rssi', -113, 31)).toEqual([-113, 31]);
  expect(retained('madeUp', 1e300, 'x', true, Number.NaN)).toEqual([1e300, 'x', true]);
});

test('flags are told as 1 and 0 too, and texts as digits', () => {
  expect(['ignition', 'in3', 'lock'].map((key) => attributeValue(key, 1))).toEqual([true, true, true]);
  expect([attributeValue('charge', 0), attributeValue('charge', 'yes')]).toEqual([false, undefined]);
  expect([attributeValue('driverUniqueId', 7), attributeValue('io200', '00ff')]).toEqual(['7', '00ff']);
});
