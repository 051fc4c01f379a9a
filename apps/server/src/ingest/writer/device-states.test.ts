import { expect, test } from 'vitest';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { createDeviceStates } from './device-states.ts';
import { stateColumns } from './tables.ts';

test('a device that was removed leaves the memory before the next batch, and not under the one under way', async () => {
  const { pool, drop } = await createTestDatabase();
  await pool.query(
    "INSERT INTO devices (id, unique_id, name) OVERRIDING SYSTEM VALUE VALUES (7, '7', 'Car')",
  );
  await pool.query(
    "INSERT INTO device_state (device_id, status) VALUES (7, 'online') ON CONFLICT (device_id) DO UPDATE SET status = 'online'",
  );
  const states = createDeviceStates();
  await states.load(pool, [7], false);
  await pool.query('DELETE FROM devices WHERE id = 7');
  states.changed([7]);
  expect(states.get(7).status).toBe('online');
  await states.load(pool, [], false);
  expect(states.get(7).status).toBe('offline');
  await drop();
});

test('[ING-02] no column that every batch changes has an index, so that a state is written in place', async () => {
  const { pool, drop } = await createTestDatabase();
  const { rows } = await pool.query<{ name: string }>(`
    SELECT DISTINCT a.attname AS name FROM pg_index AS i
    JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = 'device_state'::regclass`);
  const written = stateColumns.map(({ name }) => name).filter((name) => name !== 'device_id');
  expect(rows.map(({ name }) => name).filter((name) => written.includes(name))).toEqual([]);
  await drop();
});
