import type { FeatureLike } from 'ol/Feature.js';
import type Style from 'ol/style/Style.js';
import { expect, test } from 'vitest';
import { baseMapColourTokens } from '../base-map/base-map-style.ts';
import { createVectorStyle, roadWidth } from './vector-style.ts';

/** Each colour is its own name. */
const colours = Object.fromEntries(
  Object.keys(baseMapColourTokens).map((name) => [name, name]),
) as unknown as typeof baseMapColourTokens;

function feature(layer: string, type: string, words: object): FeatureLike {
  const all: Readonly<Record<string, unknown>> = { layer, ...words };
  return {
    get: (key: string) => all[key],
    getType: () => type,
    getGeometry: () => ({ getType: () => type }),
  } as never;
}

/** The view's resolution at a zoom, metres a pixel. */
const resolution = (zoom: number) => 156_543.033_93 / 2 ** zoom;

function drawn(layer: string, type: string, words: object, zoom: number, language = 'pt-BR'): Style[] {
  const styles = createVectorStyle(colours, language)(feature(layer, type, words), resolution(zoom));
  return [styles ?? []].flat();
}

const textsOf = (styles: readonly Style[]) => styles.flatMap((style) => style.getText()?.getText() ?? []);
const strokesOf = (styles: readonly Style[]) =>
  styles.map((style) => String(style.getStroke()?.getColor() ?? '')).filter((colour) => colour !== '');

test('[TILE-01] names are Portuguese where the map has them, else the place’s own', () => {
  const germany = { kind: 'country', name: 'Deutschland', 'name:pt': 'Alemanha', 'name:en': 'Germany' };
  expect(textsOf(drawn('places', 'Point', germany, 5))).toEqual(['Alemanha']);
  expect(textsOf(drawn('places', 'Point', germany, 5, 'en'))).toEqual(['Germany']);
  expect(
    textsOf(drawn('places', 'Point', { kind: 'locality', kind_detail: 'city', name: 'Fortaleza' }, 8)),
  ).toEqual(['Fortaleza']);
});

test('[TILE-01] a street has its name at street zoom, its casing and its width; a motorway is there from afar', () => {
  const street = { kind: 'minor_road', kind_detail: 'residential', name: 'Rua Beta' };
  const near = drawn('roads', 'LineString', street, 18);
  expect(textsOf(near)).toEqual(['Rua Beta']);
  expect(strokesOf(near)).toEqual(expect.arrayContaining(['road', 'roadEdge']));
  expect(drawn('roads', 'LineString', street, 6)).toEqual([]);
  expect(strokesOf(drawn('roads', 'LineString', { kind: 'highway', kind_detail: 'motorway' }, 6))).toEqual([
    'motorway',
  ]);
  expect(roadWidth(2, 18)).toBeGreaterThan(3 * roadWidth(2, 14));
});

test('[TILE-01] [TILE-02] both schemas say the same: a road of Protomaps and one of OpenMapTiles look alike', () => {
  const protomaps = drawn('roads', 'LineString', { kind: 'major_road', kind_detail: 'primary' }, 14);
  const openMapTiles = drawn('transportation', 'LineString', { class: 'primary' }, 14);
  expect(strokesOf(openMapTiles)).toEqual(strokesOf(protomaps));
  const fill = (layer: string, words: object) =>
    drawn(layer, 'Polygon', words, 15).map((style) => style.getFill()?.getColor());
  expect(fill('buildings', {})).toEqual(['building']);
  expect(fill('building', {})).toEqual(['building']);
  expect(fill('water', { kind: 'lake' })).toEqual(['water']);
  expect(fill('landuse', { kind: 'park' })).toEqual(['park']);
  expect(fill('earth', {})).toEqual(['land']);
  expect(drawn('unknown', 'Polygon', {}, 15)).toEqual([]);
});
