/** Who holds a tracker's connection: two ingests on one database, each with memory of its own, as two processes are. */
import type { Pool, QueryConfig } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClaims } from './connection/claims-queries.ts';
import { gt06Heartbeat, gt06Location, gt06Login } from './testing/gt06-packets.ts';
import { startIngest, type TestIngest, testLookOverMs, until } from './testing/start-ingest.ts';
import { connectTracker } from './testing/tracker-client.ts';

const imei = '860000000000001';
let one: TestIngest;
let other: TestIngest;
let deviceId: number;
beforeEach(async () => {
  one = await startIngest();
  other = await startIngest({}, one.database);
  deviceId = await one.addDevice(imei);
});
afterEach(async () => {
  await other.stop();
  await one.stop();
});

async function signIn(to: TestIngest) {
  const tracker = await connectTracker(to.port('gt06'));
  tracker.send(gt06Login(imei));
  await tracker.read(10);
  await until(async () => (await state())?.status === 'online');
  return tracker;
}

async function state() {
  const { rows } = await one.database.pool.query(
    'SELECT status, held_by, held_claim FROM device_state WHERE device_id = $1',
    [deviceId],
  );
  return rows[0];
}

const eventTypes = async () => {
  const { rows } = await one.database.pool.query('SELECT type FROM events ORDER BY id');
  return rows.map(({ type }) => type);
};
const claimAt = (at: TestIngest) => {
  const holding = at.deviceConnections.holdingOf(deviceId);
  return holding?.kind === 'connection' ? holding.claim : undefined;
};
const isHeldBy = (at: TestIngest) => until(() => claimAt(at) !== undefined);
const lookOver = () => new Promise((resolve) => setTimeout(resolve, 4 * testLookOverMs));

test('[SCALE-02] the process with the connection holds the device, as its state says, until the connection closes', async () => {
  const tracker = await signIn(one);
  await isHeldBy(one);
  const claim = claimAt(one);
  expect(await state()).toEqual({ status: 'online', held_by: claim?.epoch, held_claim: claim?.number });
  expect(claimAt(other)).toBeUndefined();

  tracker.end();
  await until(async () => (await state()).status === 'offline');
  expect(await state()).toEqual({ status: 'offline', held_by: null, held_claim: claim?.number });
  expect(claimAt(one)).toBeUndefined();
});

test('[SCALE-02] a connection that ends after its tracker went to another process does not make the device offline', async () => {
  const before = await signIn(one);
  await isHeldBy(one);
  const after = await signIn(other);
  await isHeldBy(other);
  before.end();
  await lookOver();
  after.send(gt06Location({ timeMs: Math.floor(Date.now() / 1000) * 1000 }, 2));
  await after.read(20);
  expect(await state()).toMatchObject({ status: 'online', held_by: claimAt(other)?.epoch });
  expect(await eventTypes()).toEqual(['deviceOnline']);

  after.end();
  await until(async () => (await state()).status === 'offline');
  expect(await eventTypes()).toEqual(['deviceOnline', 'deviceOffline']);
});

test('[SCALE-02] the connection with the lower claim is closed when it is refused, what it sent is stored, and it takes nothing back', async () => {
  const before = await signIn(one);
  await isHeldBy(one);
  const after = await signIn(other);
  await isHeldBy(other);
  const held = await state();
  const timeMs = Math.floor(Date.now() / 1000) * 1000;
  before.send(gt06Location({ timeMs }, 2));
  await before.closed;
  expect(await state()).toEqual(held);
  expect(claimAt(one)).toBeUndefined();
  const { rows } = await one.database.pool.query('SELECT device_id FROM positions');
  expect(rows).toHaveLength(1);

  after.send(gt06Heartbeat(2));
  await after.read(20);
  await lookOver();
  expect(await state()).toEqual(held);
  expect(await eventTypes()).toEqual(['deviceOnline']);
});

test('[SCALE-02] a first message that is committed after that of a newer connection does not take the device from it', async () => {
  await one.database.pool.query(
    `INSERT INTO device_state (device_id, status, held_by, held_claim, version) VALUES ($1, 'online', 77, 1000, 1)`,
    [deviceId],
  );
  const before = await connectTracker(one.port('gt06'));
  before.send(gt06Login(imei));
  await before.closed;
  await lookOver();
  expect(await state()).toEqual({ status: 'online', held_by: 77, held_claim: 1000 });
  expect(await eventTypes()).toEqual([]);
});

test('[SCALE-02] a thousand connections that come at once ask for their claims together', async () => {
  let queries = 0;
  const query = (question: QueryConfig) => {
    queries += 1;
    return one.database.pool.query(question);
  };
  const claims = createClaims({ query } as Pick<Pool, 'query'>);
  const issued = await Promise.all(Array.from({ length: 1000 }, () => claims.issue()));
  expect(new Set(issued.map(({ number }) => number)).size).toBe(1000);
  expect(queries).toBe(1);
});

