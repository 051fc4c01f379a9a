import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clusterRadius } from '../devices/device-style.ts';
import { createBaseMapData } from './base-map-data.ts';
import { layoutLabels, type PlacedLabel } from './label-layout.ts';

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
