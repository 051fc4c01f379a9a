import { expect, test } from 'vitest';
import { stepInList } from './vehicle-list.tsx';

test('arrows, Home and End walk through a list and stop at its ends', () => {
  expect(stepInList('ArrowDown', 0, 3)).toBe(1);
  expect(stepInList('ArrowDown', 2, 3)).toBe(2);
  expect(stepInList('ArrowUp', 0, 3)).toBe(0);
  expect(stepInList('Home', 2, 3)).toBe(0);
  expect(stepInList('End', 0, 3)).toBe(2);
});

test('other keys and an empty list lead nowhere', () => {
  expect(stepInList('a', 1, 3)).toBeNull();
  expect(stepInList('ArrowDown', 0, 0)).toBeNull();
});
