import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { gt06 } from '@atalaia/protocols/gt06/gt06';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-database.ts';
import type { IngestLimits } from '../limits.ts';
import { gt06Location, gt06Login } from '../testing/gt06-packets.ts';
import {
  startIngest,
  type TestIngest,
  testLookOverMs,
  testProtocols,
  until,
} from '../testing/start-ingest.ts';
import { teltonikaDatagram } from '../testing/teltonika-packets.ts';
import { connectTracker } from '../testing/tracker-client.ts';

let database: TestDatabase;
let server: TestIngest;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => server.stop());
afterAll(() => database.drop());

const start = (limits: Partial<IngestLimits> = {}) => startIngest({ limits }, database);

const timeMs = Math.floor(Date.now() / 1000) * 1000;

const signIn = (imei: string) => signInFrom('127.0.0.1', imei);

async function signInFrom(address: string, imei: string) {
  await server.addDevice(imei);
  const tracker = await connectTracker(server.port('gt06'), address);
  tracker.send(gt06Login(imei));
  await tracker.read(10);
  return tracker;
}

test('[ING-11] garbage closes its own connection, is counted, and nobody else notices', async () => {
  server = await start();
  const tracker = await signIn('860000000000001');
  for (const protocol of ['gt06', 'suntech', 'teltonika', 'osmand']) {
    const stranger = await connectTracker(server.port(protocol));
    stranger.send(Buffer.from('\x16\x03\x01GARBAGE and more \xff\xfe\r\n\r\n'.repeat(200), 'latin1'));
    await stranger.closed;
    expect(await server.metric('errors_total', { protocol })).toBeGreaterThan(0);
  }
  tracker.send(gt06Location({ timeMs }, 2));
  await tracker.read(20);
  tracker.end();
});

test('[ING-11] what came whole before the garbage is committed and acknowledged', async () => {
  server = await start();
  const tracker = await signIn('860000000000002');
  tracker.send(gt06Location({ timeMs }, 2), Buffer.alloc(5000, 0x41));
  await tracker.read(20);
  await tracker.closed;
});

test('[ING-11] a bad frame of a tracker that signed in is forgiven; many in a row are not', async () => {
  server = await start({ badFrames: 3 });
  const tracker = await signIn('860000000000003');
  const broken = gt06Location({ timeMs }, 2);
  broken[10] = (broken[10] ?? 0) ^ 0xff;
  tracker.send(broken, broken, broken, gt06Location({ timeMs }, 3));
  await tracker.read(20);
  expect(await server.metric('errors_total', { code: 'bad-checksum' })).toBe(3);
  tracker.send(broken, broken, broken, broken);
  await tracker.closed;
});

test('[ING-11] one bad frame of a stranger ends his connection, and nothing after it is read', async () => {
  server = await start({ badFrames: 3 });
  const imei = '860000000000024';
  await server.addDevice(imei);
  const broken = gt06Login(imei);
  broken[6] = (broken[6] ?? 0) ^ 0xff;
  const stranger = await connectTracker(server.port('gt06'));
  stranger.send(broken, gt06Login(imei));
  expect(await until(() => stranger.socket.closed)).toBe(true);
  expect(stranger.received()).toHaveLength(0);
  expect(await server.metric('errors_total', { code: 'bad-checksum' })).toBe(1);
});

test('[ING-11] a connection that makes no whole frame in time is closed, however it drips', async () => {
  server = await start();
  const silent = await connectTracker(server.port('gt06'));
  const dripping = await connectTracker(server.port('gt06'));
  dripping.send(gt06Login('860000000000004').subarray(0, 3));
  await until(async () => (await server.metric('connections')) === 2);
  server.clock.advance(20_000);
  dripping.send(gt06Login('860000000000004').subarray(3, 5));
  server.clock.advance(11_000);
  await Promise.all([silent.closed, dripping.closed]);
  expect(await server.metric('errors_total', { code: 'no-first-frame' })).toBe(2);
});

test('[ING-11] a half-open connection is closed by the time-out of its protocol', async () => {
  server = await start();
  const tracker = await signIn('860000000000005');
  server.clock.advance(gt06.idleTimeoutMs - 10_000);
  await new Promise((resolve) => setTimeout(resolve, 4 * testLookOverMs));
  expect(tracker.socket.closed).toBe(false);
  server.clock.advance(10_000);
  await tracker.closed;
  expect(await server.metric('errors_total', { code: 'idle' })).toBe(1);
});

