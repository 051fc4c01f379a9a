import { expect, test } from 'vitest';
import { rowAfterKey } from './grid-table.tsx';

test('[LIST-02] arrows walk the rows of a list, Home and End lead to its ends, and nothing leads beyond them', () => {
  const walk = (at: number, ...keys: string[]) =>
    keys.reduce((row, key) => rowAfterKey(key, row, 25) ?? row, at);
  expect(walk(-1, 'ArrowDown')).toBe(0);
  expect(walk(-1, 'ArrowUp')).toBe(24);
  expect(walk(0, 'ArrowUp')).toBe(0);
  expect(walk(3, 'ArrowDown', 'ArrowDown')).toBe(5);
  expect(walk(0, 'PageDown', 'PageDown', 'PageDown')).toBe(24);
  expect(walk(7, 'PageUp')).toBe(0);
  expect([walk(7, 'End'), walk(7, 'Home')]).toEqual([24, 0]);
});

test('a key of no list does nothing, and an empty list has nowhere to go', () => {
  expect(rowAfterKey('a', 3, 25)).toBeUndefined();
  expect(rowAfterKey('End', -1, 0)).toBeUndefined();
});
