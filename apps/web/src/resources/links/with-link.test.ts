import { expect, test } from 'vitest';
import { withLink } from './use-link-page.ts';

const rowOf = (id: number) => ({ id, name: `${id}`, detail: null, linked: false, inherited: null });

test('[PERM-01] a switch shows at once, in its place, and is taken back the same way', () => {
  const page = { rows: [rowOf(1), rowOf(2), rowOf(3)], total: 30 };
  const switched = withLink(page, 2, true);
  expect(switched.rows.map(({ id, linked }) => [id, linked])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ]);
  expect(switched.total).toBe(30);
  expect(withLink(switched, 2, false)).toEqual(page);
});
