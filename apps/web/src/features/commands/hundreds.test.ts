import { expect, test } from 'vitest';
import { hundredsOf } from './batch-draft.ts';

const ids = Array.from({ length: 250 }, (_, at) => 250 - at);

test('[CMD-04] of many devices the hundreds in sight are asked for, and the same ones in whatever order', () => {
  const all = hundredsOf(ids, new Set(ids));
  expect(all.map((some) => [some[0], some.at(-1)])).toEqual([
    [1, 100],
    [101, 200],
    [201, 250],
  ]);
  expect(hundredsOf(ids, new Set([3, 240]))).toEqual([all[0], all[2]]);
  expect(hundredsOf(ids.toReversed(), new Set([3, 240]))).toEqual([all[0], all[2]]);
  expect(hundredsOf(ids, new Set())).toEqual([]);
});
