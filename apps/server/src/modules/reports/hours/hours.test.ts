import { joinTallies, type Tally, tallyOf, travelFigures } from '@atalaia/domain/travel/travel-tally';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../platform/db/test-database.ts';
import { type ReportedPosition, storePositions } from '../../../testing/stored-positions.ts';
import { createHoursCounter, whileMarksWait } from './count-hours-queries.ts';
import { countingRules } from './hour-row.ts';
import { readIntervals } from './intervals.ts';
import { hourMs, tallyDevices } from './tally-devices.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());
const { pool } = database;
const beganMs = Date.UTC(2026, 5, 1);
await pool.query(`
  CREATE TABLE positions_test PARTITION OF positions FOR VALUES FROM ('2026-05-01') TO ('2026-07-01');
  CREATE TABLE test_clock (settled timestamptz NOT NULL);
  INSERT INTO test_clock VALUES ('2026-05-31');
  CREATE OR REPLACE FUNCTION hours_settled_at(at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE
    RETURN (SELECT settled FROM test_clock)`);
const counter = createHoursCounter(pool);
const count = () => counter.count(new AbortController().signal);

const settle = (hour: number) =>
  pool.query('UPDATE test_clock SET settled = $1', [new Date(beganMs + hour * hourMs)]);
async function newDevice(category: string | null = null): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO devices (unique_id, name, category) VALUES (gen_random_uuid(), 'x', $1) RETURNING id`,
    [category],
  );
  return rows[0]!.id;
}
async function startAnew(): Promise<void> {
  await settle(0);
  await pool.query('UPDATE travel_hours_until SET hour = $1', [new Date(beganMs)]);
  await pool.query('TRUNCATE dirty_hours, travel_hours');
}

async function stored(ids: readonly number[], fromMs: number, toMs: number) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const { rows } = await client.query('SELECT id, category FROM devices WHERE id = ANY($1)', [ids]);
    const tallies = await tallyDevices(client, rows, fromMs, toMs);
    await client.query('COMMIT');
    return ids.map((id) => tallies.get(id));
  } finally {
    client.release();
  }
}

/** From the positions alone. */
async function recomputed(
  ids: readonly number[],
  fromMs: number,
  toMs: number,
  category: string | null = null,
) {
  const { jumpBoundKnots } = countingRules(category);
  const tallies = new Map<number, Tally>();
  const client = await pool.connect();
  try {
    const intervals = ids.map((deviceId) => ({ deviceId, fromMs, toMs: toMs + 1 }));
    await readIntervals(client, intervals, (position, { deviceId }) => {
      const before = tallies.get(deviceId);
      tallies.set(
        deviceId,
        before ? joinTallies(before, tallyOf(position), jumpBoundKnots) : tallyOf(position),
      );
    });
    return ids.map((id) => tallies.get(id));
  } finally {
    client.release();
  }
}

/** All that a report shows of a tally. Counts are sums of sums: equal but for the last bits. */
const shown = (tallies: readonly (Tally | undefined)[]) =>
  tallies.map((tally) => {
    if (!tally) return undefined;
    const { positions, firstTimeMs, lastTimeMs, movingMs } = tally;
    const figures = Object.values({ positions, firstTimeMs, lastTimeMs, movingMs, ...travelFigures(tally) });
    return figures.map((value) => Math.round(value * 1e4) / 1e4);
  });

const position = fc.record({
  device: fc.nat(1),
  /** From hour 0 to 6: before, in and after the hours that were counted, as the clock continues. */
  second: fc.integer({ min: 0, max: 6 * 3600 }),
  north: fc.integer({ min: -5, max: 5 }),
  hasFix: fc.boolean(),
  speedKnots: fc.integer({ min: 0, max: 60 }),
  motion: fc.boolean(),
  ignition: fc.constantFrom(true, false, undefined),
  fuelLitres: fc.constantFrom(undefined, 40, 33),
  odometerMetres: fc.constantFrom(undefined, 1000),
});
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.record({ store: fc.array(position, { minLength: 1, maxLength: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ again: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ settle: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 2, arbitrary: fc.constant('count' as const) },
);

test('[REP-09] stored hours equal a recomputation, whatever comes late, twice or never, and whenever they are counted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { maxLength: 14 }),
      fc.integer({ min: 0, max: 6 * 60 }),
      fc.integer({ min: 0, max: 6 * 60 }),
      async (happenings, oneMinute, otherMinute) => {
        await startAnew();
        const devices = [await newDevice(), await newDevice()];
        const reported: ReportedPosition[] = [];
        let settledHour = 0;
        for (const happening of happenings) {
          if (happening === 'count') await count();
          else if ('settle' in happening) {
            settledHour = Math.max(settledHour, happening.settle);
            await settle(settledHour);
          } else if ('again' in happening) {
            const same = reported[happening.again];
            if (same) await storePositions(pool, [same]);
          } else {
            const batch = happening.store.map(({ device, second, north, ...report }) => ({
              ...report,
              deviceId: devices[device]!,
              timeMs: beganMs + second * 1000,
              latitude: -3.7 + north / 1000,
              digest: crypto.randomUUID().replaceAll('-', ''),
            }));
            await storePositions(pool, batch);
            reported.push(...batch);
          }
        }
        const [from, to] = [oneMinute, otherMinute].toSorted((a, b) => a - b) as [number, number];
        const period = [beganMs + from * 60_000, beganMs + to * 60_000] as const;
        expect(shown(await stored(devices, ...period))).toEqual(shown(await recomputed(devices, ...period)));
        await count();
        expect(shown(await stored(devices, ...period))).toEqual(shown(await recomputed(devices, ...period)));
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

test('an hour is read from what is stored once it is counted, and only a late position marks it', async () => {
  await startAnew();
  const device = await newDevice();
  const at = (minute: number) => ({
    deviceId: device,
    timeMs: beganMs + minute * 60_000,
    odometerMetres: minute,
  });
  await storePositions(pool, [at(10), at(20)]);
  const marks = async () => (await pool.query('SELECT FROM dirty_hours')).rowCount;
  expect(await marks()).toBe(0);
  await settle(1);
  await count();
  await pool.query('UPDATE travel_hours SET distance = 77');
  const period = [beganMs, beganMs + hourMs - 1] as const;
  expect((await stored([device], ...period))[0]?.distanceMetres).toBe(77);
  await storePositions(pool, [at(15), at(70)]);
  expect(await marks()).toBe(1);
  expect((await stored([device], ...period))[0]).toMatchObject({ distanceMetres: 0, positions: 3 });
  await count();
  expect(await marks()).toBe(0);
  expect((await stored([device], ...period))[0]).toMatchObject({ distanceMetres: 0, positions: 3 });
});

test('[BACK-04] hours that old positions mark wait while more of them come, and are counted once they are here', async () => {
  await startAnew();
  const device = await newDevice();
  await settle(2);
  await count();
  const marks = async () => (await pool.query('SELECT FROM dirty_hours')).rowCount;
  const client = await pool.connect();
  try {
    await whileMarksWait(client, async () => {
      await storePositions(pool, [{ deviceId: device, timeMs: beganMs + 600_000, odometerMetres: 0 }]);
      await count();
      expect(await marks()).toBe(1);
    });
    await count();
    expect(await marks()).toBe(0);
    const failed = whileMarksWait(client, () => Promise.reject(new Error('the other side is away')));
    await expect(failed).rejects.toThrow('the other side is away');
    await storePositions(pool, [{ deviceId: device, timeMs: beganMs + 660_000, odometerMetres: 0 }]);
    await count();
    expect(await marks()).toBe(0);
  } finally {
    client.release();
  }
  const cut = await pool.connect();
  cut.on('error', () => undefined);
  const lost = whileMarksWait(cut, async () => {
    await cut.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    throw new Error('the other side is away');
  });
  await expect(lost).rejects.toThrow('the other side is away');
  cut.release(true);
});

test('[REP-09] hours that are marked again while they are counted wait for the next time, however many there are', async () => {
  await startAnew();
  const devices = [await newDevice(), await newDevice(), await newDevice()];
  await settle(200);
  await count();
  const hours = Array.from({ length: 150 }, (_, hour) => hour);
  const marks = async () => (await pool.query('SELECT FROM dirty_hours')).rowCount;
  await storePositions(
    pool,
    devices.flatMap((deviceId) =>
      hours.map((hour) => ({ deviceId, timeMs: beganMs + hour * hourMs, odometerMetres: 0 })),
    ),
  );
  // several batches stored positions of each hour
  await pool.query('INSERT INTO dirty_hours SELECT * FROM dirty_hours');
  // trackers that empty their memory are not through with an hour when it is counted
  await pool.query(`
    DROP TABLE IF EXISTS counted;
    CREATE TABLE counted (device_id integer, hour timestamptz);
    CREATE OR REPLACE FUNCTION mark_again() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO counted VALUES (NEW.device_id, NEW.hour);
      IF (SELECT count(*) < 2000 FROM counted) THEN INSERT INTO dirty_hours VALUES (NEW.device_id, NEW.hour); END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER mark_again AFTER INSERT OR UPDATE ON travel_hours FOR EACH ROW EXECUTE FUNCTION mark_again()`);
  const pauses: number[] = [];
  await createHoursCounter(pool, async (ms) => pauses.push(ms)).count(new AbortController().signal);
  const { rows } = await pool.query(
    'SELECT count(*)::int AS times, count(DISTINCT (device_id, hour))::int AS hours FROM counted',
  );
  expect(rows).toEqual([{ times: 450, hours: 450 }]);
  expect(await marks()).toBe(450);
  // so that those who store positions come to their turn
  expect(pauses).toHaveLength(3);
  expect(Math.min(...pauses)).toBeGreaterThan(0);
  await pool.query('DROP FUNCTION mark_again CASCADE');
  const ending = new AbortController();
  const acts = [() => settle(201), async () => ending.abort()];
  await createHoursCounter(pool, async () => acts.shift()?.()).count(ending.signal);
  expect(await marks()).toBe(50);
  // an hour that has come to its end meanwhile waits for none of them
  const { rows: until } = await pool.query('SELECT hour FROM travel_hours_until');
  expect(until).toEqual([{ hour: new Date(beganMs + 201 * hourMs).toISOString() }]);
  await count();
  expect(await marks()).toBe(0);
});

test('[REP-09] what late positions marked in the last days is counted before what an import marked years back', async () => {
  await startAnew();
  const [first, last] = [await newDevice(), await newDevice()];
  await settle(1);
  await count();
  const recentMs = Math.floor((Date.now() - 24 * hourMs) / hourMs) * hourMs;
  await pool.query("UPDATE travel_hours_until SET hour = date_trunc('hour', now(), 'UTC')");
  await pool.query('INSERT INTO dirty_hours VALUES ($1, $2), ($3, $4)', [
    ...[first, new Date(beganMs), last, new Date(recentMs)],
  ]);
  const left = async () => (await pool.query('SELECT device_id AS id FROM dirty_hours')).rows;
  const seen: unknown[] = [];
  await createHoursCounter(pool, async () => seen.push(await left())).count(new AbortController().signal);
  expect(seen).toEqual([[{ id: first }], []]);
});

test('hours that were counted by the rules of another category are counted anew', async () => {
  await startAnew();
  const device = await newDevice('plane');
  const minute = (number: number) => ({
    deviceId: device,
    timeMs: beganMs + number * 60_000,
    odometerMetres: 0,
  });
  await storePositions(pool, [minute(0), { ...minute(1), latitude: -3.55, motion: true }]);
  await settle(1);
  await count();
  const period = [beganMs, beganMs + hourMs - 1] as const;
  expect((await stored([device], ...period))[0]?.distanceMetres).toBeGreaterThan(10_000);
  await pool.query(`UPDATE devices SET category = 'car' WHERE id = $1`, [device]);
  expect((await stored([device], ...period))[0]?.distanceMetres).toBe(0);
});

test.each([
  ['is marked', 'INSERT INTO dirty_hours SELECT device_id, hour FROM travel_hours WHERE hour = $1'],
  ['was counted by other rules', 'UPDATE travel_hours SET rules = rules + 1 WHERE hour = $1'],
])('[REP-09] an hour that %s keeps its place between those that hold', async (_how, spoil) => {
  await startAnew();
  const [device, other] = [await newDevice(), await newDevice()];
  const at = (deviceId: number, minute: number) => ({
    deviceId,
    timeMs: beganMs + minute * 60_000,
    latitude: -3.7 + (minute % 7) / 1000,
    motion: true,
    odometerMetres: minute,
  });
  const minutes = [10, 45, 70, 95, 130, 170, 190, 230];
  await storePositions(
    pool,
    [device, other].flatMap((id) => minutes.map((minute) => at(id, minute))),
  );
  await settle(4);
  await count();
  await pool.query(spoil, [new Date(beganMs + hourMs)]);
  const period = [beganMs, beganMs + 4 * hourMs - 1] as const;
  expect(shown(await stored([device, other], ...period))).toEqual(
    shown(await recomputed([device, other], ...period)),
  );
});

test('no hour is counted while somebody who began in it may still store a position', async () => {
  await startAnew();
  await pool.query(`CREATE OR REPLACE FUNCTION hours_settled_at(at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE
    RETURN date_trunc('hour', at - interval '15 minutes', 'UTC')`);
  await pool.query(`UPDATE travel_hours_until SET hour = date_trunc('hour', now() - interval '1 day')`);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT 1');
    const { rows: began } = await client.query<{ hour: string }>('SELECT hours_settled_at(now()) AS hour');
    await count();
    const { rows: until } = await pool.query<{ hour: string }>('SELECT hour FROM travel_hours_until');
    expect(until).toEqual(began);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('[REP-09] positions of one instant are read in the order of their digests, whenever they came, of one stretch as of several', async () => {
  const deviceId = await newDevice();
  const timeMs = beganMs + hourMs;
  const at = (digest: string, ms = timeMs) => ({ deviceId, timeMs: ms, digest: digest.repeat(32) });
  const ids: number[] = [];
  for (const one of [at('0', timeMs + 1_000), at('c'), at('b'), at('a')])
    ids.push(...(await storePositions(pool, [one])));
  const client = await pool.connect();
  try {
    // not out of an index, in whose order they are: as they were stored, unless they are sorted
    await client.query('SET random_page_cost = 1e6; SET enable_bitmapscan = off');
    const stretch = { deviceId, fromMs: beganMs, toMs: beganMs + 2 * hourMs };
    for (const stretches of [
      [stretch],
      [stretch, { ...stretch, fromMs: stretch.toMs, toMs: stretch.toMs + 1 }],
    ]) {
      const read: number[] = [];
      await readIntervals(client, stretches, ({ id }) => read.push(id));
      expect(read, `${stretches.length}`).toEqual(ids.toReversed());
    }
  } finally {
    client.release(true);
  }
});

test('[REP-09] of all partitions only those of the period are planned for', async () => {
  await pool.query(
    `CREATE TABLE positions_later PARTITION OF positions FOR VALUES FROM ('2026-07-01') TO ('2026-08-01')`,
  );
  const asked: string[] = [];
  const client = {
    query(copy: { submit(connection: object): void; handleReadyForQuery(): void }) {
      copy.submit({ query: (text: string) => asked.push(text) });
      copy.handleReadyForQuery();
    },
  };
  const intervals = [2, 1].map((hour) => ({
    deviceId: hour,
    fromMs: beganMs + hour * hourMs,
    toMs: beganMs + (hour + 1) * hourMs,
  }));
  await readIntervals(client as never, intervals, () => undefined);
  const [, select] = /^COPY \((.*)\) TO STDOUT/s.exec(asked[0] ?? '') ?? [];
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${select}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('positions_test');
  expect(plan).not.toContain('positions_later');
});
