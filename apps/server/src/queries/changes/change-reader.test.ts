/** Two processes on one database: each has a bus of its own, and changes go from one to the other by rows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DatabaseLink, linkDatabase } from '../../ingest/testing/database-link.ts';
import { type BusTopic, createInProcessBus } from '../../platform/bus/bus.ts';
import { createKysely } from '../../platform/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-database.ts';
import { createCommit } from '../commit.ts';
import { changesKeptMs, removeOldChanges } from './change-log.ts';
import { createChangeReader } from './change-reader.ts';

const everyMs = 20;
const patienceMs = 400;
const patient = { timeout: 20_000 };

let database: TestDatabase;
let links: DatabaseLink[];
let stops: (() => Promise<void>)[];
beforeEach(async () => {
  database = await createTestDatabase();
  links = [];
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  for (const link of links) await link.close();
  await database.drop();
});

async function openProcess(before = (_pool: TestDatabase['pool']) => {}) {
  const link = await linkDatabase(database);
  links.push(link);
  const { pool } = link.database;
  before(pool);
  const heard: { topic: BusTopic; message: unknown }[] = [];
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  for (const topic of ['visibility', 'rules', 'signedOut', 'changesUnread', 'heardDevices'] as const) {
    bus.subscribe(topic, (message) => heard.push({ topic, message }));
  }
  const published = new Set<number>();
  const log = { warn: () => undefined, info: () => undefined };
  const onExpired = vi.fn();
  const reader = createChangeReader({ pool, bus, log, published, onExpired, everyMs, patienceMs });
  await reader.start();
  stops.push(reader.stop);
  return { link, pool, heard, reader, onExpired, commit: createCommit(createKysely(pool), bus, published) };
}

test('[SCALE-03] what one process changes every other hears once, and its own process too', async () => {
  const [one, other] = [await openProcess(), await openProcess()];
  await one.commit(async (_transaction, publish) => {
    publish('signedOut', { userId: 7, tokenHash: 'a' });
    publish('heardDevices', []);
    publish('visibility', { userIds: [7] });
  });
  const changes = [
    { topic: 'signedOut', message: { userId: 7, tokenHash: 'a' } },
    { topic: 'visibility', message: { userIds: [7] } },
  ];
  await vi.waitFor(() => expect(other.heard).toEqual(changes), patient);
  await sleep(5 * everyMs);
  expect(other.heard).toEqual(changes);
  expect(one.heard).toEqual([changes[0], { topic: 'heardDevices', message: [] }, changes[1]]);
});

test('[SCALE-03] a change that is rolled back is heard by nobody', async () => {
  const [one, other] = [await openProcess(), await openProcess()];
  const refused = one.commit(async (_transaction, publish) => {
    publish('visibility', { userIds: [1] });
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  await one.commit(async (_transaction, publish) => publish('visibility', { userIds: [2] }));
  await vi.waitFor(() => expect(other.heard).toHaveLength(1), patient);
  expect(other.heard).toEqual([{ topic: 'visibility', message: { userIds: [2] } }]);
});

test('[SCALE-03] a change whose transaction was open while hundreds overtook it is heard when it commits', async () => {
  const [one, other] = [await openProcess(), await openProcess()];
  let finish = () => {};
  const late = one.commit(async (transaction, publish) => {
    await transaction.deleteFrom('devices').where('id', '=', 1).execute();
    // it has its place in the order of transactions from here on
    await transaction
      .insertInto('changes')
      .values({ topic: 'rules', message: JSON.stringify({ kinds: ['groups'] }) })
      .execute();
    publish('visibility', { userIds: [1] });
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  for (let userId = 2; userId < 302; userId += 1) {
    await one.commit(async (_transaction, publish) => publish('visibility', { userIds: [userId] }));
  }
  await vi.waitFor(() => expect(other.heard).toHaveLength(300), patient);
  await sleep(5 * everyMs);
  expect(other.heard).toHaveLength(300);
  finish();
  await late;
  await vi.waitFor(() => expect(other.heard).toHaveLength(302), patient);
  expect(other.heard.slice(-2)).toEqual([
    { topic: 'rules', message: { kinds: ['groups'] } },
    { topic: 'visibility', message: { userIds: [1] } },
  ]);
});

test('[SCALE-03] a commit whose answer was lost is told by the reader once the database answers again', async () => {
  const one = await openProcess();
  const unsure = one
    .commit(async (_transaction, publish) => {
      publish('signedOut', { userId: 7 });
      one.link.swallowAnswersTo('commit');
    })
    .catch(() => 'unsure');
  const isThere = async () => (await database.pool.query('SELECT FROM changes')).rowCount === 1;
  await expect.poll(isThere, patient).toBe(true);
  one.link.cut();
  expect(await unsure).toBe('unsure');
  await one.link.mend();
  const signedOut = () => one.heard.filter(({ topic }) => topic === 'signedOut');
  await vi.waitFor(
    () => expect(signedOut()).toEqual([{ topic: 'signedOut', message: { userId: 7 } }]),
    patient,
  );
});

test('[SCALE-03] who cannot read changes says so once, and is current again when he can', async () => {
  const [one, other] = [await openProcess(), await openProcess()];
  other.link.cut();
  await vi.waitFor(() => expect(other.heard).toEqual([{ topic: 'changesUnread', message: {} }]), patient);
  expect(other.reader.isCurrent()).toBe(false);
  await one.commit(async (_transaction, publish) => publish('visibility', { userIds: [3] }));
  await other.link.mend();
  await vi.waitFor(() => expect(other.reader.isCurrent()).toBe(true), patient);
  expect(other.heard).toEqual([
    { topic: 'changesUnread', message: {} },
    { topic: 'visibility', message: { userIds: [3] } },
  ]);
});

test('[SCALE-06] after a failover to an earlier transaction all changes count again, and connections close', async () => {
  const [one, other] = [
    await openProcess(),
    await openProcess((pool) => {
      // as if the first look had been at a server that was further
      const look = vi.spyOn(pool, 'query');
      look.mockImplementationOnce((async () => ({
        rows: [{ since: '900000000', nowMs: Date.now() }],
      })) as never);
    }),
  ];
  await one.commit(async (_transaction, publish) => publish('visibility', { userIds: [3] }));
  const heard = [
    { topic: 'changesUnread', message: {} },
    { topic: 'visibility', message: { userIds: [3] } },
  ];
  await vi.waitFor(() => expect(other.heard).toEqual(heard), patient);
  await sleep(5 * everyMs);
  expect(other.heard).toEqual(heard);
});

test('[SCALE-03] a process that slept with its machine, whose own clock stood still, notices by the clock of the database', async () => {
  const one = await openProcess();
  await vi.waitFor(() => expect(one.reader.isCurrent()).toBe(true), patient);
  const stoodStill = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    one.link.cut();
    await sleep(2 * patienceMs);
    expect(one.heard).toEqual([]);
    await one.link.mend();
    await vi.waitFor(() => expect(one.heard).toEqual([{ topic: 'changesUnread', message: {} }]), patient);
  } finally {
    stoodStill.mockRestore();
  }
});

test('[SCALE-03] a process that read nothing for so long that changes may be gone begins anew', async () => {
  const rows = [{ since: '3', nowMs: Date.now() - changesKeptMs }];
  const one = await openProcess((pool) => {
    vi.spyOn(pool, 'query').mockImplementationOnce((async () => ({ rows })) as never);
  });
  await vi.waitFor(() => expect(one.onExpired).toHaveBeenCalled(), patient);
  expect(one.heard.filter(({ topic }) => topic !== 'changesUnread')).toEqual([]);
});

test('changes are kept for a day', async () => {
  const { pool, commit } = await openProcess();
  for (const userId of [1, 2]) {
    await commit(async (_transaction, publish) => publish('visibility', { userIds: [userId] }));
  }
  await pool.query(`UPDATE changes SET created_at = now() - $1 * interval '1 ms' WHERE id = 1`, [
    changesKeptMs + 1000,
  ]);
  await removeOldChanges(createKysely(pool));
  expect((await pool.query('SELECT id FROM changes')).rows).toEqual([{ id: 2 }]);
});
