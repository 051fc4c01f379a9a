import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { createRemovedDevices } from './removed-devices-queries.ts';

const { pool, drop } = await createTestDatabase();
afterAll(() => drop());
const removed = createRemovedDevices(pool);

await pool.query(`
  CREATE TABLE positions_a PARTITION OF positions FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
  CREATE TABLE positions_b PARTITION OF positions FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
  INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude, longitude, altitude, speed, course, accuracy, attributes)
    SELECT 1 + n % 2, timestamptz '2026-01-15' + n * interval '5 minutes', gen_random_uuid(), now(), now(), 'gt06', true, false, 0, 0, 0, 0, 0, 0, '{}'
    FROM generate_series(1, 9000) AS n;
  INSERT INTO events (device_id, type, event_time, server_time) SELECT 1 + n % 2, 'alarm', now(), now() FROM generate_series(1, 5000) AS n;
  INSERT INTO odd_positions (device_id, fix_time, digest, server_time, reason, content)
    SELECT 1 + n % 2, timestamptz '1980-01-06', gen_random_uuid(), now(), 'far', '{}' FROM generate_series(1, 10) AS n;
  INSERT INTO refused_messages (device_id, digest, server_time, protocol, kind, error, frame)
    SELECT 1 + n % 2, gen_random_uuid(), now(), 'gt06', 'position', 'refused', '' FROM generate_series(1, 8) AS n;
  INSERT INTO removed_devices (device_id) VALUES (1);
`);
const left = async (deviceId: number) => {
  const tables = ['positions', 'events', 'odd_positions', 'refused_messages'];
  return Promise.all(
    tables.map(
      async (table) => (await pool.query(`SELECT FROM ${table} WHERE device_id = $1`, [deviceId])).rowCount,
    ),
  );
};

test('what a removed device left is deleted step by step, and nothing of another', async () => {
  await removed.clear(AbortSignal.abort());
  expect(await left(1)).toEqual([4500, 2500, 5, 4]);
  await removed.clear(new AbortController().signal);
  expect(await left(1)).toEqual([0, 0, 0, 0]);
  expect(await left(2)).toEqual([4500, 2500, 5, 4]);
});

test('its line stays an hour for what was still under way, and is not worked on again before', async () => {
  expect((await pool.query('SELECT FROM removed_devices')).rowCount).toBe(1);
  await pool.query(
    `INSERT INTO events (device_id, type, event_time, server_time) VALUES (1, 'alarm', now(), now())`,
  );
  await removed.clear(new AbortController().signal);
  expect(await left(1)).toEqual([0, 1, 0, 0]);
  await pool.query(`UPDATE removed_devices SET removed_at = now() - interval '2 hours'`);
  await removed.clear(new AbortController().signal);
  expect((await pool.query('SELECT FROM removed_devices')).rowCount).toBe(0);
  expect(await left(1)).toEqual([0, 0, 0, 0]);
});
