import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdSet } from './visibility-table.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 5000 }));
const rising = (list: readonly number[]) => [...list].sort((one, other) => one - other);

test('holds exactly the numbers it was made of, those added, and none that were taken out', () => {
  fc.assert(
    fc.property(ids, ids, ids, (list, added, deleted) => {
      const set = new IdSet(list);
      for (const id of added) set.add(id);
      for (const id of deleted) set.delete(id);
      const left = new Set([...list, ...added].filter((id) => !deleted.includes(id)));
      expect(set.without(new IdSet([]))).toEqual(rising([...left]));
      for (const id of [...list, ...added, ...deleted, 6000]) expect(set.has(id)).toBe(left.has(id));
    }),
  );
});

test('of two sets each tells what the other has not', () => {
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      const missing = rising(one.filter((id) => !other.includes(id)));
      expect(new IdSet(one).without(new IdSet(other))).toEqual(missing);
    }),
  );
});
