import { expect, test } from 'vitest';
import { nextTileHealth, type TileHealth, type TileReport, untriedTiles } from './service-health.ts';

function after(...reports: TileReport[]): TileHealth {
  return reports.reduce(nextTileHealth, untriedTiles);
}

const failed = (count: number): TileReport[] => new Array<TileReport>(count).fill('failed');

test('[MAP-14] a service none of whose tiles come is down after four of them', () => {
  expect(after(...failed(3)).service).toBe('untried');
  expect(after(...failed(4)).service).toBe('down');
});

test('a tile that comes makes the service up, and a few that fail in between do not matter', () => {
  expect(after('loaded').service).toBe('up');
  expect(after('loaded', ...failed(3), 'loaded', ...failed(3)).service).toBe('up');
  expect(after('loaded', ...failed(4)).service).toBe('down');
  expect(after(...failed(4), 'loaded').service).toBe('up');
});

test('a service that stays down is left alone longer each time, up to five minutes', () => {
  const rests: number[] = [];
  let health = untriedTiles;
  for (let attempt = 0; attempt < 6; attempt++) {
    health = failed(4).reduce(nextTileHealth, health);
    rests.push(health.restMs / 1000);
    health = nextTileHealth(health, 'triedAgain');
    expect(health.service).toBe('untried');
  }
  expect(rests).toEqual([30, 60, 120, 240, 300, 300]);
  expect(nextTileHealth(health, 'loaded').restMs).toBe(30_000);
});

test('a service that refuses is down at once, and rested like any other', () => {
  const refused = nextTileHealth(untriedTiles, 'refused');
  expect(refused.service).toBe('down');
  expect(nextTileHealth(refused, 'triedAgain')).toEqual({ ...untriedTiles, restMs: refused.restMs * 2 });
});
