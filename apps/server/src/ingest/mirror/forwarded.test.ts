import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startWebService } from '../../platform/outbound/testing/web-service.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { gt06Answer, gt06Location, gt06LocationType, gt06Login } from '../testing/gt06-packets.ts';
import { startIngest, type TestIngest, until } from '../testing/start-ingest.ts';
import { connectTracker } from '../testing/tracker-client.ts';

let server: TestIngest;
const { ask, world, database, pool } = await createTestApp({
  handleForwarded: (...given) => server.ingest.handleForwarded(...given),
});
server = await startIngest({}, database);
afterAll(() => server.stop());

const startMs = Math.floor(Date.now() / 1000) * 1000 - 600_000;
let lastImei = 862_000_000_000_000;

async function device(owner: { readonly id: number }) {
  const imei = String(++lastImei);
  const deviceId = await server.addDevice(imei);
  await world.link(owner.id, { device: deviceId });
  return { imei, deviceId };
}

const positionOf = (uniqueId: string, second: number, more: object = {}) => ({
  device: { id: 77, uniqueId, name: 'there', status: 'online', attributes: {} },
  position: {
    ...{ id: 5, deviceId: 77, protocol: 'gt06', network: null, address: 'Rua A', geofenceIds: [3] },
    ...{
      serverTime: '2026-11-24T12:00:00.000+00:00',
      fixTime: new Date(startMs + second * 1000).toISOString(),
    },
    ...{ deviceTime: new Date(startMs + second * 1000).toISOString(), outdated: false, valid: true },
    ...{ latitude: -23.5505, longitude: -46.6333, altitude: 0, speed: 21.6, course: 90, accuracy: 0 },
    attributes: { sat: 9, distance: 12, totalDistance: 99_999, motion: true, io: { nested: 1 } },
    ...more,
  },
});

const forward = (token: string, body: object) => ask('POST', '/api/forward/positions', { token, body });
const stored = async (deviceId: number) =>
  (
    await pool.query(
      `SELECT protocol, latitude, speed, attributes, fix_time FROM positions WHERE device_id = $1 ORDER BY fix_time, id`,
      [deviceId],
    )
  ).rows;

/** The tracker itself sends locations, and hears that each is stored. */
async function direct(imei: string, ...seconds: readonly number[]) {
  const client = await connectTracker(server.port('gt06'));
  client.send(gt06Login(imei), ...seconds.map((second) => locationAt(second)));
  const answers = gt06Answer(1, 1).length + seconds.length * gt06Answer(gt06LocationType, 1).length;
  await client.read(answers);
  client.end();
}
const locationAt = (second: number) => gt06Location({ timeMs: startMs + second * 1000 }, second);

test('[OUT-06] a position that another server forwards is stored before it is answered, marked, with what this server counts itself', async () => {
  const owner = await world.person();
  const { imei, deviceId } = await device(owner);
  expect((await forward(owner.token, positionOf(imei, 1))).status).toBe(204);
  const [row] = await stored(deviceId);
  expect(row).toMatchObject({
    protocol: 'gt06',
    latitude: -23.5505,
    fix_time: new Date(startMs + 1000).toISOString(),
  });
  expect(row.speed).toBeCloseTo(21.6, 3);
  expect(row.attributes).toMatchObject({ sat: 9, forwarded: true });
  expect(row.attributes.totalDistance).not.toBe(99_999);
  expect(row.attributes).not.toHaveProperty('io');
});

