/** Two ingests on one database, each with memory of its own, as two processes are. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInProcessBus } from '../platform/bus/bus.ts';
import { createChangeReader } from '../queries/changes/change-reader.ts';
import { createCommit } from '../queries/commit.ts';
import { osmandSender } from './testing/osmand-sender.ts';
import { startIngest, type TestIngest, until } from './testing/start-ingest.ts';

let one: TestIngest;
let other: TestIngest;
beforeEach(async () => {
  one = await startIngest();
  other = await startIngest({}, one.database);
});
afterEach(async () => {
  await other.stop();
  await one.stop();
});

const quiet = { warn: () => undefined, info: () => undefined };
const patient = { timeout: 20_000 };
const startMs = Date.parse('2026-03-01T12:00:00Z');
const step = { metres: 111.19, degrees: 0.001 };

const at = (index: number) => ({
  timestamp: startMs + index * 10_000,
  lat: -23 + index * step.degrees,
  lon: -46,
  speed: 20,
  ignition: index % 2 === 0 ? 'true' : 'false',
});

test('[SCALE-02] a tracker that goes to another process at each message is counted on from the last commit', async () => {
  const { sendTo, stored, events, state } = await osmandSender(one);
  const ways = [sendTo(one), sendTo(other)];
  for (let index = 0; index < 12; index += 1) await ways[index % 2]?.(at(index));

  expect(await stored()).toHaveLength(12);
  const { memory, version } = await state();
  expect(memory.totalDistanceMetres / step.metres).toBeCloseTo(11, 1);
  expect(version).toBe(12);
  const turned = (await events())
    .filter(({ type }) => type.startsWith('ignition'))
    .sort((before, after) => before.event_time.localeCompare(after.event_time));
  expect(turned.map(({ type }) => type)).toEqual(
    Array.from({ length: 11 }, (_, index) => (index % 2 === 0 ? 'ignitionOff' : 'ignitionOn')),
  );
});

test('[SCALE-02] both at once, each sending all of it: stored once, counted once, told once', async () => {
  const { sendTo, stored, events, state } = await osmandSender(one);
  const ways = [sendTo(one), sendTo(other)];
  for (let index = 0; index < 20; index += 1) await Promise.all(ways.map((send) => send(at(index))));

  expect(await stored()).toHaveLength(20);
  expect((await state()).memory.totalDistanceMetres / step.metres).toBeCloseTo(19, 1);
  const turned = (await events()).filter(({ type }) => type.startsWith('ignition'));
  expect(turned).toHaveLength(19);
});

test('[SCALE-02] two trackers with one id are told of once, and take no batch of others with them', async () => {
  const { sendTo, events, stored } = await osmandSender(one);
  const ways = [sendTo(one), sendTo(other)];
  for (let index = 0; index < 30; index += 1) await ways[index % 2]?.(at(index));
  const raised = async () => (await events()).filter(({ type }) => type === 'duplicateIdentifier');
  await until(async () => (await raised()).length > 0);
  for (let index = 30; index < 40; index += 1) await ways[index % 2]?.(at(index));

  expect(await raised()).toHaveLength(1);
  expect(await stored()).toHaveLength(40);
});

/** What one process saves is news to the other by the rows of `changes` alone: each has a bus and a reader of its own. */
async function withReader(given: TestIngest['database']) {
  const bus = createInProcessBus(() => undefined);
  const server = await startIngest({ bus }, given);
  const { pool, kysely } = server.database;
  const published = new Set<number>();
  const reader = createChangeReader({
    pool,
    bus,
    log: quiet,
    published,
    onExpired: () => undefined,
    everyMs: 20,
  });
  await reader.start();
  return {
    server,
    commit: createCommit(kysely, bus, published),
    async stop() {
      await reader.stop();
      await server.stop();
    },
  };
}

test('[SCALE-03] a geofence, a notification and an alarm rule that one process saves hold for what another receives', async () => {
  await one.database.pool.query('DELETE FROM alarm_rules');
  const saving = await withReader(one.database);
  const receiving = await withReader(one.database);
  try {
    const { deviceId, sendTo, events, stored } = await osmandSender(saving.server);
    const send = sendTo(receiving.server);
    let index = 0;
    const yard = { lat: -23.5, lon: -46.6 };
    const street = { lat: -23.51, lon: -46.6 };
    const report = (place: typeof yard) => {
      index += 1;
      return send({ ...place, timestamp: startMs + index * 60_000 });
    };
    const queued = async (table: string, type: string) => {
      const text = `SELECT FROM ${table} AS q JOIN events AS e ON e.id = q.event_id WHERE e.device_id = $1 AND e.type = $2`;
      return (await saving.server.database.pool.query(text, [deviceId, type])).rowCount;
    };
    await report(yard);

    const fence = await saving.commit(async (transaction, publish) => {
      const { id } = await transaction
        .insertInto('geofences')
        .values({ name: 'yard', area: 'CIRCLE (-23.5 -46.6, 500)' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto('device_geofences')
        .values({ device_id: deviceId, geofence_id: id })
        .execute();
      publish('rules', { kinds: ['geofences'] });
      return id;
    });
    const inside = async () => {
      await report(yard);
      return (await stored()).at(-1)?.geofence_ids;
    };
    await expect.poll(inside, patient).toEqual([fence]);

    await report(street);
    expect(await queued('event_queue', 'geofenceExit')).toBe(0);
    await saving.commit(async (transaction, publish) => {
      await transaction.insertInto('notifications').values({ type: 'geofenceExit' }).execute();
      publish('rules', { kinds: ['notifications'] });
    });
    const exit = async () => {
      await report(yard);
      await report(street);
      return queued('event_queue', 'geofenceExit');
    };
    await expect.poll(exit, patient).toBeGreaterThan(0);
    expect((await events()).map(({ type }) => type)).toContain('geofenceExit');

    expect(await queued('alarm_queue', 'geofenceEnter')).toBe(0);
    await saving.commit(async (transaction, publish) => {
      await transaction
        .insertInto('alarm_rules')
        .values({ name: 'x', position: 1, event_types: ['geofenceEnter'], severity: 1 })
        .execute();
      publish('rules', { kinds: ['alarmRules'] });
    });
    const enter = async () => {
      await report(street);
      await report(yard);
      return queued('alarm_queue', 'geofenceEnter');
    };
    await expect.poll(enter, patient).toBeGreaterThan(0);
  } finally {
    await receiving.stop();
    await saving.stop();
  }
}, 60_000);
