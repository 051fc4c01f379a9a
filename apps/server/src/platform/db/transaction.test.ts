import { afterAll, expect, test } from 'vitest';
import { inTransaction } from './pool.ts';
import { createTestDatabase } from './test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

async function names(): Promise<string[]> {
  const groups = await database.kysely.selectFrom('groups').select('name').orderBy('id').execute();
  return groups.map((group) => group.name);
}

test('what the work wrote is there once it resolves', async () => {
  const result = await inTransaction(database.pool, async (client) => {
    await client.query("INSERT INTO groups (name) VALUES ('kept')");
    return 7;
  });
  expect(result).toBe(7);
  expect(await names()).toEqual(['kept']);
});

test('nothing of it is there when the work rejects, and its error is thrown on', async () => {
  const work = inTransaction(database.pool, async (client) => {
    await client.query("INSERT INTO groups (name) VALUES ('lost')");
    throw new Error('the reason');
  });
  await expect(work).rejects.toThrow('the reason');
  expect(await names()).toEqual(['kept']);
});

test('a connection that dies under the work does not come back to the pool', async () => {
  const work = inTransaction(database.pool, (client) =>
    client.query('SELECT pg_terminate_backend(pg_backend_pid())'),
  );
  await expect(work).rejects.toThrow(/terminat/);
  await expect(
    Promise.all(Array.from({ length: 8 }, () => database.pool.query('SELECT 1'))),
  ).resolves.toHaveLength(8);
});