test('[OUT-06] OsmAnd’s parameters come in the address or as a form, with the key in a header or in the address, which is kept nowhere', async () => {
  const owner = await world.person();
  const { imei, deviceId } = await device(owner);
  const at = (second: number) => `id=${imei}&lat=1.5&lon=2.5&speed=10&timestamp=${startMs / 1000 + second}`;
  const get = await ask('GET', `/api/forward/osmand?token=${owner.token}&${at(1)}`);
  expect(get.status).toBe(204);
  const post = await ask('POST', '/api/forward/osmand', {
    token: owner.token,
    body: at(2),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(post.status).toBe(204);
  const rows = await stored(deviceId);
  expect(rows.map(({ latitude }) => latitude)).toEqual([1.5, 1.5]);
  expect(JSON.stringify(rows)).not.toContain(owner.token);
  const bytes = server.traffic.devices.read(deviceId).map(({ bytes: sent }) => Buffer.from(sent).toString());
  expect(bytes.join()).not.toContain(owner.token);
});

test('[OUT-06] [SEC-01] a link of another site stores no position by the cookie of who is signed in here', async () => {
  const owner = await world.person();
  const { imei, deviceId } = await device(owner);
  const url = `/api/forward/osmand?id=${imei}&lat=1.5&lon=2.5&timestamp=${startMs / 1000}`;
  const cookie = `atalaia_session=${owner.token}`;
  for (const led of [{ 'sec-fetch-site': 'cross-site' }, { 'user-agent': 'Mozilla/5.0' }]) {
    const { status, body } = await ask('GET', url, { headers: { cookie, ...led } });
    expect([led, status, body.code]).toEqual([led, 403, 'foreign-origin']);
  }
  expect(await stored(deviceId)).toEqual([]);
  // a key is nobody's but the program's that sends it
  const headers = { 'sec-fetch-site': 'cross-site', 'user-agent': 'Mozilla/5.0' };
  expect((await ask('GET', url, { token: owner.token, headers })).status).toBe(204);
});

test('[OUT-06] a device that the key does not see is answered as one that does not exist, and only the latter is listed', async () => {
  const [owner, other] = [await world.person(), await world.person()];
  const { imei, deviceId } = await device(owner);
  const unknown = String(++lastImei);
  const [hidden, missing] = [
    await forward(other.token, positionOf(imei, 1)),
    await forward(other.token, positionOf(unknown, 1)),
  ];
  const said = ({ status, body }: typeof hidden) => [status, body.code, body.message];
  expect(said(hidden)).toEqual(said(missing));
  expect(hidden.status).toBe(404);
  expect(await stored(deviceId)).toEqual([]);
  const listed = await until(async () => {
    const { rows } = await pool.query('SELECT unique_id, protocol FROM unknown_trackers');
    return rows.length > 0 ? rows : undefined;
  });
  expect(listed).toEqual([{ unique_id: unknown, protocol: 'gt06' }]);
});

test('[OUT-06] what cannot be read is refused with its field', async () => {
  const { token } = await world.administrator();
  const refused = async (more: object) => {
    const { status, body } = await forward(token, positionOf('x', 1, more));
    return [status, body.details?.fields?.[0]?.path];
  };
  expect(await refused({ latitude: 91 })).toEqual([400, 'position.latitude']);
  expect(await refused({ fixTime: 'yesterday' })).toEqual([400, 'position.fixTime']);
  const { status } = await ask('GET', '/api/forward/osmand?lat=1&lon=1', { token });
  expect(status).toBe(400);
});

test('[OUT-06] [ING-02] a place that came forwarded and comes again from the tracker itself is stored once, and acknowledged', async () => {
  const owner = await world.person();
  const { imei, deviceId } = await device(owner);
  for (const second of [1, 2, 3]) await forward(owner.token, positionOf(imei, second));
  expect((await forward(owner.token, positionOf(imei, 3))).status).toBe(204);
  await direct(imei, 2, 3, 4);
  const rows = await stored(deviceId);
  expect(rows.map(({ attributes }) => attributes.forwarded ?? false)).toEqual([true, true, true, false]);
  // in the other order too
  expect((await forward(owner.token, positionOf(imei, 4))).status).toBe(204);
  expect(await stored(deviceId)).toHaveLength(4);
});

test('[OUT-06] [ING-02] of two that come at once the tracker’s own is stored; an alarm of the same second and place is another message', async () => {
  const owner = await world.person();
  const { imei, deviceId } = await device(owner);
  const client = await connectTracker(server.port('gt06'));
  onTestFinished(client.end);
  client.send(gt06Login(imei));
  await client.read(10);
  const blocker = await pool.connect();
  await blocker.query('BEGIN; LOCK TABLE positions IN ACCESS EXCLUSIVE MODE');
  // behind what waits for the lock these come in one batch
  client.send(locationAt(50));
  await until(async () => (await server.metric('pending')) > 0);
  const forwarded = forward(owner.token, positionOf(imei, 60));
  const alarm = forward(owner.token, positionOf(imei, 60, { attributes: { alarm: 'sos' } }));
  client.send(locationAt(60));
  await new Promise((resolve) => setTimeout(resolve, 200));
  await blocker.query('COMMIT');
  blocker.release();
  expect([(await forwarded).status, (await alarm).status]).toEqual([204, 204]);
  await client.read(30);
  const rows = (await stored(deviceId)).slice(1);
  const shown = rows.map(({ attributes }) => [attributes.forwarded ?? false, attributes.alarm ?? null]);
  expect(shown.toSorted()).toEqual([
    [false, null],
    [true, 'sos'],
  ]);
});

test('[OUT-06] what was forwarded here is forwarded to nobody, so that two servers never send it round', async () => {
  const owner = await world.person();
  const { imei, deviceId } = await device(owner);
  const service = await startWebService();
  await pool.query(
    `INSERT INTO mirrors (name, kind, address, authorized_by, reason, device_ids) VALUES ('x', 'json', $1, 'x', 'x', $2)`,
    [service.url, [deviceId]],
  );
  server.bus.publish('rules', { kinds: ['mirrors'] });
  server.clock.advance(1_000);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await forward(owner.token, positionOf(imei, 1));
  await direct(imei, 2);
  await expect.poll(() => service.received.length, { timeout: 5_000 }).toBe(1);
  expect(JSON.parse(service.received[0]?.body ?? '').position.fixTime).toBe(
    new Date(startMs + 2_000).toISOString(),
  );
});
