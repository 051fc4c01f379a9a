import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/start-ingest.ts';
import { teltonikaDatagram } from '../testing/teltonika-packets.ts';
import { connectTracker } from '../testing/tracker-client.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.stop());

const timeMs = Math.floor(Date.now() / 1000) * 1000 - 60_000;

async function stored(deviceId: number) {
  const { rows } = await server.database.pool.query('SELECT * FROM positions WHERE device_id = $1', [
    deviceId,
  ]);
  return rows;
}

test('a datagram is answered to its sender once its positions are committed', async () => {
  const imei = '350000000000021';
  const deviceId = await server.addDevice(imei);
  const socket = createSocket('udp4');
  socket.send(teltonikaDatagram(imei, timeMs), server.port('teltonika', 'udp'), '127.0.0.1');
  const [answer] = await once(socket, 'message');
  expect(answer).toEqual(Buffer.from([0, 5, 0x12, 0x34, 1, 7, 1]));
  expect(await stored(deviceId)).toHaveLength(1);
  socket.close();
});

test('a datagram of a stranger, or of nonsense, is counted and not answered', async () => {
  const datagrams = [teltonikaDatagram('350000000000022', timeMs), Buffer.from('nonsense')];
  const received: Buffer[] = [];
  const sockets = datagrams.map((datagram) => {
    const socket = createSocket('udp4');
    socket.on('message', (answer) => received.push(answer));
    socket.send(datagram, server.port('teltonika', 'udp'), '127.0.0.1');
    return socket;
  });
  const errors = () =>
    Promise.all(
      ['refused', 'bad-length'].map((code) => server.metric('errors_total', { protocol: 'teltonika', code })),
    );
  await expect.poll(errors).toEqual([1, 1]);
  expect(received).toEqual([]);
  for (const socket of sockets) socket.close();
});

test('the osmand port answers 200 after the commit on a connection that lives on, and 400 to a stranger', async () => {
  const deviceId = await server.addDevice('phone-1');
  const phone = await connectTracker(server.port('osmand'));
  const request = (query: string) => Buffer.from(`GET /?${query} HTTP/1.1\r\nHost: x\r\n\r\n`);
  phone.send(request(`id=phone-1&lat=-23.5&lon=-46.6&timestamp=${timeMs}`));
  phone.send(request(`id=phone-1&lat=-23.6&lon=-46.6&timestamp=${timeMs + 1000}`));
  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n';
  await phone.read(2 * ok.length);
  expect(phone.received().toString()).toBe(ok + ok);
  expect(await stored(deviceId)).toHaveLength(2);
  phone.send(request('id=stranger&lat=1&lon=1'));
  await phone.closed;
  expect(
    phone
      .received()
      .toString()
      .slice(2 * ok.length),
  ).toMatch(/^HTTP\/1\.1 400 /);
});

test('a tracker that ends its side after sending is still answered', async () => {
  await server.addDevice('phone-2');
  const phone = await connectTracker(server.port('osmand'));
  phone.socket.end(`GET /?id=phone-2&lat=-23.5&lon=-46.6&timestamp=${timeMs} HTTP/1.1\r\n\r\n`);
  await phone.closed;
  expect(phone.received().toString()).toMatch(/^HTTP\/1\.1 200 OK/);
});

test('a suntech tracker signs in with every report and is answered nothing', async () => {
  const deviceId = await server.addDevice('907123456');
  const tracker = await connectTracker(server.port('suntech'));
  const time = new Date(timeMs).toISOString().replaceAll('-', '');
  const [date, clock] = [time.slice(0, 8), time.slice(9, 17)];
  tracker.send(
    Buffer.from(
      `ST300STT;907123456;04;706;${date};${clock};0000;-23.550500;-046.633300;040.5;090.00;9;1;100;12.70;100000;1;0001;000001;4.1;1\r`,
    ),
  );
  await expect.poll(async () => (await stored(deviceId)).length).toBe(1);
  expect(tracker.received().length).toBe(0);
  tracker.end();
});

test('a device’s time zone reads the first message of a connection too', async () => {
  const deviceId = await server.addDevice('phone-3', { timezone: 'America/Sao_Paulo' });
  const { status } = await server.ingest.handleOsmand({
    method: 'POST',
    url: '/osmand',
    contentType: 'application/x-www-form-urlencoded',
    body: 'id=phone-3&lat=-23.5&lon=-46.6&timestamp=2026-03-01 12:00:00',
    remoteAddress: '127.0.0.1',
  });
  expect(status).toBe(200);
  const phone = await connectTracker(server.port('osmand'));
  phone.send(
    Buffer.from('GET /?id=phone-3&lat=-23.5&lon=-46.6&timestamp=2026-03-01%2013:00:00 HTTP/1.1\r\n\r\n'),
  );
  await phone.read(15);
  const times = (await stored(deviceId)).map(({ fix_time }) => fix_time);
  expect(times).toEqual(['2026-03-01T15:00:00.000Z', '2026-03-01T16:00:00.000Z']);
  phone.end();
});
