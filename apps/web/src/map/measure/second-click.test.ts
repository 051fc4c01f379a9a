import { expect, test } from 'vitest';
import { isSecondClick } from './measure-tool.ts';

const first = { x: 300, y: 200, atMs: 1_000 };

test('[KEPT-03] two clicks on one place in quick succession are a double click, even when the hand trembles', () => {
  expect(isSecondClick(first, { ...first, atMs: 1_180 })).toBe(true);
  expect(isSecondClick(first, { x: 304, y: 197, atMs: 1_180 })).toBe(true);
});

test('[KEPT-03] two quick clicks on different places are two points of a line', () => {
  expect(isSecondClick(first, { x: 340, y: 200, atMs: 1_120 })).toBe(false);
});

test('[KEPT-03] the same place clicked later, or first of all, begins anew', () => {
  expect(isSecondClick(first, { ...first, atMs: 1_900 })).toBe(false);
  expect(isSecondClick(null, first)).toBe(false);
});
