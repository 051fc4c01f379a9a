import { type Category, categories } from '@atalaia/domain/catalog/categories';
import { deviceColours } from '@atalaia/domain/devices/device-status';
import { expect, test } from 'vitest';
import type { MapFrame } from '../worker/map-frame.ts';
import { emptyItems } from '../worker/view-frame.ts';
import { devicePicture } from './device-picture.ts';
import { sharedOut } from './picture-tiles.ts';
import type { Sprite, Sprites } from './sprites.ts';

interface Item {
  readonly deviceId: number;
  readonly size?: number;
  readonly x: number;
  readonly y: number;
  readonly colour?: (typeof deviceColours)[number];
  readonly siren?: boolean;
  readonly category?: Category;
}

/** Sprites by name: what is drawn can be read. */
const named = new Map<string, Sprite>();
function sprite(name: string, half: number): Sprite {
  const known = named.get(name) ?? { image: {} as HTMLCanvasElement, halfWidth: half, halfHeight: half };
  named.set(name, known);
  return known;
}

const sprites: Sprites = {
  marker({ colour, selected, category }) {
    const kind = category < 0 ? '' : ` ${categories[category]}`;
    return sprite(`${selected ? 'selected ' : ''}${deviceColours[colour]}${kind}`, 17);
  },
  cluster: (size) => sprite(`cluster ${size}`, 20),
  siren: () => sprite('siren', 9),
  halo: (kind) => sprite(`halo ${kind}`, 30),
};
const pills = { pill: (name: string) => sprite(`name ${name}`, 40) };

function frameOf(list: readonly Item[], names: readonly string[] | null, zoom: number): MapFrame {
  const items = emptyItems(list.length);
  list.forEach(
    ({ deviceId, size = 1, x, y, colour = 'online', siren = false, category = 'default' }, entry) => {
      items.deviceIds[entry] = deviceId;
      items.sizes[entry] = size;
      items.xs[entry] = x;
      items.ys[entry] = y;
      items.colours[entry] = deviceColours.indexOf(colour);
      items.sirens[entry] = siren ? 1 : 0;
      items.categories[entry] = categories.indexOf(category);
    },
  );
  return { items, names, zoom, loaded: true, deviceCount: 0, colourCounts: [], selected: null, spread: null };
}

interface Options {
  readonly selectedId?: number;
  readonly alarms?: boolean;
  readonly names?: readonly string[];
  readonly zoom?: number;
}

/** Names of the sprites in drawing order, on a screen of 800 × 600 whose pixels are the places. */
function drawn(
  list: readonly Item[],
  { selectedId, alarms = true, names, zoom = 4 }: Options = {},
): string[] {
  const picture = devicePicture({
    frame: frameOf(list, names ?? null, zoom),
    selectedId: selectedId ?? null,
    alarms,
    sprites,
    pills,
    toPixel: (x, y) => [x, y],
    width: 800,
    height: 600,
  });
  return picture.map((part) => [...named].find(([, one]) => one === part.sprite)![0]);
}

test('markers lie over clusters, large clusters over small, alarms over markers, the selected on top', () => {
  const list: Item[] = [
    { deviceId: 1, x: 10, y: 10 },
    { deviceId: 2, x: 20, y: 20, colour: 'alarm' },
    { deviceId: 3, x: 30, y: 30, size: 30 },
    { deviceId: 4, x: 40, y: 40, size: 4 },
    { deviceId: 5, x: 50, y: 50, colour: 'offline' },
  ];
  expect(drawn(list, { selectedId: 1 })).toEqual([
    'halo alarm',
    'halo selected',
    'cluster 4',
    'cluster 30',
    'offline',
    'alarm',
    'selected online',
  ]);
});

test('[MAP-02] a siren lies over any colour and over a cluster, and none while alarms are switched off', () => {
  const list: Item[] = [
    { deviceId: 1, x: 10, y: 10, colour: 'offline', siren: true },
    { deviceId: 2, x: 90, y: 90, size: 3, siren: true },
    { deviceId: 3, x: 200, y: 200, colour: 'alarm' },
  ];
  expect(drawn(list).filter((name) => name === 'siren')).toHaveLength(2);
  expect(drawn(list, { alarms: false })).toEqual(['cluster 3', 'offline', 'alarm']);
});

test('[MAP-12] near by a marker shows the kind of its device, the default one where nothing else is known', () => {
  const list: Item[] = [
    { deviceId: 1, x: 10, y: 10, category: 'truck' },
    { deviceId: 2, x: 90, y: 90, colour: 'alarm' },
  ];
  expect(drawn(list, { zoom: 14 })).toEqual(['halo alarm', 'online', 'alarm']);
  expect(drawn(list, { zoom: 15 })).toEqual(['halo alarm', 'online truck', 'alarm default']);
});

test('what lies off the screen is not drawn', () => {
  expect(drawn([{ deviceId: 1, x: -50, y: 300 }])).toEqual([]);
  expect(drawn([{ deviceId: 1, x: 780, y: 639 }])).toEqual(['online']);
});

test('names are drawn where nothing is covered, the selected one always', () => {
  const list: Item[] = [
    { deviceId: 1, x: 100, y: 100 },
    { deviceId: 2, x: 130, y: 125 },
    { deviceId: 3, x: 500, y: 500 },
    { deviceId: 4, x: 600, y: 100, size: 2 },
  ];
  const names = ['one', 'two', 'three', 'four'];
  const shown = (selectedId?: number) =>
    drawn(list, { names, ...(selectedId && { selectedId }) }).filter((name) => name.startsWith('name'));
  expect(shown().sort()).toEqual(['name three', 'name two']);
  expect(shown(1)).toContain('name one');
});

test('a sprite is drawn on every tile that it touches, and on no other', () => {
  const part = (left: number, top: number) => ({ sprite: sprite('marker', 20), left, top });
  const shares = (left: number, top: number) =>
    sharedOut([part(left, top)], { columns: 3, edge: 100, count: 6 }).flatMap((parts, tile) =>
      parts.length > 0 ? [tile] : [],
    );
  expect(shares(10, 10)).toEqual([0]);
  expect(shares(80, 10)).toEqual([0, 1]);
  expect(shares(180, 80)).toEqual([1, 2, 4, 5]);
  expect(shares(-30, -30)).toEqual([0]);
  expect(shares(290, 190)).toEqual([5]);
  expect(shares(400, 10)).toEqual([]);
});
