import { expect, test } from 'vitest';
import { aSinister } from '../../lib/testing/a-sinister.ts';
import { mergeSinisters } from './use-open-sinisters.ts';

const numbers = (all: readonly { number: number }[]) => all.map(({ number }) => number);

test('[SHELL-06] [SIN-14] a case that somebody opens comes first, one that is closed leaves, a changed one changes', () => {
  const first = aSinister({ id: 1, number: 1 });
  const second = aSinister({ id: 2, number: 2 });
  const third = aSinister({ id: 3, number: 3 });
  expect(numbers(mergeSinisters([second, first], [third]))).toEqual([3, 2, 1]);
  expect(numbers(mergeSinisters([second, first], [{ ...second, status: 'closed' }]))).toEqual([1]);
  const changed = { ...first, openingDescription: 'Visto na ponte' };
  expect(mergeSinisters([second, first], [changed])).toEqual([second, changed]);
});

test('[SIN-14] a case that closes before it was known leaves nothing behind', () => {
  expect(mergeSinisters([], [aSinister({ status: 'closed' })])).toEqual([]);
});
