import { expect, test } from 'vitest';
import { pageStops } from './page-turner.tsx';

test('[LIST-02] a few pages are all offered; of many the ends and those around the one shown', () => {
  expect(pageStops(0, 1)).toEqual([0]);
  expect(pageStops(2, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(pageStops(0, 79)).toEqual([0, 1, 2, 3, 4, 'gap', 78]);
  expect(pageStops(40, 79)).toEqual([0, 'gap', 39, 40, 41, 'gap', 78]);
  expect(pageStops(76, 79)).toEqual([0, 'gap', 74, 75, 76, 77, 78]);
});

test('the page shown is always among them, and there are never more than seven', () => {
  for (const pages of [1, 5, 8, 100]) {
    for (let page = 0; page < pages; page += 1) {
      expect(pageStops(page, pages)).toContain(page);
      expect(pageStops(page, pages).length).toBeLessThanOrEqual(7);
    }
  }
});
