import { hostname } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { enterInstallation, joinInstallation } from './installation.ts';
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

const roles = ['web', 'ingest', 'jobs'];

async function register(onOther = () => {}): Promise<Processes> {
  const processes = await registerProcess(await join('a'), {
    ...{ pool: database.pool, log, version: '1', roles, hasNats: false, onOther },
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
  const epochs = () => one.others().map(({ epoch }) => epoch);
  expect(other.others()).toMatchObject([{ epoch: one.epoch, version: '1', roles, hasNats: false }]);
  const { rows: reading } = await database.pool.query('SELECT reads_packed AS reads FROM processes');
  expect(reading).toEqual([{ reads: true }, { reads: true }]);
  await expect.poll(epochs, { timeout: 5_000 }).toEqual([other.epoch]);
  await other.stop();
  expect(await living()).toEqual([one.epoch]);
  await expect.poll(epochs, { timeout: 5_000 }).toEqual([]);
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

async function enter(hasNats: boolean, more: { embedded?: boolean } = {}): Promise<Processes> {
  const processes = await enterInstallation({
    ...{ pool: database.pool, log, version: '1', roles, hasNats, onOther: () => {}, keyFingerprint: 'a' },
    config: { databaseUrl: more.embedded ? undefined : 'postgresql://there', replacedKey: undefined },
  });
  stops.push(processes.stop);
  // one that lives, and is not this one
  const values = [process.ppid, processes.epoch];
  await database.pool.query('UPDATE processes SET pid = $1 WHERE epoch = $2', values);
  return processes;
}

test('[SCALE-01] a second process that hears no news of a living one is refused, whichever of the two has NATS_URL, and leaves no row', async () => {
  const alone = await enter(false);
  for (const hasNats of [false, true]) {
    await expect(enter(hasNats)).rejects.toThrow(/works on the database of DATABASE_URL already/);
  }
  expect(await living()).toEqual([alone.epoch]);
  await alone.stop();
  const first = await enter(true);
  const second = await enter(true);
  await expect(enter(false)).rejects.toThrow(/give all processes of the installation the same NATS_URL/);
  expect(await living()).toEqual([first.epoch, second.epoch]);
});

test.each([
  ['another machine', 'elsewhere', 1],
  ['this machine', hostname(), 2 ** 22 - 1],
])(
  '[SCALE-01] the row of a process that was killed on %s keeps nobody from starting',
  async (_, host, pid) => {
    await database.pool.query(
      "INSERT INTO processes (epoch, version, host, pid, roles, has_nats) VALUES (0, '1', $1, $2, '{web}', false)",
      [host, pid],
    );
    expect((await enter(false)).others()).toMatchObject([{ epoch: 0 }]);
  },
);
