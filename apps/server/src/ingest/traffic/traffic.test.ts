import { afterAll, expect, test } from 'vitest';
import { gt06Answer, gt06Location, gt06LocationType, gt06Login } from '../testing/gt06-packets.ts';
import { osmandSender } from '../testing/osmand-sender.ts';
import { startIngest, until } from '../testing/start-ingest.ts';
import { connectTracker } from '../testing/tracker-client.ts';
import type { TrafficEntry } from './traffic-chunk.ts';

const server = await startIngest({ limits: { pendingEntries: 5 } });
afterAll(() => server.stop());
const { devices, strangers } = server.traffic;
const timeMs = Math.floor(Date.now() / 1000) * 1000;
const decodedKinds = ({ direction, source, bytes, atMs }: TrafficEntry) =>
  direction === 'in' ? source.decode(bytes, atMs).messages.map(({ kind }) => kind) : [];
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('[ING-09] every frame of a tracker and every answer to it stand in its traffic, in order', async () => {
  const deviceId = await server.addDevice('860000000000101');
  const tracker = await connectTracker(server.port('gt06'));
  const location = gt06Location({ timeMs, latitude: -23.5 }, 2);
  const broken = gt06Location({ timeMs }, 3);
  broken[10] = (broken[10] ?? 0) ^ 0xff;
  tracker.send(gt06Login('860000000000101'));
  await tracker.read(10);
  tracker.send(location);
  await tracker.read(20);
  tracker.send(broken);
  const entries = await until(() => {
    const read = devices.read(deviceId);
    return read.length === 5 ? read : undefined;
  });
  expect(entries?.map(({ direction, bytes }) => [direction, hex(bytes)])).toEqual([
    ['in', hex(gt06Login('860000000000101'))],
    ['out', hex(gt06Answer(0x01, 1))],
    ['in', hex(location)],
    ['out', hex(gt06Answer(gt06LocationType, 2))],
    ['in', hex(broken)],
  ]);
  expect(entries?.map(decodedKinds)).toEqual([['login'], [], ['position'], [], []]);
  const [, , , , last] = entries ?? [];
  expect(last?.source.decode(last.bytes, last.atMs).error?.code).toBe('bad-checksum');
  tracker.end();
});

test('[ING-09] [ING-04] a stranger’s frames stand under the id he gave', async () => {
  const stranger = await connectTracker(server.port('gt06'));
  stranger.send(gt06Login('860000000000102'));
  await stranger.closed;
  expect(strangers.read('860000000000102').map(({ bytes }) => hex(bytes))).toEqual([
    hex(gt06Login('860000000000102')),
  ]);
});

test('[ING-09] what a phone sends through the web port stands there too', async () => {
  const phone = await osmandSender(server);
  await phone.send({ lat: -23.5, lon: -46.6 });
  const [entry] = devices.read(phone.deviceId);
  expect(Buffer.from(entry!.bytes).toString()).toMatch(
    /^GET \/osmand\?id=phone-\d+&lat=-23\.5&lon=-46\.6\n$/,
  );
  expect(entry!.source.decode(entry!.bytes, entry!.atMs).messages).toMatchObject([
    { kind: 'position', position: { latitude: -23.5 } },
  ]);
});

test('frames that came whole before their connection was reset are worked on', async () => {
  const deviceId = await server.addDevice('860000000000103');
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login('860000000000103'));
  await tracker.read(10);
  const blocker = await server.database.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE positions IN ACCESS EXCLUSIVE MODE');
  const packets = Array.from({ length: 30 }, (_, second) =>
    gt06Location({ timeMs: timeMs - 100_000 + second * 1000 }, second),
  );
  tracker.send(...packets);
  await until(async () => (await server.metric('frames_total', { protocol: 'gt06' })) >= 30);
  tracker.socket.resetAndDestroy();
  await until(async () => (await server.metric('connections', { protocol: 'gt06' })) === 0);
  await blocker.query('COMMIT');
  blocker.release();
  const state = async () => {
    const { rows } = await server.database.pool.query(
      `SELECT (SELECT count(*)::int FROM positions WHERE device_id = $1) AS positions,
        (SELECT status FROM device_state WHERE device_id = $1) AS status`,
      [deviceId],
    );
    return rows[0];
  };
  await expect.poll(state).toEqual({ positions: 30, status: 'offline' });
});
