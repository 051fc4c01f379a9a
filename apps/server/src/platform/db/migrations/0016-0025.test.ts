import type { Kysely } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../test-database.ts';
import { openAlarms } from './0016-0025.ts';

const { pool, kysely, drop } = await createTestDatabase();
afterAll(() => drop());

test('[EVT-04] a siren that stands for a handled alarm goes over to one that waits, or goes out', async () => {
  await pool.query(`
    DROP INDEX events_open_alarms;
    INSERT INTO devices (id, unique_id, name) OVERRIDING SYSTEM VALUE VALUES (1, '1', 'A'), (2, '2', 'B'), (3, '3', 'C');
    INSERT INTO events (id, device_id, type, event_time, server_time, handled_at) VALUES
      (11, 1, 'alarm', now(), now(), now()),
      (21, 2, 'alarm', now(), now(), NULL), (22, 2, 'alarm', now(), now(), now()), (23, 2, 'ignitionOn', now(), now(), NULL),
      (31, 3, 'alarm', now(), now(), NULL), (32, 3, 'alarm', now(), now(), NULL);
    INSERT INTO device_state (device_id, siren_event_id) VALUES (1, 11), (2, 22), (3, 31)
      ON CONFLICT (device_id) DO UPDATE SET siren_event_id = excluded.siren_event_id`);
  await openAlarms(kysely as unknown as Kysely<unknown>);
  const { rows } = await pool.query('SELECT siren_event_id FROM device_state ORDER BY device_id');
  expect(rows.map((row) => row.siren_event_id)).toEqual([null, 21, 31]);
});
