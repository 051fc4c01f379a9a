import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startIngest } from '../../ingest/testing/start-ingest.ts';
import { connectTracker } from '../../ingest/testing/tracker-client.ts';
import { odometerRepair } from '../../platform/db/migrations/0016-0025.ts';
import { createOdometerRepair, type OdometerRepairParts } from './odometer-repair.ts';

const server = await startIngest();
const { pool, kysely } = server.database;
afterAll(() => server.stop());

const never = new AbortController().signal;
const minuteMs = 60_000;
const startMs = Math.floor(Date.now() / 1000) * 1000 - 20 * 86_400_000;

const lines: { msg: string; deviceId?: number; mended?: number; undecided?: number }[] = [];
const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });

const repair = (parts: Partial<OdometerRepairParts> = {}) =>
  createOdometerRepair({
    pool,
    kysely,
    log,
    correctHighest: async (deviceId, { metres, rereadMetres }) => {
      const correction = { attribute: 'odometer', value: metres, correctedValue: rereadMetres };
      return (await server.totals.correctHighest(deviceId, correction)) === 'committed';
    },
    ...parts,
  });

/** All is to be looked through, as after the upgrade. */
const begin = () =>
  pool.query(
    'DELETE FROM odometer_repairs; DELETE FROM odometer_scan; INSERT INTO odometer_scan (one) VALUES (true)',
  );

beforeEach(async () => {
  await pool.query('TRUNCATE positions, audit');
  await begin();
  lines.length = 0;
});

/** As the earlier release read eight digits. */
const asHexadecimal = (metres: number) =>
  /^\d{8}$/.test(String(metres)) ? Number.parseInt(String(metres), 16) : metres;

interface Drive {
  readonly fromMetres: number;
  readonly count: number;
  readonly metres?: number;
  readonly protocol?: string;
  readonly read?: (metres: number) => number;
  readonly counts?: boolean;
  readonly fromMs?: number;
}

let lastDevice = 0;

/** Stores positions of a device, a minute apart, with an odometer as it was read then. */
async function drive(part: Drive, deviceId?: number): Promise<number> {
  const {
    fromMetres,
    count,
    metres = 1000,
    protocol = 'suntech',
    read = asHexadecimal,
    counts = true,
  } = part;
  const id = deviceId ?? (await server.addDevice(`odometer-${++lastDevice}`));
  const rows = Array.from({ length: count }, (_, index) => ({
    time: new Date((part.fromMs ?? startMs) + index * minuteMs).toISOString(),
    way: counts ? index * metres : null,
    // what is in a text stays as it is
    attributes: JSON.stringify({
      ignition: true,
      note: '"odometer":271008117,',
      odometer: read(fromMetres + index * metres),
      power: 12.5,
    }),
  }));
  await pool.query(
    `INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude,
       longitude, altitude, speed, course, accuracy, total_distance, attributes)
     SELECT $1, time, gen_random_uuid(), time, time, $2, true, false, -23.5, -46.6, 0, 0, 0, 0, way, attributes::json
     FROM json_to_recordset($3) AS reported (time timestamptz, way float8, attributes text)`,
    [id, protocol, JSON.stringify(rows)],
  );
  return id;
}

async function odometersOf(deviceId: number): Promise<number[]> {
  const { rows } = await pool.query<{ metres: number }>(
    `SELECT (attributes ->> 'odometer')::float8 AS metres FROM positions WHERE device_id = $1 ORDER BY fix_time`,
    [deviceId],
  );
  return rows.map(({ metres }) => metres);
}

/** Every row with where it lies: one that was written anew, even with the same values, differs. */
const allRows = async () =>
  (await pool.query('SELECT tableoid, ctid::text, xmin::text, p.* FROM positions AS p ORDER BY id')).rows;
const reported = (fromMetres: number, count: number, metres = 1000) =>
  Array.from({ length: count }, (_, index) => fromMetres + index * metres);
const auditLines = async () =>
  (
    await pool.query(
      `SELECT noun, object_id AS "deviceId", details FROM audit WHERE action = 'repair' ORDER BY 2`,
    )
  ).rows;
