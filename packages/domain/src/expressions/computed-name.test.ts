import { expect, test } from 'vitest';
import { computedNameFault } from './computed-name.ts';

test('[ATT-01] a computed attribute may not be named as what the position or the server says itself', () => {
  for (const name of ['latitude', 'geofenceIds', 'totalDistance', 'hours', 'raw', '__proto__', 'constructor'])
    expect([name, computedNameFault(name, 'number')]).toEqual([name, expect.any(String)]);
  for (const name of ['charging', 'volts', 'motion', 'toString'])
    expect([name, computedNameFault(name, 'boolean')]).toEqual([name, undefined]);
});

test('[ATT-01] [UNIT-04] a key of the catalogue is computed as its own kind of value', () => {
  expect(computedNameFault('fuel', 'string')).toBe('is always a number, and the type says string');
  expect(computedNameFault('alarm', 'number')).toBe('is always a string, and the type says number');
  expect([
    computedNameFault('fuel', 'number'),
    computedNameFault('ignition', 'boolean'),
    computedNameFault('type', 'string'),
  ]).toEqual([undefined, undefined, undefined]);
});
