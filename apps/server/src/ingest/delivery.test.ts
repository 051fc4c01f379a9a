import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { datagramWayMs } from './connection/device-connections.ts';
import { gt06Answer, gt06Heartbeat, gt06Login } from './testing/gt06-packets.ts';
import { startIngest, type TestIngest, until } from './testing/start-ingest.ts';
import { teltonikaDatagram } from './testing/teltonika-packets.ts';
import { connectTracker } from './testing/tracker-client.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.stop());

const loginAnswer = gt06Answer(0x01, 1);

function block(deviceId: number, uniqueId: string, type = 'engineStop') {
  return server.deviceConnections.deliver({ deviceId, uniqueId, type, attributes: {}, settings: {} });
}

async function signIn(imei: string) {
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei));
  await tracker.read(loginAnswer.length);
  return tracker;
}

/** What came behind the answer to the sign-in. */
async function readCommand(tracker: Awaited<ReturnType<typeof signIn>>, bytes = 23) {
  const all = await tracker.read(loginAnswer.length + bytes);
  return all.subarray(loginAnswer.length).toString('latin1');
}

test('[CMD-05] a command leaves on the tracker’s own connection in its protocol’s bytes, and nothing for one that is away', async () => {
  const imei = '350000000000101';
  const deviceId = await server.addDevice(imei);
  expect(block(deviceId, imei)).toEqual({ kind: 'away' });
  expect(server.deviceConnections.protocolOf(deviceId)).toBeUndefined();
  const tracker = await signIn(imei);
  expect(server.deviceConnections.protocolOf(deviceId)).toBe('gt06');
  expect(block(deviceId, imei)).toEqual({ kind: 'sent' });
  expect(await readCommand(tracker)).toContain('Relay,1#');
  expect(block(deviceId, imei, 'requestPhoto')).toMatchObject({ kind: 'refused', code: 'unknown-type' });
  tracker.end();
  expect(await until(() => block(deviceId, imei).kind === 'away')).toBe(true);
});

test('[ING-11] a newer connection of the tracker takes over: commands go to it alone', async () => {
  const imei = '350000000000102';
  const deviceId = await server.addDevice(imei);
  const [older, newer] = [await signIn(imei), await signIn(imei)];
  await older.closed;
  block(deviceId, imei);
  expect(await readCommand(newer)).toContain('Relay,1#');
  expect(older.received().length).toBe(loginAnswer.length);
  newer.end();
});

test('[ING-11] a command over UDP goes only to a peer heard lately', async () => {
  const imei = '350000000000103';
  const deviceId = await server.addDevice(imei);
  const socket = createSocket('udp4');
  const receive = async () => {
    socket.send(teltonikaDatagram(imei, server.clock.now()), server.port('teltonika', 'udp'), '127.0.0.1');
    await once(socket, 'message');
  };
  await receive();
  const command = once(socket, 'message');
  expect(block(deviceId, imei)).toEqual({ kind: 'sent' });
  expect(String((await command)[0])).toContain('setdigout 1');
  server.clock.advance(datagramWayMs + 1);
  expect(block(deviceId, imei)).toEqual({ kind: 'away' });
  await receive();
  expect(block(deviceId, imei)).toEqual({ kind: 'sent' });
  socket.close();
});

test('[ING-11] a tracker that comes by TCP after UDP is commanded there, and its old address gets nothing', async () => {
  const imei = '350000000000104';
  const deviceId = await server.addDevice(imei);
  const socket = createSocket('udp4');
  const datagrams: string[] = [];
  socket.on('message', (datagram) => datagrams.push(datagram.toString('latin1')));
  socket.send(teltonikaDatagram(imei, server.clock.now()), server.port('teltonika', 'udp'), '127.0.0.1');
  await until(() => datagrams.length);
  expect(server.deviceConnections.protocolOf(deviceId)).toBe('teltonika');
  const tracker = await signIn(imei);
  expect(server.deviceConnections.protocolOf(deviceId)).toBe('gt06');
  expect(block(deviceId, imei)).toEqual({ kind: 'sent' });
  expect(await readCommand(tracker)).toContain('Relay,1#');
  expect(datagrams).toHaveLength(1);
  socket.close();
  tracker.end();
});

test('[ING-11] the newest message of a tracker that uses TCP and UDP decides which way its commands go', async () => {
  const imei = '350000000000105';
  const deviceId = await server.addDevice(imei);
  const tracker = await signIn(imei);
  const socket = createSocket('udp4');
  const hasAnswer = once(socket, 'message');
  socket.send(teltonikaDatagram(imei, server.clock.now()), server.port('teltonika', 'udp'), '127.0.0.1');
  await hasAnswer;
  expect(server.deviceConnections.protocolOf(deviceId)).toBe('teltonika');
  tracker.send(gt06Heartbeat(2));
  await tracker.read(2 * loginAnswer.length);
  expect(server.deviceConnections.protocolOf(deviceId)).toBe('gt06');
  tracker.end();
  expect(await until(() => server.deviceConnections.protocolOf(deviceId) === undefined)).toBe(true);
  socket.close();
});

test('[CMD-05] what speaks HTTP has no way back', async () => {
  const deviceId = await server.addDevice('phone-101');
  const url = `/osmand?id=phone-101&lat=-23.5&lon=-46.6&timestamp=${server.clock.now()}`;
  const request = { method: 'GET', url, contentType: undefined, body: '', remoteAddress: '127.0.0.1' };
  expect((await server.ingest.handleOsmand(request)).status).toBe(200);
  expect(block(deviceId, 'phone-101')).toEqual({ kind: 'away' });
});
