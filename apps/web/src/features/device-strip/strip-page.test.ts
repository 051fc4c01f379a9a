import { expect, test } from 'vitest';
import { stripPage } from './components/folded-strip.tsx';

test('[STRIP-02] the folded strip shows pages of four and how far along they are', () => {
  expect(stripPage(0, 10)).toEqual({ page: 0, pages: 3, first: 0, last: 3, progress: 1 / 3 });
  expect(stripPage(2, 10)).toEqual({ page: 2, pages: 3, first: 8, last: 9, progress: 1 });
});

test('[STRIP-02] a page that is no longer there is the last one, and an empty list has one empty page', () => {
  expect(stripPage(9, 5)).toMatchObject({ page: 1, first: 4, last: 4 });
  expect(stripPage(-1, 5)).toMatchObject({ page: 0, first: 0 });
  expect(stripPage(0, 0)).toEqual({ page: 0, pages: 1, first: 0, last: -1, progress: 1 });
});
