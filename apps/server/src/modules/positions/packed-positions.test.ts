import fc from 'fast-check';
import type { Pool, PoolClient } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { ensurePartitions } from '../../ingest/partitions/ensure-partitions.ts';
import { entryOf } from '../../ingest/testing/plan-drive.ts';
import { positionRow } from '../../ingest/writer/position-row.ts';
import type { PositionRow } from '../../ingest/writer/rows.ts';
import { storeBatch } from '../../ingest/writer/store-batch.ts';
import { attributeShapes as shapesOfAttributes } from '../../platform/db/migrations/0212-0213.ts';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { wholeAttributes } from '../../queries/sql-fragments.ts';
import { readRows } from '../odometer-repair/device-rows-queries.ts';
import { findLastCell } from '../recovery/cockpit-queries.ts';
import { positionFragments } from './positions-queries.ts';

type Attributes = Readonly<Record<string, string | number | boolean>>;

const { pool, kysely, drop } = await createTestDatabase();
afterAll(drop);

const nowMs = Date.UTC(2026, 10, 21);
await ensurePartitions(pool, nowMs);
let lastId = 0;

function rowOf(attributes: Attributes, others: Partial<PositionRow> = {}, network?: object): PositionRow {
  lastId += 1;
  const fixTimeMs = nowMs + lastId * 1000;
  const entry = entryOf({ afterMs: 0 });
  const position = {
    ...{ fixTimeMs, deviceTimeMs: fixTimeMs, valid: true, outdated: false, latitude: -3, longitude: -38 },
    ...{
      altitude: 0,
      speedKnots: 0,
      course: 0,
      accuracy: 0,
      hasFix: true,
      placed: true,
      late: false,
      corrected: false,
    },
  };
  const heard = { ...entry, position: { ...entry.position, ...(network && { network }) } };
  const row = positionRow(lastId, heard, position, attributes, undefined, []);
  return { ...row, deviceId: 1, digest: lastId.toString(16).padStart(32, '0'), receivedMs: nowMs, ...others };
}

const nothing = { odd: [], states: [], events: [], answered: [], effective: [] };

async function store(rows: readonly PositionRow[], into = pool): Promise<readonly PositionRow[]> {
  const client = await into.connect();
  // one row a batch: what a batch counts is known to the next
  try {
    for (const row of rows) await storeBatch(client, { ...nothing, positions: [row] });
  } finally {
    // the next ones have a connection of their own
    client.release(true);
  }
  return rows;
}

/** As everybody reads them. */
async function read(rows: readonly PositionRow[], from = kysely) {
  const stored = rows.map(({ id, deviceId, position }) => ({ id, deviceId, position }));
  const fragments = await positionFragments(from, stored as never);
  return fragments.map(({ json }) => JSON.parse(json));
}

async function columns(rows: readonly PositionRow[], from = pool) {
  const { rows: found } = await from.query<{ attributes: string; network: string | null }>(
    'SELECT attributes::text, network::text FROM positions WHERE id = ANY($1) ORDER BY id',
    [rows.map(({ id }) => id)],
  );
  return found;
}

const said = (attributes: Attributes) => ({ motion: false, ...attributes });
const many = Array.from({ length: 103 }, (_, place) => place);

test('[ING-06] of many rows with attributes of the same names the names are stored once, and all are read as they were sent', async () => {
  const attributes = (place: number) => ({
    sat: place,
    event: `io ${place}`,
    '100%': false,
    'power "main"': 13.8,
  });
  const first = await store(many.map((place) => rowOf(attributes(place))));
  expect((await read(first)).map((one) => one.attributes)).toEqual(
    many.map((place) => said(attributes(place))),
  );
  const stored = await columns(first);
  expect(stored[0]?.attributes).toBe(first[0]?.attributesJson);
  expect(stored[102]?.attributes).toMatch(/^\{"":"\d+\|102\|io 102\|false\|13\.8"\}$/);

  // another connection finds the number that is there
  const second = await store(many.map((place) => rowOf(attributes(place))));
  expect((await columns(second))[102]?.attributes).toBe(stored[102]?.attributes);
  expect((await read(second)).map((one) => one.attributes)).toEqual(
    many.map((place) => said(attributes(place))),
  );
});

