/** The texts of devices (migration 0210): made of those that were there before, and by whatever statement changes one. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { deviceSchema } from '@atalaia/contract/devices/device';
import { Migrator } from 'kysely/migration';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyFrom } from '../../platform/db/copy/copy.ts';
import { migrate } from '../../platform/db/database.ts';
import { migrations } from '../../platform/db/migrations.ts';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { describeDevices } from './devices-presenter.ts';

const database = await createTestDatabase();
const { pool, kysely, drop } = database;
afterAll(() => drop());
const log = pino({ level: 'silent' });

/** The tables of the migration before, with devices of every kind. */
beforeAll(async () => {
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateTo('0209-unread-campaigns');
  if (error) throw error;
  await pool.query(`
    INSERT INTO groups (name) VALUES ('north "1"'), ('south');
    INSERT INTO customers (name, cpf_cnpj) VALUES ('Água', '52998224725'), ('Bia', '11144477735');
    INSERT INTO devices (name, unique_id, group_id, customer_id, attributes) VALUES
      ('one', 'd1', 1, 1, '{"devicePassword": "4711", "plate": "ABC1D23"}'), ('two', 'd2', NULL, NULL, '{}'),
      ('three', 'd3', 2, 2, '"devicePassword"'), ('four', 'd4', 2, NULL, 'null'), ('five', 'd5', 2, 2, '["x"]')`);
});

async function described(withPassword = false): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM devices ORDER BY id');
  const ids = rows.map(({ id }) => id);
  const devices = JSON.parse(`[${await describeDevices(kysely, ids, withPassword)}]`);
  for (const device of devices) expect(deviceSchema.parse(device)).toEqual(device);
  expect(devices.map(({ id }: { id: number }) => id)).toEqual(ids);
  return devices;
}

/** The one of this name. */
async function named(name: string): Promise<Record<string, unknown> | undefined> {
  return (await described()).find((device) => device.name === name);
}

const lockedGroups = `SELECT FROM pg_locks WHERE relation = 'groups'::regclass AND mode = 'AccessExclusiveLock'`;

/** Which transactions wrote the devices. */
const writers = async () =>
  (await pool.query('SELECT id, xmin::text FROM devices WHERE id <= 5 ORDER BY id')).rows;

test('[SCALE-09] [API-04] devices of before are described as those that come later; what stands in the way of it passes, and groups can be read meanwhile', async () => {
  // the first two tries end as a deadlock and a serialization failure do; a number that was taken is not given back
  await pool.query(`
    CREATE SCHEMA tries; CREATE SEQUENCE tries.number;
    CREATE FUNCTION tries.fail() RETURNS event_trigger LANGUAGE plpgsql AS $fail$
    BEGIN
      CASE nextval('tries.number') WHEN 1 THEN RAISE 'x' USING ERRCODE = '40P01'; WHEN 2 THEN RAISE 'x' USING ERRCODE = '40001';
        ELSE NULL; END CASE;
    END $fail$;
    CREATE EVENT TRIGGER fails ON ddl_command_start WHEN TAG IN ('CREATE TRIGGER') EXECUTE FUNCTION tries.fail()`);
  const before = await writers();
  const writer = await pool.connect();
  try {
    await writer.query('BEGIN; LOCK TABLE devices IN ROW EXCLUSIVE MODE');
    const migrating = migrate(database, log);
    migrating.catch(() => undefined);
    const waiting = `SELECT FROM pg_locks WHERE relation = 'devices'::regclass AND NOT granted`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
    expect((await pool.query(lockedGroups)).rowCount).toBe(0);
    await writer.query('COMMIT');
    await migrating;
  } finally {
    writer.release(true);
    await pool.query('DROP EVENT TRIGGER fails');
  }
  expect(await writers()).toEqual(before);
  const devices = await described(true);
  expect(devices).toMatchObject([
    {
      ...{ uniqueId: 'd1', name: 'one', groupId: 1, groupName: 'north "1"', customerId: 1 },
      ...{ customerName: 'Água', customerCpfCnpj: '52998224725' },
      attributes: { devicePassword: '4711', plate: 'ABC1D23' },
    },
    { uniqueId: 'd2', name: 'two', groupId: 0, groupName: null, customerId: 0, customerName: null },
    { uniqueId: 'd3', groupName: 'south', customerName: 'Bia', attributes: {} },
    { uniqueId: 'd4', groupName: 'south', attributes: {} },
    { uniqueId: 'd5', groupName: 'south', attributes: {} },
  ]);
  expect((await described())[0]?.attributes).toEqual({ plate: 'ABC1D23' });
  // as the trigger writes them
  await pool.query('UPDATE devices SET name = name');
  expect(await described(true)).toEqual(devices);
  await pool.query("DELETE FROM devices WHERE name = 'five'");
  const { rows } = await pool.query('SELECT device_id FROM device_texts ORDER BY device_id');
  expect(rows.map(({ device_id }) => device_id)).toEqual([1, 2, 3, 4]);
});

