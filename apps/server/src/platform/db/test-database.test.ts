import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { processName } from './embedded/processes.ts';
import { migrations } from './migrations.ts';
import { createTestDatabase } from './test-database.ts';
import { isAlive, removeLeftTests, testDatabasesVariable } from './test-databases.ts';

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

/** A folder in which tests leave their own. */
function emptyFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'atalaia-left-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return parent;
}

/** As a run with this number leaves it that was killed; its notes name these folders. */
function leftRun(parent: string, number: number, socket: string, cluster?: string): string {
  const left = join(parent, `atalaia-test-${number}-123-aBc123`);
  mkdirSync(left, { mode: 0o700 });
  mkdirSync(join(left, 'data/postgres'), { recursive: true });
  writeFileSync(join(left, 'data/postgres-socket'), socket);
  if (cluster !== undefined) writeFileSync(join(left, 'data/postgres-location'), `${cluster}\n`);
  return left;
}

/** As the supervisor makes them. */
function socketFolder(): string {
  const socket = mkdtempSync(join(tmpdir(), 'atalaia-'));
  onTestFinished(() => rmSync(socket, { recursive: true, force: true }));
  return socket;
}

const noProcess = 999_999_999;

test('what killed runs left is removed, with the folder of its socket; what runs still have and what is not theirs stays', async () => {
  const parent = emptyFolder();
  const stays = [
    `atalaia-test-${processName()}-aBc123`,
    'atalaia-test-aBc123',
    'something-999999999-123-aBc123',
  ];
  const socket = socketFolder();
  leftRun(parent, noProcess, socket);
  for (const name of stays) mkdirSync(join(parent, name), { mode: 0o700 });
  await removeLeftTests(parent);
  expect(readdirSync(parent).sort()).toEqual(stays.toSorted());
  expect(existsSync(socket)).toBe(false);
});

test('nobody else chooses what is removed: folders that others can enter are not believed, nor links, nor those of other accounts', async () => {
  const parent = emptyFolder();
  const socket = socketFolder();
  const open = leftRun(parent, noProcess, socket);
  chmodSync(open, 0o755);
  const elsewhere = leftRun(mkdtempSync(join(parent, 'x-')), noProcess, socket);
  symlinkSync(elsewhere, join(parent, `atalaia-test-${noProcess - 1}-123-aBc123`));
  // decoding this name throws
  const undecodable = join(parent, 'atalaia-test-1-%-aBc123');
  mkdirSync(undecodable);
  chmodSync(undecodable, 0o755);
  // only root can give a folder away
  if (process.getuid?.() === 0) chownSync(leftRun(parent, noProcess - 2, socket), 4711, 4711);
  const before = readdirSync(parent).toSorted();
  await removeLeftTests(parent);
  expect(readdirSync(parent).toSorted()).toEqual(before);
  for (const folder of [socket, join(open, 'data'), join(elsewhere, 'data')])
    expect([folder, existsSync(folder)]).toEqual([folder, true]);
});

test('of what a run noted only folders go that a run makes', async () => {
  const parent = emptyFolder();
  const outside = mkdtempSync(join(parent, 'atalaia-'));
  const misnamed = mkdtempSync(join(tmpdir(), 'something-'));
  const open = socketFolder();
  chmodSync(open, 0o755);
  const link = socketFolder();
  rmSync(link, { recursive: true });
  symlinkSync(misnamed, link);
  onTestFinished(() => rmSync(misnamed, { recursive: true, force: true }));
  const roundabout = `${tmpdir()}/atalaia-x/../${basename(misnamed)}`;
  const noted = [outside, misnamed, open, link, roundabout];
  noted.forEach((folder, index) => void leftRun(parent, noProcess - index, folder, misnamed));
  // a note that cannot be read keeps nothing else from going
  mkdirSync(join(leftRun(parent, noProcess - 9, outside), 'data/postgres-location'));
  await removeLeftTests(parent);
  expect(readdirSync(parent)).toEqual([basename(outside)]);
  for (const folder of [misnamed, open, link]) expect([folder, existsSync(folder)]).toEqual([folder, true]);
});

test('a run that lives is left alone also where its process has no number here', async () => {
  expect(await isAlive(dirname(process.env[testDatabasesVariable] ?? ''))).toBe(true);
  const parent = emptyFolder();
  const left = leftRun(parent, noProcess, join(parent, 'none'));
  const run = createServer((asking) => asking.destroy()).listen(join(left, 'alive'));
  await once(run, 'listening');
  await removeLeftTests(parent);
  expect(existsSync(join(left, 'data'))).toBe(true);
  run.close();
  await removeLeftTests(parent);
  expect(readdirSync(parent)).toEqual([]);
});
