import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { processName } from './embedded/processes.ts';
import { migrations } from './migrations.ts';
import { createTestDatabase } from './test-database.ts';
import { removeLeftTests } from './test-databases.ts';

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

test('what killed runs left is removed, with the folder of its socket; what runs still have and what is not theirs stays', () => {
  const parent = mkdtempSync(join(tmpdir(), 'atalaia-left-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const left = join(parent, 'atalaia-test-999999999-123-aBc123');
  const stays = [
    `atalaia-test-${processName()}-aBc123`,
    'atalaia-test-aBc123',
    'something-999999999-123-aBc123',
  ];
  for (const folder of ['data/postgres', 'socket']) mkdirSync(join(left, folder), { recursive: true });
  const socket = mkdtempSync(join(parent, 'socket-'));
  writeFileSync(join(left, 'data/postgres-socket'), socket);
  for (const name of stays) mkdirSync(join(parent, name));
  removeLeftTests(parent);
  expect(readdirSync(parent).sort()).toEqual(stays.toSorted());
  expect(existsSync(socket)).toBe(false);
});
