/** A hundred thousand positions of one vehicle, as they lie in a real table: it drove through a town's streets for days. */
import type { Database } from '@atalaia/server/src/db/database.ts';

export const rowCount = 100_000;
const everySeconds = 10;

/** Ends an hour ago. */
export const period = (() => {
  const toMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  return { fromMs: toMs - rowCount * everySeconds * 1000, toMs };
})();

/** 110 m a position: streets of some 1.5 km, then a corner, so that the whole is a net and not a line. */
const insert = `
  WITH turns AS (
    SELECT n, (hashint4(n / 14) & 3) AS heading FROM generate_series(1, ${rowCount}) AS n
  ), way AS (
    SELECT n, heading,
      sum(CASE heading WHEN 0 THEN 0.001 WHEN 2 THEN -0.001 ELSE 0 END) OVER (ORDER BY n) AS north,
      sum(CASE heading WHEN 1 THEN 0.001 WHEN 3 THEN -0.001 ELSE 0 END) OVER (ORDER BY n) AS east
    FROM turns
  )
  INSERT INTO positions (
    device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude, longitude, altitude,
    speed, course, accuracy, ignition, motion, distance, total_distance, hours, fuel, address, attributes
  )
  SELECT 1, at, lpad(to_hex(n), 32, '0')::uuid, at, at, 'teltonika', true, false, -23.55 + north, -46.63 + east, 760,
    21.6, heading * 90, 0, true, true, 111, n * 111, n * 10000, 43.5, 'Rua ' || n % 900 || ', São Paulo - SP',
    '{"sat":11,"ignition":true,"motion":true,"batteryLevel":100,"battery":4.1,"power":13.8,"odometer":123456000,"hdop":0.9,"rpm":1900}'
  FROM way, LATERAL (SELECT to_timestamp(${period.fromMs / 1000} + n * ${everySeconds}) AS at) AS told`;

export async function loadRoute({ pool }: Database): Promise<void> {
  await pool.query("INSERT INTO devices (unique_id, name, category) VALUES ('bench-1', 'Vehicle 1', 'car')");
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(insert);
    await client.query('VACUUM ANALYZE positions');
  } finally {
    client.release(true);
  }
}
