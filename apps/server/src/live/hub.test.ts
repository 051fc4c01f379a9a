import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { liveCloseCodes } from '@atalaia/contract/devices/live-message';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Bus, createInProcessBus, type PositionFragment } from '../platform/bus/bus.ts';
import { createHub, type Hub, type Viewer } from './hub.ts';
import { attachUpgrade } from './upgrade.ts';

/** For what comes in the end, however busy the machine is. */
const patient = { timeout: 60_000 };
vi.setConfig({ testTimeout: 2 * patient.timeout });
const tickMs = 10;

let server: Server;
let hub: Hub;
let bus: Bus;
let detach: () => void;
let visibilityTable: Record<number, number[]>;
let failures: unknown[];
/** For how long changes were not read, ms. */
let unreadMs: number;
/** How far the channel is. */
let position: string | undefined;
/** The devices that each reading was about; undefined for all. */
let requested: (readonly number[] | undefined)[];
/** When each session ends as things are, by its hash; one that is not here continues. */
let sessionEnds: Record<string, number | undefined>;
let piecesRead: number;
/** Events that slow clients did not get. */
let missed: number;
/** Makes first positions large. */
let filler: string | undefined;
/** What goes before the first positions are read. */
let beforeFirst: () => Promise<void>;
/** Who sees each customer. */
const customerOf: Record<number, number[]> = { 7: [1], 8: [1, 2], 9: [3] };
const sockets: WebSocket[] = [];

const fragment = (deviceId: number, positionId: number, fixTimeMs = positionId * 1000): PositionFragment => ({
  deviceId,
  positionId,
  fixTimeMs,
  receivedMs: fixTimeMs,
  json: JSON.stringify({ id: positionId, deviceId }),
});

