import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, clipLine, clipRing } from './clip.ts';

const box: Box = { west: 0, south: 0, east: 10, north: 10 };
const coordinate = fc.double({ min: -30, max: 30, noNaN: true });
const line = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 20 })
  .map((points) => Float64Array.from(points.flat()));

function area(ring: ArrayLike<number>): number {
  let twice = 0;
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    twice += ring[at]! * ring[next + 1]! - ring[next]! * ring[at + 1]!;
  }
  return twice / 2;
}

test('what is left of a ring lies in the box', () => {
  fc.assert(
    fc.property(line, (ring) => {
      clipRing(ring, box).forEach((value) => {
        expect(value).toBeGreaterThanOrEqual(-1e-9);
        expect(value).toBeLessThanOrEqual(10 + 1e-9);
      });
    }),
  );
});

test('boxes side by side share a ring without gap or overlap: their areas add up', () => {
  fc.assert(
    fc.property(line, fc.double({ min: -20, max: 20, noNaN: true }), (ring, meridian) => {
      const all = { west: -50, south: -50, east: 50, north: 50 };
      const west = area(clipRing(ring, { ...all, east: meridian }));
      const east = area(clipRing(ring, { ...all, west: meridian }));
      expect(west + east).toBeCloseTo(area(ring), 6);
    }),
  );
});

test('a ring round the box becomes the box, one beside it nothing', () => {
  const round = Float64Array.from([-5, -5, 15, -5, 15, 15, -5, 15, -5, -5]);
  expect(Math.abs(area(clipRing(round, box)))).toBeCloseTo(100);
  expect(
    clipRing(
      round.map((value) => value + 100),
      box,
    ),
  ).toEqual([]);
});

test('a line keeps its segments that may show and is cut where it goes away', () => {
  const outline = Float64Array.from([-5, 5, 5, 5, 5, 20, 8, 20, 8, 5]);
  expect(clipLine(outline, box)).toEqual([
    [-5, 5, 5, 5, 5, 20],
    [8, 20, 8, 5],
  ]);
  expect(clipLine(Float64Array.from([20, 0, 30, 10]), box)).toEqual([]);
});
