import { eventSchema } from '@atalaia/contract/rules/event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventFragments } from '../modules/events/events-presenter.ts';
import { createTestDatabase, type TestDatabase } from '../platform/db/test-database.ts';
import { gapOf, missedEventsFrom, type ReadMissedEvents } from './missed-events.ts';

let database: TestDatabase;
let missedEvents: ReadMissedEvents;

beforeAll(async () => {
  database = await createTestDatabase();
  missedEvents = missedEventsFrom(database.pool, (audience, ids) =>
    eventFragments(database.kysely, ids, audience),
  );
  await database.pool.query(`
    INSERT INTO devices (unique_id, name) VALUES ('1', 'Visível'), ('2', 'Alheio'), ('3', 'Ônibus'), ('4', 'Moto');
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
  const fragments = await missedEvents(ids, { gapMs });
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
  const fragments = await missedEvents([1], { gapMs: 1000 });
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
  await Promise.all(Array.from({ length: 20 }, () => slowly([1], { gapMs: 3_600_000 })));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

test('an event comes whole, as the live channel sends it', async () => {
  const [, first] = await missedEvents([1], { gapMs: 3_600_000 });
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

/** The oldest transaction that is open now, as the reader of changes sees it. */
async function oldestOpen(): Promise<string> {
  const { rows } = await database.pool.query<{ oldest: string }>(
    'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS oldest',
  );
  return rows[0]!.oldest;
}

const idsOf = (fragments: readonly { readonly json: string }[]) =>
  fragments.map(({ json }) => JSON.parse(json).id);

test('[SCALE-02] [WS-02] an event whose transaction was open while others overtook it is not missed, however long it waited', async () => {
  const late = await database.pool.connect();
  await late.query('BEGIN');
  const { rows } = await late.query(
    `INSERT INTO events (device_id, type, event_time, server_time, attributes)
     VALUES (3, 'alarm', now(), now() - interval '30 seconds', '{}') RETURNING id`,
  );
  const one = `INSERT INTO events (device_id, type, event_time, server_time, attributes)
    VALUES (3, 'ignitionOn', now(), now(), '{}')`;
  for (let count = 0; count < 20; count += 1) await database.pool.query(one);
  const since = await oldestOpen();
  for (let count = 0; count < 20; count += 1) await database.pool.query(one);
  await late.query('COMMIT');
  late.release();

  const gapMs = 1000;
  expect(idsOf(await missedEvents([3], { gapMs }))).not.toContain(rows[0].id);
  expect(idsOf(await missedEvents([3], { gapMs, since }))).toContain(rows[0].id);
  await database.pool.query('DELETE FROM events WHERE device_id = 3');
});

test('[SCALE-02] what older transactions stored is not read again, and what was handled since is', async () => {
  const { rows } = await database.pool.query(
    `INSERT INTO events (device_id, type, event_time, server_time, attributes)
     VALUES (4, 'alarm', now(), now(), '{}'), (4, 'alarm', now(), now(), '{}') RETURNING id, tx`,
  );
  // other tests' transactions on the same server are older, and end some time
  await expect.poll(async () => BigInt(await oldestOpen()) > BigInt(rows[0].tx)).toBe(true);
  const since = await oldestOpen();
  expect(await missedEvents([4], { gapMs: 60_000, since })).toEqual([]);
  await database.pool.query('UPDATE events SET handled_at = now() WHERE id = $1', [rows[0].id]);
  const fragments = await missedEvents([4], { gapMs: 60_000, since });
  expect(idsOf(fragments)).toEqual([rows[0].id]);
  expect(JSON.parse(fragments[0]!.json).handledAt).not.toBeNull();
});

test('[SCALE-06] who heard further than the database is now, after a failover or a restore, is sent the whole day again', async () => {
  const since = String(BigInt(await oldestOpen()) + 1_000_000n);
  const day = await missedEvents([1], { gapMs: 24 * 3_600_000 });
  expect(await missedEvents([1], { gapMs: 1000, since })).toEqual(day);
  expect(day.length).toBeGreaterThan(3);
});

test('a gap is a number of milliseconds in the address, and what the channel said of how far it was', () => {
  const of = (query: string) => gapOf(new URL(`http://x/api/socket?b=t${query}`));
  expect(of('&gapMs=61000')).toEqual({ gapMs: 61_000 });
  expect(of('&gapMs=61000&since=12')).toEqual({ gapMs: 61_000, since: '12' });
  expect(of('&gapMs=61000&since=1e9')).toEqual({ gapMs: 61_000 });
  expect(of('')).toBeUndefined();
  expect(of('&gapMs=-1')).toBeUndefined();
  expect(of('&gapMs=1e99')).toBeUndefined();
});