test('[ING-11] connections of one address are bounded', async () => {
  server = await start({ connectionsPerAddress: 2 });
  const first = await signIn('860000000000006');
  const second = await signIn('860000000000007');
  const third = await connectTracker(server.port('gt06')).catch(() => undefined);
  await third?.closed;
  expect(await server.metric('errors_total', { code: 'too-many-connections' })).toBe(1);
  first.end();
  await until(async () => (await server.metric('connections')) === 1);
  (await signIn('860000000000008')).end();
  second.end();
});

test('[ING-11] connections are bounded in all, whatever their addresses', async () => {
  server = await start({ connections: 1 });
  const first = await signIn('860000000000021');
  const second = await connectTracker(server.port('suntech')).catch(() => undefined);
  await second?.closed;
  expect(await server.metric('errors_total', { protocol: 'suntech', code: 'too-many-connections' })).toBe(1);
  first.end();
});

test('[ING-11] a connection that has said nothing gives way to a newcomer; one that spoke does not', async () => {
  server = await start({ connections: 2 });
  const tracker = await signIn('860000000000022');
  const silent = await connectTracker(server.port('suntech'));
  await until(async () => (await server.metric('connections')) === 2);
  const newcomer = await signIn('860000000000023');
  await silent.closed;
  expect(await server.metric('errors_total', { protocol: 'suntech', code: 'gave-way' })).toBe(1);
  const refused = await connectTracker(server.port('suntech')).catch(() => undefined);
  await refused?.closed;
  for (const one of [tracker, newcomer]) {
    one.send(gt06Location({ timeMs }, 2));
    await one.read(20);
    one.end();
  }
});

test('[ING-11] datagrams of one address are bounded like its connections', async () => {
  server = await start({ addressBytes: { burst: 200, perSecond: 1 }, udpPeers: 10 });
  const imei = '350000000000031';
  const deviceId = await server.addDevice(imei);
  const socket = createSocket('udp4');
  for (let sent = 0; sent < 20; sent++) {
    socket.send(teltonikaDatagram(imei, timeMs - sent * 1000), server.port('teltonika', 'udp'), '127.0.0.1');
  }
  await until(async () => (await server.metric('frames_total', { protocol: 'teltonika' })) === 20);
  const dropped = await server.metric('errors_total', { protocol: 'teltonika', code: 'too-many-bytes' });
  expect(dropped).toBeGreaterThan(10);
  const stored = async () =>
    (await server.database.pool.query('SELECT FROM positions WHERE device_id = $1', [deviceId])).rowCount;
  await expect.poll(stored).toBe(20 - dropped);
  socket.close();
});

test('[ING-11] places for senders of datagrams are made when one sends', async () => {
  const heldMib = () => process.memoryUsage().arrayBuffers / 2 ** 20;
  const before = heldMib();
  server = await start({ udpPeers: 2_000_000 });
  expect(heldMib() - before).toBeLessThan(8);
});

test('[ING-11] peers that speak in datagrams count among the connections of their address', async () => {
  server = await start({ connectionsPerAddress: 1 });
  await server.addDevice('350000000000032');
  const sockets = [createSocket('udp4'), createSocket('udp4')];
  for (const socket of sockets) {
    socket.send(teltonikaDatagram('350000000000032', timeMs), server.port('teltonika', 'udp'), '127.0.0.1');
  }
  await expect
    .poll(() => server.metric('errors_total', { protocol: 'teltonika', code: 'too-many-connections' }))
    .toBe(1);
  for (const socket of sockets) socket.close();
});

test('[ING-11] requests of phones through the web port are bounded by their address too', async () => {
  server = await start({ addressBytes: { burst: 2_000, perSecond: 1 } });
  await server.addDevice('phone-bound');
  const send = (remoteAddress: string) =>
    server.ingest.handleOsmand({
      method: 'GET',
      url: '/osmand?id=phone-bound&lat=1&lon=1',
      contentType: undefined,
      body: '',
      remoteAddress,
    });
  const statuses = [];
  for (let sent = 0; sent < 6; sent++) statuses.push((await send('10.1.1.1')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 503, 503]);
  expect((await send('10.1.1.2')).status).toBe(200);
});

test('[ING-11] a frame larger than its protocol makes closes the connection', async () => {
  server = await start();
  const stranger = await connectTracker(server.port('osmand'));
  stranger.send(Buffer.from('POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n'));
  await stranger.closed;
  expect(await server.metric('errors_total', { code: 'frame-too-long' })).toBe(1);
});

