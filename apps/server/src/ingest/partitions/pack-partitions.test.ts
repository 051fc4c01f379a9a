import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { until } from '../testing/start-ingest.ts';
import { dropPartitionsBefore } from './drop-partitions.ts';
import { ensurePartitions } from './ensure-partitions.ts';
import { packPartitions } from './pack-partitions.ts';

const { pool, drop } = await createTestDatabase();
afterAll(drop);
const nowMs = Date.UTC(2026, 10, 21);
const novemberMs = Date.UTC(2026, 10, 1);
const warnings: object[] = [];
const log = { info: () => undefined, warn: (found: object) => warnings.push(found) };
const room = { freeBytes: async () => undefined, wantedFreeBytes: 0 };
const pack = (more: object = {}, signal = new AbortController().signal) =>
  packPartitions({ pool, log, ...room, ...more }, novemberMs, signal);

/** A position of each of 50 vehicles in turn, so many rounds from a day on. */
const store = (day: string, rounds: number, to: { query: typeof pool.query } = pool) =>
  to.query(
    `INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated,
       latitude, longitude, altitude, speed, course, accuracy, attributes)
     SELECT device, $1::timestamptz + round * interval '1 s', gen_random_uuid(), now(), now(), 'gt06', true, false,
       0, 0, 0, 0, 0, 0, '{}'
     FROM generate_series(1, $2) AS round, generate_series(1, 50) AS device ORDER BY round, device`,
    [day, rounds],
  );
async function indexes(partition: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `SELECT i.relname AS name, pg_relation_size(i.oid) AS bytes FROM pg_index JOIN pg_class AS i ON i.oid = indexrelid
     WHERE indrelid = $1::regclass AND indisvalid ORDER BY i.relname`,
    [partition],
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}
const keyOf = (found: Record<string, number>) =>
  Object.entries(found).find(([name]) => name.includes('device_id'))?.[1] ?? Number.NaN;
const count = async () => Number((await pool.query('SELECT count(*) FROM positions')).rows[0].count);

beforeEach(async () => {
  await dropPartitionsBefore(pool, Date.UTC(2027, 0), nowMs);
  await ensurePartitions(pool, nowMs);
  warnings.length = 0;
});

test('[OPS-04] the indexes of a month that has ended are built full, once, and what is being written stays as it is', async () => {
  await store('2026-10-01', 400);
  await store('2026-11-01', 400);
  const [october, november] = [await indexes('positions_2026_10'), await indexes('positions_2026_11')];
  expect(await pack()).toBe(1);
  const after = await indexes('positions_2026_10');
  expect(Object.keys(after)).toEqual(Object.keys(october));
  expect(keyOf(after)).toBeLessThan(keyOf(october) * 0.75);
  expect(await indexes('positions_2026_11')).toEqual(november);
  expect(await count()).toBe(40_000);
  expect(await pack()).toBe(0);
  // what a tracker kept is still taken, and once
  await store('2026-10-02', 1);
  expect(await count()).toBe(40_050);
});

test('[OPS-04] without room for a second index nothing is built, and it is told', async () => {
  await store('2026-10-01', 100);
  const before = await indexes('positions_2026_10');
  const bytes = Math.max(...Object.values(before));
  expect(await pack({ freeBytes: async () => bytes + 99, wantedFreeBytes: 100 })).toBe(0);
  expect(warnings).toMatchObject([{ partition: 'positions_2026_10', free: bytes + 99 }]);
  expect(await pack({ freeBytes: async () => bytes + 100, wantedFreeBytes: 100 })).toBe(1);
});

test('[OPS-04] trackers write and people read on meanwhile; a stop ends it at once, and the next turn begins anew', async () => {
  await store('2026-10-01', 100);
  const writer = await pool.connect();
  await writer.query('BEGIN');
  await store('2026-10-03', 1, writer);
  const stopping = new AbortController();
  const packing = pack({}, stopping.signal);
  const invalid = async () =>
    (await pool.query('SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid')).rows;
  // it waits for the writer, as it does for each that was there before
  expect(await until(async () => (await invalid()).length === 1)).toBe(true);
  await store('2026-10-04', 1);
  expect(await count()).toBe(5_050);
  stopping.abort();
  expect(await packing).toBe(0);
  await writer.query('COMMIT');
  writer.release();
  expect(await pack()).toBe(1);
  expect(await invalid()).toEqual([]);
  expect(Object.keys(await indexes('positions_2026_10'))).toHaveLength(3);
  expect(await count()).toBe(5_100);
});
