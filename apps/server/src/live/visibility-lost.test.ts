/** What a user may see when his rights changed and the database does not say how. On a real one, behind a wire that is cut. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type DatabaseLink, linkDatabase } from '../ingest/testing/database-link.ts';
import { type Bus, createInProcessBus, type PositionFragment } from '../platform/bus/bus.ts';
import { createKysely } from '../platform/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../platform/db/test-database.ts';
import { createVisibility } from '../visibility/visibility.ts';
import { createHub, type Hub, type Viewer } from './hub.ts';
import { attachUpgrade } from './upgrade.ts';

const [retained, taken] = [1, 2];
const viewer: Viewer = { userId: 1, tokenHash: 'a', expiresMs: undefined };

let direct: TestDatabase;
let link: DatabaseLink;
let bus: Bus;
let hub: Hub;
let server: Server;
let detach: () => void;
let first: () => AsyncGenerator<PositionFragment[]>;
let described: () => Promise<void>;
let missed: () => Promise<{ deviceId: number; json: string }[]>;
const sockets: WebSocket[] = [];

beforeEach(async () => {
  direct = await createTestDatabase();
  await direct.pool.query(`
    INSERT INTO users (name, email, password_hash) VALUES ('Joana', 'joana@example.com', '');
    INSERT INTO devices (unique_id, name) VALUES ('1', 'Fica'), ('2', 'Sai');
    INSERT INTO user_devices (user_id, device_id) VALUES (1, 1), (1, 2)`);
  link = await linkDatabase(direct);
  bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const { visibleDeviceIds, readPlace } = createVisibility(createKysely(link.database.pool));
  described = async () => {};
  missed = async () => [];
  first = async function* () {};
  hub = createHub({
    completePosition: (fragment) => fragment,
    bus,
    isCurrent: () => true,
    position: () => undefined,
    visibleDeviceIds,
    readPlace,
    async describeDevices(ids) {
      await described();
      return ids.map((deviceId) => ({ deviceId, json: `{"id":${deviceId}}` }));
    },
    lastPositions: async (ids) => ids.map(fragment),
    openAlarms: async () => [],
    missedEvents: () => missed(),
    firstPositions: () => first(),
    sessionEndMs: async () => Date.now() + 60_000,
    customerWatchers: async () => [],
    onError: () => undefined,
    onClientError: () => undefined,
    onLostEvents: () => undefined,
    tickMs: 10,
  });
  server = createServer();
  detach = attachUpgrade(server, {
    hub,
    authenticate: async () => viewer,
    onError: () => undefined,
    onClientError: () => undefined,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  hub.stop();
  detach();
  server.close();
  await link.close();
  await direct.drop();
});

interface Client {
  readonly socket: WebSocket;
  /** Devices it was sent a position of. */
  readonly seen: number[];
  readonly events: number[];
  readonly closed: Promise<number>;
}