const repairOf = async (deviceId: number) =>
  (await pool.query('SELECT * FROM odometer_repairs WHERE device_id = $1', [deviceId])).rows[0];

test('what was read wrongly is what the tracker told again, and nothing else of a row is another', async () => {
  const deviceId = await drive({ fromMetres: 9_990_000, count: 30 });
  const before = await allRows();
  await repair().work(never);
  expect(await odometersOf(deviceId)).toEqual(reported(9_990_000, 30));
  const after = await allRows();
  for (const [index, row] of before.entries()) {
    const { attributes, ...rest } = after[index];
    expect({ ...rest, ctid: 0, xmin: 0 }).toEqual({ ...row, attributes: undefined, ctid: 0, xmin: 0 });
    expect(attributes).toEqual({ ...row.attributes, odometer: 9_990_000 + index * 1000 });
    if (index < 10) expect(after[index]).toEqual(row);
  }
  const details = {
    mended: 20,
    undecided: 0,
    from: new Date(startMs + 10 * minuteMs).toISOString(),
    to: new Date(startMs + 29 * minuteMs).toISOString(),
  };
  expect(await auditLines()).toEqual([{ noun: 'device', deviceId, details }]);
  expect(lines).toMatchObject([{ deviceId, mended: 20, undecided: 0, right: 0 }]);
});

test('done again it changes nothing, also from the beginning', async () => {
  const deviceId = await drive({ fromMetres: 99_990_000, count: 20 });
  await repair().work(never);
  expect(await odometersOf(deviceId)).toEqual(reported(99_990_000, 20));
  const [rows, audit] = [await allRows(), await auditLines()];
  await repair().work(never);
  await begin();
  await repair().work(never);
  expect(await allRows()).toEqual(rows);
  expect(await auditLines()).toEqual(audit);
});

test('what is right stays as it is: true hexadecimals, nine digits, other protocols, other values', async () => {
  const read = (metres: number) => metres;
  await drive({ fromMetres: 0x1fff_f800, count: 40, metres: 0x100, read });
  await drive({ fromMetres: 305_419_000, count: 400, metres: 7, read });
  await drive({ fromMetres: 0x0600_0000, count: 20, metres: 0x10, read });
  await drive({ fromMetres: 20_000_000, count: 10, protocol: 'gt06' });
  await drive({ fromMetres: 20_000_000, count: 10, read });
  const rows = await allRows();
  await repair().work(never);
  expect(await allRows()).toEqual(rows);
  const { rows: found } = await pool.query(
    'SELECT mended, undecided, found_right > 0 AS right FROM odometer_repairs',
  );
  expect(found).toEqual([1, 2].map(() => ({ mended: 0, undecided: 0, right: true })));
  expect(await auditLines()).toEqual([]);
});

test('a vehicle that only ever told eight digits is decided by its way; one that stood still is not, and is counted', async () => {
  const moving = await drive({ fromMetres: 20_000_000, count: 10 });
  const parked = await drive({ fromMetres: 30_000_000, count: 10, metres: 0 });
  await repair().work(never);
  expect(await odometersOf(moving)).toEqual(reported(20_000_000, 10));
  expect(await odometersOf(parked)).toEqual(reported(0x3000_0000, 10, 0));
  expect(await auditLines()).toMatchObject([
    { deviceId: moving, details: { mended: 10, undecided: 0 } },
    { deviceId: parked, details: { mended: 0, undecided: 10 } },
  ]);
});

test('what could not be decided is looked at again a day later, when the vehicle has said more', async () => {
  const parked = await drive({ fromMetres: 30_000_000, count: 10, metres: 0 });
  const { work } = repair();
  await work(never);
  await drive(
    { fromMetres: 30_000_500, count: 1, read: (metres) => metres, fromMs: startMs + 86_400_000 },
    parked,
  );
  await work(never);
  expect(await repairOf(parked)).toMatchObject({ mended: 0, undecided: 10, examinations: 1 });
  await pool.query(`UPDATE odometer_repairs SET examined_at = now() - interval '25 hours'`);
  await work(never);
  expect(await odometersOf(parked)).toEqual([...reported(30_000_000, 10, 0), 30_000_500]);
  expect(await repairOf(parked)).toMatchObject({ mended: 10, undecided: 0, examinations: 2 });
  expect((await auditLines()).map(({ details }) => [details.mended, details.undecided])).toEqual([
    [0, 10],
    [10, 0],
  ]);
});

