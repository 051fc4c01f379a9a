import { afterAll, beforeEach, expect, test } from 'vitest';
import { noteBackup } from '../../platform/db/backup-marks.ts';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { until } from '../testing/start-ingest.ts';
import { dropPartitionsBefore, finishDrops } from './drop-partitions.ts';
import { ensurePartitions } from './ensure-partitions.ts';

const { pool, drop } = await createTestDatabase();
afterAll(drop);
const nowMs = Date.UTC(2026, 10, 21);

async function store(...fixTimes: readonly string[]) {
  for (const time of fixTimes) {
    await pool.query(
      `INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated,
         latitude, longitude, altitude, speed, course, accuracy, attributes)
       VALUES (1, $1, gen_random_uuid(), $1, $1, 'gt06', true, false, 0, 0, 0, 0, 0, 0, '{}')`,
      [time],
    );
  }
}
async function times(): Promise<string[]> {
  const { rows } = await pool.query<{ day: string }>(
    `SELECT to_char(fix_time AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM positions ORDER BY fix_time`,
  );
  return rows.map(({ day }) => day);
}
async function names(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ '^positions_\\d' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

beforeEach(async () => {
  await ensurePartitions(pool, nowMs);
  await pool.query('TRUNCATE positions');
});

test('[OPS-04] partitions that end before the limit go with their rows; one that reaches beyond it stays whole', async () => {
  await store('2019-05-01', '2026-07-31', '2026-08-01', '2026-08-22', '2026-09-01');
  const before = await names();
  expect(await dropPartitionsBefore(pool, Date.UTC(2026, 7, 23), nowMs)).toBe(2);
  expect(await times()).toEqual(['2026-08-01', '2026-08-22', '2026-09-01']);
  expect(await names()).toEqual(before);
  // what a tracker kept for years is still taken
  await store('2019-05-02', '2026-07-30');
});

test('[OPS-04] nothing is dropped twice, and nothing that is empty', async () => {
  await store('2026-01-15');
  expect(await dropPartitionsBefore(pool, nowMs, nowMs)).toBe(1);
  expect(await dropPartitionsBefore(pool, nowMs, nowMs)).toBe(0);
});

test('[OPS-04] a report that reads on keeps its rows, and trackers write on, while partitions are dropped', async () => {
  await store('2025-03-01', '2026-11-20');
  const report = await pool.connect();
  await report.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await report.query('SELECT count(*) FROM positions');
  const dropping = dropPartitionsBefore(pool, Date.UTC(2026, 0), nowMs);
  // let it come to where it waits for the report
  await new Promise((resolve) => setTimeout(resolve, 300));
  await store('2026-11-21');
  await report.query('COMMIT');
  report.release();
  expect(await dropping).toBe(1);
  expect(await times()).toEqual(['2026-11-20', '2026-11-21']);
});

test('[OPS-05] while a backup reads nothing is dropped, and afterwards it is', async () => {
  await store('2026-01-15');
  const backup = await pool.connect();
  await noteBackup(backup);
  expect(await dropPartitionsBefore(pool, nowMs, nowMs)).toBe(0);
  expect(await times()).toEqual(['2026-01-15']);
  backup.release(true);
  await until(async () => (await dropPartitionsBefore(pool, nowMs, nowMs)) === 1);
  expect(await times()).toEqual([]);
});

test('[OPS-04] a drop that was cut off is ended at the next start', async () => {
  await store('2025-04-01');
  await pool.query('ALTER TABLE positions DETACH PARTITION positions_2025_04');
  await expect(ensurePartitions(pool, nowMs)).rejects.toThrow('already exists');
  await finishDrops(pool);
  expect(await ensurePartitions(pool, nowMs)).toBe(1);
  expect(await times()).toEqual([]);

  // and one that was cut off while it waited for a reader
  await store('2025-05-01');
  const report = await pool.connect();
  await report.query('BEGIN; SELECT count(*) FROM positions');
  const cut = await pool.connect();
  const detaching = cut
    .query(`
    SET statement_timeout = 300; -- a first statement of its own`)
    .then(() => cut.query('ALTER TABLE positions DETACH PARTITION positions_2025_05 CONCURRENTLY'));
  await expect(detaching).rejects.toThrow('timeout');
  cut.release(true);
  await report.query('COMMIT');
  report.release();
  await finishDrops(pool);
  await ensurePartitions(pool, nowMs);
  expect(await times()).toEqual([]);
  await store('2025-05-02');
});

test('[OPS-05] a month is made and takes positions where somebody added columns and a rule to the table by hand', async () => {
  const { pool, drop } = await createTestDatabase();
  try {
    await ensurePartitions(pool, nowMs);
    await pool.query(`
      ALTER TABLE positions
        ADD CONSTRAINT known_protocol CHECK (protocol::varchar IN ('gt06'::varchar, 'h02'::varchar)) NOT VALID,
        ADD COLUMN place text COLLATE "pt-BR-x-icu" DEFAULT 'depot',
        ADD COLUMN knots real GENERATED ALWAYS AS (speed / 2) STORED`);
    expect(await ensurePartitions(pool, Date.UTC(2026, 11, 21))).toBe(1);
    const insert = (protocol: string) =>
      pool.query(
        `INSERT INTO positions (device_id, fix_time, digest, server_time, protocol, valid, outdated,
           latitude, longitude, altitude, speed, course, accuracy, attributes)
         VALUES (1, '2027-03-05', gen_random_uuid(), '2027-03-05', $1, true, false, 0, 0, 0, 8, 0, 0, '{}')`,
        [protocol],
      );
    await insert('gt06');
    await expect(insert('odd')).rejects.toThrow('known_protocol');
    expect((await pool.query('SELECT place, knots FROM positions_2027_03')).rows).toEqual([
      { place: 'depot', knots: 4 },
    ]);
  } finally {
    await drop();
  }
});

test('[ING-06] the columns of a partition leave no gaps, and its indexes are those of the table', async () => {
  await store('2026-11-20');
  const { rows } = await pool.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'positions_2026_11'::regclass AND attnum > 0 ORDER BY attnum`,
  );
  const order = rows.map(({ name }) => name);
  expect(order.indexOf('device_id')).toBeGreaterThan(order.indexOf('hours'));
  expect(order.indexOf('valid')).toBeGreaterThan(order.indexOf('digest'));
  expect(order.indexOf('protocol')).toBeGreaterThan(order.indexOf('motion'));
  const { rows: left } = await pool.query(`
    SELECT attname, attnotnull, format_type(atttypid, atttypmod) FROM pg_attribute
    WHERE attrelid = 'positions'::regclass AND attnum > 0
    EXCEPT SELECT attname, attnotnull, format_type(atttypid, atttypmod) FROM pg_attribute
    WHERE attrelid = 'positions_2026_11'::regclass`);
  expect(left).toEqual([]);
  const { rows: indexes } = await pool.query<{ count: number }>(`
    SELECT count(*)::int FROM pg_index JOIN pg_inherits ON inhrelid = indexrelid
    WHERE indrelid = 'positions_2026_11'::regclass`);
  expect(indexes[0]?.count).toBe(3);
});