test('[ING-06] whatever a tracker sends is read as it was sent, packed or not', async () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('', 'a|b', '"', '\\', '%s', '%', 'ç', 'x\ny', '{"":"1|1"}', '7'),
  );
  const value = fc.oneof(
    text,
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const names = ['', 'satellites', 'a%s', '%', '"', '|', 'é', 'batteryLevel'];
  const all = { ...Object.fromEntries(names.map((name) => [name, value])) };
  const sent = fc.sample(fc.record(all), { numRuns: 400, seed: 7 }) as Attributes[];
  // numbers have one shape, so that it is packed surely
  const numbers = many.map((place) => Object.fromEntries(names.map((name) => [name, place / 7])));
  const rows = await store([...sent, ...numbers].map((attributes) => rowOf(attributes)));
  // what JSON does not tell apart
  const plain = (given: Attributes) => JSON.parse(JSON.stringify(said(given)));
  expect((await read(rows)).map((one) => one.attributes)).toEqual([...sent, ...numbers].map(plain));
  expect(
    (await columns(rows)).filter(({ attributes }) => attributes.startsWith('{"":"')).length,
  ).toBeGreaterThan(2);
});

test('[ING-06] a text that the values of a packed row cannot hold leaves its row as it is', async () => {
  const texts = ['a|b', 'say "io"', 'back\\slash', 'two\nlines', 'ç', '%s'];
  const odd = texts.map((event) => ({ satellites: 4, batteryLevel: 9, event }));
  const plain = many.map((place) => ({ satellites: place, batteryLevel: 9, event: 'io' }));
  const rows = await store([...plain, ...odd].map((attributes) => rowOf(attributes)));
  expect((await columns(rows))[102]?.attributes).toMatch(/^\{"":/);
  expect((await read(rows)).map((one) => one.attributes)).toEqual([...plain, ...odd].map(said));
});

test('[ING-06] an attribute without a name that looks like a packed row is none', async () => {
  const [row] = await store([rowOf({ '': '10|1', satellites: 4 })]);
  expect((await read([row!])).map((one) => one.attributes)).toEqual([said({ '': '10|1', satellites: 4 })]);
});

test('[ING-06] a row that says an alarm, or that another server forwarded it, says so as it is', async () => {
  for (const name of ['alarm', 'forwarded']) {
    const rows = await store(
      many.map((place) => rowOf({ satellites: place, batteryLevel: 100, [name]: 'sos' })),
    );
    const stored = await columns(rows);
    expect(JSON.parse(stored[102]?.attributes ?? '')).toMatchObject({ [name]: 'sos' });
  }
});

test('[ING-06] [COCK-01] a single cell is stored as its numbers and read with their names; more than that is stored as it is', async () => {
  const cell = { mobileCountryCode: 724, mobileNetworkCode: 5, locationAreaCode: 10_769, cellId: 15_228 };
  const networks = [
    { cellTowers: [cell] },
    { cellTowers: [{ ...cell, signalStrength: -71 }] },
    { cellTowers: [cell, cell] },
    { radioType: 'lte', cellTowers: [cell] },
    { wifiAccessPoints: [{ macAddress: '00:11:22:33:44:55' }] },
    { cellTowers: [] },
  ];
  const rows = await store(networks.map((network) => rowOf({}, {}, network)));
  expect((await read(rows)).map(({ network }) => network)).toEqual(networks);
  const stored = (await columns(rows)).map(({ network }) => network);
  expect(stored.slice(0, 2)).toEqual(['[724,5,10769,15228]', '[724,5,10769,15228,-71]']);
  expect(stored.slice(2).every((network) => network?.startsWith('{'))).toBe(true);

  await pool.query('DELETE FROM positions WHERE id > $1', [rows[1]!.id]);
  const { rows: cases } = await pool.query<{ id: number }>(
    `INSERT INTO sinisters (number, device_id, device, opened_by, opening_date, opening_type, opening_description)
     VALUES (1, 1, '{}', 'x', '2026-11-21', 'theft', 'x') RETURNING id`,
  );
  expect(await findLastCell(kysely, cases[0]!.id)).toMatchObject({ network: networks[1] });
});

test('[ING-06] the odometer of a packed row is known to the repair of odometers', async () => {
  const attributes = (place: number) => ({ batteryLevel: 100, satellites: 4, odometer: 1000 + place });
  const rows = await store(many.map((place) => rowOf(attributes(place), { protocol: 'suntech' })));
  expect((await columns(rows))[102]?.attributes).toMatch(/^\{"":/);
  const from = new Date(rows[0]!.position.fixTimeMs - 1).toISOString();
  const digest = '00000000-0000-0000-0000-000000000000';
  const until = new Date(rows[102]!.position.fixTimeMs).toISOString();
  const read = await readRows(pool, 1, { fixTime: from, digest }, until, 1000);
  expect(read.map(({ metres }) => metres)).toEqual(many.map((place) => 1000 + place));
});

test('[ING-06] a time of the device that is the fix time is stored once and read as both', async () => {
  const [same, later] = [rowOf({}), rowOf({})];
  const laterMs = later.position.fixTimeMs + 5000;
  await store([same, { ...later, position: { ...later.position, deviceTimeMs: laterMs } }]);
  const { rows } = await pool.query<{ time: number | null }>(
    'SELECT (extract(epoch FROM device_time) * 1000)::float8 AS time FROM positions WHERE id >= $1 ORDER BY id',
    [same.id],
  );
  expect(rows.map(({ time }) => time)).toEqual([null, laterMs]);
  const times = (await read([same, later])).map(({ deviceTime }) => deviceTime);
  expect(times).toEqual([same.position.fixTimeMs, laterMs].map((timeMs) => new Date(timeMs).toISOString()));
});

test('[SCALE-09] a month that was there before the upgrade takes packed rows, and its own are read as before', async () => {
  const others = await createTestDatabase();
  try {
    await others.pool.query(`
      DROP TABLE attribute_shapes; ALTER TABLE processes DROP COLUMN reads_packed; ALTER TABLE positions ALTER COLUMN device_time SET NOT NULL;
      CREATE TABLE positions_2026_11 (LIKE positions INCLUDING ALL);
      ALTER TABLE positions ATTACH PARTITION positions_2026_11 FOR VALUES FROM ('2026-11-01Z') TO ('2026-12-01Z');
      INSERT INTO positions (id, device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude,
          longitude, altitude, speed, course, accuracy, motion, network, attributes)
        VALUES (1, 1, '2026-11-20Z', gen_random_uuid(), '2026-11-20Z', '2026-11-20Z', 'gt06', true, false, 0, 0, 0, 0, 0, 0, false,
          '{"cellTowers":[]}', '{"satellites":7}')`);
    await shapesOfAttributes(others.kysely as never);
    const attributes = (place: number) => ({ satellites: place, batteryLevel: 100, power: 13.8 });
    const rows = await store(
      many.map((place) => rowOf(attributes(place))),
      others.pool,
    );
    expect((await columns(rows, others.pool))[102]?.attributes).toMatch(/^\{"":/);
    const before = {
      ...rows[0]!,
      id: 1,
      position: { ...rows[0]!.position, fixTimeMs: Date.UTC(2026, 10, 20) },
    };
    const [old, ...found] = await read([before, ...rows], others.kysely);
    expect(old).toMatchObject({
      ...{ deviceTime: '2026-11-20T00:00:00.000Z', network: { cellTowers: [] } },
      attributes: { motion: false, satellites: 7 },
    });
    expect(found.map((one) => one.attributes)).toEqual(many.map((place) => said(attributes(place))));
  } finally {
    await others.drop();
  }
});

/** With a connection of its own, which ends with what it knows. */
async function connected(work: (client: PoolClient) => Promise<void>, to: Pool = pool): Promise<void> {
  const client = await to.connect();
  try {
    await work(client);
  } finally {
    client.release(true);
  }
}

/** So many rows of one shape in one batch, and as they were stored. */
async function batchOf(
  client: Pick<PoolClient, 'query'>,
  attributes: Attributes,
  parts: Parameters<typeof storeBatch>[2] = {},
  network?: object,
) {
  const positions = many.map(() => rowOf(attributes, {}, network));
  await storeBatch(client, { ...nothing, positions }, parts);
  return positions;
}

const isPackedIn = async (rows: readonly PositionRow[], from = pool) =>
  (await columns(rows, from)).at(-1)?.attributes.startsWith('{"":"');

test('[ING-06] [SCALE-09] while a process of a release before is alive, positions are stored as it reads them', async () => {
  const attributes = { satellites: 4, batteryLevel: 9, ofAReleaseBefore: true };
  const cell = { mobileCountryCode: 724, mobileNetworkCode: 5, locationAreaCode: 10_769, cellId: 15_228 };
  const network = { cellTowers: [cell] };
  const stored = async ([row]: readonly PositionRow[]) => {
    const { rows } = await pool.query(
      `SELECT network::text, device_time IS NULL AS once, attributes::text FROM positions WHERE id = $1`,
      [row!.id + 102],
    );
    return rows[0];
  };
  const plain = {
    network: JSON.stringify(network),
    once: false,
    attributes: '{"satellites":4,"batteryLevel":9,"ofAReleaseBefore":true}',
  };
  const packed = {
    network: '[724,5,10769,15228]',
    once: true,
    attributes: expect.stringMatching(/^\{"":"\d+\|4\|9\|true"\}$/),
  };
  onTestFinished(async () => void (await pool.query('DELETE FROM processes')));
  await pool.query(`INSERT INTO processes (epoch, version, host, pid) VALUES (1, '1', 'before', 1)`);
  await connected(async (client) => {
    const at = async (nowMs: number) => stored(await batchOf(client, attributes, { nowMs }, network));
    expect(await at(1_000)).toEqual(plain);
    // it says no more that it is there
    await pool.query(`UPDATE processes SET seen_at = now() - interval '3 minutes'`);
    expect(await at(60_999)).toEqual(plain);
    expect(await at(61_000)).toEqual(packed);
    await pool.query('UPDATE processes SET seen_at = now()');
    expect(await at(120_999)).toEqual(packed);
    expect(await at(121_000)).toEqual(plain);
    await pool.query('UPDATE processes SET reads_packed = true');
    expect(await at(181_000)).toEqual(packed);
  });
});

test('[ING-06] a batch is stored with its names where the numbers of shapes cannot be had', async () => {
  const attributes = { satellites: 4, batteryLevel: 9, ofARefusal: true };
  await connected(async (client) => {
    let code = '42501';
    const refusing = {
      query: (async (...given: [string]) => {
        if (String(given[0]).includes('attribute_shapes'))
          throw Object.assign(new Error('refused'), { code });
        return await client.query(...given);
      }) as never,
    };
    const reasons: unknown[] = [];
    const parts = { onUnpacked: (reason: unknown) => void reasons.push(reason) };
    expect(await isPackedIn(await batchOf(refusing, attributes, parts))).toBe(false);
    expect(await isPackedIn(await batchOf(refusing, attributes, parts))).toBe(false);
    expect(reasons).toEqual([expect.objectContaining({ code })]);

    // one of the connection is the batch's own
    code = '57P01';
    const other = { ...attributes, another: 1 };
    await expect(batchOf(refusing, other, parts)).rejects.toThrow('refused');
    expect(reasons).toHaveLength(1);
  });
});

test('[ING-06] shapes that are asked for together are numbered in one order, so that two connections do not wait for each other in a ring', async () => {
  await connected(async (client) => {
    const [late, early] = ['zOfTheOrder', 'aOfTheOrder'].map((name) => ({ [name]: 1, batteryLevel: 9 }));
    const positions = many.flatMap(() => [rowOf(late!), rowOf(early!)]);
    await storeBatch(client, { ...nothing, positions });
  });
  const { rows } = await pool.query(
    `SELECT left(template, 2) AS name FROM attribute_shapes WHERE template LIKE '%OfTheOrder%' ORDER BY id`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['"a', '"z']);
});

test('[ING-06] a shape to which another connection gives a number at the same moment has that number', async () => {
  const attributes = { ofOneMoment: 1, satellites: 4, batteryLevel: 9 };
  await connected(async (first) => {
    await first.query('BEGIN');
    await first.query('INSERT INTO attribute_shapes (template) VALUES ($1)', [
      '"ofOneMoment":%2$s,"satellites":%s,"batteryLevel":%s}',
    ]);
    await connected(async (second) => {
      const { rows } = await second.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const stored = batchOf(second, attributes);
      const waits = async () => {
        const text = 'SELECT cardinality(pg_blocking_pids($1)) AS count';
        return (await pool.query<{ count: number }>(text, [rows[0]!.pid])).rows[0]?.count;
      };
      await expect.poll(waits, { timeout: 10_000 }).toBe(1);
      await first.query('COMMIT');
      expect(await isPackedIn(await stored)).toBe(true);
    });
  });
});

test('[ING-06] shapes that were forgotten are packed at once, by the number that they have', async () => {
  const attributes = { toBeForgotten: 1, satellites: 4, batteryLevel: 9 };
  await connected(async (client) => {
    const [first] = await batchOf(client, attributes);
    for (let place = 0; place < 50_000; place += 1) rowOf({ [`name${place}`]: 1, anotherLongName: 2 });
    const row = rowOf(attributes);
    expect(row.packed?.shape).not.toBe(first?.packed?.shape);
    await storeBatch(client, { ...nothing, positions: [row] });
    expect(await isPackedIn([row])).toBe(true);
    expect((await read([row])).map((one) => one.attributes)).toEqual([said(attributes)]);
  });
});

test('[ING-06] once there are as many shapes as there may be, it is said, and rows of others keep their names', async () => {
  const full = await createTestDatabase();
  try {
    await ensurePartitions(full.pool, nowMs);
    await full.pool.query(
      `INSERT INTO attribute_shapes (template) SELECT '"' || i || '":%2$s}' FROM generate_series(1, 10000) AS i`,
    );
    await connected(async (client) => {
      const reasons: unknown[] = [];
      const parts = { onUnpacked: (reason: unknown) => void reasons.push(reason) };
      const rows = await batchOf(client, { satellites: 4, batteryLevel: 9, power: 12 }, parts);
      expect(await isPackedIn(rows, full.pool)).toBe(false);
      expect(reasons).toEqual([new Error('attribute_shapes holds no more than 10000 shapes')]);
      const { rows: shapes } = await full.pool.query('SELECT count(*)::int AS count FROM attribute_shapes');
      expect(shapes).toEqual([{ count: 10_000 }]);
    }, full.pool);
  } finally {
    await full.drop();
  }
});

test('[ING-06] a row that only begins as a packed one, or whose shape is not there, is read as it is', async () => {
  const texts = [
    '{"":"x","a":1}',
    '{"":"x"}',
    '{"":"17"}',
    '{"":"17|1","a":1}',
    '{"":"17|\\"1"}',
    '{"":"999999999|1"}',
    '{"":"9999999999|1"}',
  ];
  const rows = await store(texts.map(() => rowOf({})));
  for (const [place, text] of texts.entries())
    await pool.query('UPDATE positions SET attributes = $2 WHERE id = $1', [rows[place]!.id, text]);
  expect((await read(rows)).map((one) => one.attributes)).toEqual(
    texts.map((text) => said(JSON.parse(text))),
  );
  const { rows: whole } = await pool.query(
    `SELECT ${wholeAttributes('p.attributes')} AS attributes FROM positions AS p WHERE id = ANY($1) ORDER BY id`,
    [rows.map(({ id }) => id)],
  );
  expect(whole.map(({ attributes }) => attributes)).toEqual(texts.map((text) => JSON.parse(text)));
});
