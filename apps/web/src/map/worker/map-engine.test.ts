import type { Position } from '@atalaia/contract/devices/position';
import { categories } from '@atalaia/domain/catalog/categories';
import { deviceColours } from '@atalaia/domain/devices/device-status';
import { expect, test } from 'vitest';
import { aDevice } from '../../lib/testing/a-device.ts';
import { aPosition } from '../../lib/testing/a-position.ts';
import { mercatorX, mercatorY, resolutionOf } from '../mercator.ts';
import { bytesOf, type SnapshotDevice, snapshotOf } from '../testing/snapshot-bytes.ts';
import { deviceChangeOf } from './device-change.ts';
import { createMapEngine, type MapEngine } from './map-engine.ts';
import type { MapFrame, MapViewport } from './map-frame.ts';
import { packPositions } from './position-batch.ts';

/** At the crossing of equator and Greenwich, by default. */
const positionAt = (part: Partial<Position>) => aPosition({ latitude: 0, longitude: 0, ...part });

/** A screen of 1000 × 800 pixels round a place. */
function screenAt(latitude: number, longitude: number, zoom: number): MapViewport {
  const [x, y] = [mercatorX(longitude), mercatorY(latitude)];
  const across = 500 * resolutionOf(zoom);
  const up = 400 * resolutionOf(zoom);
  return { extent: [x - across, y - up, x + across, y + up], zoom };
}

function engineWith(devices: readonly SnapshotDevice[], viewport: MapViewport): MapEngine {
  const engine = createMapEngine();
  expect(engine.loadSnapshot(bytesOf(snapshotOf(devices)))).toBeNull();
  engine.setViewport(viewport);
  return engine;
}

function shown({ items }: MapFrame): [deviceId: number, size: number][] {
  return Array.from(items.deviceIds, (id, entry) => [id, items.sizes[entry]!]);
}

/** Degrees of longitude of so many pixels at a zoom, on the equator. */
function pixels(count: number, zoom: number): number {
  return (count * resolutionOf(zoom) * 360) / (2 * mercatorX(180));
}

test('[MAP-07] two devices 20 pixels apart are one cluster, and at the next zoom two markers', () => {
  const devices = [
    { deviceId: 1, longitude: 0 },
    { deviceId: 2, longitude: pixels(20, 10) },
  ];
  const engine = engineWith(devices, screenAt(0, 0, 10));
  expect(shown(engine.buildFrame())).toEqual([[1, 2]]);
  engine.setViewport(screenAt(0, 0, 11));
  expect(shown(engine.buildFrame())).toEqual([
    [1, 1],
    [2, 1],
  ]);
});

test('[MAP-07] vehicles on one spot are laid out round it, those that a closer look takes apart are not', () => {
  const devices = [
    ...[1, 2, 3].map((deviceId) => ({ deviceId, longitude: 0 })),
    { deviceId: 4, longitude: pixels(20, 10) },
  ];
  const engine = engineWith(devices, screenAt(0, 0, 10));
  expect(engine.spread(1)).toBe(false);
  expect(shown(engine.buildFrame())).toEqual([[1, 4]]);

  engine.setViewport(screenAt(0, 0, 18));
  expect(engine.spread(1)).toBe(true);
  const frame = engine.buildFrame();
  expect(shown(frame)).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  expect(frame.spread).toEqual({ x: 0, y: 0, count: 3 });
  const places = [0, 1, 2].map((at) => [frame.items.xs[at] ?? 0, frame.items.ys[at] ?? 0] as const);
  for (const [at, [x, y]] of places.entries())
    for (const [otherX, otherY] of places.slice(at + 1))
      expect(Math.hypot(x - otherX, y - otherY) / resolutionOf(18)).toBeGreaterThan(30);

  engine.spread(null);
  expect(shown(engine.buildFrame())).toEqual([[1, 3]]);
});

test('[MAP-07] of very many on one spot the first are laid out, and the others stay a cluster in the middle', () => {
  const devices = Array.from({ length: 60 }, (_, at) => ({ deviceId: at + 1, longitude: 0 }));
  const engine = engineWith(devices, screenAt(0, 0, 18));
  expect(engine.spread(7)).toBe(true);
  const sizes = shown(engine.buildFrame()).map(([, size]) => size);
  expect(sizes).toEqual([12, ...Array.from({ length: 48 }, () => 1)]);
});

test('[MAP-12] a category that nobody knows, or none, has the picture of the default one', () => {
  const kinds = ['truck', 'zeppelin', null].map((category, index) => ({
    deviceId: index + 1,
    category,
    longitude: index / 100,
  }));
  const { items } = engineWith(kinds, screenAt(0, 0, 15)).buildFrame();
  expect([...items.categories].map((index) => categories[index])).toEqual(['truck', 'default', 'default']);
});

