import { expect, test } from 'vitest';
import { levelOf, lineOnMap } from './line-levels.ts';

const line = { xs: new Float64Array([0, 1, 2, 10, 11, 50, 51]), ys: new Float64Array(7), starts: [0, 4] };

test('of places that lie on each other one is drawn, and both ends of each part', () => {
  const { indices, isStart } = levelOf(line, 5);
  expect([...indices]).toEqual([0, 3, 4, 5, 6]);
  expect([...isStart]).toEqual([1, 0, 1, 0, 0]);
});

test('seen closely enough, every place is drawn', () => {
  expect([...levelOf(line, 0.5).indices]).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('a hundred thousand places within a pixel are two', () => {
  const still = new Float64Array(100_000).fill(-3.73);
  const level = levelOf(lineOnMap({ latitudes: still, longitudes: still, starts: [0] }), 5);
  expect([...level.indices]).toEqual([0, 99_999]);
});
