import { expect, test } from 'vitest';
import { StaleStates } from '../../errors/database-errors.ts';
import { type CommitAllParts, commitAll } from './commit-all.ts';
import type { Committed } from './commit-batch.ts';
import type { Entry } from './entry.ts';

const entry: Entry = { kind: 'message', device: { id: 1, name: 'Um' }, receivedMs: 0 };
const failing = (code: string) => Object.assign(new Error(code), { code });

/** Commits after these errors; returns the statements meanwhile. */
async function commitAfter(errors: readonly Error[]) {
  const left = [...errors];
  const calls: string[] = [];
  const parts: CommitAllParts = {
    async commit() {
      const error = left.shift();
      if (error) throw error;
      return {} as Committed;
    },
    onCommitted: () => calls.push('committed'),
    onSettled: (_entry, settlement) => calls.push(settlement),
    onRejected: () => calls.push('rejected'),
    onFault: () => calls.push('fault'),
    async onAway() {
      calls.push('away');
      return true;
    },
  };
  await commitAll([[entry]], parts);
  return calls;
}

test('[SCALE-06] a batch rolled back by a deadlock or a serialization failure is tried again at once', async () => {
  expect(await commitAfter([failing('40P01'), failing('40001')])).toEqual(['committed', 'committed']);
});

test('[SCALE-06] a server that only reads counts as away, and takes no blame from the data', async () => {
  expect(await commitAfter([failing('25006')])).toEqual(['away', 'committed', 'committed']);
});

test.each(['0A000', '42P01', '42703'])(
  '[SCALE-06] %s is never the fault of the data: nothing is set aside, it is tried again',
  async (code) => {
    expect(await commitAfter(Array.from({ length: 8 }, () => failing(code)))).not.toContain('rejected');
  },
);

test('[SCALE-02] devices that another process writes at this moment go alone, behind the rest of their batch', async () => {
  const of = (id: number): Entry => ({ kind: 'message', device: { id, name: '' }, receivedMs: 0 });
  const batches: number[][] = [];
  let isRefused = true;
  const parts: CommitAllParts = {
    async commit(entries) {
      batches.push(entries.map(({ device }) => device.id));
      if (isRefused) {
        isRefused = false;
        throw new StaleStates([2, 3]);
      }
      return {} as Committed;
    },
    ...{ onCommitted: () => {}, onSettled: () => {}, onRejected: () => {}, onFault: () => {} },
    onAway: async () => true,
  };
  await commitAll([[1, 2, 3, 2, 4].map(of)], parts);
  expect(batches).toEqual([[1, 2, 3, 2, 4], [1, 4], [3], [2, 2]]);
});

test('what follows from a commit may fail: its entries are acknowledged all the same', async () => {
  const calls: string[] = [];
  await commitAll([[entry]], {
    commit: async () => ({}) as Committed,
    onCommitted() {
      throw new Error('nobody counts it');
    },
    onSettled: (_entry, settlement) => calls.push(settlement),
    onRejected: () => calls.push('rejected'),
    onFault: (error) => calls.push(String(error)),
    onAway: async () => true,
  });
  expect(calls).toEqual(['Error: nobody counts it', 'committed']);
});
