import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { joinInstallation } from './installation.ts';
import { type Processes, registerProcess } from './processes.ts';

let database: TestDatabase;
let stops: (() => Promise<void>)[];
beforeEach(async () => {
  database = await createTestDatabase();
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await database.drop();
});

const log = { warn: () => undefined };

const join = (keyFingerprint: string, more: { isEmbedded?: boolean; replacedKey?: string } = {}) =>
  joinInstallation({
    pool: database.pool,
    log,
    keyFingerprint,
    isEmbedded: false,
    replacedKey: undefined,
    ...more,
  });

async function register(onOther = () => {}): Promise<Processes> {
  const processes = await registerProcess(await join('a'), {
    ...{ pool: database.pool, log, version: '1', onOther },
  });
  stops.push(processes.stop);
  return processes;
}

const living = async () =>
  (await database.pool.query('SELECT epoch::int FROM processes ORDER BY epoch')).rows.map(
    ({ epoch }) => epoch,
  );

test('[SCALE-01] all processes of an installation are told one id, also those that start first in one moment', async () => {
  const ids = await Promise.all([join('a'), join('a'), join('a')]);
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test('[SCALE-01] a process with another key is refused with what to do, and what is stored stays of the first', async () => {
  await join('first');
  await expect(join('other')).rejects.toThrow(/another SECRET_KEY: .*REPLACED_KEY=first$/);
  await expect(join('other', { replacedKey: 'wrong' })).rejects.toThrow(/another SECRET_KEY/);
  expect(await join('first')).toBe(await join('first'));
});

test('[SCALE-01] a lost key is replaced when a person says which, or where the key lies beside the database', async () => {
  const id = await join('first');
  expect(await join('second', { replacedKey: 'first' })).toBe(id);
  await expect(join('first')).rejects.toThrow(/REPLACED_KEY=second/);
  expect(await join('third', { isEmbedded: true })).toBe(id);
  await expect(join('second')).rejects.toThrow(/REPLACED_KEY=third/);
});

test('[SCALE-01] a process says that it is there, sees the others, and takes its row away when it ends', async () => {
  const one = await register();
  const other = await register();
  expect(other.epoch).toBeGreaterThan(one.epoch);
  expect(other.others()).toEqual([one.epoch]);
  await expect.poll(one.others, { timeout: 5_000 }).toEqual([other.epoch]);
  await other.stop();
  expect(await living()).toEqual([one.epoch]);
  await expect.poll(one.others, { timeout: 5_000 }).toEqual([]);
});

test('[SCALE-01] who was taken for dead says anew that he is there', async () => {
  const one = await register();
  await database.pool.query('DELETE FROM processes');
  await expect.poll(living, { timeout: 5_000 }).toEqual([one.epoch]);
});

test('[SCALE-01] a process whose database became another installation is told so', async () => {
  let told = 0;
  await register(() => {
    told += 1;
  });
  await database.pool.query('UPDATE installation SET id = gen_random_uuid()');
  await expect.poll(() => told, { timeout: 5_000 }).toBeGreaterThan(0);
});
