import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isPlausible, rawKeyOf } from './plausibility.ts';

test('[ING-05] what a vehicle can have is plausible, at its limits too, and what it cannot is not', () => {
  const plausible = (key: string, ...values: number[]) => values.filter((value) => isPlausible(key, value));
  expect(plausible('power', -1, 0, 12.6, 150, 150.1, 28_003)).toEqual([0, 12.6, 150]);
  expect(plausible('battery', 4.1, 20_241_005_143.016)).toEqual([4.1]);
  expect(plausible('temp1', -60.1, -60, 25, 200, 1824)).toEqual([-60, 25, 200]);
  expect(plausible('temp27', 1824)).toEqual([]);
  expect(plausible('engineTemp', -41, -40, 90, 215, 216)).toEqual([-40, 90, 215]);
  expect(plausible('odometer', -1, 0, 182_407_310, 1e10, 1e10 + 1)).toEqual([0, 182_407_310, 1e10]);
  expect(plausible('obdSpeed', 0, 110, 400, 655)).toEqual([0, 110, 400]);
  expect(plausible('rpm', 850, 65_535)).toEqual([850]);
  expect(plausible('hours', 3_600_000, 1e15)).toEqual([3_600_000]);
  for (const key of ['fuelLevel', 'fuelLevel2', 'batteryLevel', 'throttle', 'engineLoad', 'humidity']) {
    expect(plausible(key, -1, 0, 100, 101)).toEqual([0, 100]);
  }
  expect(plausible('fuelConsumption', -1, 0, 1500, 1501)).toEqual([0, 1500]);
  expect(plausible('fuelUsed', -1, 0, 3e8, 4e8)).toEqual([0, 3e8]);
  for (const key of ['drivingTime', 'runtime']) expect(plausible(key, -1, 60_000, 1e15)).toEqual([60_000]);
});

test('[ING-05] sensors, supplies and cells of a number or a name of their own have the same limits', () => {
  const kept = (value: number, ...keys: string[]) => keys.filter((key) => isPlausible(key, value));
  const degrees = [
    'temp',
    'temperature',
    'tempProbe2',
    'cargoTemperature1',
    'tag1Temp',
    'bleTemp4',
    'airTemp',
    'cellTemp12',
    'tire1Temp',
  ];
  expect(kept(25, ...degrees)).toEqual(degrees);
  expect(kept(1824, ...degrees)).toEqual([]);
  const voltages = [
    'power2',
    'battery2',
    'voltage',
    'voltage3',
    'cell1Voltage',
    'tag1Voltage',
    'maxCellVoltage',
    'lock1Battery',
  ];
  expect(kept(3.7, ...voltages)).toEqual(voltages);
  expect(kept(28_003, ...voltages)).toEqual([]);
  const levels = [
    'humidity1',
    'tagHumidity',
    'eyeHumidity2',
    'tag1BatteryLevel',
    'battery3Level',
    'fuelLevel3',
  ];
  expect(kept(99, ...levels)).toEqual(levels);
  expect(kept(255, ...levels)).toEqual([]);
  expect([kept(480, 'fuel1', 'fuel2'), kept(65_535, 'fuel1', 'fuel2')]).toEqual([['fuel1', 'fuel2'], []]);
  expect(kept(2e10, 'trailerOdometer', 'averageSpeedKph')).toEqual([]);
  expect(kept(655, 'highestSpeedKph')).toEqual([]);
  expect(kept(90, 'highestSpeedKph', 'trailerOdometer')).toEqual(['highestSpeedKph', 'trailerOdometer']);
});

test('[ING-05] what has no limits, and what is no number, is left alone', () => {
  expect(
    ['io5', 'adc1', 'madeUp', 'temperament', 'index', 'engineSpeed', 'attempts', 'batteryCycles'].every(
      (key) => isPlausible(key, 1e12),
    ),
  ).toBe(true);
  expect(isPlausible('power', 'x')).toBe(true);
  expect(isPlausible('power', Number.NaN)).toBe(false);
});

test('[ING-05] [OUT-06] what was set aside once is not set aside again where it is sent on', () => {
  const keys = [
    'power',
    'temp1',
    'battery',
    'odometer',
    'engineTemp',
    'topSpeedKph',
    'cell1Voltage',
    '2Temp',
  ];
  expect(keys.filter((key) => isPlausible(key, 2e10))).toEqual([]);
  expect(keys.map(rawKeyOf).filter((key) => !isPlausible(key, 2e10))).toEqual([]);
  expect(['rawhideTemp', 'drawTemp', 'rawTemp1'].filter((key) => isPlausible(key, 1824))).toEqual([
    'rawTemp1',
  ]);
});

/** A try that comes after another one has names of its own. */
let tries = 0;

test('[ING-05] long names have the limits of their family, and are not remembered', () => {
  tries += 1;
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const megabytes = () => {
    collect();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const before = megabytes();
  const isLimited = (at: number) => !isPlausible(`${'x'.repeat(100_000)}${tries}n${at}Temp`, 1824);
  expect(Array.from({ length: 200 }, (_, at) => at).filter((at) => !isLimited(at))).toEqual([]);
  expect(megabytes() - before).toBeLessThan(10);
});

test('the other name of a value', () => {
  expect([rawKeyOf('power'), rawKeyOf('temp1')]).toEqual(['rawPower', 'rawTemp1']);
});
