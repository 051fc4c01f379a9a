import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrowsAlong } from './arrows-along.ts';

const frame = { width: 1000, height: 800 };

test('[MAP-09] arrows stand every 20 pixels along a line and point where it goes', () => {
  const arrows = arrowsAlong([100, 100, 200, 100], frame);
  expect(arrows.map(({ x }) => x)).toEqual([180, 160, 140, 120, 100]);
  expect(arrows.every(({ y, angle }) => y === 100 && angle === 0)).toBe(true);
  const [north] = arrowsAlong([100, 200, 100, 100], frame);
  expect(north?.angle).toBeCloseTo(-Math.PI / 2);
});

test('[MAP-09] the distance is counted on round a corner', () => {
  // 30 pixels east, then 30 south: arrows 20, 40 and 60 before the end.
  const arrows = arrowsAlong([100, 100, 130, 100, 130, 130], frame);
  expect(arrows.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [130, 110],
    [120, 100],
    [100, 100],
  ]);
});

test('a trail shorter than the distance, of one place, or without any, has no arrow', () => {
  expect(arrowsAlong([10, 10, 20, 10], frame)).toEqual([]);
  expect(arrowsAlong([10, 10], frame)).toEqual([]);
  expect(arrowsAlong([], frame)).toEqual([]);
  expect(arrowsAlong([10, 10, 10, 10], frame)).toEqual([]);
});

test('a line of millions of pixels costs what can be seen of it', () => {
  const arrows = arrowsAlong([-5e6, 400, 5e6, 400], frame);
  expect(arrows.length).toBeGreaterThanOrEqual(50);
  expect(arrows.length).toBeLessThan(60);
  expect(arrowsAlong([-5e6, -400, 5e6, -400], frame)).toEqual([]);
});

test('[MAP-09] neighbouring arrows of one straight piece are always 20 pixels apart', () => {
  const within = fc.integer({ min: 0, max: 800 });
  fc.assert(
    fc.property(fc.array(within, { minLength: 4, maxLength: 4 }), (line) => {
      const arrows = arrowsAlong(line, frame);
      arrows.slice(1).forEach(({ x, y }, entry) => {
        const before = arrows[entry];
        expect(Math.hypot(x - (before?.x ?? 0), y - (before?.y ?? 0))).toBeCloseTo(20, 6);
      });
    }),
  );
});
