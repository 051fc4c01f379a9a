import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

test('a test database is migrated and its own', async () => {
  const other = await createTestDatabase();
  await database.kysely.insertInto('groups').values({ name: 'Frota Água' }).execute();
  expect(await database.kysely.selectFrom('groups').select('name').execute()).toEqual([
    { name: 'Frota Água' },
  ]);
  expect(await other.kysely.selectFrom('groups').selectAll().execute()).toEqual([]);
  await other.drop();
});

test('a copy of the template is quick to make', async () => {
  const before = performance.now();
  const copies = await Promise.all([createTestDatabase(), createTestDatabase()]);
  expect(performance.now() - before).toBeLessThan(2_000);
  await Promise.all(copies.map((copy) => copy.drop()));
});