test('only what lies in the view or a quarter round it is handed over', () => {
  const at = (deviceId: number, column: number) => ({ deviceId, longitude: pixels(column, 10) });
  const engine = engineWith(
    [at(1, 0), at(2, 499), at(3, 740), at(4, 760), at(5, -800), at(6, -740)],
    screenAt(0, 0, 10),
  );
  expect(shown(engine.buildFrame()).map(([id]) => id)).toEqual([1, 2, 3, 6]);
});

test('[MAP-01] the counts of the five colours take in every device, in the view or not; alarms count whatever the colour', () => {
  const devices = [
    { deviceId: 1, status: 'online' },
    { deviceId: 2, status: 'online', ignition: true, longitude: 170 },
    { deviceId: 3, status: 'online', siren: true },
    { deviceId: 4, status: 'offline', latitude: null, siren: true },
    { deviceId: 5, status: 'offline', alarm: 'sos' },
    { deviceId: 6, status: 'unknown' },
  ];
  const { colourCounts, deviceCount } = engineWith(devices, screenAt(0, 0, 12)).buildFrame();
  const counts = Object.fromEntries(deviceColours.map((colour, entry) => [colour, colourCounts[entry]]));
  expect(counts).toEqual({ online: 1, ignition: 1, unknown: 1, alarm: 2, offline: 2 });
  expect(deviceCount).toBe(6);
});

test('the selected device is drawn by itself and its place is told even off the screen', () => {
  const engine = engineWith([{ deviceId: 1 }, { deviceId: 2 }, { deviceId: 3 }], screenAt(0, 0, 10));
  engine.select(2);
  expect(shown(engine.buildFrame())).toEqual([
    [1, 2],
    [2, 1],
  ]);
  engine.setViewport(screenAt(40, 40, 10));
  const frame = engine.buildFrame();
  expect(shown(frame)).toEqual([]);
  expect(frame.selected).toEqual({ deviceId: 2, x: 0, y: expect.closeTo(0) });
  engine.select(null);
  expect(engine.buildFrame().selected).toBeNull();
});

test('a position that changes nothing makes no frame due, one in the view does', () => {
  const engine = engineWith([{ deviceId: 1, positionId: 5, fixTimeMs: 10_000 }], screenAt(0, 0, 10));
  const move = (id: number, fixTimeMs: number) =>
    engine.applyPositions(packPositions([positionAt({ id, fixTime: new Date(fixTimeMs).toISOString() })]));
  engine.buildFrame();
  expect([move(4, 9000), engine.staleness()]).toEqual([0, 'none']);
  expect([move(6, 11_000), engine.staleness()]).toEqual([1, 'onScreen']);
});

test('what moves far from the view is due later, unless it is selected or comes into the view', () => {
  const engine = engineWith([{ deviceId: 1, longitude: 90 }], screenAt(0, 0, 10));
  let id = 1;
  const move = (longitude: number) =>
    engine.applyPositions(
      packPositions([positionAt({ id: ++id, longitude, fixTime: new Date(2000 + id).toISOString() })]),
    );
  engine.buildFrame();
  expect([move(91), engine.staleness()]).toEqual([0, 'offScreen']);
  engine.buildFrame();
  expect([move(0), engine.staleness()]).toEqual([1, 'onScreen']);
  engine.buildFrame();
  expect([move(91), engine.staleness()]).toEqual([1, 'onScreen']);
  engine.select(1);
  engine.buildFrame();
  expect([move(92), engine.staleness()]).toEqual([1, 'onScreen']);
});

test('a damaged snapshot leaves what was there', () => {
  const engine = engineWith([{ deviceId: 1 }], screenAt(0, 0, 10));
  expect(engine.loadSnapshot(bytesOf({}))).toMatch(/missing/);
  expect(shown(engine.buildFrame())).toEqual([[1, 1]]);
});

test('a device that appears live is known at once and drawn with its first position', () => {
  const engine = engineWith([{ deviceId: 5 }], screenAt(0, 0, 10));
  engine.applyDevices([deviceChangeOf(aDevice({ id: 2, name: 'New', uniqueId: '77' }))]);
  expect(engine.lookup([2, 5, 99]).map(({ deviceId, latitude }) => [deviceId, latitude])).toEqual([
    [2, null],
    [5, expect.closeTo(0)],
  ]);
  engine.applyPositions(packPositions([positionAt({ deviceId: 2, latitude: 0.01 })]));
  engine.setViewport(screenAt(0, 0, 16));
  expect(shown(engine.buildFrame()).map(([id]) => id)).toEqual([2, 5]);
});

test('a siren raised live lies on its device until the next snapshot', () => {
  const engine = engineWith([{ deviceId: 1, status: 'offline' }], screenAt(0, 0, 10));
  engine.applySirens([
    { deviceId: 1, on: true },
    { deviceId: 44, on: true },
  ]);
  expect(Array.from(engine.buildFrame().items.sirens)).toEqual([1]);
  engine.loadSnapshot(bytesOf(snapshotOf([{ deviceId: 1 }])));
  expect(Array.from(engine.buildFrame().items.sirens)).toEqual([0]);
});