test('what a tracker of another protocol told between is left alone', async () => {
  const deviceId = await drive({ fromMetres: 20_000_000, count: 10 });
  const other = { fromMetres: 50_000_000, count: 9, protocol: 'gt06', fromMs: startMs + minuteMs / 2 };
  await drive(other, deviceId);
  await repair().work(never);
  const mended = await odometersOf(deviceId);
  expect(mended.filter((_, index) => index % 2 === 0)).toEqual(reported(20_000_000, 10));
  expect(mended.filter((_, index) => index % 2)).toEqual(reported(50_000_000, 9).map(asHexadecimal));
});

/** A pool that counts what is asked of it, and does something after so many questions. */
function watched(after: number, act: () => unknown, matching = /./) {
  const requested: string[] = [];
  let isDone = false;
  const query = async (text: string, values?: unknown[]) => {
    const result = await pool.query(text, values);
    if (matching.test(text)) requested.push(text);
    if (requested.length === after && !isDone) {
      isDone = true;
      await act();
    }
    return result;
  };
  return { requested, pool: { query } as unknown as Pool };
}

test('it works in pieces, and goes on where it was stopped', async () => {
  const devices = [
    await drive({ fromMetres: 9_995_000, count: 200 }),
    await drive({ fromMetres: 9_995_000, count: 200 }),
  ];
  const stops: number[] = [];
  for (let stopAfter = 3; ; stopAfter += 4) {
    const stopping = new AbortController();
    const through = watched(stopAfter, () => stopping.abort());
    await repair({ pool: through.pool, rowsPerPiece: 16, blocksPerPiece: 1 }).work(stopping.signal);
    stops.push(through.requested.length);
    const { rows } = await pool.query('SELECT FROM odometer_repairs WHERE examined_at IS NOT NULL');
    if (rows.length === devices.length) break;
  }
  expect(stops.length).toBeGreaterThan(5);
  for (const deviceId of devices) expect(await odometersOf(deviceId)).toEqual(reported(9_995_000, 200));
  expect((await auditLines()).map(({ deviceId, details }) => [deviceId, details.mended])).toEqual(
    devices.map((deviceId) => [deviceId, 195]),
  );
});

test('no statement writes more rows than a piece holds', async () => {
  const deviceId = await drive({ fromMetres: 9_999_000, count: 100 });
  const most: number[] = [];
  const counting = watched(0, () => undefined);
  const query = async (text: string, values?: unknown[]) => {
    const before = await odometersOf(deviceId);
    const result = await counting.pool.query(text, values);
    const after = await odometersOf(deviceId);
    most.push(after.filter((metres, index) => metres !== before[index]).length);
    return result;
  };
  await repair({ pool: { query } as unknown as Pool, rowsPerPiece: 10 }).work(never);
  expect(Math.max(...most)).toBe(10);
  expect(await odometersOf(deviceId)).toEqual(reported(9_999_000, 100));
});

test('a partition that the retention drops meanwhile is passed over', async () => {
  const deviceId = await drive({ fromMetres: 9_999_000, count: 10 });
  await pool.query(`
    CREATE TABLE positions_0000 (LIKE positions INCLUDING ALL);
    ALTER TABLE positions ATTACH PARTITION positions_0000 FOR VALUES FROM ('1900-01-01') TO ('1901-01-01')`);
  await pool.query(
    `INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude,
       longitude, altitude, speed, course, accuracy, attributes)
     VALUES (1, '1900-05-05', gen_random_uuid(), now(), now(), 'suntech', true, false, 0, 0, 0, 0, 0, 0, '{}')`,
  );
  const dropping = watched(1, () => pool.query('DROP TABLE positions_0000'), /pg_inherits/);
  await repair({ pool: dropping.pool }).work(never);
  expect(await odometersOf(deviceId)).toEqual(reported(9_999_000, 10));
});

