import { eventSchema } from '@atalaia/contract/rules/event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventFragments } from '../modules/events/events-presenter.ts';
import { createTestDatabase, type TestDatabase } from '../platform/db/test-database.ts';
import { gapOf, missedEventsFrom, type ReadMissedEvents } from './missed-events.ts';

let database: TestDatabase;
let missedEvents: ReadMissedEvents;

beforeAll(async () => {
  database = await createTestDatabase();
  missedEvents = missedEventsFrom(database.pool, (ids) => eventFragments(database.kysely, ids));
  await database.pool.query(`
    INSERT INTO devices (unique_id, name) VALUES ('1', 'Visível'), ('2', 'Alheio');
    INSERT INTO events (device_id, type, event_time, server_time, position_id, attributes, handled_at) VALUES
      (1, 'alarm', now() - interval '9 minutes', now() - interval '9 minutes', 77, '{"alarm":"sos"}', NULL),
      (1, 'ignitionOn', now() - interval '3 days', now() - interval '1 minute', NULL, '{}', NULL),
      (1, 'ignitionOff', now(), now() - interval '50 seconds', NULL, '{}', now() - interval '1 day'),
      (1, 'alarm', now(), now() - interval '20 days', NULL, '{}', now()),
      (2, 'ignitionOn', now(), now() - interval '40 seconds', NULL, '{}', NULL),
      (1, 'deviceOffline', now(), now() - interval '30 seconds', NULL, '{}', NULL);
  `);
});
afterAll(() => database.drop());

const typesOf = async (ids: number[], gapMs: number) => {
  const fragments = await missedEvents(ids, gapMs);
  return fragments.map(({ json }) => {
    const { type, handledAt } = eventSchema.parse(JSON.parse(json));
    return handledAt ? `handled ${type}` : type;
  });
};

test('[WS-02] [ROLE-01] what arrived in the gap is told, oldest first, of visible devices and not yet handled', async () => {
  expect(await typesOf([1], 120_000)).toEqual(['handled alarm', 'ignitionOn', 'deviceOffline']);
  expect(await typesOf([1, 2], 120_000)).toEqual([
    'handled alarm',
    'ignitionOn',
    'ignitionOn',
    'deviceOffline',
  ]);
  expect(await typesOf([1], 3_600_000)).toEqual(['handled alarm', 'alarm', 'ignitionOn', 'deviceOffline']);
  expect(await typesOf([], 3_600_000)).toEqual([]);
});

test('[EVT-04] what somebody handled in the gap is told as handled, however old it is', async () => {
  const fragments = await missedEvents([1], 1000);
  expect(fragments.map(({ json }) => JSON.parse(json).handledAt !== null)).toEqual([true]);
});

test('[WS-02] when hundreds come back at once, four read and the others wait their turn', async () => {
  let [reading, most] = [0, 0];
  const slowly = missedEventsFrom(database.pool, async () => {
    reading += 1;
    most = Math.max(most, reading);
    await new Promise((resolve) => setTimeout(resolve, 5));
    reading -= 1;
    return [];
  });
  await Promise.all(Array.from({ length: 20 }, () => slowly([1], 3_600_000)));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

test('an event comes whole, as the live channel sends it', async () => {
  const [, first] = await missedEvents([1], 3_600_000);
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