test('[EVT-04] a siren taken away live is gone at once', () => {
  const engine = engineWith([{ deviceId: 1, siren: true }], screenAt(0, 0, 10));
  expect(Array.from(engine.buildFrame().items.sirens)).toEqual([1]);
  const alarmed = () => engine.buildFrame().colourCounts[deviceColours.indexOf('alarm')];
  expect([alarmed(), engine.lookup([1])[0]?.colour]).toEqual([1, 'alarm']);
  engine.applySirens([{ deviceId: 1, on: false }]);
  expect(Array.from(engine.buildFrame().items.sirens)).toEqual([0]);
  expect([alarmed(), engine.lookup([1])[0]?.colour]).toEqual([0, 'online']);
});

test('[STRIP-02] the devices listed by the state "alarm" are those that the legend counts', () => {
  const engine = engineWith(
    [
      { deviceId: 1, siren: true },
      { deviceId: 2, siren: true, status: 'offline' },
      { deviceId: 3, alarm: 'sos' },
    ],
    screenAt(0, 0, 10),
  );
  expect([...engine.listFleet({ text: '', colour: 'alarm' }, 0).ids]).toEqual([1, 2]);
  expect([...engine.listFleet({ text: '', colour: 'offline' }, 0).ids]).toEqual([2]);
});

test('a removed device is gone from map, search and counts, and the others keep what is theirs', () => {
  const engine = engineWith(
    [
      { deviceId: 1, name: 'One' },
      { deviceId: 2, name: 'Two', longitude: 0.01 },
      { deviceId: 3, name: 'Three', longitude: 0.02, siren: true },
    ],
    screenAt(0, 0.01, 16),
  );
  engine.removeDevices([1, 99]);
  const frame = engine.buildFrame();
  expect([shown(frame).map(([id]) => id), frame.deviceCount]).toEqual([[2, 3], 2]);
  expect(Array.from(frame.items.sirens)).toEqual([0, 1]);
  expect(engine.search('o', 10).map(({ name }) => name)).toEqual(['Two']);
  expect(engine.lookup([1, 2, 3]).map(({ name, longitude }) => [name, longitude])).toEqual([
    ['Two', expect.closeTo(0.01)],
    ['Three', expect.closeTo(0.02)],
  ]);
  engine.applyDevices([deviceChangeOf(aDevice({ id: 7, name: 'New', uniqueId: '77' }))]);
  expect(engine.lookup([7]).map(({ latitude, siren }) => [latitude, siren])).toEqual([[null, false]]);
});

test('names come with a frame only while labels are on', () => {
  const engine = engineWith([{ deviceId: 1, name: 'QRS4B17' }], screenAt(0, 0, 10));
  expect(engine.buildFrame().names).toBeNull();
  engine.setLabels(true);
  expect(engine.buildFrame().names).toEqual(['QRS4B17']);
});

test('the search finds name and unique id apart from case and accents, by name', () => {
  const engine = engineWith(
    [
      { deviceId: 1, name: 'Caminhão 10', uniqueId: 'x1' },
      { deviceId: 2, name: 'CAMINHAO 9', uniqueId: 'x2' },
      { deviceId: 3, name: 'Moto', uniqueId: 'camin-3' },
      { deviceId: 4, name: 'Van', uniqueId: 'x4' },
    ],
    screenAt(0, 0, 10),
  );
  expect(engine.search(' caminhã', 10).map(({ deviceId }) => deviceId)).toEqual([2, 1]);
  expect(engine.search('camin', 2).map(({ deviceId }) => deviceId)).toEqual([2, 1]);
  expect(engine.search('CAMIN-', 2).map(({ deviceId }) => deviceId)).toEqual([3]);
  expect(engine.search('  ', 10)).toEqual([]);
});

test('[SHELL-02] the map finds a plate as lists do: with hyphen or without, by its other form', () => {
  const engine = engineWith(
    [
      { deviceId: 1, name: 'ABC-1234', uniqueId: '869.412' },
      { deviceId: 2, name: 'XYZ9J99', uniqueId: '555' },
    ],
    screenAt(0, 0, 10),
  );
  const found = (text: string) => engine.search(text, 10).map(({ deviceId }) => deviceId);
  expect(['ABC1234', 'abc-12', 'ABC1C34', '869412', '8694-12'].map(found)).toEqual(Array(5).fill([1]));
  expect(found('xyz-9999')).toEqual([2]);
  const { ids, first } = engine.listFleet({ text: 'ABC1234', described: 1 }, 0);
  expect([[...ids], first.map(({ deviceId }) => deviceId)]).toEqual([[1], [1]]);
  expect(found('ABC1334')).toEqual([]);
});