const imei = '205027329';
const report = (metres: number, second: number) =>
  `ST300STT;${imei};14;714;20261008;08:21:${String(second).padStart(2, '0')};16d41;-23.550520;-046.633308;012.500;090.00;9;1;${metres};12.35;000000;1;1863;072321;4.1;0;0\r`;

test('[ING-02] a packet sent again after its row was mended is stored once', async () => {
  const deviceId = await server.addDevice(imei);
  const tracker = await connectTracker(server.port('suntech'));
  const reported = [9_999_990, 10_000_300, 10_000_900];
  const response = reported.map((metres, index) => report(metres, 10 + index * 20));
  tracker.send(...response.map((text) => Buffer.from(text)));
  await expect.poll(() => odometersOf(deviceId)).toEqual(reported);
  // as the earlier release stored them, with the identity that it gave them: see `digest.test.ts`
  await pool.query(
    `UPDATE positions SET attributes = replace(replace(attributes::text, '"odometer":10000300', '"odometer":268436224'),
       '"odometer":10000900', '"odometer":268437760')::json`,
  );
  expect(await odometersOf(deviceId)).toEqual([9_999_990, 0x1000_0300, 0x1000_0900]);
  await pool.query('UPDATE positions SET total_distance = NULL');
  await repair().work(never);
  expect(await odometersOf(deviceId)).toEqual(reported);
  tracker.send(...response.map((text) => Buffer.from(text)), Buffer.from(report(10_001_200, 59)));
  await expect.poll(async () => (await odometersOf(deviceId)).length).toBe(4);
  expect(await odometersOf(deviceId)).toEqual([...reported, 10_001_200]);
  tracker.end();
});

test('the newest position as it is shown, and what maintenances remember, are mended with their rows', async () => {
  const deviceId = await drive({ fromMetres: 9_998_000, count: 5 });
  const [last] = (
    await pool.query('SELECT id, fix_time, attributes FROM positions ORDER BY fix_time DESC LIMIT 1')
  ).rows;
  await pool.query(
    `INSERT INTO device_state (device_id, position_id, fix_time, position, memory) VALUES ($1, $2, $3, $4, $5)`,
    [
      deviceId,
      last.id,
      last.fix_time,
      { id: last.id, protocol: 'suntech', attributes: last.attributes },
      { highest: { odometer: 0x1000_2000, hours: 5 } },
    ],
  );
  await repair().work(never);
  const { rows } = await pool.query('SELECT position, memory FROM device_state WHERE device_id = $1', [
    deviceId,
  ]);
  expect(rows[0].position.attributes).toEqual({ ...last.attributes, odometer: 10_002_000 });
  expect(rows[0].memory.highest).toEqual({ odometer: 10_002_000, hours: 5 });
});

test('a device whose memory could not be mended is examined again', async () => {
  const deviceId = await drive({ fromMetres: 9_998_000, count: 5 });
  await pool.query(`INSERT INTO device_state (device_id, memory) VALUES ($1, $2)`, [
    deviceId,
    { highest: { odometer: 0x1000_2000 } },
  ]);
  await repair({ correctHighest: async () => false }).work(never);
  expect(await repairOf(deviceId)).toMatchObject({ examined_at: null, mended: 3 });
  expect(await auditLines()).toEqual([]);
  await repair().work(never);
  expect(await auditLines()).toMatchObject([{ deviceId, details: { mended: 3, undecided: 0 } }]);
});

test('only a database that held positions at the upgrade is looked through', async () => {
  const upgrade = async () => {
    await pool.query('DROP TABLE odometer_scan, odometer_repairs');
    await odometerRepair(kysely as unknown as Kysely<unknown>);
    return (await pool.query('SELECT FROM odometer_scan')).rowCount;
  };
  expect(await upgrade()).toBe(0);
  await drive({ fromMetres: 1, count: 1 });
  expect(await upgrade()).toBe(1);
});
