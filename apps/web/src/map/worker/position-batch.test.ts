import { deviceColours } from '@atalaia/domain/devices/device-status';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aPosition } from '../../lib/testing/a-position.ts';
import { mercatorX } from '../mercator.ts';
import { bytesOf, snapshotOf } from '../testing/snapshot-bytes.ts';
import { applyDeviceChanges } from './device-change.ts';
import type { DeviceColumns } from './device-columns.ts';
import { applyPositions, packPositions } from './position-batch.ts';
import { readSnapshot } from './snapshot-columns.ts';

/** One online device of id 1, last seen at second 10 by position 100, at longitude 0. */
function oneDevice(): DeviceColumns {
  const result = readSnapshot(bytesOf(snapshotOf([{ deviceId: 1, positionId: 100, fixTimeMs: 10_000 }])));
  if (!result.ok) throw new Error(result.reason);
  return result.columns;
}

function at(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

test('a position of a later fix moves the device, an earlier one does not', () => {
  const columns = oneDevice();
  applyPositions(columns, packPositions([aPosition({ id: 101, fixTime: at(11), longitude: 5 })]));
  expect(columns.xs[0]).toBeCloseTo(mercatorX(5));
  applyPositions(columns, packPositions([aPosition({ id: 102, fixTime: at(10.5), longitude: 9 })]));
  expect(columns.xs[0]).toBeCloseTo(mercatorX(5));
});

test('of two positions of one fix time the greater id wins, whichever comes first', () => {
  const columns = oneDevice();
  applyPositions(columns, packPositions([aPosition({ id: 99, fixTime: at(10), longitude: 5 })]));
  expect(columns.xs[0]).toBe(0);
  applyPositions(columns, packPositions([aPosition({ id: 101, fixTime: at(10), longitude: 6 })]));
  expect(columns.xs[0]).toBeCloseTo(mercatorX(6));
});

test('[ING-05] a timely position moves a vehicle that one with a clock ahead holds, an older one does not', () => {
  const columns = oneDevice();
  const offer = (id: number, fixTime: string, serverTime: string, longitude: number) =>
    applyPositions(columns, packPositions([aPosition({ id, fixTime, serverTime, longitude })]));
  offer(101, at(7200), at(20), 5);
  expect(columns.xs[0]).toBeCloseTo(mercatorX(5));
  offer(102, at(-600), at(25), 6);
  expect(columns.xs[0]).toBeCloseTo(mercatorX(5));
  offer(103, at(24), at(30), 7);
  expect(columns.xs[0]).toBeCloseTo(mercatorX(7));
});

test('every order and every cutting of the same positions ends at the same place', () => {
  const offered = fc.array(fc.record({ id: fc.integer({ min: 1, max: 300 }), second: fc.nat(20) }), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(offered, (some) => {
      const positions = some.map(({ id, second }) =>
        aPosition({ id, fixTime: at(second), longitude: (second * 300 + id) / 100 }),
      );
      const together = oneDevice();
      applyPositions(together, packPositions(positions));
      const apart = oneDevice();
      for (const position of positions.toReversed()) applyPositions(apart, packPositions([position]));
      expect(apart.xs[0]).toBe(together.xs[0]);
    }),
  );
});

test('positions of unknown devices and places off the earth change nothing', () => {
  const columns = oneDevice();
  const positions = [aPosition({ deviceId: 2 }), aPosition({ id: 101, latitude: Number.NaN })];
  applyPositions(columns, packPositions(positions), () => expect.unreachable());
  expect(columns.rowCount).toBe(1);
  expect(columns.xs[0]).toBe(0);
});

test('[MAP-02] a live position recolours its device by ignition; a waiting alarm lies above that, a live status above both', () => {
  const columns = oneDevice();
  const colour = () => deviceColours[columns.colours[0]!];
  const move = (second: number, attributes: { ignition: boolean; alarm?: string }) =>
    applyPositions(columns, packPositions([aPosition({ id: second, fixTime: at(second), attributes })]));
  move(11, { ignition: true });
  expect(colour()).toBe('ignition');
  move(12, { ignition: true, alarm: 'sos' });
  expect(colour()).toBe('ignition');
  columns.sirens[0] = 1;
  move(13, { ignition: true });
  expect(colour()).toBe('alarm');
  const change = {
    id: 1,
    name: 'One',
    uniqueId: 'imei1',
    category: null,
    disabled: false,
    lastUpdate: null,
    groupId: 0,
    customerId: 0,
    plate: '',
    model: '',
  };
  applyDeviceChanges(columns, [{ ...change, status: 'unknown' }]);
  expect(colour()).toBe('unknown');
  applyDeviceChanges(columns, [{ ...change, status: 'offline' }]);
  expect(colour()).toBe('offline');
  applyDeviceChanges(columns, [{ ...change, status: 'online' }]);
  columns.sirens[0] = 0;
  move(14, { ignition: false });
  expect(colour()).toBe('online');
});
