import { afterAll, beforeAll, expect, test } from 'vitest';
import { gt06Answer, gt06Location, gt06LocationType, gt06Login } from './testing/gt06-packets.ts';
import { startIngest, type TestIngest, testLookOverMs, until } from './testing/start-ingest.ts';
import { connectTracker } from './testing/tracker-client.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.stop());

const timeMs = Math.floor(Date.now() / 1000) * 1000;

async function listed(uniqueId?: string) {
  const { rows } = await server.database.pool.query(
    'SELECT * FROM unknown_trackers WHERE unique_id = coalesce($1, unique_id)',
    [uniqueId],
  );
  return rows;
}

test('[ING-04] an unknown tracker is refused in its own words, counted, listed and closed', async () => {
  const imei = '350000000000011';
  const before = await server.metric('unknown_trackers_total', { protocol: 'teltonika' });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const tracker = await connectTracker(server.port('teltonika', 'tcp'));
    tracker.send(Buffer.from([0, imei.length]), Buffer.from(imei));
    await tracker.closed;
    expect(tracker.received()).toEqual(Buffer.from([0]));
  }
  expect(await server.metric('unknown_trackers_total', { protocol: 'teltonika' })).toBe(before + 2);
  const [row] = await until(async () => {
    const rows = await listed(imei);
    return rows[0]?.attempts === 2 ? rows : undefined;
  }).then((rows) => rows ?? []);
  expect(row).toMatchObject({ protocol: 'teltonika', address: '127.0.0.1', attempts: 2 });
});

test('[ING-04] once it is registered it is let in, and leaves the list for good', async () => {
  const imei = '350000000000012';
  const stranger = await connectTracker(server.port('gt06'));
  stranger.send(gt06Login(imei), gt06Location({ timeMs }, 2));
  await stranger.closed;
  expect(stranger.received().length).toBe(0);
  await until(async () => (await listed(imei)).length);
  const deviceId = await server.addDevice(imei);
  await server.database.pool.query('DELETE FROM unknown_trackers WHERE unique_id = $1', [imei]);
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei), gt06Location({ timeMs }, 2));
  await tracker.read(gt06Answer(0x01, 1).length + gt06Answer(gt06LocationType, 2).length);
  const { rows } = await server.database.pool.query('SELECT 1 FROM positions WHERE device_id = $1', [
    deviceId,
  ]);
  expect(rows).toHaveLength(1);
  expect(await listed(imei)).toEqual([]);
  tracker.end();
});

test('[ING-04] a disabled device is refused like an unknown one, from its next message on', async () => {
  const imei = '350000000000013';
  const deviceId = await server.addDevice(imei);
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei), gt06Location({ timeMs }, 2));
  await tracker.read(20);
  await server.database.pool.query('UPDATE devices SET disabled = true WHERE id = $1', [deviceId]);
  server.bus.publish('deviceRegistry', { deviceIds: [deviceId] });
  tracker.send(gt06Location({ timeMs: timeMs + 1000 }, 3));
  await tracker.closed;
  expect(tracker.received().length).toBe(20);
  const { rows } = await server.database.pool.query('SELECT 1 FROM positions WHERE device_id = $1', [
    deviceId,
  ]);
  expect(rows).toHaveLength(1);
  expect(await listed(imei)).toEqual([]);
});

test('[ING-04] a device that is removed while its position is under way is refused, and hurts no other', async () => {
  const [removed, stays] = ['350000000000014', '350000000000015'];
  const removedId = await server.addDevice(removed);
  const staysId = await server.addDevice(stays);
  const trackers = await Promise.all(
    [removed, stays].map(async (imei) => {
      const tracker = await connectTracker(server.port('gt06'));
      tracker.send(gt06Login(imei));
      await tracker.read(10);
      return tracker;
    }),
  );
  await server.database.pool.query('DELETE FROM devices WHERE id = $1', [removedId]);
  for (const tracker of trackers) tracker.send(gt06Location({ timeMs }, 2));
  await trackers[1]?.read(20);
  await trackers[0]?.closed;
  expect(trackers[0]?.received().length).toBe(10);
  const { rows } = await server.database.pool.query(
    'SELECT device_id FROM positions WHERE device_id = ANY($1::int[])',
    [[removedId, staysId]],
  );
  expect(rows).toEqual([{ device_id: staysId }]);
  trackers[1]?.end();
});

test('[ING-04] a flood of made-up ids is bounded in the list and counted in full', async () => {
  const before = await server.metric('unknown_trackers_total', { protocol: 'osmand' });
  const floods = Array.from({ length: 1000 }, (_, index) =>
    server.ingest.handleOsmand({
      method: 'GET',
      url: `/osmand?id=flood-${index}&lat=1&lon=1`,
      contentType: undefined,
      body: '',
      remoteAddress: '127.0.0.1',
    }),
  );
  const answers = await Promise.all(floods);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  expect(await server.metric('unknown_trackers_total', { protocol: 'osmand' })).toBe(before + 1000);
  await until(async () => (await listed()).some(({ unique_id }) => unique_id.startsWith('flood-')));
  await new Promise((resolve) => setTimeout(resolve, 4 * testLookOverMs));
  expect((await listed()).length).toBeLessThan(210);
});

test('[ING-04] [SEC-03] automatic registration is off until the server’s settings turn it on', async () => {
  const imei = '350000000000016';
  await server.database.pool.query(
    `UPDATE server_settings SET attributes = '{"automaticRegistration": true}'`,
  );
  const insertUser = (email: string, administrator: boolean) =>
    server.database.pool.query<{ id: number }>(
      `INSERT INTO users (name, email, password_hash, administrator) VALUES ('x', $1, '', $2) RETURNING id`,
      [email, administrator],
    );
  await insertUser('somebody@x', false);
  const adminId = (await insertUser('admin@x', true)).rows[0]?.id;
  server = await server.restart();
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei), gt06Location({ timeMs }, 2));
  await tracker.read(20);
  const { rows: audit } = await server.database.pool.query(
    `SELECT action, noun, address, details FROM audit WHERE details ->> 'uniqueId' = $1`,
    [imei],
  );
  expect(audit).toEqual([
    {
      action: 'register',
      noun: 'device',
      address: '127.0.0.1',
      details: { uniqueId: imei, protocol: 'gt06' },
    },
  ]);
  const { rows } = await server.database.pool.query(
    'SELECT d.name FROM devices d JOIN positions p ON p.device_id = d.id WHERE d.unique_id = $1',
    [imei],
  );
  expect(rows).toEqual([{ name: imei }]);
  expect(server.published.visibility).toMatchObject([{ userIds: [adminId] }]);
  tracker.end();
});
