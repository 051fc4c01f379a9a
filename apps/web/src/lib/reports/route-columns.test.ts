import { expect, test } from 'vitest';
import { aRouteRow } from '../testing/a-position.ts';
import { createRouteColumns } from './route-columns.ts';

test('[REP-05] a row of a route is read back as it came, whatever its attributes are', () => {
  const columns = createRouteColumns();
  const rows = [
    aRouteRow({ id: 11, speed: 20.5, attributes: { ignition: true, rpm: 900 } }),
    aRouteRow({ id: 12, address: 'Rua A, 7', geofenceIds: [3, 4], attributes: { rpm: 'high', fuel: 0 } }),
    aRouteRow({ id: 13, type: 'alarm', attributes: {} }),
  ];
  for (const row of rows) columns.push(row);
  expect(columns.count()).toBe(3);
  expect([0, 1, 2].map(columns.rowAt)).toEqual(rows);
  expect(columns.valueAt(0, 'attributes.rpm')).toBe(900);
  expect(columns.valueAt(1, 'attributes.rpm')).toBe('high');
  expect(columns.valueAt(1, 'address')).toBe('Rua A, 7');
  expect(columns.valueAt(2, 'attributes.rpm')).toBeUndefined();
  expect(columns.indexOfPosition(12)).toBe(1);
  expect(columns.indexOfPosition(99)).toBe(-1);
  expect(() => columns.rowAt(3)).toThrow(RangeError);
});

test('a column is one number a row, also beyond its first room, NaN where a row has none', () => {
  const columns = createRouteColumns();
  const many = 3000;
  for (let at = 0; at < many; at += 1)
    columns.push(aRouteRow({ id: at + 1, speed: at, attributes: at === 1 ? { rpm: 800 } : {} }));
  expect(columns.numbers('speed')).toHaveLength(many);
  expect(columns.numbers('speed')[2999]).toBe(2999);
  expect(columns.numbers('fixTime')[0]).toBe(Date.parse('2026-11-21T06:58:08.000Z'));
  const rpm = columns.attributeNumbers('rpm');
  expect(rpm).toHaveLength(many);
  expect([rpm?.[0], rpm?.[1], rpm?.[2999]]).toEqual([Number.NaN, 800, Number.NaN]);
  expect(columns.attributeNumbers('fuel')).toBeUndefined();
  expect(columns.attributeKeys()).toEqual(['rpm']);
});

test('a row without a place or a time is none', () => {
  const columns = createRouteColumns();
  const { latitude: _, ...placeless } = aRouteRow();
  expect(() => columns.push(placeless)).toThrow('latitude');
  expect(() => columns.push({ ...aRouteRow(), fixTime: 'yesterday' })).toThrow('fixTime');
  expect(columns.count()).toBe(0);
});
