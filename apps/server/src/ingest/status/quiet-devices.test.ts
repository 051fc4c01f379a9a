import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { defaultThresholds } from '../thresholds.ts';
import { findQuietDevices, quietText } from './quiet-devices.ts';

const { pool, drop } = await createTestDatabase();
afterAll(drop);

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const startMs = Date.now();
const settings = { thresholds: defaultThresholds, statusTimeoutMs: 10 * minuteMs };
const find = (afterMs: number, upMs = dayMs) => findQuietDevices(pool, startMs + afterMs, upMs, settings);

beforeEach(async () => {
  await pool.query('TRUNCATE device_state, devices RESTART IDENTITY CASCADE');
  await pool.query(`INSERT INTO devices (unique_id, name) VALUES ('1', 'a'), ('2', 'b')`);
  await pool.query(
    `INSERT INTO device_state (device_id, status, last_update, position_id, fix_time, ignition, speed, memory)
     SELECT id, 'online', $1, 1, $1, true, 30, '{"moving": true}' FROM devices`,
    [new Date(startMs).toISOString()],
  );
});

const lookAt = async (deviceId: number) => {
  const { rows } = await pool.query('SELECT look_at FROM device_state WHERE device_id = $1', [deviceId]);
  return Date.parse(rows[0].look_at) - startMs;
};

test('[ING-07] a device is looked at when it could be silent for long enough, and not before', async () => {
  expect(await find(minuteMs)).toEqual([]);
  expect(await lookAt(1)).toBe(10 * minuteMs);
  await pool.query(`UPDATE device_state SET look_at = look_at + interval '1 minute' WHERE device_id = 2`);
  const found = await find(10 * minuteMs + 1);
  expect(found).toMatchObject([{ kind: 'quiet', event: 'suspectedJamming', device: { id: 1 } }]);
  expect(await lookAt(2)).toBe(11 * minuteMs);
});

test('[SCALE-02] of several processes that look at once, one finds a silent device', async () => {
  await pool.query('DELETE FROM device_state WHERE device_id = 2');
  const found = await Promise.all(Array.from({ length: 4 }, () => find(10 * minuteMs + 1)));
  expect(found.flat()).toMatchObject([{ event: 'suspectedJamming' }]);
});

test('[SCALE-02] a look waits for no state that somebody writes: it is looked at the next time', async () => {
  const writer = await pool.connect();
  try {
    await writer.query('BEGIN');
    await writer.query('SELECT FROM device_state WHERE device_id = 1 FOR UPDATE');
    expect(await find(10 * minuteMs + 1)).toMatchObject([{ device: { id: 2 } }]);
  } finally {
    await writer.query('ROLLBACK');
    writer.release();
  }
  expect(await find(10 * minuteMs + 2)).toMatchObject([{ device: { id: 1 } }]);
});

test('what was found and never committed is found again after a minute', async () => {
  expect(await find(10 * minuteMs + 1)).toHaveLength(2);
  expect(await find(10.5 * minuteMs)).toEqual([]);
  expect(await find(11 * minuteMs + 1)).toHaveLength(4);
});

test('[ING-10] who counts as online and is heard by no process becomes unknown a minute later than by its own', async () => {
  const silent = async (afterMs: number, upMs?: number) =>
    (await find(afterMs, upMs)).filter(({ kind }) => kind === 'silent').map(({ device }) => device.id);
  expect(await silent(10.9 * minuteMs)).toEqual([]);
  expect(await silent(12 * minuteMs, minuteMs), 'nobody listened for so long').toEqual([]);
  expect((await silent(23 * minuteMs)).toSorted()).toEqual([1, 2]);
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test('[ING-10] a look at silence reads the devices whose time has come by their index, and no state of another one', async () => {
  await pool.query(
    `INSERT INTO devices (unique_id, name) SELECT 'many ' || n, n::text FROM generate_series(1, 20000) AS n;
     INSERT INTO device_state (device_id, status, look_at) SELECT id, 'online', now() + interval '1 hour' + id * interval '1 s'
     FROM devices WHERE unique_id LIKE 'many%'`,
  );
  await pool.query('VACUUM ANALYZE devices, device_state');
  const explained = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${quietText}`,
    [new Date(startMs + minuteMs).toISOString(), 86_400, 3_600, 600, 660],
  );
  const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan ?? expect.fail('no plan');
  const reads = nodesOf(plan).filter((node) => node['Relation Name'] === 'device_state' && !node.Plans);
  expect(reads.map((node) => node['Index Name'])).toContain('device_state_look_at');
  // the two of the other tests are due, each read to be found, to be judged and to be moved on
  const rows = reads.map((node) => node['Actual Rows'] * node['Actual Loops']);
  expect(
    rows.every((count) => count <= 2),
    JSON.stringify(rows),
  ).toBe(true);
});