async function connect(search = ''): Promise<Client> {
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}/api/socket?${search.includes('snapshot') ? '' : 'snapshot=none'}${search}`,
  );
  sockets.push(socket);
  const seen: number[] = [];
  const events: number[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    seen.push(...(message.positions ?? []).map(({ deviceId }: { deviceId: number }) => deviceId));
    events.push(...(message.events ?? []).map(({ id }: { id: number }) => id));
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  return { socket, seen, events, closed };
}

const takeAway = () => direct.pool.query('DELETE FROM user_devices WHERE device_id = 2');

let positionId = 0;
function fragment(deviceId: number): PositionFragment {
  positionId += 1;
  return {
    deviceId,
    positionId,
    fixTimeMs: positionId,
    receivedMs: positionId,
    json: JSON.stringify({ id: positionId, deviceId }),
  };
}

async function move(): Promise<void> {
  bus.publish('positions', [fragment(retained), fragment(taken)]);
  await new Promise((resolve) => setTimeout(resolve, 80));
}

test('[ROLE-01] what was taken away while the database is away is not shown to who connects again', async () => {
  const [first, lingering] = [await connect(), await connect()];
  await move();
  expect(first.seen).toEqual([retained, taken]);
  // its side of the closing never comes, so the server still counts it
  lingering.socket.pause();
  await takeAway();
  link.cut();
  bus.publish('visibility', { userIds: [viewer.userId] });
  expect(await first.closed).toBe(1013);
  await expect(connect(), 'nobody knows what it may see').rejects.toThrow('503');
  await link.mend();
  expect(hub.clientCount, 'the lingering one').toBe(1);
  const again = await connect();
  await move();
  expect(again.seen).toEqual([retained]);
  lingering.socket.resume();
  expect(await lingering.closed).toBe(1013);
  expect(lingering.seen).toEqual([retained, taken]);
  expect(again.socket.readyState).toBe(WebSocket.OPEN);
});

test('[ROLE-01] a connection is closed when its changed sight is not read again in time', async () => {
  const one = await connect();
  await takeAway();
  const locking = await direct.pool.connect();
  await locking.query('BEGIN; LOCK TABLE user_devices IN ACCESS EXCLUSIVE MODE');
  bus.publish('visibility', { userIds: 'all' });
  expect(await one.closed).toBe(1013);
  const again = connect();
  await locking.query('ROLLBACK');
  locking.release();
  const { seen } = await again;
  await move();
  expect(seen).toEqual([retained]);
});

/** The change of a right is heard of, and what is left cannot be read before the returned function is called. */
async function takeAwayUnread(): Promise<() => Promise<void>> {
  await takeAway();
  const locking = await direct.pool.connect();
  await locking.query('BEGIN; LOCK TABLE user_devices IN ACCESS EXCLUSIVE MODE');
  bus.publish('visibility', { userIds: [viewer.userId] });
  // longer than what was seen before may be sent
  await new Promise((resolve) => setTimeout(resolve, 200));
  return async () => {
    await locking.query('ROLLBACK');
    locking.release();
  };
}

test('[SCALE-03] while it is read slowly what a right taken away left, nothing is shown, and what is still seen is shown then', async () => {
  const one = await connect();
  const readOn = await takeAwayUnread();
  await move();
  expect(one.seen, 'at most what is sent at once').toEqual([]);
  await readOn();
  await expect.poll(() => one.seen).toEqual([retained]);
  expect(one.socket.readyState).toBe(WebSocket.OPEN);
});

test.for(['first positions', 'missed events'])(
  '[SCALE-03] %s wait as well while it is read what a right taken away left',
  async (what) => {
    const reached = Promise.withResolvers<void>();
    const reading = Promise.withResolvers<void>();
    first = async function* () {
      reached.resolve();
      await reading.promise;
      yield [fragment(retained), fragment(taken)];
    };
    missed = async () => {
      reached.resolve();
      await reading.promise;
      return [retained, taken].map((deviceId) => ({ deviceId, json: `{"id":${deviceId}}` }));
    };
    const one = await connect(what === 'missed events' ? '&gapMs=1000' : '&snapshot=');
    await reached.promise;
    const readOn = await takeAwayUnread();
    reading.resolve();
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect([...one.seen, ...one.events]).toEqual([]);
    await readOn();
    await expect.poll(() => [...one.seen, ...one.events]).toEqual([retained]);
  },
);

test('[SCALE-03] a device that was given and is taken away again while it is described is not shown', async () => {
  await takeAway();
  const one = await connect();
  const [reached, reading] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  described = async () => {
    reached.resolve();
    await reading.promise;
  };
  await direct.pool.query('INSERT INTO user_devices (user_id, device_id) VALUES (1, 2)');
  bus.publish('visibility', { userIds: [viewer.userId] });
  await reached.promise;
  const readOn = await takeAwayUnread();
  reading.resolve();
  await new Promise((resolve) => setTimeout(resolve, 80));
  await readOn();
  await move();
  expect(one.seen).toEqual([retained]);
});

test('[ROLE-01] a connection whose sight is lost just before it joins is closed', async () => {
  const accepting = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  accepting.on('connection', (socket) => hub.join(viewer, socket, { wantsPositions: false }));
  await hub.enter(viewer);
  link.cut();
  await takeAway();
  bus.publish('visibility', { userIds: [viewer.userId] });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const socket = new WebSocket(`ws://127.0.0.1:${(accepting.address() as AddressInfo).port}`);
  sockets.push(socket);
  expect(await new Promise((resolve) => socket.on('close', resolve))).toBe(1013);
  accepting.close();
});

test('[WS-02] events of a gap that cannot be read at once are told when they can, of visible devices only', async () => {
  let tries = 0;
  missed = async () => {
    tries += 1;
    if (tries === 1) link.cut();
    await link.database.pool.query('SELECT 1');
    return [retained, taken, 3].map((deviceId) => ({ deviceId, json: `{"id":${deviceId}}` }));
  };
  const one = await connect('&gapMs=1000');
  await expect.poll(() => tries).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await link.mend();
  await expect.poll(() => one.events, { timeout: 5000 }).toEqual([retained, taken]);
});
