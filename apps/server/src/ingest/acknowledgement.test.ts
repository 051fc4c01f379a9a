import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  gt06Answer,
  gt06Heartbeat,
  gt06Location,
  gt06LocationType,
  gt06Login,
} from './testing/gt06-packets.ts';
import { startIngest, type TestIngest, until } from './testing/start-ingest.ts';
import { connectTracker } from './testing/tracker-client.ts';

let server: TestIngest;
let lastImei = 860_000_000_000_000;

beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.stop());

/** A whole second some minutes ago: gt06 has no finer time. */
const startMs = Math.floor(Date.now() / 1000) * 1000 - 600_000;

async function signIn(imei = String(++lastImei)) {
  const { rows } = await server.database.pool.query('SELECT id FROM devices WHERE unique_id = $1', [imei]);
  const deviceId: number = rows[0]?.id ?? (await server.addDevice(imei));
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei));
  const signedIn = gt06Answer(0x01, 1);
  expect(await tracker.read(signedIn.length)).toEqual(Buffer.from(signedIn));
  return {
    deviceId,
    imei,
    ...tracker,
    /** Waits for the answers to these locations, and nothing but these, behind the sign-in. */
    async expectAnswers(...serials: readonly number[]) {
      const answers = Buffer.concat(serials.map((serial) => gt06Answer(gt06LocationType, serial)));
      const bytes = await tracker.read(signedIn.length + answers.length);
      expect(bytes.subarray(signedIn.length)).toEqual(answers);
    },
    answerBytes: () => tracker.received().length - signedIn.length,
  };
}

async function stored(deviceId: number) {
  const { rows } = await server.database.pool.query(
    'SELECT * FROM positions WHERE device_id = $1 ORDER BY id',
    [deviceId],
  );
  return rows;
}

async function stateOf(deviceId: number) {
  const { rows } = await server.database.pool.query('SELECT * FROM device_state WHERE device_id = $1', [
    deviceId,
  ]);
  return rows[0];
}

test('[ING-02] a position is acknowledged once it is stored, is the device’s state, and is told to the bus', async () => {
  const tracker = await signIn();
  tracker.send(gt06Location({ timeMs: startMs, latitude: -23.55, longitude: -46.63, ignition: true }, 2));
  await tracker.expectAnswers(2);
  const [row, ...others] = await stored(tracker.deviceId);
  expect(others).toEqual([]);
  const fixTime = new Date(startMs).toISOString();
  expect(row).toMatchObject({ fix_time: fixTime, latitude: -23.55, longitude: -46.63, ignition: true });
  const state = await stateOf(tracker.deviceId);
  expect(state).toMatchObject({ status: 'online', position_id: row.id, fix_time: fixTime });
  const fragments = server.published.positions.flat().filter(({ deviceId }) => deviceId === tracker.deviceId);
  expect(fragments.map(({ json }) => JSON.parse(json))).toEqual([state.position]);
  expect(fragments[0]).toMatchObject({ positionId: row.id, fixTimeMs: startMs });
  tracker.end();
});

test('[ING-02] while a commit waits nothing is said; then all is said in the order of the frames', async () => {
  const tracker = await signIn();
  const other = await signIn();
  const blocker = await server.database.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE positions IN ACCESS EXCLUSIVE MODE');
  tracker.send(gt06Location({ timeMs: startMs }, 2), gt06Heartbeat(3));
  await new Promise((resolve) => setTimeout(resolve, 300));
  tracker.send(gt06Location({ timeMs: startMs + 1000 }, 4));
  other.send(gt06Location({ timeMs: startMs }, 2));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(tracker.answerBytes()).toBe(0);
  expect(other.answerBytes()).toBe(0);
  await blocker.query('COMMIT');
  blocker.release();
  const expected = Buffer.concat([
    gt06Answer(gt06LocationType, 2),
    gt06Answer(0x23, 3),
    gt06Answer(gt06LocationType, 4),
  ]);
  const bytes = await tracker.read(expected.length + 10);
  expect(bytes.subarray(10)).toEqual(expected);
  await other.expectAnswers(2);
  expect(await stored(tracker.deviceId)).toHaveLength(2);
  tracker.end();
  other.end();
});