test('[ING-11] bytes of a connection are bounded by reading it more slowly', async () => {
  server = await start({ connectionBytes: { burst: 2_000, perSecond: 1_000_000 } });
  const slow = await signIn('860000000000009');
  const packets = Array.from({ length: 1000 }, (_, second) =>
    gt06Location({ timeMs: timeMs - 1_000_000 + second * 1000 }, second),
  );
  slow.send(...packets);
  await slow.read(10 + packets.length * 10);
  slow.end();
});

test('[ING-11] a connection that spent its bytes is read no further, and others are', async () => {
  server = await start({ connectionBytes: { burst: 2_000, perSecond: 1 } });
  const fast = await signIn('860000000000025');
  const packets = Array.from({ length: 100 }, (_, second) =>
    gt06Location({ timeMs: timeMs - 1_000_000 + second * 1000 }, second),
  );
  fast.send(...packets);
  const answered = 10 + packets.length * 10;
  await fast.read(answered);
  fast.send(gt06Location({ timeMs }, 101));
  for (const imei of ['860000000000026', '860000000000027']) {
    const other = await signIn(imei);
    other.send(gt06Location({ timeMs }, 2));
    await other.read(20);
    other.end();
  }
  expect(await server.metric('frames_total', { protocol: 'gt06' })).toBe(1 + packets.length + 2 * 2);
  expect(fast.received()).toHaveLength(answered);
  fast.end();
});

test('[ING-11] an address that spent its bytes is read no further on any of its connections, but for what each is just sending', async () => {
  server = await start({ addressBytes: { burst: 2_000, perSecond: 1 } });
  const framesOf = () => server.metric('frames_total', { protocol: 'gt06' });
  const [spending, ...others] = [
    await signIn('860000000000028'),
    await signIn('860000000000128'),
    await signIn('860000000000228'),
  ];
  const packets = Array.from({ length: 100 }, (_, second) =>
    gt06Location({ timeMs: timeMs - 1_000_000 + second * 1000 }, second),
  );
  spending.send(...packets);
  await spending.read(10 + packets.length * 10);
  for (const tracker of others) {
    tracker.send(gt06Location({ timeMs }, 100));
    await tracker.read(20);
  }
  const read = await framesOf();
  expect(read).toBe(3 + packets.length + others.length);
  for (const tracker of [spending, ...others]) tracker.send(gt06Location({ timeMs: timeMs + 1000 }, 101));
  // what comes by the same port from elsewhere is read and answered, and was sent after theirs
  const elsewhere = await signInFrom('127.0.0.2', '860000000000328');
  elsewhere.send(gt06Location({ timeMs }, 2));
  await elsewhere.read(20);
  expect(await framesOf()).toBe(read + 2);
  expect([spending, ...others].map((tracker) => tracker.received().length)).toEqual([
    10 + packets.length * 10,
    20,
    20,
  ]);
  for (const tracker of [spending, ...others, elsewhere]) tracker.end();
});

test('[ING-11] positions that wait for the database are bounded, the rest waits in the sockets', async () => {
  server = await start({ pendingEntries: 50 });
  const trackers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => signIn(`8600000000001${String(index).padStart(2, '0')}`)),
  );
  const blocker = await server.database.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE positions IN ACCESS EXCLUSIVE MODE');
  const packets = Array.from({ length: 200 }, (_, second) =>
    gt06Location({ timeMs: timeMs - 1_000_000 + second * 1000 }, second),
  );
  for (const tracker of trackers) tracker.send(...packets);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await server.metric('pending')).toBeLessThanOrEqual(50 + trackers.length);
  await blocker.query('COMMIT');
  blocker.release();
  for (const tracker of trackers) {
    await tracker.read(10 + packets.length * 10);
    tracker.end();
  }
});

/** Twenty trackers that each sent 200 positions, and a lock under which none of them can be committed. */
async function crowd(prefix: string, lock: (deviceIds: readonly number[]) => string) {
  const imeis = Array.from({ length: 20 }, (_, index) => `${prefix}${String(index).padStart(2, '0')}`);
  const trackers = await Promise.all(imeis.map(signIn));
  // each has its state row, which can be locked
  const rows = await until(async () => {
    const found = await server.database.pool.query<{ id: number }>(
      'SELECT id FROM devices JOIN device_state ON device_id = id WHERE unique_id = ANY($1)',
      [imeis],
    );
    return found.rows.length === imeis.length && found.rows;
  });
  if (!rows) throw new Error('not all are signed in');
  const blocker = await server.database.pool.connect();
  await blocker.query(`BEGIN; ${lock(rows.map(({ id }) => id))}`);
  const packets = Array.from({ length: 200 }, (_, second) =>
    gt06Location({ timeMs: timeMs - 1_000_000 + second * 1000 }, second),
  );
  for (const tracker of trackers) tracker.send(...packets);
  return {
    async release() {
      await blocker.query('COMMIT');
      blocker.release();
    },
    async allAnswered() {
      for (const tracker of trackers) {
        await tracker.read(10 + packets.length * 10);
        tracker.end();
      }
    },
  };
}

