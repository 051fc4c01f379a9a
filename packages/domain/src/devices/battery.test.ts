import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batteryColour, batteryPercent, batteryStep } from './battery.ts';

test('[STRIP-04] a level is taken as it is, a voltage as value × 100 ÷ 5, both clamped to 0–100', () => {
  expect(batteryPercent({ batteryLevel: 84 })).toBe(84);
  expect(batteryPercent({ battery: 4.2 })).toBe(84);
  expect(batteryPercent({ batteryLevel: 10, battery: 5 })).toBe(10);
  expect(batteryPercent({ battery: 12.6 })).toBe(100);
  expect(batteryPercent({ batteryLevel: -3 })).toBe(0);
  expect(batteryPercent({ batteryLevel: '84', battery: Number.NaN })).toBeUndefined();
  expect(batteryPercent({})).toBeUndefined();
});

test('[STRIP-04] the icon steps at 90, 70, 40, 10 and 0', () => {
  expect([100, 90, 89.9, 70, 69, 40, 39, 10, 9.9, 0].map(batteryStep)).toEqual([
    90, 90, 70, 70, 40, 40, 10, 10, 0, 0,
  ]);
});

test('[STRIP-04] green from 70, yellow from 40, red below', () => {
  expect([100, 70, 69.9, 40, 39.9, 0].map(batteryColour)).toEqual([
    'green',
    'green',
    'yellow',
    'yellow',
    'red',
    'red',
  ]);
});

test('a charge of any reading stays a percentage', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (volts) => {
      const percent = batteryPercent({ battery: volts });
      if (percent !== undefined) expect(percent >= 0 && percent <= 100).toBe(true);
    }),
  );
});
