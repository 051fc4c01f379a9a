import { expect, test } from 'vitest';
import { roomFor } from './rail.tsx';

test('[SHELL-03] what is behind "Mais" stands in the menu itself where the window is high enough', () => {
  expect(roomFor(1080, 13)).toBeGreaterThanOrEqual(7);
  expect(roomFor(768, 13)).toBe(2);
  expect(roomFor(500, 13)).toBe(0);
});