test('[SCALE-02] UDP and HTTP claim nothing; over UDP the process that heard the device in the last 60 s may answer', async () => {
  await one.ingest.handleOsmand({
    method: 'GET',
    url: `/osmand?id=${imei}&lat=-23&lon=-46&timestamp=${Date.now()}`,
    contentType: undefined,
    body: '',
    remoteAddress: '127.0.0.1',
  });
  expect(await state()).toEqual({ status: 'online', held_by: null, held_claim: 0 });
  const way = { protocol: 'udp', replaced: () => {}, deliver: () => ({ kind: 'sent' }) as const };
  one.deviceConnections.datagram(deviceId, way);
  expect(one.deviceConnections.holdingOf(deviceId)).toEqual({ kind: 'datagram' });
  one.clock.advance(61_000);
  expect(one.deviceConnections.holdingOf(deviceId)).toBeUndefined();
});

test('[ING-10] [SCALE-02] silence counts from the last message that any process heard', async () => {
  const before = await signIn(one);
  const after = await signIn(other);
  await isHeldBy(other);
  for (const process of [one, other]) process.clock.advance(590_000);
  after.send(gt06Heartbeat(2));
  await after.read(20);
  for (const process of [one, other]) process.clock.advance(20_000);
  await lookOver();
  await until(async () => (await one.metric('pending')) === 0);
  expect(await eventTypes()).toEqual(['deviceOnline']);
  before.end();
  after.end();
});

test('[ING-10] [SCALE-02] a device whose process was killed becomes unknown by another', async () => {
  const killed = await startIngest({}, one.database);
  const tracker = await signIn(killed);
  // as after SIGKILL: nothing is published, and the other one has watched from before
  await killed.ingest.stop();
  await tracker.closed;
  one.clock.advance(659_000);
  await one.ingest.raiseQuietEvents();
  await lookOver();
  expect((await state()).status).toBe('online');
  one.clock.advance(60_000);
  await one.ingest.raiseQuietEvents();
  expect(await until(async () => (await state()).status === 'unknown')).toBe(true);
});

const contentions = async () => (await eventTypes()).filter((type) => type === 'duplicateIdentifier').length;

/** Two trackers with one id, each of which comes again when it was closed for the other one. */
async function fight(ways: readonly TestIngest[], times: number) {
  for (let index = 0; index < times; index += 1) {
    const tracker = await signIn(ways[index % ways.length] ?? one);
    await until(async () => (await state()).held_claim > heldBefore);
    heldBefore = (await state()).held_claim;
    // what the device remembers of a position follows from another state than that of a sign-in
    tracker.send(gt06Location({ timeMs: Math.floor(one.clock.now() / 1000) * 1000 + index }, 2));
    await tracker.read(20);
    trackers.push(tracker);
  }
}
let heldBefore = 0;
const trackers: Awaited<ReturnType<typeof signIn>>[] = [];
const endFight = () => {
  for (const tracker of trackers.splice(0)) tracker.end();
};

test('[ING-11] [SCALE-02] two trackers that take one id from each other are told of once, on one process', async () => {
  heldBefore = 0;
  await fight([one], 6);
  expect(await contentions()).toBe(0);
  await fight([one], 1);
  expect(await contentions()).toBe(1);
  await fight([one], 14);
  expect(await contentions()).toBe(1);

  // found again within the episode, which that makes longer
  one.clock.advance(15 * 60_000);
  await fight([one], 7);
  one.clock.advance(15 * 60_000);
  await fight([one], 7);
  expect(await contentions()).toBe(1);
  one.clock.advance(21 * 60_000);
  await fight([one], 7);
  expect(await contentions()).toBe(2);
  endFight();
});

test('[ING-11] [SCALE-02] two trackers that take one id from each other through two processes are told of once', async () => {
  heldBefore = 0;
  await fight([one, other], 6);
  expect(await contentions()).toBe(0);
  await fight([one, other], 8);
  expect(await contentions()).toBe(1);
  endFight();
});

test('[ING-11] a tracker that closes and comes again, or whose line breaks now and then, is no second one', async () => {
  heldBefore = 0;
  for (let times = 0; times < 9; times += 1) {
    await fight([one], 1);
    endFight();
    await until(async () => (await state()).held_by === null);
  }
  for (let times = 0; times < 9; times += 1) {
    await fight([one], 1);
    one.clock.advance(13_000);
  }
  expect(await contentions()).toBe(0);
  endFight();
});
