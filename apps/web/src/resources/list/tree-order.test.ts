import fc from 'fast-check';
import { expect, test } from 'vitest';
import { treeOrder } from './use-list-rows.ts';

const group = (id: number, parent: number) => ({ id, parent });
const shown = (rows: readonly { id: number; parent: number }[]) =>
  treeOrder(rows, ({ parent }) => parent).map(({ row, depth }) => `${' '.repeat(depth)}${row.id}`);

test('[GRP-01] every group stands below the one it lies in, and groups of one parent keep their order', () => {
  expect(shown([group(5, 2), group(1, 0), group(4, 1), group(2, 0), group(3, 1), group(6, 4)])).toEqual([
    '1',
    ' 4',
    '  6',
    ' 3',
    '2',
    ' 5',
  ]);
});

test('[GRP-01] a group whose parent the person does not see stands by itself', () => {
  expect(shown([group(7, 99), group(8, 7)])).toEqual(['7', ' 8']);
});

test('[GRP-01] each group is shown once, whatever lies in what', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30), { maxLength: 30 }), (parents) => {
      const rows = parents.map((parent, at) => group(at + 1, parent));
      expect(
        treeOrder(rows, ({ parent }) => parent)
          .map(({ row }) => row.id)
          .sort((a, b) => a - b),
      ).toEqual(rows.map(({ id }) => id));
    }),
  );
});
