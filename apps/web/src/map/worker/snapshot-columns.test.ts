import { liveSnapshotSchema } from '@atalaia/contract/devices/live-message';
import { deviceColours } from '@atalaia/domain/devices/device-status';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mercatorX, mercatorY } from '../mercator.ts';
import { bytesOf, snapshotOf } from '../testing/snapshot-bytes.ts';
import { type DeviceColumns, hasPosition } from './device-columns.ts';
import { readSnapshot } from './snapshot-columns.ts';

function read(bytes: ArrayBuffer): DeviceColumns {
  const result = readSnapshot(bytes);
  if (!result.ok) throw new Error(result.reason);
  return result.columns;
}

test('a snapshot becomes one row a device, its place in Web Mercator', () => {
  const snapshot = snapshotOf([
    { deviceId: 7, name: 'Água 1', uniqueId: '8694', latitude: -3.73, longitude: -38.52, course: 48 },
    { deviceId: 3, latitude: null, longitude: null, fixTimeMs: null, positionId: 0 },
  ]);
  expect(liveSnapshotSchema.parse(snapshot)).toEqual(snapshot);
  const columns = read(bytesOf(snapshot));
  expect(columns.rowCount).toBe(2);
  expect(columns.names[0]).toBe('Água 1');
  expect(columns.xs[0]).toBeCloseTo(mercatorX(-38.52));
  expect(columns.ys[0]).toBeCloseTo(mercatorY(-3.73));
  expect(columns.courses[0]).toBe(48);
  expect([hasPosition(columns, 0), hasPosition(columns, 1)]).toEqual([true, false]);
});

test('[MAP-02] offline, then unknown, then alarm, then ignition decide the colour of a row', () => {
  const rows = [
    { status: 'offline', siren: true, ignition: true, colour: 'offline' },
    { status: 'unknown', siren: true, ignition: true, colour: 'unknown' },
    { status: 'sleeping', siren: false, ignition: true, colour: 'unknown' },
    { status: 'online', siren: true, ignition: true, colour: 'alarm' },
    { status: 'online', siren: false, alarm: 'sos', ignition: true, colour: 'ignition' },
    { status: 'online', siren: false, ignition: false, colour: 'online' },
    { status: 'online', siren: false, ignition: null, colour: 'online' },
  ];
  const columns = read(bytesOf(snapshotOf(rows.map((row, entry) => ({ ...row, deviceId: entry + 1 })))));
  const colours = rows.map((_, row) => deviceColours[columns.colours[row]!]);
  expect(colours).toEqual(rows.map(({ colour }) => colour));
});

test('bytes that are no snapshot are refused with a reason', () => {
  const whole = snapshotOf([{ deviceId: 1 }]);
  const { course: _, ...withoutCourse } = whole;
  const damaged: [ArrayBuffer, RegExp][] = [
    [new ArrayBuffer(0), /JSON/],
    [new TextEncoder().encode('{"deviceId":[1').buffer, /JSON/],
    [new Uint8Array([0x22, 0xff, 0x22]).buffer, /./],
    [bytesOf(null), /no object/],
    [bytesOf({}), /deviceId is missing/],
    [bytesOf(withoutCourse), /course is missing/],
    [bytesOf({ ...whole, name: ['a', 'b'] }), /name has 2 entries instead of 1/],
  ];
  for (const [bytes, reason] of damaged) {
    const result = readSnapshot(bytes);
    expect(result.ok).toBe(false);
    expect(!result.ok && result.reason).toMatch(reason);
  }
});

test('a bad value costs only its own device', () => {
  const snapshot = { ...snapshotOf([1, 2, 3, 4, 5, 6].map((deviceId) => ({ deviceId, longitude: 5 }))) };
  const columns = read(
    bytesOf({
      ...snapshot,
      deviceId: [1, 2.5, -3, 1, '5', 6],
      latitude: [91, 0, 0, 0, 0, 10],
      fixTimeMs: ['x', 0, 0, 0, 0, null],
      name: [null, '', '', '', '', 'Six'],
    }),
  );
  expect(Array.from(columns.ids.slice(0, columns.rowCount))).toEqual([1, 6]);
  expect([hasPosition(columns, 0), hasPosition(columns, 1)]).toEqual([false, true]);
  expect(columns.names).toEqual(['', 'Six']);
  expect(columns.fixTimesMs[1]).toBe(Number.NEGATIVE_INFINITY);
});

test('no JSON whatever makes the reading throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(typeof readSnapshot(bytesOf(value)).ok).toBe('boolean');
    }),
  );
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...Object.keys(snapshotOf([]))), fc.array(fc.jsonValue())),
      (value) => {
        expect(typeof readSnapshot(bytesOf({ ...snapshotOf([]), ...value })).ok).toBe('boolean');
      },
    ),
  );
});
