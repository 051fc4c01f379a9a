import { expect, test } from 'vitest';
import { longestTrace, traceLimit } from './trace-memory.ts';

test('[MAP-09] a trail has 5 positions, 30 when it is switched on for the device', () => {
  expect(traceLimit({ switchedOn: false })).toBe(5);
  expect(traceLimit({ switchedOn: true })).toBe(30);
});

test("[MAP-09] the device's own limit wins over both", () => {
  expect(traceLimit({ switchedOn: false, deviceLimit: 12 })).toBe(12);
  expect(traceLimit({ switchedOn: true, deviceLimit: 12 })).toBe(12);
  expect(traceLimit({ switchedOn: true, deviceLimit: '100' })).toBe(100);
});

test('a limit that is none is left aside, and a huge one is bounded', () => {
  for (const deviceLimit of [0, -3, Number.NaN, '', ' ', 'many', null, undefined, {}])
    expect(traceLimit({ switchedOn: true, deviceLimit })).toBe(30);
  expect(traceLimit({ switchedOn: true, deviceLimit: 1e9 })).toBe(longestTrace);
});
