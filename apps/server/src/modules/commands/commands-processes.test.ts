/** Two processes on one database: the request comes to one, the tracker is connected to the other. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createDeviceConnections } from '../../ingest/connection/device-connections.ts';
import { linkDatabase } from '../../ingest/testing/database-link.ts';
import { gt06Answer, gt06CommandAnswer, gt06Login } from '../../ingest/testing/gt06-packets.ts';
import { startIngest } from '../../ingest/testing/start-ingest.ts';
import { connectTracker } from '../../ingest/testing/tracker-client.ts';
import { createInProcessBus } from '../../platform/bus/bus.ts';
import { createKysely, createPool } from '../../platform/db/pool.ts';
import { createCommit } from '../../queries/commit.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { noPassPhrases } from './blocks/second-person.ts';
import { createCommandsService } from './commands-service.ts';
import { createDispatcher } from './dispatcher.ts';
import { readCommandLimits } from './sent-commands-queries.ts';

const { ask, world, pool, database, bus, deviceConnections, services } = await createTestApp();
const own = await startIngest({ bus, deviceConnections }, database);
const otherBus = createInProcessBus(() => undefined);
const otherConnections = createDeviceConnections({ now: () => Date.now() });

/** Commands of another process, with these connections to trackers and to the database. */
function partsOf(connections: typeof otherConnections, over: Pool) {
  const anotherKysely = createKysely(over);
  return {
    kysely: anotherKysely,
    commit: createCommit(anotherKysely, otherBus, new Set()),
    visibility: services.visibility,
    linkWithin: services.permissions.linkWithin,
    bus: otherBus,
    deviceConnections: connections,
    passPhrases: noPassPhrases,
    channels: {},
    describeEvents: services.events.describe,
    onFailure: () => undefined,
  };
}

const otherPool = createPool({
  connectionString: database.connectionString,
  connections: 4,
  log: pino({ level: 'silent' }),
});
const otherParts = partsOf(otherConnections, otherPool);
const other = createCommandsService(otherParts);
const otherIngest = await startIngest({ bus: otherBus, deviceConnections: otherConnections }, database);
await other.start();
const patient = { timeout: 15_000 };
let looking: NodeJS.Timeout | undefined;
const lookOften = () => {
  looking = setInterval(() => void other.lookForQueued().catch(() => undefined), 50);
};
afterEach(() => clearInterval(looking));
afterAll(async () => {
  await otherIngest.stop();
  await own.stop();
  await otherPool.end();
});
const { token } = await world.administrator();
const answerBytes = gt06Answer(0x01, 1).length;
let lastImei = 350_000_000_002_000;

async function gt06Device() {
  const imei = String(++lastImei);
  const deviceId = await world.device({ unique_id: imei });
  for (const one of [bus, otherBus]) one.publish('deviceRegistry', { deviceIds: [deviceId] });
  return { imei, deviceId };
}

