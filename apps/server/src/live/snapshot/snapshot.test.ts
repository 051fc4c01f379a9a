import { liveSnapshotSchema } from '@atalaia/contract/devices/live-message';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-database.ts';
import { lastPositionsFrom } from '../live.ts';
import { readSnapshot } from './snapshot-queries.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`
    INSERT INTO groups (name) VALUES ('Norte');
    INSERT INTO devices (unique_id, name, category, disabled, group_id, attributes) VALUES
      ('1001', 'Água "fria"', 'truck', false, 1, '{"plate":"QRS4B17","vehicleModel":"Volvo FH 540"}'),
      ('1002', 'nunca posicionado', NULL, true, NULL, '{}'), ('1003', 'alheio', 'car', false, NULL, '{}');
    INSERT INTO device_state (device_id, status, last_update, position_id, fix_time, position,
      latitude, longitude, course, speed, ignition, alarm, siren_event_id) VALUES
      (1, 'online', '2026-11-21T03:00:01.500Z', 77, '2026-11-21T03:00:00Z', '{"id":77,"speed":33.5}',
        -3.7, -38.5, 48, 33.5, true, 'sos', 5);
  `);
});
afterAll(() => database.drop());

async function snapshotOf(ids: number[]): Promise<unknown> {
  let text = '';
  for await (const piece of readSnapshot(database.pool, ids, 1_700_000_000_000, true)) text += piece;
  return JSON.parse(text);
}

test('the columns line up, with null where a device never had a position', async () => {
  const snapshot = liveSnapshotSchema.parse(await snapshotOf([1, 2]));
  expect(snapshot).toEqual({
    serverTimeMs: 1_700_000_000_000,
    deviceId: [1, 2],
    name: ['Água "fria"', 'nunca posicionado'],
    uniqueId: ['1001', '1002'],
    category: ['truck', null],
    plate: ['QRS4B17', null],
    vehicleModel: ['Volvo FH 540', null],
    groupId: [1, 0],
    customerId: [0, 0],
    status: ['online', 'offline'],
    disabled: [false, true],
    lastUpdateMs: [Date.parse('2026-11-21T03:00:01.500Z'), null],
    positionId: [77, 0],
    fixTimeMs: [Date.parse('2026-11-21T03:00:00Z'), null],
    latitude: [-3.7, null],
    longitude: [-38.5, null],
    course: [48, null],
    speedKnots: [33.5, null],
    ignition: [true, null],
    alarm: ['sos', null],
    siren: [true, false],
  });
});

test('nobody in sight gives empty columns', async () => {
  const snapshot = liveSnapshotSchema.parse(await snapshotOf([]));
  expect(snapshot.deviceId).toEqual([]);
  expect(snapshot.siren).toEqual([]);
});

test('more devices than one piece holds are all there, each in its row', async () => {
  await database.pool.query(
    `INSERT INTO devices (unique_id, name) SELECT 'many-' || n, 'device ' || n FROM generate_series(1, 4500) n`,
  );
  const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM devices ORDER BY id');
  const snapshot = liveSnapshotSchema.parse(await snapshotOf(rows.map(({ id }) => id)));
  expect(snapshot.deviceId).toEqual(rows.map(({ id }) => id));
  expect(snapshot.name[4000]).toBe(snapshot.uniqueId[4000]?.replace('many-', 'device '));
});

test('last positions come as the live channel sends them, without those who never had one', async () => {
  const [only, ...rest] = await lastPositionsFrom(database.pool)([1, 2]);
  expect(rest).toEqual([]);
  expect(only).toMatchObject({ deviceId: 1, positionId: 77, fixTimeMs: Date.parse('2026-11-21T03:00:00Z') });
  expect(JSON.parse(only?.json ?? '')).toMatchObject({ id: 77, speed: 33.5 });
});
