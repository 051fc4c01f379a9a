import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DatabaseLink, linkDatabase } from '../ingest/testing/database-link.ts';
import type { BusTopic } from '../platform/bus/bus.ts';
import { createInProcessBus } from '../platform/bus/in-process-bus.ts';
import { createKysely } from '../platform/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../platform/db/test-database.ts';
import { type Commit, createCommit } from './commit.ts';

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