const lockPositions = () => 'LOCK TABLE positions IN ACCESS EXCLUSIVE MODE';

test('[ING-11] requests and datagrams wait for their turn among the connections, and are answered', async () => {
  server = await start({ pendingEntries: 20 });
  await server.addDevice('phone-turn');
  const imei = '350000000000041';
  const deviceId = await server.addDevice(imei);
  const { release, allAnswered } = await crowd('8600000000003', lockPositions);
  await expect.poll(() => server.metric('pending')).toBeGreaterThanOrEqual(20);
  const answer = server.ingest.handleOsmand({
    ...{ method: 'GET', url: '/osmand?id=phone-turn&lat=1&lon=1', contentType: undefined, body: '' },
    remoteAddress: '10.1.1.9',
  });
  const socket = createSocket('udp4');
  socket.send(teltonikaDatagram(imei, timeMs), server.port('teltonika', 'udp'), '127.0.0.1');
  await until(async () => (await server.metric('frames_total', { protocol: 'teltonika' })) === 1);
  await release();
  expect((await answer).status).toBe(200);
  await allAnswered();
  const stored = async () =>
    (await server.database.pool.query('SELECT FROM positions WHERE device_id = $1', [deviceId])).rowCount;
  await expect.poll(stored).toBe(1);
  expect(await server.metric('errors_total', { code: 'no-room' })).toBe(0);
  socket.close();
});

test('[ING-11] those that cannot be held back and wait are bounded', async () => {
  server = await start({ pendingEntries: 20, waitingPeers: 1 });
  const phones = ['phone-1', 'phone-2', 'phone-3'];
  const imeis = ['350000000000061', '350000000000062', '350000000000063'];
  for (const id of [...phones, ...imeis]) await server.addDevice(id);
  const { release, allAnswered } = await crowd('8600000000004', lockPositions);
  await expect.poll(() => server.metric('pending')).toBeGreaterThanOrEqual(20);
  const send = (id: string) =>
    server.ingest.handleOsmand({
      ...{ method: 'GET', url: `/osmand?id=${id}&lat=1&lon=1`, contentType: undefined, body: '' },
      remoteAddress: '10.1.1.9',
    });
  const statuses = Promise.all(phones.map(async (id) => (await send(id)).status));
  const sockets = imeis.map((imei) => {
    const socket = createSocket('udp4');
    socket.send(teltonikaDatagram(imei, timeMs), server.port('teltonika', 'udp'), '127.0.0.1');
    return socket;
  });
  await expect
    .poll(() => server.metric('errors_total', { protocol: 'teltonika', code: 'no-room' }))
    .toBe(imeis.length - 1);
  await release();
  for (const socket of sockets) socket.close();
  expect((await statuses).toSorted()).toEqual([200, 503, 503]);
  await allAnswered();
});

test('[ING-11] a writer that is held up holds up its own devices alone', async () => {
  server = await start({ pendingEntries: 50 });
  const ids = [await server.addDevice('860000000000051'), await server.addDevice('860000000000052')];
  const free = ids[0]! % 2 === 1 ? '860000000000051' : '860000000000052';
  const { release, allAnswered } = await crowd(
    '8600000000005',
    (deviceIds) =>
      `SELECT FROM device_state WHERE device_id IN (${deviceIds.filter((id) => id % 2 === 0)}) FOR UPDATE`,
  );
  // the other writer is through, and half of the room is taken
  await expect.poll(() => server.metric('pending'), { timeout: 10_000 }).toBe(25);
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(free), gt06Location({ timeMs }, 2));
  await tracker.read(20);
  tracker.end();
  await release();
  await allAnswered();
});

test('a taken port says which, whose, and how to change it', async () => {
  server = await start();
  const taken = server.port('gt06');
  const protocols = testProtocols.map((one) => (one.name === 'suntech' ? { ...one, port: taken } : one));
  const attempt = startIngest({ protocols }, database);
  await expect(attempt).rejects.toThrow(
    `port ${taken} (suntech, tcp) is taken: set PORT_OFFSET to move all tracker ports, or PROTOCOLS to leave suntech out`,
  );
  // and the ports that were free are free again
  const socket = connect(taken, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.destroy();
});
