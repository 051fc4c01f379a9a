/** A right is taken away in one process while people watch in another: they agree by the rows of `changes` alone. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInProcessBus } from '../platform/bus/bus.ts';
import { createTestDatabase, type TestDatabase } from '../platform/db/test-database.ts';
import { createChangeReader } from '../queries/changes/change-reader.ts';
import { createCommit } from '../queries/commit.ts';
import { createVisibility } from '../visibility/visibility.ts';
import { createVisibilityTable } from './visibility-table.ts';

const log = { warn: () => undefined, info: () => undefined };
const patient = { timeout: 20_000 };

let database: TestDatabase;
let stops: (() => Promise<void>)[];
beforeEach(async () => {
  database = await createTestDatabase();
  stops = [];
  await database.pool.query(`
    INSERT INTO users (email, name, password_hash) VALUES ('a@b.c', 'Ana', '');
    INSERT INTO devices (unique_id, name) VALUES ('1', 'um'), ('2', 'dois');
    INSERT INTO user_devices (user_id, device_id) VALUES (1, 1), (1, 2)`);
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await database.drop();
});

async function openProcess() {
  const { pool, kysely } = database;
  const bus = createInProcessBus(() => undefined);
  const published = new Set<number>();
  const reader = createChangeReader({ pool, bus, log, published, onExpired: () => undefined });
  await reader.start();
  stops.push(reader.stop);
  const lost: number[] = [];
  const { visibleDeviceIds, readPlace } = createVisibility(kysely);
  const table = createVisibilityTable({
    visibleDeviceIds,
    readPlace,
    onChange: ({ removed }) => lost.push(...removed),
    onLost: () => undefined,
  });
  bus.subscribe('visibility', (change) => void table.refresh(change));
  await table.enter(1);
  return { table, lost, commit: createCommit(kysely, bus, published) };
}

test('[SCALE-03] a right taken away in one process is gone in the other one too, for these devices alone', async () => {
  const [one, other] = [await openProcess(), await openProcess()];
  expect([1, 2].map((id) => other.table.sees(1, id))).toEqual([true, true]);
  await one.commit(async (transaction, publish) => {
    await transaction.deleteFrom('user_devices').where('device_id', '=', 2).execute();
    publish('visibility', { userIds: [1], deviceIds: [2] });
  });
  await expect.poll(() => other.table.sees(1, 2), patient).toBe(false);
  await expect.poll(() => one.table.sees(1, 2), patient).toBe(false);
  expect([one.table.sees(1, 1), other.table.sees(1, 1)]).toEqual([true, true]);
  expect([one.lost, other.lost]).toEqual([[2], [2]]);
});

test('[SCALE-03] a group that one process moves is seen in the other one by who sees what it moved into, and no more by who saw where it was', async () => {
  await database.pool.query(`
    INSERT INTO groups (name, group_id) VALUES ('seen', NULL), ('hidden', NULL), ('fleet', 2);
    INSERT INTO devices (unique_id, name, group_id) VALUES ('3', 'três', 3);
    INSERT INTO user_groups (user_id, group_id) VALUES (1, 1)`);
  const [one, other] = [await openProcess(), await openProcess()];
  const seen = () => [one, other].map(({ table }) => table.sees(1, 3));
  const move = (into: number) =>
    one.commit(async (transaction, publish) => {
      await transaction.updateTable('groups').set({ group_id: into }).where('id', '=', 3).execute();
      publish('visibility', { userIds: 'all', place: { noun: 'group', id: 3 } });
    });
  expect(seen()).toEqual([false, false]);
  await move(1);
  await expect.poll(seen, patient).toEqual([true, true]);
  await move(2);
  await expect.poll(seen, patient).toEqual([false, false]);
  expect([one.lost, other.lost]).toEqual([[3], [3]]);
});

test('[SCALE-03] a customer that one process moves to another group takes his devices with him in the other one', async () => {
  await database.pool.query(`
    INSERT INTO groups (name) VALUES ('seen'), ('hidden');
    INSERT INTO customers (name, cpf_cnpj, group_id) VALUES ('Aurora', '1', 2);
    INSERT INTO devices (unique_id, name, customer_id) VALUES ('3', 'três', 1);
    INSERT INTO user_groups (user_id, group_id) VALUES (1, 1)`);
  const [one, other] = [await openProcess(), await openProcess()];
  expect(other.table.sees(1, 3)).toBe(false);
  await one.commit(async (transaction, publish) => {
    await transaction.updateTable('customers').set({ group_id: 1 }).where('id', '=', 1).execute();
    publish('visibility', { userIds: 'all', place: { noun: 'customer', id: 1 } });
  });
  await expect.poll(() => other.table.sees(1, 3), patient).toBe(true);
});
