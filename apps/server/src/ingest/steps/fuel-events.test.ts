import { expect, test } from 'vitest';
import { createPlanDrive, minuteMs, type Report } from '../testing/plan-drive.ts';

const at = (minute: number, attributes: Report['attributes'], latitude = -23.5): Report => ({
  afterMs: minute * minuteMs,
  latitude,
  attributes: attributes ?? {},
});
const fuel = (reports: readonly Report[], thresholds = {}) => {
  const device = createPlanDrive({ thresholds });
  device.drive(reports);
  return device.events
    .filter(({ type }) => type.startsWith('deviceFuel'))
    .map(({ type, attributesJson }) => ({ type, ...JSON.parse(attributesJson) }));
};

test('[ING-07] a level that falls or rises by the threshold is told once, with both levels', () => {
  const levels = [60, 50, 50.5, 41, 80, 80];
  expect(fuel(levels.map((level, index) => at(index, { fuel: level })))).toEqual([
    { type: 'deviceFuelDrop', before: 60, after: 50 },
    { type: 'deviceFuelIncrease', before: 41, after: 80 },
  ]);
});

test('litres go before percent, and one is never held against the other', () => {
  expect(fuel([at(0, { fuelLevel: 90 }), at(1, { fuel: 30 }), at(2, { fuel: 30, fuelLevel: 10 })])).toEqual(
    [],
  );
  expect(fuel([at(0, { fuelLevel: 90 }), at(1, {}), at(2, { fuelLevel: 70 })])).toHaveLength(1);
});

test('what is burnt on a long way is no theft, and what is gone from a parked tank overnight is', () => {
  expect(fuel([at(0, { fuel: 60 }), at(120, { fuel: 40 }, -23)])).toEqual([]);
  expect(fuel([at(0, { fuel: 60 }), at(480, { fuel: 40 })])).toHaveLength(1);
});

test('thresholds are settings, and 0 turns an event off', () => {
  const reports = [at(0, { fuel: 60 }), at(1, { fuel: 55 }), at(2, { fuel: 90 })];
  expect(fuel(reports, { fuelDrop: 5, fuelIncrease: 0 })).toEqual([
    { type: 'deviceFuelDrop', before: 60, after: 55 },
  ]);
});
