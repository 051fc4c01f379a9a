/** Real trackers over TCP, on an ingest whose clock a test moves: what they say is stored as hours ago or as now. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gt06Location, gt06Login } from '../../../ingest/testing/gt06-packets.ts';
import { startIngest, type TestIngest, until } from '../../../ingest/testing/start-ingest.ts';
import { connectTracker } from '../../../ingest/testing/tracker-client.ts';
import { createCommit } from '../../../queries/commit.ts';
import { readDeskSettings } from '../../desk/desk-settings-queries.ts';
import { createMassFaults } from './mass-faults.ts';

let server: TestIngest;
let look: () => Promise<void>;
let lastImei = 861_000_000_000_000;

beforeEach(async () => {
  server = await startIngest();
  const { kysely } = server.database;
  const { look: lookNow } = createMassFaults({
    commit: createCommit(kysely, server.bus, new Set()),
    readSettings: readDeskSettings,
    handleEvents: async () => [],
    publishHandled: async () => {},
  });
  look = () => lookNow();
  // of the start: the trackers of this test are heard after it
  await server.database.pool.query('DELETE FROM ingest_pauses');
});
afterEach(() => server.stop());

type Tracker = Awaited<ReturnType<typeof connectTracker>>;

async function trackers(count: number, longitude: number) {
  const made: { tracker: Tracker; id: number; say: () => void }[] = [];
  for (let at = 0; at < count; at += 1) {
    const imei = String(++lastImei);
    const id = await server.addDevice(imei);
    const tracker = await connectTracker(server.port('gt06'));
    tracker.send(gt06Login(imei));
    await tracker.read(10);
    let serial = 1;
    const say = () => {
      const timeMs = Math.floor(server.clock.now() / 1000) * 1000;
      tracker.send(gt06Location({ timeMs, longitude, ignition: true, speedKph: 50 }, ++serial));
    };
    made.push({ tracker, id, say });
  }
  return made;
}

const rows = async (text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows;
const heardSince = async (ms: number, ids: readonly number[]) => {
  const found = await rows(
    'SELECT count(*)::int AS count FROM device_state WHERE device_id = ANY($1) AND last_update >= $2',
    [ids, new Date(ms).toISOString()],
  );
  return found[0]?.count === ids.length;
};
const faults = () =>
  rows(`SELECT id, rule_name AS name, closed_at IS NULL AS "isOpen", (
    SELECT count(*)::int FROM alarm_mass_devices AS m WHERE m.alarm_id = a.id) AS devices FROM alarms AS a WHERE kind = 'massFault'`);

/** All of them speak, and it is stored. */
async function speak(all: Awaited<ReturnType<typeof trackers>>) {
  const fromMs = server.clock.now();
  for (const { say } of all) say();
  const ids = all.map(({ id }) => id);
  expect(await until(() => heardSince(fromMs, ids))).toBe(true);
}

test('[DESK-10] trackers that spoke each minute over TCP and stop are a mass fault; as they speak again it ends', async () => {
  server.clock.advance(-8 * 60_000);
  const [here, there] = [await trackers(22, -46.63), await trackers(30, -38.5)];
  for (let minute = 0; minute < 6; minute += 1) {
    await speak([...here, ...there]);
    server.clock.advance(60_000);
  }
  server.clock.advance(120_000);
  await speak(there);
  await look();
  expect(await faults()).toMatchObject([{ name: 'Falha em massa', isOpen: true, devices: 22 }]);
  await speak(here.slice(0, 18));
  await look();
  expect(await faults()).toMatchObject([{ isOpen: false }]);
  expect(await faults()).toHaveLength(1);
  for (const { tracker } of [...here, ...there]) tracker.end();
});

test('[DESK-10] [JAM-01] a restart of ours is a pause, and the trackers that it cut off are no mass fault', async () => {
  server.clock.advance(-8 * 60_000);
  const all = await trackers(25, -46.63);
  for (let minute = 0; minute < 6; minute += 1) {
    await speak(all);
    server.clock.advance(60_000);
  }
  server.clock.advance(120_000);
  server = await server.restart();
  expect(await rows('SELECT FROM ingest_pauses')).toHaveLength(1);
  await look();
  expect(await faults()).toEqual([]);
  await server.database.pool.query('DELETE FROM ingest_pauses');
  await look();
  expect(await faults(), 'without the pause they would be one').toHaveLength(1);
  for (const { tracker } of all) tracker.end();
});