test('[ING-02] what is sent again is acknowledged again, stored once, and counts nothing', async () => {
  const tracker = await signIn();
  const way = [0, 1, 2, 3].map((second) =>
    gt06Location(
      { timeMs: startMs + second * 1000, latitude: -23.55 + second * 0.001, ignition: true },
      second + 2,
    ),
  );
  tracker.send(...way);
  await tracker.expectAnswers(2, 3, 4, 5);
  const before = await stateOf(tracker.deviceId);
  expect(before.memory.totalDistanceMetres).toBeGreaterThan(300);
  tracker.send(...way, ...way);
  await tracker.expectAnswers(2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5);
  expect(await stored(tracker.deviceId)).toHaveLength(4);
  const after = await stateOf(tracker.deviceId);
  const written = { last_update: 0, version: 0, tx: '' };
  expect({ ...after, ...written }).toEqual({ ...before, ...written });
  tracker.end();
});

test('[ING-02] two different messages of one second are both stored', async () => {
  const tracker = await signIn();
  tracker.send(
    gt06Location({ timeMs: startMs, satellites: 8 }, 2),
    gt06Location({ timeMs: startMs, satellites: 9 }, 3),
    gt06Location({ timeMs: startMs, satellites: 8 }, 4),
  );
  await tracker.expectAnswers(2, 3, 4);
  expect((await stored(tracker.deviceId)).map(({ attributes }) => attributes.sat)).toEqual([8, 9]);
  tracker.end();
});

test('[ING-02] after a restart what was stored is known, also the message of the newest second', async () => {
  const tracker = await signIn();
  const on = gt06Location({ timeMs: startMs, ignition: true }, 2);
  const off = gt06Location({ timeMs: startMs, ignition: false }, 3);
  tracker.send(on, off);
  await tracker.expectAnswers(2, 3);
  const before = await stateOf(tracker.deviceId);
  server = await server.restart();
  const again = await signIn(tracker.imei);
  // taken for new, `on` would turn the ignition on once more
  again.send(on, off, gt06Location({ timeMs: startMs + 1000, ignition: false }, 4));
  await again.expectAnswers(2, 3, 4);
  expect(await stored(tracker.deviceId)).toHaveLength(3);
  expect((await stateOf(tracker.deviceId)).memory.hoursMs).toBe(before.memory.hoursMs);
  const { rows } = await server.database.pool.query(
    'SELECT type FROM events WHERE device_id = $1 ORDER BY id',
    [tracker.deviceId],
  );
  expect(rows.map(({ type }) => type)).toEqual(['deviceOnline', 'ignitionOff']);
  again.end();
});

test('[ING-02] connections to the database that die under way lose nothing and acknowledge nothing early', async () => {
  const tracker = await signIn();
  const blocker = await server.database.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE device_state IN ACCESS EXCLUSIVE MODE');
  tracker.send(gt06Location({ timeMs: startMs, ignition: true }, 2));
  const failures = () => server.metric('commit_failures_total');
  const before = await failures();
  // others wait for the lock too: it continues until a writer's connection is among the killed
  const failed = await until(async () => {
    await blocker.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE pid <> pg_backend_pid() AND datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return (await failures()) - before;
  });
  expect(failed).toBeGreaterThan(0);
  tracker.send(gt06Location({ timeMs: startMs + 1000, ignition: false }, 3));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(tracker.answerBytes()).toBe(0);
  await blocker.query('COMMIT');
  blocker.release();
  await tracker.expectAnswers(2, 3);
  expect(await stored(tracker.deviceId)).toHaveLength(2);
  tracker.end();
});

test('[ING-02] a stop commits and acknowledges what was taken', async () => {
  const tracker = await signIn();
  const blocker = await server.database.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE positions IN ACCESS EXCLUSIVE MODE');
  const framesBefore = await server.metric('frames_total');
  tracker.send(gt06Location({ timeMs: startMs }, 2));
  await until(async () => (await server.metric('frames_total')) > framesBefore);
  const restarted = server.restart();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await blocker.query('COMMIT');
  blocker.release();
  await tracker.expectAnswers(2);
  await tracker.closed;
  server = await restarted;
  expect(await stored(tracker.deviceId)).toHaveLength(1);
});
