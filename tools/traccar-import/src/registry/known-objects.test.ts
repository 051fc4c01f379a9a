import { Client } from 'pg';
import { expect, test } from 'vitest';
import { oneByOne } from './known-objects.ts';

test('[BACK-04] objects that come together ask one connection one after another', async () => {
  const answers: (() => void)[] = [];
  const client = Object.assign(new Client(), {
    query: () =>
      new Promise((resolve) => answers.push(() => resolve({ rows: [{ number: answers.length }] }))),
  });
  const queries = oneByOne(client);
  const all = Promise.all(['SELECT 1', 'SELECT 2'].map((text) => queries.query<{ number: number }>(text)));
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  expect((await all).map(({ rows }) => rows[0]?.number)).toEqual([1, 2]);
});
