import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  gt06Answer,
  gt06Heartbeat,
  gt06Location,
  gt06LocationType,
  gt06Login,
} from './testing/gt06-packets.ts';
import { startIngest, type TestIngest } from './testing/start-ingest.ts';
import { connectTracker } from './testing/tracker-client.ts';

let server: TestIngest;
let lastImei = 860_000_000_000_000;

beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.stop());

async function signedIn() {
  const imei = String(++lastImei);
  const deviceId = await server.addDevice(imei);
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei));
  const signInBytes = gt06Answer(0x01, 1).length;
  expect(await tracker.read(signInBytes)).toEqual(Buffer.from(gt06Answer(0x01, 1)));
  return { tracker, deviceId, imei, signInBytes };
}

async function stored(deviceId: number) {
  const { rows } = await server.database.pool.query(
    'SELECT * FROM positions WHERE device_id = $1 ORDER BY id',
    [deviceId],
  );
  return rows;
}

test('[ING-02] a position is acknowledged, stored, and told to the bus, in one go', async () => {
  const { tracker, deviceId, signInBytes } = await signedIn();
  const timeMs = Math.floor(Date.now() / 1000) * 1000;
  tracker.send(
    gt06Location({ timeMs, latitude: -23.55, longitude: -46.63, speedKph: 50, ignition: true }, 2),
  );
  const answer = gt06Answer(gt06LocationType, 2);
  const bytes = await tracker.read(signInBytes + answer.length);
  expect(bytes.subarray(signInBytes)).toEqual(Buffer.from(answer));
  const [row, ...others] = await stored(deviceId);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ fix_time: new Date(timeMs).toISOString(), latitude: -23.55, ignition: true });
  const fragment = server.heard.positions.flat().find((one) => one.deviceId === deviceId);
  expect(JSON.parse(fragment?.json ?? '{}')).toMatchObject({
    id: row.id,
    latitude: -23.55,
    longitude: -46.63,
  });
  tracker.end();
});

test('[ING-02] nothing is acknowledged while the commit waits, and everything after it, in order', async () => {
  const { tracker, deviceId, signInBytes } = await signedIn();
  const timeMs = Math.floor(Date.now() / 1000) * 1000;
  const blocker = await server.database.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE positions IN ACCESS EXCLUSIVE MODE');
  tracker.send(gt06Location({ timeMs }, 2), gt06Location({ timeMs: timeMs + 1000 }, 3), gt06Heartbeat(4));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(tracker.received().length).toBe(signInBytes);
  await blocker.query('COMMIT');
  blocker.release();
  const answers = [gt06Answer(gt06LocationType, 2), gt06Answer(gt06LocationType, 3), gt06Answer(0x23, 4)];
  const expected = Buffer.concat(answers);
  const bytes = await tracker.read(signInBytes + expected.length);
  expect(bytes.subarray(signInBytes)).toEqual(expected);
  expect(await stored(deviceId)).toHaveLength(2);
  tracker.end();
});
