import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareVisibility, createIdSet } from './visibility-table.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 5000 }));

test('holds exactly the numbers it was made of', () => {
  fc.assert(
    fc.property(ids, fc.integer({ min: 1, max: 6000 }), (list, probe) => {
      const set = createIdSet(list);
      expect(set.has(probe)).toBe(list.includes(probe));
      expect(set.size).toBe(list.length);
    }),
  );
});

test('comparing two sights tells what was added and whether anything left', () => {
  fc.assert(
    fc.property(ids, ids, (before, next) => {
      const change = compareVisibility(createIdSet(before), createIdSet(next), next);
      expect(change.added).toEqual(next.filter((id) => !before.includes(id)));
      expect(change.removed).toBe(before.some((id) => !next.includes(id)));
    }),
  );
});
