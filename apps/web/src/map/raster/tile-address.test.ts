import { expect, test } from 'vitest';
import { equatorRowFromSouth, quadkey, tileAddress } from './tile-address.ts';

const fortaleza = { zoom: 10, column: 402, row: 522 };

test('[MAP-03] the custom map knows x, y, z, -y and s', () => {
  expect(tileAddress('https://{s}.m.example/{z}/{x}/{y}.png', fortaleza)).toBe(
    'https://a.m.example/10/402/522.png',
  );
  expect(tileAddress('https://m.example/{z}/{x}/{-y}.png', fortaleza)).toBe(
    'https://m.example/10/402/501.png',
  );
});

test('a tile always comes from the same of several hosts, and neighbours from others', () => {
  const host = (column: number) => tileAddress('{0-3}', { ...fortaleza, column });
  expect([402, 403, 404, 405, 406].map(host)).toEqual(['0', '1', '2', '3', '0']);
  expect(tileAddress('{a-d}', { zoom: 3, column: -1, row: 0 })).toBe('b');
});

test('a name nobody knows stays as it is', () => {
  expect(tileAddress('/{k}/{x}?key={api_key}', fortaleza)).toBe('/{k}/402?key={api_key}');
});

test("[MAP-03] Bing's quadkeys are those of its published example", () => {
  expect(quadkey({ zoom: 3, column: 3, row: 5 })).toBe('213');
  expect(quadkey({ zoom: 1, column: 1, row: 0 })).toBe('1');
  expect(tileAddress('/r{q}.jpeg', { zoom: 3, column: 3, row: 5 })).toBe('/r213.jpeg');
});

test('[MAP-03] a grid from the equator counts its rows northwards from 0', () => {
  // https://maponline0.bdimg.com/tile/?qt=vtile&z=12&x=767&y=157: a tile of China, north of the equator.
  expect(tileAddress('{x} {-y}', { zoom: 12, column: 767, row: -158 }, equatorRowFromSouth)).toBe('767 157');
});
