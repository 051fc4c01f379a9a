import { expect, test } from 'vitest';
import { type CommitAllParts, commitAll } from './commit-all.ts';
import type { Committed } from './commit-batch.ts';
import type { Entry } from './entry.ts';

const entry: Entry = { kind: 'message', device: { id: 1, name: 'Um' }, receivedMs: 0 };
const failing = (code: string) => Object.assign(new Error(code), { code });

/** Commits after these errors; tells what was asked meanwhile. */
async function commitAfter(errors: readonly Error[]) {
  const left = [...errors];
  const said: string[] = [];
  const parts: CommitAllParts = {
    async commit() {
      const error = left.shift();
      if (error) throw error;
      return {} as Committed;
    },
    onCommitted: () => said.push('committed'),
    onSettled: (_entry, settlement) => said.push(settlement),
    onRejected: () => said.push('rejected'),
    async onAway() {
      said.push('away');
      return true;
    },
  };
  await commitAll([[entry]], parts);
  return said;
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
