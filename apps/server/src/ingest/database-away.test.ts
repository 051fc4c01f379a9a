import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../platform/db/test-database.ts';
import { type DatabaseLink, linkDatabase } from './testing/database-link.ts';
import { gt06CommandAnswer, gt06Location, gt06Login } from './testing/gt06-packets.ts';
import { osmandSender } from './testing/osmand-sender.ts';
import { startIngest, type TestIngest, until } from './testing/start-ingest.ts';
import { connectTracker } from './testing/tracker-client.ts';

let direct: TestDatabase;
let link: DatabaseLink;
let server: TestIngest;

beforeEach(async () => {
  direct = await createTestDatabase();
  link = await linkDatabase(direct);
  server = await startIngest({}, link.database);
});
afterEach(async () => {
  await server.stop();
  await link.close();
  await direct.drop();
});

const timeMs = Math.floor(Date.now() / 1000) * 1000 - 60_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function signIn(imei: string) {
  await server.addDevice(imei);
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei));
  await tracker.read(10);
  return tracker;
}

async function rows(text: string) {
  return (await direct.pool.query(text)).rows;
}

test('[ING-02] while the database is away nothing is acknowledged; when it is back, work goes on by itself', async () => {
  const tracker = await signIn('860000000000001');
  link.cut();
  tracker.send(gt06Location({ timeMs }, 2), gt06Location({ timeMs: timeMs + 1000 }, 3));
  await pause(500);
  expect(tracker.received().length).toBe(10);
  await link.mend();
  await tracker.read(30);
  expect(await rows('SELECT 1 FROM positions')).toHaveLength(2);
  tracker.end();
});

test('a tracker that signs in while the database is away is looked up when it is back', async () => {
  await server.addDevice('860000000000002');
  link.cut();
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login('860000000000002'), gt06Location({ timeMs }, 2));
  await pause(300);
  expect(tracker.received().length).toBe(0);
  await link.mend();
  await tracker.read(20);
  tracker.end();
});

test('[ING-02] a commit whose answer is lost is found again: stored once, counted once, told once', async () => {
  const phone = await osmandSender(server);
  await phone.send({ timestamp: timeMs, lat: -23.5, lon: -46.6, ignition: 'false' });
  link.swallowAnswers();
  const sent = phone.send({
    timestamp: timeMs + 60_000,
    lat: -23.51,
    lon: -46.6,
    ignition: 'true',
    alarm: 'sos',
  });
  await until(async () => (await rows('SELECT 1 FROM positions')).length === 2);
  link.cut();
  await link.mend();
  await sent;
  expect(await rows('SELECT 1 FROM positions')).toHaveLength(2);
  const events = await rows('SELECT type FROM events ORDER BY id');
  expect(events.map(({ type }) => type)).toEqual(['deviceOnline', 'alarm', 'ignitionOn']);
  const [state] = await rows('SELECT memory FROM device_state');
  expect(state.memory.totalDistanceMetres).toBeCloseTo(1112, 0);
  const published = server.published.events.flat().map(({ json }) => JSON.parse(json).type);
  expect(published).toEqual(['deviceOnline', 'alarm', 'ignitionOn']);
  const shown = server.published.positions.flat().map(({ json }) => JSON.parse(json).latitude);
  expect(shown).toEqual([-23.5, -23.51]);
});

test('[ING-02] an answer to a command whose commit went unanswered is stored once and told once', async () => {
  const tracker = await signIn('860000000000005');
  tracker.send(gt06Location({ timeMs }, 2));
  await tracker.read(20);
  link.swallowAnswers();
  tracker.send(gt06CommandAnswer('DYD=Success!', 3));
  const stored = () => rows(`SELECT 1 FROM events WHERE type = 'commandResult'`);
  await until(async () => (await stored()).length);
  link.cut();
  await link.mend();
  const published = () =>
    server.published.events.flat().filter(({ json }) => json.includes('"commandResult"'));
  await until(() => published().length);
  tracker.send(gt06Location({ timeMs: timeMs + 1000 }, 4));
  await until(async () => (await rows('SELECT 1 FROM positions')).length === 2);
  expect(await stored()).toHaveLength(1);
  expect(published()).toHaveLength(1);
  tracker.end();
});

test('a stop while the database does not answer ends in time, and acknowledges nothing', async () => {
  await server.stop();
  server = await startIngest({ limits: { stopPatienceMs: 200 } }, link.database);
  const tracker = await signIn('860000000000004');
  link.swallowAnswers();
  tracker.send(gt06Location({ timeMs }, 2));
  await until(async () => (await rows('SELECT 1 FROM positions')).length);
  await server.stop();
  await tracker.closed;
  expect(tracker.received().length).toBe(10);
});

test('a stop while the database is away ends in time, and acknowledges nothing', async () => {
  await server.stop();
  server = await startIngest({ limits: { stopPatienceMs: 200 } }, link.database);
  const tracker = await signIn('860000000000003');
  link.cut();
  tracker.send(gt06Location({ timeMs }, 2));
  await until(() => server.metric('pending'));
  const request = server.ingest.handleOsmand({
    method: 'GET',
    url: '/osmand?id=860000000000003&lat=1&lon=1',
    contentType: undefined,
    body: '',
    remoteAddress: '127.0.0.1',
  });
  await server.stop();
  await tracker.closed;
  expect(tracker.received().length).toBe(10);
  expect(await request).toMatchObject({ status: 503 });
});
