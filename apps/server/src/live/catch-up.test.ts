/** A web process that missed what another one published: it reads it, and says so before and after. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../platform/db/test-database.ts';
import { createCatchUp } from './catch-up.ts';
import type { LiveUpdates } from './outbox.ts';

let database: TestDatabase;
const stops: (() => void)[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  await database.pool.query(`
    INSERT INTO devices (unique_id, name) VALUES ('1', 'um'), ('2', 'dois'), ('3', 'três')`);
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await database.drop();
});

async function open(isLiveAtFirst = true) {
  const { pool } = database;
  let isLive = isLiveAtFirst;
  const listeners = new Set<(isLive: boolean) => void>();
  const sent: LiveUpdates[] = [];
  const toUsers: [number, LiveUpdates][] = [];
  let sentAway = 0;
  const errors: unknown[] = [];
  const now = async () =>
    String((await pool.query('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS at')).rows[0].at);
  let position: string | undefined = await now();
  const become = (next: boolean) => {
    isLive = next;
    for (const listener of listeners) listener(next);
  };
  const catchUp = createCatchUp({
    news: {
      isLive: () => isLive,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    pool,
    position: () => position,
    userIds: () => [7, 8],
    deskUsers: async () => [7],
    describeDevices: async (ids) => ids.map((deviceId) => ({ deviceId, json: `device ${deviceId}` })),
    lastPositions: async () => [],
    describeEvents: async (audience, ids) =>
      ids.map((id) => ({ deviceId: 1, json: `event ${id} of the ${audience}` })),
    describeNotices: async (ids) => {
      const { rows } = await pool.query(
        'SELECT user_id AS "userId", device_id AS "deviceId", event_id::text AS json FROM notification_deliveries WHERE id = ANY($1)',
        [ids],
      );
      return rows;
    },
    publish: (updates) => sent.push(updates),
    publishTo: (userId, updates) => toUsers.push([userId, updates]),
    sendAway() {
      sentAway += 1;
    },
    onError: (error) => errors.push(error),
  });
  stops.push(catchUp.stop);
  return {
    ...{ become, sent, toUsers, catchUp, errors },
    setPosition: (at: string | undefined) => {
      position = at;
    },
    sentAway: () => sentAway,
  };
}

const event = (deviceId: number) =>
  database.pool.query(
    "INSERT INTO events (id, device_id, type, event_time, server_time) VALUES ($1::int, $1::int, 'alarm', now(), now())",
    [deviceId],
  );
const move = (deviceId: number) =>
  database.pool.query(
    `INSERT INTO device_state (device_id) VALUES ($1)
     ON CONFLICT (device_id) DO UPDATE SET version = device_state.version + 1, tx = pg_current_xact_id()`,
    [deviceId],
  );
const devicesOf = (sent: readonly LiveUpdates[]) =>
  sent.flatMap(({ devices = [] }) => devices.map(({ deviceId }) => deviceId));

test('[SCALE-05] people are told that they may lack something, are sent what was stored meanwhile, and are told that they lack nothing', async () => {
  const { become, sent, toUsers, catchUp } = await open();
  become(false);
  expect([sent, catchUp.isBehind]).toEqual([[{ live: [false] }], true]);
  await move(1);
  await event(2);
  become(true);
  await expect.poll(() => catchUp.isBehind).toBe(false);
  expect(devicesOf(sent)).toContain(1);
  expect(sent.at(-1)).toEqual({ live: [true] });
  expect(toUsers).toEqual([
    [7, { events: [{ deviceId: 1, json: 'event 2 of the desk' }] }],
    [8, { events: [{ deviceId: 1, json: 'event 2 of the clients' }] }],
  ]);
});

test('[SCALE-05] a notice of the browser that was made meanwhile is sent to whom it is for, and one of another channel or of somebody elsewhere is not', async () => {
  const notice = (userId: number, notificator: string) =>
    database.pool.query(
      `INSERT INTO notification_deliveries (event_id, device_id, user_id, notification_id, notificator, created_at, state)
       VALUES (1, 1, $1, 1, $2, now(), 'sent')`,
      [userId, notificator],
    );
  await database.pool.query(
    `INSERT INTO users (id, name, email, password_hash) OVERRIDING SYSTEM VALUE
     SELECT id, 'n' || id, id || '@x', '' FROM unnest(ARRAY[7, 8, 9]) AS id`,
  );
  await event(1);
  const { become, toUsers, catchUp } = await open();
  become(false);
  await notice(7, 'web');
  await notice(8, 'mail');
  await notice(9, 'web');
  become(true);
  await expect.poll(() => catchUp.isBehind).toBe(false);
  // the desk's events are sent beside them
  expect(toUsers.filter(([, news]) => 'deliveries' in news)).toEqual([
    [7, { deliveries: [{ userId: 7, deviceId: 1, json: '1' }] }],
  ]);
});

test('[SCALE-05] a device that was edited meanwhile is sent too, though its state is what it was', async () => {
  const { become, sent, catchUp } = await open();
  become(false);
  await database.pool.query(
    `INSERT INTO changes (topic, message) VALUES ('deviceRegistry', '{"deviceIds":[2]}'), ('rules', '{"kinds":[]}')`,
  );
  become(true);
  await expect.poll(() => catchUp.isBehind).toBe(false);
  expect(devicesOf(sent)).toEqual([2]);
});

test('[SCALE-05] what nobody can read, or too much of it, sends everybody away to load it anew', async () => {
  const { become, setPosition, sentAway, catchUp } = await open();
  setPosition(undefined);
  become(false);
  become(true);
  await expect.poll(() => catchUp.isBehind).toBe(false);
  expect(sentAway()).toBe(1);
  setPosition('900000000');
  become(false);
  become(true);
  await expect.poll(sentAway).toBe(2);
  setPosition('3');
  await database.pool.query(`
    INSERT INTO devices (unique_id, name) SELECT 'm' || n, 'm' FROM generate_series(1, 2000) AS n;
    INSERT INTO device_state (device_id) SELECT id FROM devices ON CONFLICT DO NOTHING`);
  await expect.poll(() => catchUp.isBehind).toBe(false);
  become(false);
  become(true);
  await expect.poll(sentAway).toBe(3);
});

test('[SCALE-05] who falls behind again while he reads goes on from where he began', async () => {
  const { become, sent, setPosition, catchUp } = await open();
  become(false);
  await move(1);
  become(true);
  become(false);
  await expect.poll(() => devicesOf(sent)).toEqual([1]);
  expect(catchUp.isBehind).toBe(true);
  setPosition(undefined);
  become(true);
  await expect.poll(() => catchUp.isBehind).toBe(false);
  expect(devicesOf(sent)).toEqual([1, 1]);
});

test('[SCALE-05] a process that starts hears nothing yet, and says so until it does', async () => {
  const { become, sent, catchUp, sentAway } = await open(false);
  expect(catchUp.isBehind).toBe(true);
  await move(2);
  become(true);
  await expect.poll(() => catchUp.isBehind).toBe(false);
  expect([devicesOf(sent), sentAway()]).toEqual([[2], 0]);
});
