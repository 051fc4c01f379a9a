import { eventSchema } from '@atalaia/contract/event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { gapOf, missedEventsFrom } from './missed-events.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`
    INSERT INTO devices (unique_id, name) VALUES ('1', 'Visível'), ('2', 'Alheio');
    INSERT INTO events (device_id, type, event_time, server_time, position_id, attributes, handled_at) VALUES
      (1, 'alarm', now() - interval '9 minutes', now() - interval '9 minutes', 77, '{"alarm":"sos"}', NULL),
      (1, 'ignitionOn', now() - interval '3 days', now() - interval '1 minute', NULL, '{}', NULL),
      (1, 'ignitionOff', now(), now() - interval '50 seconds', NULL, '{}', now()),
      (2, 'ignitionOn', now(), now() - interval '40 seconds', NULL, '{}', NULL),
      (1, 'deviceOffline', now(), now() - interval '30 seconds', NULL, '{}', NULL);
  `);
});
afterAll(() => database.drop());

const typesOf = async (ids: number[], gapMs: number) => {
  const fragments = await missedEventsFrom(database.pool)(ids, gapMs);
  return fragments.map(({ json }) => eventSchema.parse(JSON.parse(json)).type);
};

test('[WS-02] [ROLE-01] what arrived in the gap is told, oldest first, of visible devices and not yet handled', async () => {
  expect(await typesOf([1], 120_000)).toEqual(['ignitionOn', 'deviceOffline']);
  expect(await typesOf([1, 2], 120_000)).toEqual(['ignitionOn', 'ignitionOn', 'deviceOffline']);
  expect(await typesOf([1], 3_600_000)).toEqual(['alarm', 'ignitionOn', 'deviceOffline']);
  expect(await typesOf([], 3_600_000)).toEqual([]);
});

test('an event comes whole, as the live channel sends it', async () => {
  const [first] = await missedEventsFrom(database.pool)([1], 3_600_000);
  expect(first?.deviceId).toBe(1);
  expect(JSON.parse(first?.json ?? '')).toMatchObject({
    deviceId: 1,
    name: 'Visível',
    type: 'alarm',
    positionId: 77,
    geofenceId: 0,
    attributes: { alarm: 'sos' },
  });
});

test('a gap is a number of milliseconds in the address, or none', () => {
  expect(gapOf(new URL('http://x/api/socket?b=t&gapMs=61000'))).toBe(61_000);
  expect(gapOf(new URL('http://x/api/socket?b=t'))).toBeUndefined();
  expect(gapOf(new URL('http://x/api/socket?gapMs=-1'))).toBeUndefined();
  expect(gapOf(new URL('http://x/api/socket?gapMs=1e99'))).toBeUndefined();
});
