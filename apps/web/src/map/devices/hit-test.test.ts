import { expect, test } from 'vitest';
import { emptyItems } from '../worker/view-frame.ts';
import { itemAt, type Pixel } from './hit-test.ts';

/** Markers of 14 pixels; places are pixels. */
function hit(places: readonly Pixel[], pixel: Pixel): number {
  const items = emptyItems(places.length);
  places.forEach(([x, y], entry) => {
    items.xs[entry] = x;
    items.ys[entry] = y;
  });
  return itemAt({ items, pixel, toPixel: (x, y) => [x, y], radiusOf: () => 14 });
}

test('the marker under the pixel is hit, a little beside it too, and farther off none', () => {
  expect(hit([[100, 100]], [100, 100])).toBe(0);
  expect(hit([[100, 100]], [110, 110])).toBe(0);
  expect(hit([[100, 100]], [117, 100])).toBe(0);
  expect(hit([[100, 100]], [118, 100])).toBe(-1);
  expect(hit([], [0, 0])).toBe(-1);
});

test('of two markers that overlap the one whose middle is nearer is hit', () => {
  const places: Pixel[] = [
    [100, 100],
    [112, 100],
  ];
  expect(hit(places, [104, 100])).toBe(0);
  expect(hit(places, [108, 100])).toBe(1);
});
