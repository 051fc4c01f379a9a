import { expect, test } from 'vitest';
import { moved } from './desk-list.tsx';

const rows = [{ id: 5 }, { id: 3 }, { id: 9 }];

test('[DESK-01] a rule moves one place up or down, and stays where there is none', () => {
  const [first, second, last] = rows as [{ id: number }, { id: number }, { id: number }];
  expect(moved(rows, second, -1)).toEqual([3, 5, 9]);
  expect(moved(rows, second, 1)).toEqual([5, 9, 3]);
  expect([moved(rows, first, -1), moved(rows, last, 1)]).toEqual([
    [5, 3, 9],
    [5, 3, 9],
  ]);
});
