import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../platform/db/test-database.ts';
import { type DatabaseLink, linkDatabase } from './testing/database-link.ts';
import { gt06Location, gt06Login } from './testing/gt06-packets.ts';
import { startIngest, type TestIngest, testLookOverMs, until } from './testing/start-ingest.ts';
import { connectTracker } from './testing/tracker-client.ts';

let direct: TestDatabase;
let link: DatabaseLink;
let server: TestIngest;
let lastImei = 860_000_000_000_000;
let serial = 1;

beforeEach(async () => {
  direct = await createTestDatabase();
  link = await linkDatabase(direct);
  server = await startIngest({ limits: { stopPatienceMs: 200 } }, link.database);
});
afterEach(async () => {
  await server.stop();
  await link.close();
  await direct.drop();
});

async function signIn() {
  const imei = String(++lastImei);
  await server.addDevice(imei);
  const connect = async () => {
    const tracker = await connectTracker(server.port('gt06'));
    tracker.send(gt06Login(imei));
    await tracker.read(10);
    return tracker;
  };
  return { tracker: await connect(), connect };
}

/** A position of now, under way. */
const position = () =>
  gt06Location(
    { timeMs: Math.floor(server.clock.now() / 1000) * 1000, ignition: true, speedKph: 80 },
    ++serial,
  );

const rows = async (text: string) => (await direct.pool.query(text)).rows;
const events = async () => {
  const found = await rows(
    `SELECT type FROM events WHERE type IN ('deviceOffline', 'deviceUnknown', 'suspectedJamming') ORDER BY type`,
  );
  return found.map(({ type }) => type);
};
/** Ingest has looked over its connections and devices. */
const lookOver = () => new Promise((resolve) => setTimeout(resolve, 4 * testLookOverMs));

/** Every transaction of the writers fails as if there were no room for its rows. */
const fill = (code = '53100') =>
  direct.pool.query(`
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '${code}'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON device_state FOR EACH STATEMENT EXECUTE FUNCTION no_room()`);
const free = () => direct.pool.query('DROP TRIGGER no_room ON device_state');

test('[OPS-03] a full disk is told as no-space at once, and nothing of it when it has room again', async () => {
  const { tracker } = await signIn();
  expect(server.ingest.trouble()).toBeUndefined();
  await fill();
  tracker.send(position());
  await until(() => server.ingest.trouble());
  expect(server.ingest.trouble()).toBe('no-space');
  expect(await server.totals.set(1, { totalDistanceMetres: 1, hoursMs: 1 }), 'nobody waits for it').toBe(
    'abandoned',
  );
  expect(tracker.received().length, 'no acknowledgement').toBe(10);
  await free();
  await tracker.read(20);
  expect(server.ingest.trouble()).toBeUndefined();
  tracker.end();
});

test('[OPS-03] a database that goes down for want of space is out of space until it is back', async () => {
  const { tracker } = await signIn();
  await fill();
  tracker.send(position());
  await until(() => server.ingest.trouble());
  link.cut();
  await until(async () => (await server.metric('commit_failures_total')) > 8);
  expect(server.ingest.trouble()).toBe('no-space');
  await free();
  await link.mend();
  await tracker.read(20);
  expect(server.ingest.trouble()).toBeUndefined();
  tracker.end();
});

test('[OPS-03] on a full disk a commit is tried once, and again when there is room: the log has to last for who reads', async () => {
  await server.stop();
  let isFull = true;
  server = await startIngest({ limits: { stopPatienceMs: 200 }, isOutOfSpace: () => isFull }, link.database);
  const { tracker } = await signIn();
  await fill();
  const before = await server.metric('commit_failures_total');
  tracker.send(position());
  await until(() => server.ingest.trouble());
  // long enough for five tries, each twice as late as the last
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect((await server.metric('commit_failures_total')) - before).toBe(1);
  expect(server.ingest.trouble()).toBe('no-space');
  await free();
  isFull = false;
  await tracker.read(20);
  expect(server.ingest.trouble()).toBeUndefined();
  tracker.end();
});

test.each([
  ['database-away', () => link.cut()],
  ['commits-failing', () => fill('55000')],
] as const)('[OPS-03] commits that fail for a second are told: %s', async (trouble, fail) => {
  const { tracker } = await signIn();
  await fail();
  tracker.send(position());
  await until(async () => (await server.metric('commit_failures_total')) > 0);
  expect(server.ingest.trouble(), 'it may be back in a moment').toBeUndefined();
  await until(() => server.ingest.trouble());
  expect(server.ingest.trouble()).toBe(trouble);
  tracker.end();
});

test('[OPS-03] a database that does not answer the writers is told as writers-stuck, and without a gap when what stood still fails', async () => {
  const { tracker } = await signIn();
  link.swallowAnswers();
  tracker.send(position());
  await until(() => server.ingest.trouble());
  expect(server.ingest.trouble()).toBe('writers-stuck');
  const before = await server.metric('commit_failures_total');
  link.cut();
  await until(async () => (await server.metric('commit_failures_total')) > before);
  expect(server.ingest.trouble(), 'at once').toBe('database-away');
  await link.mend();
  await tracker.read(20);
  expect(server.ingest.trouble()).toBeUndefined();
  tracker.end();
});

test('[ING-07] [ING-10] time in which nothing was stored is no silence: nobody is offline, unknown or jammed by it', async () => {
  const [speaking, silent] = [await signIn(), await signIn()];
  for (const { tracker } of [speaking, silent]) tracker.send(position());
  await until(async () => (await rows('SELECT 1 FROM positions')).length === 2);
  await fill();
  speaking.tracker.send(position());
  await until(() => server.ingest.trouble());
  await lookOver();
  for (let minutes = 0; minutes < 30; minutes += 10) {
    server.clock.advance(600_000);
    await lookOver();
    await server.ingest.raiseQuietEvents();
  }
  await Promise.all([speaking.tracker.closed, silent.tracker.closed]);
  expect(await server.metric('pending'), 'no more waits than was sent').toBe(1);
  await free();
  await until(() => !server.ingest.trouble());
  await server.ingest.raiseQuietEvents();
  const back = await speaking.connect();
  back.send(position());
  server.clock.advance(400_000);
  await lookOver();
  await server.ingest.raiseQuietEvents();
  back.send(position());
  await until(async () => (await rows('SELECT 1 FROM positions')).length === 5);
  expect(await events()).toEqual([]);
  server.clock.advance(300_000);
  await lookOver();
  await server.ingest.raiseQuietEvents();
  await until(async () => (await events()).length === 2);
  expect(await events(), 'of the one that never came back').toEqual(['deviceUnknown', 'suspectedJamming']);
  back.end();
});

test("[SCALE-01] while this machine's clock is wrong no message is taken, nobody becomes silent, and what was sent is taken afterwards", async () => {
  const { tracker, connect } = await signIn();
  server.ingest.holdForClock(true);
  expect(server.ingest.trouble()).toBe('clock-wrong');
  tracker.send(position());
  server.clock.advance(900_000);
  await lookOver();
  expect([await rows('SELECT FROM positions'), tracker.received().length]).toEqual([[], 10]);
  server.ingest.holdForClock(false);
  expect(server.ingest.trouble()).toBeUndefined();
  await tracker.read(20);
  expect([(await rows('SELECT FROM positions')).length, await events()]).toEqual([1, []]);
  tracker.end();
  (await connect()).end();
});