async function signIn(at: typeof own, imei: string) {
  const tracker = await connectTracker(at.port('gt06'));
  tracker.send(gt06Login(imei));
  await tracker.read(answerBytes);
  const heard = () => [
    ...tracker
      .received()
      .toString('latin1')
      .matchAll(/[A-Z][A-Za-z]+[,\d]*#/g),
  ];
  return { ...tracker, words: () => heard().map(([word]) => word) };
}

const send = (deviceId: number, type = 'getVersion') =>
  ask('POST', '/api/commands/send', { token, body: { deviceId, type } });
const rowsOf = async (deviceId: number) =>
  (
    await pool.query('SELECT state, reason, answer FROM sent_commands WHERE device_id = $1 ORDER BY id', [
      deviceId,
    ])
  ).rows;
const eventsOf = async (deviceId: number) =>
  (await pool.query(`SELECT type FROM events WHERE device_id = $1 AND attributes ? 'commandId'`, [deviceId]))
    .rows;

/** A peer over UDP, heard by this process a moment ago; counts what is sent to it. */
function heardBy(connections: typeof deviceConnections, deviceId: number) {
  const sent: string[] = [];
  connections.datagram(deviceId, {
    protocol: 'gt06',
    replaced: () => undefined,
    deliver({ type }) {
      sent.push(type);
      return { kind: 'sent' };
    },
  });
  return sent;
}

async function queue(deviceId: number, count = 1): Promise<void> {
  await pool.query(
    `INSERT INTO sent_commands (device_id, type, expires_at)
     SELECT $1, 'getVersion', now() + interval '1 hour' FROM generate_series(1, $2)`,
    [deviceId, count],
  );
}

test('[SCALE-02] [CMD-05] a command leaves on the connection of another process, and its request learns it from the row', async () => {
  const { imei, deviceId } = await gt06Device();
  const tracker = await signIn(otherIngest, imei);
  await vi.waitFor(() => expect(otherConnections.holdingOf(deviceId)).toBeDefined(), patient);
  lookOften();
  const { status, body } = await send(deviceId);
  expect([status, body.state]).toEqual([200, 'sent']);
  await expect.poll(tracker.words, patient).toEqual(['VERSION#']);
  expect(await eventsOf(deviceId)).toEqual([]);
  // the tracker has gone to the first process by the time it answers
  const moved = await signIn(own, imei);
  moved.send(gt06CommandAnswer('V 1.0', 2));
  await expect
    .poll(() => rowsOf(deviceId), patient)
    .toEqual([{ state: 'answered', reason: null, answer: 'V 1.0' }]);
  tracker.end();
  moved.end();
});

test('[SCALE-02] [CMD-05] a request whose tracker’s process does not look is told that the command waits, and an event says when it left', async () => {
  const { imei, deviceId } = await gt06Device();
  const tracker = await signIn(otherIngest, imei);
  await vi.waitFor(() => expect(otherConnections.holdingOf(deviceId)).toBeDefined(), patient);
  const { status, body } = await send(deviceId);
  expect([status, body.state]).toEqual([202, 'queued']);
  lookOften();
  await expect.poll(tracker.words, patient).toEqual(['VERSION#']);
  await expect.poll(() => eventsOf(deviceId), patient).toEqual([{ type: 'queuedCommandSent' }]);
  tracker.end();
});

test('[SCALE-02] [CMD-07] two processes that look at once send each command once', async () => {
  const { deviceId } = await gt06Device();
  const sent = [heardBy(deviceConnections, deviceId), heardBy(otherConnections, deviceId)];
  await queue(deviceId, 50);
  await Promise.all([services.commands.lookForQueued(), other.lookForQueued()]);
  expect(sent.flat()).toHaveLength(50);
  expect((await rowsOf(deviceId)).map(({ state }) => state)).toEqual(Array(50).fill('sent'));
});

test('[SCALE-02] a command does not leave on a connection that the device has no more', async () => {
  const { imei, deviceId } = await gt06Device();
  const tracker = await signIn(otherIngest, imei);
  await vi.waitFor(() => expect(otherConnections.holdingOf(deviceId)).toBeDefined(), patient);
  // a third process has it, and this one has not heard of it
  await pool.query('UPDATE device_state SET held_claim = held_claim + 1 WHERE device_id = $1', [deviceId]);
  await queue(deviceId);
  await other.lookForQueued();
  expect(tracker.words()).toEqual([]);
  expect(await rowsOf(deviceId)).toMatchObject([{ state: 'queued' }]);
  tracker.end();
});

test('[SCALE-02] [CMD-07] what was marked by a process that ended before it was sent fails, and is never sent', async () => {
  const { deviceId } = await gt06Device();
  const link = await linkDatabase(database);
  const endingConnections = createDeviceConnections({ now: () => Date.now() });
  const ending = createCommandsService(partsOf(endingConnections, link.database.pool));
  const sent = [deviceConnections, otherConnections, endingConnections].map((one) => heardBy(one, deviceId));
  await queue(deviceId);
  link.swallowAnswersTo('commit');
  const cutOff = ending.lookForQueued().catch(() => 'cut off');
  await expect.poll(() => rowsOf(deviceId), patient).toMatchObject([{ state: 'sent' }]);
  link.cut();
  await cutOff;
  await link.close();
  await services.commands.endOverdue();
  expect(await rowsOf(deviceId)).toMatchObject([{ state: 'sent' }]);
  await pool.query(`UPDATE sent_commands SET leaving_since = leaving_since - interval '11 s'`);
  await services.commands.endOverdue();
  await Promise.all([services.commands.lookForQueued(), other.lookForQueued()]);
  expect(await rowsOf(deviceId)).toMatchObject([{ state: 'failed', reason: 'interrupted' }]);
  expect(sent).toEqual([[], [], []]);
});

test('[SCALE-02] [CMD-07] a process that was stopped between taking a command and sending it sends nothing', async () => {
  const { deviceId } = await gt06Device();
  const sent = heardBy(otherConnections, deviceId);
  await queue(deviceId);
  const slow: typeof readCommandLimits = async (within) => {
    await sleep(60);
    return readCommandLimits(within);
  };
  await createDispatcher({ ...otherParts, readLimits: slow, leavingPatienceMs: 50 })([deviceId]);
  expect(await rowsOf(deviceId)).toMatchObject([{ state: 'failed', reason: 'interrupted' }]);
  expect(sent).toEqual([]);
});

test('[SCALE-02] [CMD-05] a command whose queueing committed late, behind others, is found all the same', async () => {
  const [late, early] = [await gt06Device(), await gt06Device()];
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO sent_commands (device_id, type, expires_at) VALUES ($1, 'getVersion', now() + interval '1 hour')`,
    [late.deviceId],
  );
  const sent = [late, early].map(({ deviceId }) => heardBy(otherConnections, deviceId));
  await queue(early.deviceId);
  await other.lookForQueued();
  await client.query('COMMIT');
  client.release();
  await other.lookForQueued();
  expect(sent).toEqual([['getVersion'], ['getVersion']]);
});

test('[BLOCK-03] a block that waits is sent once, by the process that its tracker moved to, though the one that was asked is gone', async () => {
  const { imei, deviceId } = await gt06Device();
  const body = { deviceId, reason: 'theft', when: 'standstill' };
  const { id } = (await ask('POST', '/api/blocks', { token, body })).body;
  const tracker = await signIn(otherIngest, imei);
  const held = () => pool.query('SELECT FROM device_state WHERE device_id = $1 AND held_by > 0', [deviceId]);
  await expect.poll(async () => (await held()).rowCount, patient).toBe(1);
  await pool.query(`UPDATE block_requests SET asked_at = asked_at - interval '1 minute' WHERE id = $1`, [id]);
  await pool.query(
    `INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude, longitude,
       altitude, speed, course, accuracy, attributes)
     SELECT $1, now() - ago, gen_random_uuid(), now(), now() - ago, 'gt06', true, false, -3.7, -38.5, 0, 0, 0, 0, '{}'
     FROM unnest(ARRAY[interval '15 seconds', interval '1 second']) AS ago`,
    [deviceId],
  );
  await pool.query(
    `UPDATE device_state SET fix_time = now(), speed = 0,
       position = jsonb_build_object('serverTime', now(), 'valid', true, 'outdated', false, 'protocol', 'gt06') WHERE device_id = $1`,
    [deviceId],
  );
  lookOften();
  await Promise.all([
    other.blocks.lookAtClock(),
    services.commands.blocks.lookAtClock(),
    other.blocks.lookAtClock(),
  ]);
  await expect.poll(tracker.words, patient).toEqual(['Relay,1#']);
  await other.blocks.lookAtClock();
  await services.commands.blocks.lookAtClock();
  expect(tracker.words()).toEqual(['Relay,1#']);
  expect(await rowsOf(deviceId)).toMatchObject([{ state: 'sent' }]);
  tracker.end();
});
