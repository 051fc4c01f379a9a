import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DatabaseLink, linkDatabase } from '../ingest/testing/database-link.ts';
import { type BusTopic, createInProcessBus } from '../platform/bus/bus.ts';
import { createKysely } from '../platform/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../platform/db/test-database.ts';
import { type Commit, createCommit } from './commit.ts';
import { type KeyedRequest, withinKeyedRequest } from './idempotency.ts';

let direct: TestDatabase;
let link: DatabaseLink;
let commit: Commit;
let heard: { topic: BusTopic; message: unknown }[];

beforeEach(async () => {
  direct = await createTestDatabase();
  link = await linkDatabase(direct);
  heard = [];
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  for (const topic of [
    'visibility',
    'rules',
    'deviceRegistry',
    'accountEnd',
    'signedOut',
    'removedDevices',
  ] as const) {
    bus.subscribe(topic, (message) => heard.push({ topic, message }));
  }
  commit = createCommit(createKysely(link.database.pool), bus, new Set());
  await direct.pool.query(`INSERT INTO devices (unique_id, name) VALUES ('1', 'Sai')`);
});
afterEach(async () => {
  await link.close();
  await direct.drop();
});

/** Removes the device; `then` comes before the commit. */
const remove = (then: () => void) =>
  commit(async (transaction, publish) => {
    await transaction.deleteFrom('devices').where('id', '=', 1).execute();
    publish('removedDevices', { deviceIds: [1] });
    publish('deviceRegistry', { deviceIds: [1] });
    publish('rules', { kinds: ['groups'] });
    publish('visibility', { userIds: 'all' });
    publish('signedOut', { userId: 7, tokenHash: 'a' });
    then();
  });

const isThere = async () => (await direct.pool.query('SELECT FROM devices')).rowCount === 1;

test('what a write tells is told after its commit, in its order', async () => {
  await remove(() => expect(heard).toEqual([]));
  expect(heard.map(({ topic }) => topic)).toEqual([
    'removedDevices',
    'deviceRegistry',
    'rules',
    'visibility',
    'signedOut',
  ]);
});

test('a write that fails tells nothing', async () => {
  const failing = remove(() => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(heard).toEqual([]);
  expect(await isThere()).toBe(true);
});

const nameOf = async (id: number) =>
  (await direct.pool.query('SELECT name FROM devices WHERE id = $1', [id])).rows[0]?.name;

test('[SCALE-02] of two transactions that lock each other out both are done, each once, and each is told once', async () => {
  await direct.pool.query(`INSERT INTO devices (unique_id, name) VALUES ('2', '')`);
  await direct.pool.query(`UPDATE devices SET name = ''`);
  const tries = { a: 0, b: 0 };
  let locked = 0;
  const both = Promise.withResolvers<void>();
  const add = (letter: 'a' | 'b', ids: readonly number[]) =>
    commit(async (transaction, publish) => {
      tries[letter] += 1;
      for (const id of ids) {
        const name = sql<string>`name || ${letter}`;
        await transaction.updateTable('devices').set({ name }).where('id', '=', id).execute();
        publish('deviceRegistry', { deviceIds: [id] });
        locked += 1;
        if (locked === 2) both.resolve();
        await both.promise;
      }
    });
  await Promise.all([add('a', [1, 2]), add('b', [2, 1])]);
  expect(tries.a + tries.b).toBe(3);
  expect([await nameOf(1), await nameOf(2)].map((name) => [...name].toSorted().join(''))).toEqual([
    'ab',
    'ab',
  ]);
  expect(heard).toHaveLength(4);
  const { rowCount } = await direct.pool.query('SELECT FROM changes');
  expect(rowCount).toBe(4);
});

/** Renames the device by what another transaction has changed since this one began to read. */
const renameOutrun = async (name: string, onTry: () => void, isAlways = false) => {
  await direct.pool.query(`DO $$ BEGIN EXECUTE format(
    'ALTER DATABASE %I SET default_transaction_isolation = ''repeatable read''', current_database()); END $$`);
  let tries = 0;
  return commit(async (transaction) => {
    tries += 1;
    onTry();
    await transaction.selectFrom('devices').select('name').execute();
    if (tries === 1 || isAlways) await direct.pool.query(`UPDATE devices SET name = 'another''s'`);
    await transaction.updateTable('devices').set({ name }).execute();
  });
};

test('[SCALE-02] a transaction that cannot be put in an order is done again', async () => {
  const onTry = vi.fn();
  await renameOutrun('ours', onTry);
  expect([onTry.mock.calls.length, await nameOf(1)]).toEqual([2, 'ours']);
});

test('[SCALE-02] one that others always outrun ends with its error, after five tries', async () => {
  const onTry = vi.fn();
  await expect(renameOutrun('ours', onTry, true)).rejects.toMatchObject({ code: '40001' });
  expect([onTry.mock.calls.length, await nameOf(1)]).toEqual([5, "another's"]);
});

test('[API-02] a keyed request whose transaction is done again keeps its key, and is done once', async () => {
  const userId = (
    await direct.pool.query(
      `INSERT INTO users (name, email, password_hash) VALUES ('a', 'a@example.com', '') RETURNING id`,
    )
  ).rows[0].id;
  const request = { userId, key: 'k', fingerprint: 'f', isMaking: true, isTaken: false, isAnswered: false };
  const onTry = vi.fn();
  await new Promise<void>((resolve, reject) => {
    withinKeyedRequest(request satisfies KeyedRequest, () => {
      renameOutrun('ours', onTry).then(resolve, reject);
    });
  });
  expect([onTry.mock.calls.length, request.isTaken, await nameOf(1)]).toEqual([2, true, 'ours']);
  const { rows } = await direct.pool.query('SELECT key FROM idempotency_keys');
  expect(rows).toEqual([{ key: 'k' }]);
});

test('[ROLE-01] a commit whose answer is lost makes others read again, and claims nothing', async () => {
  const removing = remove(() => link.swallowAnswersTo('commit')).then(
    () => 'done',
    () => 'unsure',
  );
  await expect.poll(isThere).toBe(false);
  expect(heard).toEqual([]);
  link.cut();
  expect(await removing).toBe('unsure');
  expect(heard).toEqual([
    { topic: 'deviceRegistry', message: { deviceIds: [1] } },
    { topic: 'rules', message: { kinds: ['groups'] } },
    { topic: 'visibility', message: { userIds: 'all' } },
    { topic: 'accountEnd', message: { userId: 7 } },
  ]);
});
