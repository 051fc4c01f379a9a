import { afterAll, expect, test } from 'vitest';
import { migrations } from './migrations.ts';
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

test('a test database is a copy of the template, in which no migration runs again', async () => {
  const copies = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const ran = await Promise.all(
    [database, ...copies].map(async ({ pool }) => {
      const { rows } = await pool.query<{ name: string; timestamp: string }>(
        'SELECT name, timestamp FROM kysely_migration ORDER BY name',
      );
      return rows;
    }),
  );
  // the moments at which they ran in the template
  expect(ran[0]).toHaveLength(Object.keys(migrations).length);
  expect(ran.slice(1)).toEqual([ran[0], ran[0]]);
  await Promise.all(copies.map((copy) => copy.drop()));
});
