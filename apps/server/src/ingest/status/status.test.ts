import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-database.ts';
import { gt06Heartbeat, gt06Location, gt06Login } from '../testing/gt06-packets.ts';
import { osmandSender } from '../testing/osmand-sender.ts';
import { startIngest, type TestIngest, testLookOverMs, until } from '../testing/start-ingest.ts';
import { connectTracker } from '../testing/tracker-client.ts';

let database: TestDatabase;
let server: TestIngest;
let lastImei = 860_000_000_000_000;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  server = await startIngest({}, database);
});
afterEach(async () => {
  await server.stop();
  // the next test's clock begins before this one's ended
  await database.pool.query('DELETE FROM device_state');
});
afterAll(() => database.drop());

async function connectDevice() {
  const imei = String(++lastImei);
  const deviceId = await server.addDevice(imei);
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei));
  await tracker.read(10);
  await statusBecomes(deviceId, 'online');
  return { imei, deviceId, tracker };
}

async function statusBecomes(deviceId: number, status: string) {
  const found = await until(async () => (await statusOf(deviceId)) === status);
  expect(found, `device ${deviceId} is ${await statusOf(deviceId)}, not ${status}`).toBe(true);
}

async function statusOf(deviceId: number): Promise<string | undefined> {
  const { rows } = await server.database.pool.query('SELECT status FROM device_state WHERE device_id = $1', [
    deviceId,
  ]);
  return rows[0]?.status;
}

async function eventTypes(deviceId: number): Promise<string[]> {
  const { rows } = await server.database.pool.query(
    'SELECT type FROM events WHERE device_id = $1 ORDER BY id',
    [deviceId],
  );
  return rows.map(({ type }) => type);
}

/** Longer than ingest takes to look its devices over. */
const lookOver = () => new Promise((resolve) => setTimeout(resolve, 4 * testLookOverMs));

test('[ING-10] online by a message, offline when the connection closes, told to the bus after the commit', async () => {
  const { deviceId, tracker } = await connectDevice();
  const statuses = () => server.published.devices.flat().map(({ json }) => JSON.parse(json).status);
  await until(() => statuses().length === 1);
  tracker.end();
  await statusBecomes(deviceId, 'offline');
  expect(await eventTypes(deviceId)).toEqual(['deviceOnline', 'deviceOffline']);
  await until(() => statuses().length === 2);
  expect(statuses()).toEqual(['online', 'offline']);
});

test('[ING-10] unknown after 600 s of silence though the connection is open, and online again by a heartbeat', async () => {
  const { deviceId, tracker } = await connectDevice();
  server.clock.advance(590_000);
  await lookOver();
  expect(await statusOf(deviceId)).toBe('online');
  server.clock.advance(20_000);
  await statusBecomes(deviceId, 'unknown');
  tracker.send(gt06Heartbeat(2));
  await statusBecomes(deviceId, 'online');
  expect(await eventTypes(deviceId)).toEqual(['deviceOnline', 'deviceUnknown', 'deviceOnline']);
  tracker.end();
});

test('[ING-10] a heartbeat keeps a device online', async () => {
  const { deviceId, tracker } = await connectDevice();
  for (let beat = 0; beat < 3; beat += 1) {
    server.clock.advance(400_000);
    tracker.send(gt06Heartbeat(beat + 2));
    await tracker.read(10 * (beat + 2));
    await lookOver();
  }
  expect(await eventTypes(deviceId)).toEqual(['deviceOnline']);
  tracker.end();
});

test('[ING-10] a device that speaks by HTTP is online by a message and unknown by silence, never offline', async () => {
  const phone = await osmandSender(server);
  await phone.send({ lat: -23.5, lon: -46.6 });
  expect(await statusOf(phone.deviceId)).toBe('online');
  server.clock.advance(601_000);
  await statusBecomes(phone.deviceId, 'unknown');
  expect(await eventTypes(phone.deviceId)).toEqual(['deviceOnline', 'deviceUnknown']);
});

test('[ING-10] the silence that makes a device unknown is a setting of the server', async () => {
  await server.database.pool.query(`UPDATE server_settings SET attributes = '{"statusTimeoutSeconds": 60}'`);
  server = await server.restart();
  const phone = await osmandSender(server);
  await phone.send({ lat: -23.5, lon: -46.6 });
  server.clock.advance(61_000);
  await statusBecomes(phone.deviceId, 'unknown');
});

test('[ING-10] a restart makes no event, and the time of a device runs on from its last message', async () => {
  const { deviceId, tracker } = await connectDevice();
  const { rows } = await server.database.pool.query('SELECT last_update FROM device_state');
  expect(Date.parse(rows[0].last_update)).toBeLessThanOrEqual(server.clock.now());
  server.clock.advance(300_000);
  server = await server.restart();
  await tracker.closed;
  await lookOver();
  expect(await eventTypes(deviceId)).toEqual(['deviceOnline']);
  server.clock.advance(301_000);
  await statusBecomes(deviceId, 'unknown');
  expect(await eventTypes(deviceId)).toEqual(['deviceOnline', 'deviceUnknown']);
});

test('[ING-10] devices that spoke before the server stood still for hours get their time to speak again', async () => {
  const { deviceId, imei } = await connectDevice();
  await server.ingest.stop();
  server.clock.advance(5 * 3_600_000);
  server = await server.restart();
  await lookOver();
  expect(await statusOf(deviceId)).toBe('online');
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei));
  await tracker.read(10);
  await lookOver();
  expect(await eventTypes(deviceId)).toEqual(['deviceOnline']);
  tracker.end();
});

test('[ING-11] a second sign-in replaces the first connection, and the device stays online', async () => {
  const { deviceId, imei, tracker: first } = await connectDevice();
  const second = await connectTracker(server.port('gt06'));
  second.send(gt06Login(imei));
  await second.read(10);
  await first.closed;
  second.send(gt06Location({ timeMs: Math.floor(Date.now() / 1000) * 1000 }, 2));
  await second.read(20);
  await lookOver();
  expect(await eventTypes(deviceId)).toEqual(['deviceOnline']);
  expect(await server.metric('takeovers_total', { protocol: 'gt06' })).toBe(1);
  second.end();
  await statusBecomes(deviceId, 'offline');
});
