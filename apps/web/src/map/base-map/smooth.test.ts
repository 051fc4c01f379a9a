import { expect, test } from 'vitest';
import { smoothed } from './draw-tile.ts';
import { shapeOf } from './topology.ts';

test('a ring stays closed and loses its corners', () => {
  const { line } = smoothed(shapeOf(Float64Array.from([0, 0, 8, 0, 8, 8, 0, 8, 0, 0])));
  expect([line.at(-2), line.at(-1)]).toEqual([line[0], line[1]]);
  const corner = line.some((value, at) => at % 2 === 0 && value === 8 && line[at + 1] === 8);
  expect(corner).toBe(false);
});

test('a line keeps its ends, so that it still meets its neighbours', () => {
  const { line } = smoothed(shapeOf(Float64Array.from([0, 0, 8, 0, 8, 8])));
  expect([line[0], line[1], line.at(-2), line.at(-1)]).toEqual([0, 0, 8, 8]);
});
