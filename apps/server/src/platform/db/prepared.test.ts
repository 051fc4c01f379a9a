import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { prepared } from './prepared.ts';
import { createTestDatabase } from './test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

test('a statement that is marked is kept by its connection, by its text, and takes new values each time', async () => {
  await database.kysely.connection().execute(async (db) => {
    const add = async (one: number) =>
      (await sql<{ sum: number }>`${prepared} SELECT ${one}::int + 1 AS sum`.execute(db)).rows[0]?.sum;
    expect([await add(1), await add(41)]).toEqual([2, 42]);
    await sql`${prepared} SELECT 'another text'`.execute(db);
    await sql`SELECT 'unmarked'`.execute(db);
    const { rows } = await sql<{ statement: string }>`
      SELECT statement FROM pg_prepared_statements WHERE name LIKE 'prepared-%'`.execute(db);
    expect(rows.map(({ statement }) => statement).toSorted()).toEqual([
      '/* prepared */ SELECT $1::int + 1 AS sum',
      "/* prepared */ SELECT 'another text'",
    ]);
  });
});
