import { expect, test } from 'vitest';
import { orderOf } from './use-table-rows.ts';

const orderedBy = (values: readonly (number | string | null)[], order: 'asc' | 'desc') => [
  ...orderOf(values.length, (index) => values[index] ?? null, order),
];

test('[REP-05] rows are sorted by numbers or words, equal ones as they came, those without a value last either way', () => {
  expect(orderedBy([3, null, 1, 3, 2], 'asc')).toEqual([2, 4, 0, 3, 1]);
  expect(orderedBy([3, null, 1, 3, 2], 'desc')).toEqual([0, 3, 4, 2, 1]);
  expect(orderedBy(['Rua 10', 'Água', 'Rua 9', null, 'azul'], 'asc')).toEqual([1, 4, 2, 0, 3]);
});
