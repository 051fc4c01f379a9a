import { expect, test } from 'vitest';
import { graticuleStep, gridName, linesBetween } from './draw-graticule.ts';

test('lines come closer with the zoom and never nearer than they can be told apart', () => {
  let before = Number.POSITIVE_INFINITY;
  for (let zoom = 1; zoom <= 18; zoom++) {
    const step = graticuleStep(zoom);
    const gapPixels = (step * 256 * 2 ** zoom) / (360 * 3600);
    expect(step).toBeLessThanOrEqual(before);
    if (zoom >= 4) expect(gapPixels).toBeGreaterThanOrEqual(260);
    expect(gapPixels).toBeLessThan(1500);
    before = step;
  }
});

test('a line reaches to the other side of both ends', () => {
  expect(linesBetween(-0.2, 0.2, 600)).toEqual([-1200, -600, 0, 600, 1200]);
});

test('a line is named by degrees, minutes and seconds, as far as its step needs them', () => {
  expect(gridName(-22 * 3600, 'latitude', 3600)).toBe('22°S');
  expect(gridName(-82_500, 'latitude', 300)).toBe('22°55′S');
  expect(gridName(-155_530, 'longitude', 10)).toBe('43°12′10″W');
  expect(gridName(0, 'longitude', 60)).toBe('0°00′E');
});
