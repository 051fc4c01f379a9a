import { expect, test } from 'vitest';
import { aDevice } from '../../lib/testing/a-device.ts';
import { bytesOf, snapshotOf } from '../testing/snapshot-bytes.ts';
import { deviceChangeOf } from './device-change.ts';
import { createMapEngine } from './map-engine.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;

function engineOf(...devices: Parameters<typeof snapshotOf>[0]) {
  const engine = createMapEngine();
  engine.loadSnapshot(bytesOf(snapshotOf(devices)));
  const list = (filter: Partial<Parameters<typeof engine.listFleet>[0]> = {}) =>
    Array.from(engine.listFleet({ text: '', ...filter }, nowMs).ids);
  return { engine, list };
}

const fleet = [
  { deviceId: 1, name: 'Van 10', uniqueId: 'A1', category: 'van', lastUpdateMs: nowMs - 5 * hourMs },
  { deviceId: 2, name: 'Van 2', uniqueId: 'B2', category: 'van', status: 'offline', lastUpdateMs: nowMs },
  { deviceId: 3, name: 'água', uniqueId: 'C3', disabled: true, lastUpdateMs: null },
] as const;

test('[STRIP-02] the whole fleet is listed by name: accents and case apart, numbers by value', () => {
  expect(engineOf(...fleet).list()).toEqual([3, 2, 1]);
});

test('[STRIP-02] a text narrows the list by name and unique id, a colour by state', () => {
  const { list } = engineOf(...fleet);
  expect(list({ text: 'VAN' })).toEqual([2, 1]);
  expect(list({ text: 'c3' })).toEqual([3]);
  expect(list({ text: 'van', colour: 'offline' })).toEqual([2]);
  expect(list({ text: 'boat' })).toEqual([]);
});

test('[DASH-05] a bar of the dashboard lists its devices', () => {
  const { list } = engineOf(...fleet);
  expect(list({ group: { chart: 'device', name: 'inactive' } })).toEqual([3]);
  expect(list({ group: { chart: 'communication', name: 'upTo24Hours' } })).toEqual([1]);
  expect(list({ group: { chart: 'status', name: 'van-offline' } })).toEqual([2]);
});

test('[DASH-04] figures and lists follow what the live channel says of a device', () => {
  const { engine, list } = engineOf(...fleet);
  const change = aDevice({
    id: 2,
    name: 'Zebra',
    category: 'van',
    status: 'online',
    disabled: false,
    lastUpdate: new Date(nowMs).toISOString(),
  });
  engine.applyDevices([deviceChangeOf(change)]);
  expect(list()).toEqual([3, 1, 2]);
  expect(engine.countFleet(nowMs)).toMatchObject({
    active: 2,
    inactive: 1,
    state: { online: 2, offline: 0, unknown: 0 },
    communication: { upTo30Minutes: 1, upTo24Hours: 1, never: 0 },
  });
});

const vehicles = [
  {
    deviceId: 1,
    name: 'A',
    plate: 'QRS4B17',
    vehicleModel: 'Volvo FH 540',
    groupId: 4,
    customerId: 9,
    speedKnots: 5,
    fixTimeMs: 300,
  },
  {
    deviceId: 2,
    name: 'B',
    plate: 'PNX2J09',
    groupId: 5,
    customerId: 9,
    speedKnots: 40,
    fixTimeMs: 100,
    siren: true,
  },
  { deviceId: 3, name: 'C', status: 'offline', groupId: 4, speedKnots: 0, fixTimeMs: 200 },
] as const;

test('[STRIP-02] the list narrows by group, customer, plate, model and the colours of the legend together', () => {
  const { list } = engineOf(...vehicles);
  expect(list({ groupIds: [4] })).toEqual([1, 3]);
  expect(list({ groupIds: [4, 5], customerId: 9 })).toEqual([1, 2]);
  expect(list({ text: 'qrs-4b17' })).toEqual([1]);
  expect(list({ text: 'volvo' })).toEqual([1]);
  expect(list({ colours: ['alarm', 'offline'] })).toEqual([2, 3]);
  expect(list({ colours: ['alarm'], groupIds: [4] })).toEqual([]);
});

test('[STRIP-02] the list is in the order that was chosen: fastest, most urgent, newest or oldest first', () => {
  const { engine, list } = engineOf(...vehicles);
  expect(list({ sort: 'speed' })).toEqual([2, 1, 3]);
  expect(list({ sort: 'state' })).toEqual([2, 3, 1]);
  expect(list({ sort: 'newest' })).toEqual([1, 3, 2]);
  expect(list({ sort: 'oldest' })).toEqual([2, 3, 1]);
  const more = [
    { ...vehicles[0], deviceId: 4, name: 'D' },
    { deviceId: 5, name: 'E', fixTimeMs: null, speedKnots: null },
  ] as const;
  const both = engineOf(...vehicles, ...more).list;
  // equal ones stay by name, and one that was never heard is last
  expect(both({ sort: 'speed' })).toEqual([2, 1, 4, 3, 5]);
  expect(both({ sort: 'newest' })).toEqual([1, 4, 3, 2, 5]);
  expect(both({ sort: 'oldest' })).toEqual([2, 3, 1, 4, 5]);
  expect(engineOf(more[1], { deviceId: 6, name: 'F', fixTimeMs: null }).list({ sort: 'newest' })).toEqual([
    5, 6,
  ]);
  const change = aDevice({ id: 1, name: 'A', groupId: 5, attributes: { plate: 'ABC1D23' } });
  engine.applyDevices([deviceChangeOf(change)]);
  expect([list({ groupIds: [4] }), list({ text: 'abc1d23' }), list({ text: 'QRS4B17' })]).toEqual([
    [3],
    [1],
    [],
  ]);
});

test('[MAP-01] the map draws only devices under the chosen colours, and the selected one whatever its colour', () => {
  const { engine } = engineOf(
    { deviceId: 1, longitude: 10 },
    { deviceId: 2, longitude: 20, siren: true },
    { deviceId: 3, longitude: 30, status: 'offline' },
  );
  engine.setViewport({ extent: [-2e7, -2e7, 2e7, 2e7], zoom: 4 });
  const drawn = () => Array.from(engine.buildFrame().items.deviceIds);
  expect(drawn()).toEqual([1, 2, 3]);
  engine.setColours(['alarm']);
  expect(drawn()).toEqual([2]);
  engine.select(3);
  expect(drawn()).toEqual([2, 3]);
  engine.setColours([]);
  expect(drawn()).toEqual([1, 2, 3]);
});
