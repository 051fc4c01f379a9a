import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pinObstacles } from '../core/pins.ts';
import { clusterRadius } from '../devices/device-style.ts';
import { createBaseMapData } from './base-map-data.ts';
import { layoutLabels, type PlacedLabel, placeNames } from './label-layout.ts';

function json(name: string) {
  return JSON.parse(readFileSync(new URL(`../geodata/${name}.json`, import.meta.url), 'utf8'));
}

const data = createBaseMapData({
  world: json('world'),
  brazil: json('brazil'),
  cities: json('cities'),
  streets: json('streets'),
});

function layout(zoom: number): PlacedLabel[] {
  return layoutLabels(data, zoom, (text) => text.length * 7);
}

test('no two names overlap at any zoom', () => {
  for (const zoom of [3, 4, 5, 6, 7, 8, 10]) {
    const boxes = layout(zoom).map(({ box }) => box);
    boxes.forEach((one, at) => {
      const crossed = boxes
        .slice(at + 1)
        .some(
          (other) =>
            one.left < other.right &&
            other.left < one.right &&
            one.top < other.bottom &&
            other.top < one.bottom,
        );
      expect(crossed).toBe(false);
    });
  }
});

test('the nearer one looks the more towns have names, the large ones first', () => {
  const names = (zoom: number) => new Set(layout(zoom).map(({ text }) => text));
  expect(names(3)).toContain('São Paulo');
  expect(names(3)).not.toContain('Sobral');
  expect(names(9)).toContain('Sobral');
  expect(names(9).size).toBeGreaterThan(names(6).size);
});

test('[MAP-14] Brazilian states have their codes first and their names from nearer', () => {
  const states = (zoom: number) => layout(zoom).filter(({ kind }) => kind === 'state');
  expect(states(4).map(({ text }) => text)).toContain('MT');
  expect(states(6).map(({ text }) => text)).toContain('MATO GROSSO');
  expect(states(3)).toEqual([]);
  expect(states(9)).toEqual([]);
});

test('a cluster on the middle of a large town leaves its name readable', () => {
  const town = layout(6).find(({ text }) => text === 'São Paulo');
  const dot = town?.dot?.x ?? Number.NaN;
  const away = Math.max((town?.left ?? 0) - dot, dot - (town?.left ?? 0) - (town?.width ?? 0));
  expect(away).toBeGreaterThanOrEqual(clusterRadius(10));
});

test('[MAP-07] a town’s name stands clear of clusters: on another side of its town, back where it was once that is free; a small one without a free side is left out', () => {
  const label = layout(6).find(({ text }) => text === 'São Paulo');
  const small = layout(9).find(({ text }) => text === 'Sobral');
  if (!label || !small) throw new Error('two towns have names');
  const sides = new Map<PlacedLabel, number>();
  const place = (obstacles: Parameters<typeof placeNames>[1]) =>
    placeNames([{ label, x: 500, y: 400 }], obstacles, sides)[0];
  const free = place([]);
  const onName = { x: (free?.left ?? 0) + 20, y: 400, radius: 16 };
  const moved = place([onName]);
  expect(moved?.left).not.toBe(free?.left);
  // what stands still does not dance: it stays where it found a place
  expect(place([])).toEqual(moved);
  const all = [onName, { x: 1000 - onName.x, y: 400, radius: 40 }, { x: 500, y: 400, radius: 60 }];
  expect(place(all)).toBeDefined();
  expect(placeNames([{ label: small, x: 500, y: 400 }], [{ x: 500, y: 400, radius: 200 }], sides)).toEqual(
    [],
  );
});

test('[MAP-07] [DESK-16] what is pinned above a vehicle takes its own room and no more, and none before it is drawn', () => {
  const label = layout(6).find(({ text }) => text === 'São Paulo');
  if (!label) throw new Error('the town has a name');
  const pin = (height: number) => ({
    getPosition: () => [1, 2],
    getElement: () => ({ parentElement: { offsetWidth: 26, offsetHeight: height } }),
  });
  const map = (...pins: readonly ReturnType<typeof pin>[]) =>
    ({
      getOverlays: () => ({ getArray: () => pins }),
      getPixelFromCoordinate: () => [530, 400],
    }) as unknown as Parameters<typeof pinObstacles>[0];
  const leftBeside = (obstacles: ReturnType<typeof pinObstacles>) =>
    placeNames([{ label, x: 500, y: 400 }], obstacles, new Map())[0]?.left;
  expect(pinObstacles(map(pin(40)))).toEqual([{ x: 530, y: 380, radius: 13, halfHeight: 20 }]);
  const [free] = placeNames([{ label, x: 500, y: 400 }], [], new Map());
  expect(leftBeside(pinObstacles(map(pin(0))))).toBe(free?.left);
  expect(leftBeside(pinObstacles(map(pin(40))))).not.toBe(free?.left);
  // a low one that lies beneath the name leaves it where it is, though it is wide
  expect(leftBeside([{ x: 540, y: 430, radius: 60, halfHeight: 10 }])).toBe(free?.left);
});
