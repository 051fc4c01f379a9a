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
