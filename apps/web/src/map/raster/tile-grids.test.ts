import { transform } from 'ol/proj.js';
import { expect, test } from 'vitest';
import { mercatorX, mercatorY } from '../mercator.ts';
import { tileAddress } from './tile-address.ts';
import { serviceGrid } from './tile-grids.ts';

/** The address of the tile that a WGS84 place is on. */
function tileOf(kind: 'web' | 'yandex' | 'baidu', latitude: number, longitude: number, zoom: number): string {
  const { projection, tileGrid, rowFromSouth } = serviceGrid(kind, 18);
  const at = transform([mercatorX(longitude), mercatorY(latitude)], 'EPSG:3857', projection);
  const [, column = 0, row = 0] = tileGrid.getTileCoordForCoordAndZ(at, zoom);
  return tileAddress('{z}/{x}/{y} {-y}', { zoom, column, row }, rowFromSouth);
}

test('[MAP-03] the web grid has the tiles everybody knows', () => {
  expect(tileOf('web', 0.001, 0.001, 1)).toBe('1/1/0 1');
  // The tile of Fortaleza by the formula of the OpenStreetMap wiki.
  expect(tileOf('web', -3.73187, -38.52672, 10)).toBe('10/402/522 501');
});

test('[MAP-03] Yandex has other rows than Web Mercator away from the equator', () => {
  // The Kremlin: 36 km of northing apart, at 1223 m a tile.
  expect(tileOf('web', 55.752, 37.6175, 15)).toMatch(/^15\/19808\/10243 /);
  expect(tileOf('yandex', 55.752, 37.6175, 15)).toMatch(/^15\/19808\/10272 /);
  expect(tileOf('yandex', 0, 37.6175, 15)).toBe(tileOf('web', 0, 37.6175, 15));
});

test('[MAP-03] Baidu counts its tiles from the equator and Greenwich, northwards and eastwards', () => {
  serviceGrid('baidu', 18);
  // Tiananmen: 116.404, 39.915 in BD-09 and 12958175, 4825923.77 in metres, as Baidu's manual works out its example.
  const [latitude, longitude] = [39.90726, 116.39138];
  const metres = transform([mercatorX(longitude), mercatorY(latitude)], 'EPSG:3857', 'BAIDU:BD-09');
  expect(Math.hypot((metres[0] ?? 0) - 12_958_175, (metres[1] ?? 0) - 4_825_923.77)).toBeLessThan(30);
  expect(tileOf('baidu', latitude, longitude, 18)).toBe('18/50617/-18852 18851');
  expect(tileOf('baidu', latitude, longitude, 12)).toBe('12/790/-295 294');
});
