import { expect, test } from 'vitest';
import { createRouteColumns } from '../../../lib/reports/route-columns.ts';
import { aRouteRow } from '../../../lib/testing/a-position.ts';
import { chartDataOf, measureOf, numberKeysOf } from './chart-series.ts';

const units = { speedUnit: 'kmh', distanceUnit: 'km', volumeUnit: 'ltr' } as const;

function columnsOf(rows: readonly Parameters<typeof aRouteRow>[0][]) {
  const columns = createRouteColumns();
  for (const row of rows) columns.push(aRouteRow(row));
  return columns;
}

test('[REP-01] a chart offers speed and every number that any row has, and no text or flag', () => {
  const columns = columnsOf([
    { attributes: { ignition: true, fuelLevel: 40, index: 7 } },
    { attributes: { temp1: 4.5, alarm: 'sos' } },
  ]);
  expect(numberKeysOf(columns)).toEqual([
    'speed',
    'altitude',
    'course',
    'attributes.fuelLevel',
    'attributes.temp1',
  ]);
});

test('[REP-01] [REP-10] each device has its line in the person’s units, all over one axis of time', () => {
  const at = (second: number) => `2026-11-21T10:00:0${second}.000Z`;
  const columns = columnsOf([
    { deviceId: 1, fixTime: at(0), speed: 10, attributes: { odometer: 2000 } },
    { deviceId: 1, fixTime: at(4), speed: 20, attributes: {} },
    { deviceId: 2, fixTime: at(2), speed: 30, attributes: {} },
  ]);
  const { times, rows, lines } = chartDataOf(columns, ['speed', 'attributes.odometer'], units);
  const startS = Date.parse(at(0)) / 1000;
  expect(times).toEqual([startS, startS + 2, startS + 4]);
  expect([...rows]).toEqual([0, 2, 1]);
  expect(lines.map(({ deviceId, key, values }) => [deviceId, key, values])).toEqual([
    [1, 'speed', [expect.closeTo(18.52), undefined, expect.closeTo(37.04)]],
    [1, 'attributes.odometer', [2, undefined, undefined]],
    [2, 'speed', [undefined, expect.closeTo(55.56), undefined]],
  ]);
  expect(measureOf('attributes.odometer', units).sign).toBe('km');
});

test('[REP-01] a long silence of one device breaks its own lines and no other', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 21) + second * 1000).toISOString();
  const reported = (deviceId: number, seconds: readonly number[]) =>
    seconds.map((second) => ({ deviceId, fixTime: at(second), speed: 10, attributes: {} }));
  const every = Array.from({ length: 60 }, (_, minute) => minute * 60);
  const columns = columnsOf([...reported(1, [0, 60, 120, 3000, 3060]), ...reported(2, every)]);
  const { lines } = chartDataOf(columns, ['speed'], units);
  const startS = Date.UTC(2026, 10, 21) / 1000;
  expect(lines.map(({ deviceId, silences }) => [deviceId, silences])).toEqual([
    [1, [[startS + 120, startS + 3000]]],
    [2, []],
  ]);
});