test('[API-04] attributes that are no object are written as none, and hold up no change', async () => {
  await pool.query(`UPDATE devices SET attributes = '7' WHERE name = 'two'`);
  expect(await named('two')).toMatchObject({ attributes: {} });
  await pool.query(`UPDATE devices SET attributes = '{"a": 1}' WHERE name = 'two'`);
  expect(await named('two')).toMatchObject({ attributes: { a: 1 } });
});

test('[API-04] a device is described without a group or a customer that is removed, also of both at once', async () => {
  await pool.query(
    `INSERT INTO devices (name, unique_id, group_id, customer_id) VALUES ('both', 'd6', 1, 1)`,
  );
  await pool.query(`
    WITH g AS (DELETE FROM groups WHERE name LIKE 'north%') DELETE FROM customers WHERE name = 'Água'`);
  const without = { groupId: 0, groupName: null, customerId: 0, customerName: null };
  expect(await named('both')).toMatchObject(without);
  expect(await named('one')).toMatchObject(without);
  expect(await named('three')).toMatchObject({ groupName: 'south', customerName: 'Bia' });
  await pool.query("DELETE FROM groups WHERE name = 'south'");
  expect(await named('three')).toMatchObject({ groupId: 0, groupName: null, customerName: 'Bia' });
  await pool.query("DELETE FROM customers WHERE name = 'Bia'");
  expect(await named('three')).toMatchObject(without);
});

test('[API-04] a device that is changed beside what it refers to is described as it is afterwards', async () => {
  await pool.query(`INSERT INTO groups (id, name) OVERRIDING SYSTEM VALUE VALUES (9, 'nine');
    INSERT INTO devices (name, unique_id, group_id) VALUES ('six', 'd9', 9)`);
  await pool.query(
    `WITH g AS (DELETE FROM groups WHERE id = 9) UPDATE devices SET name = 'seven' WHERE name = 'six'`,
  );
  expect(await named('seven')).toMatchObject({ groupId: 0, groupName: null });
});

test('[API-04] devices that are copied in, or written over by an insert, are described', async () => {
  const client = await pool.connect();
  try {
    const copy = copyFrom(client, 'COPY devices (name, unique_id) FROM STDIN');
    await pipeline(Readable.from([Buffer.from('eight\td10\nnine\td11\n')]), copy);
  } finally {
    client.release();
  }
  expect(await named('nine')).toMatchObject({ uniqueId: 'd11' });
  await pool.query(`
    INSERT INTO devices (name, unique_id) VALUES ('nine again', 'd11'), ('ten', 'd12')
    ON CONFLICT (unique_id) DO UPDATE SET name = excluded.name`);
  expect(await named('nine')).toBeUndefined();
  expect(await named('nine again')).toMatchObject({ uniqueId: 'd11' });
  expect(await named('ten')).toMatchObject({ uniqueId: 'd12' });
});

test('[BACK-01] devices that were loaded with their triggers off are described from the next start on', async () => {
  await pool.query(`
    ALTER TABLE devices DISABLE TRIGGER USER;
    INSERT INTO devices (name, unique_id) VALUES ('loaded', 'd13');
    ALTER TABLE devices ENABLE TRIGGER USER`);
  await migrate(database, log);
  expect(await named('loaded')).toMatchObject({ uniqueId: 'd13' });
});