beforeEach(async () => {
  visibilityTable = { 1: [10, 11], 2: [20] };
  failures = [];
  unreadMs = 0;
  position = undefined;
  requested = [];
  sessionEnds = {};
  piecesRead = 0;
  missed = 0;
  filler = undefined;
  beforeFirst = async () => {};
  bus = createInProcessBus((_topic, error) => failures.push(error));
  hub = createHub({
    completePosition: (fragment) => fragment,
    bus,
    isCurrent: (withinMs = 3_000) => unreadMs <= withinMs,
    position: () => position,
    visibleDeviceIds: async (userId, among) => {
      requested.push(among);
      const ids = visibilityTable[userId];
      if (!ids) throw new Error('the database is away');
      return among ? ids.filter((id) => among.includes(id)) : ids;
    },
    readPlace: () => expect.fail('no place is named here'),
    describeDevices: async (ids) => ids.map((deviceId) => ({ deviceId, json: `{"id":${deviceId}}` })),
    lastPositions: async (ids) => ids.map((deviceId) => fragment(deviceId, 5)),
    openAlarms: async (ids) =>
      ids.filter((id) => id === 12).map((deviceId) => ({ deviceId, json: '{"id":70}' })),
    missedEvents: async (ids, { gapMs, since }) =>
      Array.from(ids, (deviceId) => ({
        deviceId,
        json: JSON.stringify({ id: Math.floor(gapMs / 1000) * 1000, deviceId, since }),
      })),
    firstPositions: async function* (userId) {
      await beforeFirst();
      for (const deviceId of visibilityTable[userId] ?? []) {
        piecesRead += 1;
        yield [
          { ...fragment(deviceId, 5), json: JSON.stringify({ id: 5, deviceId, filler }) },
          fragment(99, 5),
        ];
      }
    },
    sessionEndMs: async (hash) => (hash in sessionEnds ? sessionEnds[hash] : Date.now() + 60_000),
    customerWatchers: async (ids) =>
      ids.flatMap((customerId) => (customerOf[customerId] ?? []).map((userId) => ({ customerId, userId }))),
    onError: (error) => failures.push(error),
    onClientError: () => undefined,
    onLostEvents: (count) => {
      missed += count;
    },
    tickMs,
  });
  server = createServer();
  detach = attachUpgrade(server, {
    hub,
    onError: (error) => failures.push(error),
    onClientError: () => undefined,
    authenticate: async (_request, url): Promise<Viewer | undefined> => {
      const [userId, tokenHash = 'a', expiresMs] = (url.searchParams.get('b') ?? '').split('-');
      if (!userId) return undefined;
      return { userId: Number(userId), tokenHash, expiresMs: expiresMs ? Number(expiresMs) : undefined };
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
  hub.stop();
  detach();
  server.close();
});

const address = (token: string) =>
  `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/socket?b=${token}`;
/** As an app of the field asks, that knows nothing of a snapshot. */
const withPositions = '&snapshot=';

interface Client {
  readonly socket: WebSocket;
  readonly messages: Record<string, { id: number; deviceId?: number }[]>[];
  closed(): Promise<number>;
}

async function connect(token: string, headers: Record<string, string> = {}): Promise<Client> {
  const requested = token.endsWith(withPositions) ? token : `${token}&snapshot=none`;
  const socket = new WebSocket(address(requested), { headers });
  sockets.push(socket);
  const messages: Client['messages'] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const closing = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  return { socket, messages, closed: () => closing };
}

/**
 * What was published before has arrived: the hub's ticks are behind, and each client has answered what was sent after
 * them. However busy the machine is, timers of one process go off in the order in which they are due.
 */
async function soon(): Promise<void> {
  for (let tick = 0; tick < 3; tick += 1) await new Promise((resolve) => setTimeout(resolve, 2 * tickMs));
  const open = sockets.filter(({ readyState, isPaused }) => readyState === WebSocket.OPEN && !isPaused);
  await Promise.all(
    open.map(async (socket) => {
      const answered = Promise.race([once(socket, 'pong'), once(socket, 'close')]);
      socket.ping();
      await answered;
    }),
  );
}

test('[ROLE-01] a live position reaches those who see its device and nobody else', async () => {
  const one = await connect('1');
  const two = await connect('2');
  bus.publish('positions', [fragment(10, 1), fragment(20, 2)]);
  await soon();
  expect(one.messages).toEqual([{ positions: [{ id: 1, deviceId: 10 }] }]);
  expect(two.messages).toEqual([{ positions: [{ id: 2, deviceId: 20 }] }]);
});

test('every message has one key, devices before positions before events', async () => {
  const one = await connect('1');
  bus.publish('events', [{ deviceId: 10, json: '{"id":7}' }]);
  bus.publish('positions', [fragment(10, 1)]);
  bus.publish('devices', [{ deviceId: 10, json: '{"id":10}' }]);
  await soon();
  expect(one.messages.map((message) => Object.keys(message))).toEqual([
    ['devices'],
    ['positions'],
    ['events'],
  ]);
});

test('one tick sends the newest position of a device, by fix time and then by number', async () => {
  const one = await connect('1');
  bus.publish('positions', [fragment(10, 3, 9000)]);
  bus.publish('positions', [fragment(10, 4, 8000), fragment(11, 5, 100), fragment(11, 6, 100)]);
  await soon();
  expect(one.messages).toEqual([
    {
      positions: [
        { id: 3, deviceId: 10 },
        { id: 6, deviceId: 11 },
      ],
    },
  ]);
});

test('a stranger is refused with 401, a page of another site with 403', async () => {
  await expect(connect('')).rejects.toThrow('401');
  await expect(connect('1', { origin: 'https://elsewhere.example' })).rejects.toThrow('403');
});

test('a viewer whose sight cannot be read is refused with 503 and can come again', async () => {
  await expect(connect('3')).rejects.toThrow('503');
  visibilityTable[3] = [10];
  const three = await connect('3');
  bus.publish('positions', [fragment(10, 1)]);
  await soon();
  expect(three.messages).toHaveLength(1);
});

test('[ROLE-01] [EVT-04] a new link brings the device, its last position and its open alarms at once', async () => {
  const one = await connect('1');
  visibilityTable[1] = [10, 11, 12];
  bus.publish('visibility', { userIds: [1] });
  await soon();
  expect(one.messages).toEqual([
    { devices: [{ id: 12 }] },
    { positions: [{ id: 5, deviceId: 12 }] },
    { events: [{ id: 70 }] },
  ]);
});

test('[ROLE-01] a link taken away takes the device from the screen; the connection stays, and brings nothing of it', async () => {
  const one = await connect('1');
  visibilityTable[1] = [10];
  bus.publish('visibility', { userIds: 'all' });
  await soon();
  bus.publish('positions', [fragment(11, 1)]);
  await soon();
  expect(one.messages).toEqual([{ devices: [], removedDeviceIds: [11] }]);
});

test('[API-02] a link taken away leaves the connection of an app of the field open, and brings nothing of its device', async () => {
  const one = await connect(`1${withPositions}`);
  await soon();
  visibilityTable[1] = [10];
  bus.publish('visibility', { userIds: [1] });
  await soon();
  const before = one.messages.length;
  bus.publish('positions', [fragment(11, 1), fragment(10, 2)]);
  await soon();
  expect(one.messages.slice(before)).toEqual([{ positions: [{ id: 2, deviceId: 10 }] }]);
});

test('[API-02] at a sign-out the connection of an app of the field ends with the number that it knows', async () => {
  const [foreign, own] = [await connect(`1${withPositions}`), await connect('1')];
  bus.publish('signedOut', { userId: 1 });
  expect(await foreign.closed()).toBe(liveCloseCodes.signedOutOfField);
  expect(await own.closed()).toBe(liveCloseCodes.signedOut);
});

test('[SCALE-05] of descriptions that two processes read, an older one that comes later is not sent, until the database went back', async () => {
  const one = await connect('1');
  const described = (version: number | undefined, name: string) =>
    bus.publish('devices', [
      { deviceId: 10, json: JSON.stringify({ name }), ...(version !== undefined && { version }) },
    ]);
  const names = () =>
    one.messages.flatMap(({ devices = [] }) => devices.map((device) => Object(device).name));
  described(3, 'new');
  await expect.poll(names, patient).toEqual(['new']);
  described(2, 'old');
  described(undefined, 'edited');
  await expect.poll(names, patient).toEqual(['new', 'edited']);
  described(3, 'same');
  await expect.poll(names, patient).toEqual(['new', 'edited', 'same']);
  bus.publish('changesUnread', {});
  await one.closed();
  const again = await connect('1');
  described(1, 'of the backup');
  await expect
    .poll(() => again.messages.flatMap(({ devices = [] }) => devices), patient)
    .toEqual([{ name: 'of the backup' }]);
});

test('[SCALE-03] a change that names its devices reads these alone', async () => {
  const one = await connect('1');
  visibilityTable[1] = [10, 12, 13];
  bus.publish('visibility', { userIds: [1], deviceIds: [11, 12] });
  await soon();
  bus.publish('positions', [fragment(11, 1), fragment(12, 2), fragment(13, 3)]);
  await soon();
  expect(requested.at(-1)).toEqual([11, 12]);
  expect(one.messages).toContainEqual({ devices: [], removedDeviceIds: [11] });
  expect(one.messages).toContainEqual({ devices: [{ id: 12 }] });
  expect(one.messages.at(-1)).toEqual({ positions: [{ id: 2, deviceId: 12 }] });
});

test('[SCALE-03] many devices at once are loaded as a whole', async () => {
  const one = await connect('1');
  visibilityTable[1] = Array.from({ length: 1_500 }, (_, index) => index + 10);
  bus.publish('visibility', { userIds: [1] });
  expect(await one.closed()).toBe(liveCloseCodes.visibilityChanged);
});

test('[SCALE-03] who is refused while changes cannot be read takes nobody else’s connection with him', async () => {
  const one = await connect('1');
  unreadMs = 4_000;
  await expect(connect('1')).rejects.toThrow('503');
  unreadMs = 0;
  bus.publish('positions', [fragment(10, 1)]);
  await soon();
  expect(one.messages).toEqual([{ positions: [{ id: 1, deviceId: 10 }] }]);
});

test('[AUTH-07] a session that ended while its connection was being opened closes it', async () => {
  sessionEnds.a = undefined;
  const one = await connect('1-a');
  expect(await one.closed()).toBe(liveCloseCodes.signedOut);
});

test('[SCALE-03] while changes cannot be read nobody is let in, and who is connected is sent away', async () => {
  const one = await connect('1');
  unreadMs = 4_000;
  bus.publish('positions', [fragment(10, 1)]);
  await soon();
  bus.publish('changesUnread', {});
  expect(await one.closed()).toBe(1013);
  expect(one.messages).toEqual([]);
  await expect(connect('1')).rejects.toThrow('503');
});

test('[SCALE-03] what changes were not read for most of a second before is sent when they are read, and nobody is sent away', async () => {
  const one = await connect('1');
  unreadMs = 900;
  bus.publish('positions', [fragment(10, 1)]);
  await soon();
  const other = await connect('1');
  expect([one.messages, other.messages]).toEqual([[], []]);
  unreadMs = 0;
  await soon();
  expect(one.messages).toEqual([{ positions: [{ id: 1, deviceId: 10 }] }]);
});

test('when a changed sight cannot be read, the connection is closed rather than trusted', async () => {
  const one = await connect('1');
  delete visibilityTable[1];
  bus.publish('visibility', { userIds: [1] });
  expect(await one.closed()).toBe(1013);
  expect(failures).toHaveLength(1);
});

test('[ROLE-02] signing out closes the connections of that session; ending a user closes all of his', async () => {
  const first = await connect('1-a');
  const second = await connect('1-b');
  bus.publish('signedOut', { userId: 1, tokenHash: 'a' });
  expect(await first.closed()).toBe(liveCloseCodes.signedOut);
  expect(second.socket.readyState).toBe(WebSocket.OPEN);
  bus.publish('signedOut', { userId: 1 });
  expect(await second.closed()).toBe(liveCloseCodes.signedOut);
});

test('[ROLE-02] a connection ends when its session expires', async () => {
  const endsMs = Date.now() + 60;
  sessionEnds = { a: endsMs };
  const one = await connect(`1-a-${endsMs}`);
  expect(await one.closed()).toBe(liveCloseCodes.signedOut);
});

test('[ROLE-02] an end that is moved nearer closes the connection then, one moved away leaves it open', async () => {
  const far = Date.now() + 60_000;
  const [nearer, further] = [await connect(`1-a-${far}`), await connect(`2-b-${Date.now() + 60}`)];
  sessionEnds = { a: Date.now() + 150, b: far };
  bus.publish('accountEnd', { userId: 1 });
  expect(await nearer.closed()).toBe(liveCloseCodes.signedOut);
  // not before it, and after the first end of the other
  expect(Date.now()).toBeGreaterThanOrEqual(sessionEnds.a ?? far);
  await soon();
  expect(further.socket.readyState).toBe(WebSocket.OPEN);
});

test('[WS-01] an app of the field is told the last positions it may see, and news after them', async () => {
  let begin = () => {};
  const started = new Promise<void>((resolve) => {
    begin = resolve;
  });
  beforeFirst = () => started;
  const one = await connect(`1${withPositions}`);
  bus.publish('positions', [fragment(10, 6)]);
  await soon();
  expect(one.messages).toEqual([]);
  begin();
  await soon();
  expect(one.messages).toEqual(
    [5, 5, 6].map((id, at) => ({ positions: [{ id, deviceId: [10, 11, 10][at] }] })),
  );
});

test('first positions are read no faster than they are taken, and come whole in the end', async () => {
  let begin = () => {};
  const started = new Promise<void>((resolve) => {
    begin = resolve;
  });
  beforeFirst = () => started;
  filler = 'x'.repeat(1_000_000);
  visibilityTable[1] = Array.from({ length: 60 }, (_, at) => at + 1);
  const slow = await connect(`1${withPositions}`);
  slow.socket.pause();
  begin();
  // until no more are read
  for (let before = -1; piecesRead === 0 || piecesRead > before; ) {
    before = piecesRead;
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  expect(piecesRead).toBeLessThan(40);
  slow.socket.resume();
  await expect.poll(() => slow.messages.length, patient).toBe(60);
});

test('first positions that cannot be read close the connection, so that it is tried again', async () => {
  beforeFirst = () => Promise.reject(new Error('the database is away'));
  const one = await connect(`1${withPositions}`);
  expect(await one.closed()).toBe(1013);
  expect(failures).toHaveLength(1);
});

test('a stalled client costs no growing memory, delays nobody, and gets the newest of each device when it reads again', async () => {
  const stalled = await connect('1-a');
  const quick = await connect('1-b');
  stalled.socket.pause();
  const big = 'x'.repeat(20_000);
  let last = 0;
  for (let round = 1; round <= 400; round += 1) {
    last = round;
    bus.publish('positions', [
      { ...fragment(10, round), json: JSON.stringify({ id: round, deviceId: 10, big }) },
    ]);
    await new Promise((resolve) => setTimeout(resolve, 12));
  }
  const ids = (client: Client) =>
    client.messages.flatMap((message) => message.positions ?? []).map(({ id }) => id);
  await soon();
  expect(ids(quick).at(-1)).toBe(last);
  stalled.socket.resume();
  await expect.poll(() => ids(stalled).at(-1), patient).toBe(last);
  expect(ids(stalled).length).toBeLessThan(ids(quick).length);
});

test('[WS-02] who was too slow for every event is closed once he reads again, and so loads what he missed', async () => {
  const stalled = await connect('1-a');
  const quick = await connect('1-b');
  // an app of the field would begin anew and know no more
  const app = await connect(`1-c${withPositions}`);
  app.socket.pause();
  const received = () => quick.messages.flatMap(({ events = [] }) => events).length;
  stalled.socket.pause();
  // more than the sockets of both ends take in by themselves
  const filling = { deviceId: 10, json: JSON.stringify({ id: 1, big: 'x'.repeat(80_000) }) };
  bus.publish('events', Array<typeof filling>(400).fill(filling));
  await expect.poll(received, patient).toBe(400);
  bus.publish('events', Array<typeof filling>(2001).fill({ deviceId: 10, json: '{"id":2}' }));
  await expect.poll(received, patient).toBe(2401);
  expect(missed).toBe(0);
  for (const { socket } of [stalled, app]) socket.resume();
  expect(await stalled.closed()).toBe(1013);
  await expect.poll(() => missed, patient).toBe(2);
  expect([quick, app].map(({ socket }) => socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
});

test('a closed connection is counted out', async () => {
  const one = await connect('1');
  expect(hub.clientCount).toBe(1);
  one.socket.close();
  await expect.poll(() => hub.clientCount).toBe(0);
});

test('[WS-02] who connects again after a gap is told the events of it, a new client none', async () => {
  const fresh = await connect('1');
  const back = await connect('1&gapMs=61000');
  await soon();
  expect(fresh.messages).toEqual([]);
  expect(back.messages).toEqual([
    {
      events: [
        { id: 61_000, deviceId: 10 },
        { id: 61_000, deviceId: 11 },
      ],
    },
  ]);
});

test('[WS-02] a page is told how far the channel is, and says it when it connects again; an app of the field hears nothing new', async () => {
  position = '77';
  const page = await connect('1');
  const app = await connect(`1${withPositions}`);
  await expect.poll(() => page.messages, patient).toEqual([{ events: [], since: ['77'] }]);
  position = undefined;
  const back = await connect('1&gapMs=1000&since=77');
  await expect
    .poll(() => back.messages[0]?.events, patient)
    .toEqual([
      { id: 1000, deviceId: 10, since: '77' },
      { id: 1000, deviceId: 11, since: '77' },
    ]);
  expect(app.messages.some((message) => 'since' in message)).toBe(false);
});

test('[SIN-14] a case reaches at once everyone who sees its device, every step of it', async () => {
  const [one, two] = [await connect('1'), await connect('2')];
  bus.publish('sinisters', [{ deviceId: 10, json: '{"id":1,"status":"closed"}' }]);
  bus.publish('sinisters', [{ deviceId: 10, json: '{"id":2,"status":"opened"}' }]);
  await soon();
  expect(one.messages).toEqual([
    {
      sinisters: [
        { id: 1, status: 'closed' },
        { id: 2, status: 'opened' },
      ],
    },
  ]);
  expect(two.messages).toEqual([]);
});

test('[ROLE-01] a customer reaches who sees it, a new one too', async () => {
  const [one, two] = [await connect('1'), await connect('2')];
  const customers = [7, 8, 9].map((customerId) => ({ customerId, json: `{"id":${customerId}}` }));
  bus.publish('customers', customers);
  await soon();
  expect(one.messages).toEqual([{ customers: [{ id: 7 }, { id: 8 }] }]);
  expect(two.messages).toEqual([{ customers: [{ id: 8 }] }]);
});

test('[NOT-01] a notice reaches every connection of the person it is for, and nobody else', async () => {
  visibilityTable[2] = [10];
  const [one, again, two] = [await connect('1-a'), await connect('1-b'), await connect('2')];
  const notice = (userId: number, deviceId: number) => ({ userId, deviceId, json: `{"id":${deviceId}}` });
  bus.publish('events', [{ deviceId: 10, json: '{"id":10}' }]);
  bus.publish('notificationDeliveries', [notice(1, 10), notice(1, 99), notice(4, 10)]);
  await soon();
  // the event comes once for an app that knows events alone
  const expected = [{ events: [{ id: 10 }] }, { events: [], notices: [{ id: 10 }] }];
  expect([one.messages, again.messages, two.messages]).toEqual([expected, expected, expected.slice(0, 1)]);
  bus.publish('notificationDeliveries', [{ ...notice(1, 11), isTest: true }]);
  await soon();
  const test = [{ events: [{ id: 11 }] }, { events: [], notices: [{ id: 11 }] }];
  expect([one.messages.slice(-2), two.messages.length]).toEqual([test, 1]);
});

test('a removed device is told to who saw it, and closes nobody’s connection', async () => {
  const [one, two] = [await connect('1'), await connect('2')];
  bus.publish('positions', [fragment(10, 1)]);
  bus.publish('removedDevices', { deviceIds: [10] });
  visibilityTable[1] = [11];
  bus.publish('visibility', { userIds: [1] });
  await soon();
  expect(one.messages).toEqual([{ devices: [], removedDeviceIds: [10] }]);
  expect(two.messages).toEqual([]);
  bus.publish('positions', [fragment(10, 2), fragment(11, 3)]);
  await soon();
  expect(one.messages.at(-1)).toEqual({ positions: [{ id: 3, deviceId: 11 }] });
  expect(one.socket.readyState).toBe(WebSocket.OPEN);
});

test('the page of the own site connects, behind a proxy that names the host as well', async () => {
  const { port } = server.address() as AddressInfo;
  await expect(connect('1', { origin: `http://127.0.0.1:${port}` })).resolves.toBeDefined();
  const forwarded = { origin: 'https://track.example', 'x-forwarded-host': 'track.example' };
  await expect(connect('1', forwarded)).resolves.toBeDefined();
  await expect(connect('1', { ...forwarded, origin: 'null' })).rejects.toThrow('403');
});
