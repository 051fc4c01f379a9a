/**
 * A month of positions as they are in a real table: those of 2,000 devices between each other, in the order in which they
 * came, so that no two of one device share a page.
 */

import { createHoursCounter } from '@atalaia/server/src/modules/reports/hours/count-hours-queries.ts';
import type { Database } from '@atalaia/server/src/platform/db/database.ts';

export const days = 30;
/** Device 1 speaks each 10 s, 2 to 101 each minute, the others each three hours. */
export const frequentDevice = 1;
export const minuteDevices = Array.from({ length: 100 }, (_, index) => index + 2);
const devices = 2_000;

const hourMs = 3_600_000;
const slotSeconds = 10;
const slots = (days * 86_400) / slotSeconds;

/** Ends with the last whole hour but one, so that every hour of it can be counted. */
export const period = (() => {
  const toMs = Math.floor(Date.now() / hourMs) * hourMs - hourMs;
  return { fromMs: toMs - days * 24 * hourMs, toMs: toMs - 1 };
})();

const unique = 'positions_device_id_fix_time_digest_key';

/** Each hour 40 minutes of driving and 20 of standing, there and back again. */
const insert = (from: number, to: number) => `
  INSERT INTO positions (
    device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude, longitude, altitude,
    speed, course, accuracy, ignition, motion, distance, total_distance, hours, fuel, attributes
  )
  SELECT device, at, lpad(to_hex(device::bigint << 32 | second), 32, '0')::uuid, at, at, 'gt06', true, false,
    -3.7 + abs((second + device * 977) % 6000 - 3000) / 3000.0, -38.5, 10,
    CASE WHEN drives THEN 30 ELSE 0 END, 90, 0, drives, drives, 5, second * 5, second::bigint * 1000,
    50 - (second % 36000) / 1000.0,
    '{"sat":10,"ignition":true,"event":0,"archive":false,"odometer":1000000,"motion":true,"distance":11,"totalDistance":1000000.5,"hours":100000}'
  FROM generate_series(${from}, ${to}) AS slot, LATERAL (
    SELECT ${frequentDevice} AS device
    UNION ALL SELECT generate_series(2, 101) WHERE slot % 6 = 0
    UNION ALL SELECT extra FROM generate_series(102 + slot % 1080, ${devices}, 1080) AS extra
  ) AS speaking, LATERAL (
    SELECT slot * ${slotSeconds} AS second
  ) AS seconds, LATERAL (
    SELECT to_timestamp(${period.fromMs / 1000} + second) AS at, (second / 60 + device * 7) % 60 < 40 AS drives
  ) AS positions`;

/** Fills the tables and counts the hours as the server does; it takes a minute. */
export async function loadReports({ pool }: Database, say: (text: string) => void): Promise<void> {
  say(`a month of positions of ${devices} devices`);
  await pool.query(`
    INSERT INTO devices (unique_id, name, category)
    SELECT 'bench-' || number, 'Device ' || number, 'car' FROM generate_series(1, ${devices}) AS number`);
  await pool.query('UPDATE travel_hours_until SET hour = $1', [new Date(period.fromMs)]);
  const { rows } = await pool.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conname = '${unique}' AND conrelid = 'positions'::regclass`,
  );
  // what is loaded is not looked for meanwhile: indexes are made at the end, in a tenth of the time
  await pool.query(`ALTER TABLE positions DROP CONSTRAINT ${unique}; DROP INDEX positions_id`);
  const half = Math.floor(slots / 2);
  await Promise.all([untimed(pool, insert(0, half - 1)), untimed(pool, insert(half, slots - 1))]);
  say('its indexes');
  await untimed(pool, `ALTER TABLE positions ADD CONSTRAINT ${unique} ${rows[0]?.definition}`);
  await untimed(pool, 'CREATE INDEX positions_id ON positions (id)');
  await untimed(pool, 'VACUUM ANALYZE positions');
  say('counting its hours');
  await createHoursCounter(pool).count(new AbortController().signal);
  await untimed(pool, 'VACUUM ANALYZE travel_hours');
}

/** Marks one hour in a hundred of the devices that speak each minute, as a late position does; returns how many. */
export async function markHours({ pool }: Database): Promise<number> {
  const { rowCount } = await pool.query(
    `INSERT INTO dirty_hours SELECT device_id, hour FROM travel_hours
     WHERE device_id = ANY($1) AND (extract(epoch FROM hour)::bigint / 3600 + device_id * 37) % 100 = 0`,
    [minuteDevices],
  );
  return rowCount ?? 0;
}

async function untimed(pool: Database['pool'], text: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      "SET statement_timeout = 0; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'",
    );
    await client.query(text);
  } finally {
    client.release(true);
  }
}
