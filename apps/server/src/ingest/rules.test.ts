/** Rules through the whole of ingest: from the tables, over the commit, to the stored rows and the live channel. */

import { positionSchema } from '@atalaia/contract/devices/position';
import { eventSchema } from '@atalaia/contract/rules/event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RuleKind } from '../platform/bus/bus.ts';
import { osmandSender } from './testing/osmand-sender.ts';
import { startIngest, type TestIngest, until } from './testing/start-ingest.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.stop());

const startMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const at = (minute: number) => ({ timestamp: startMs + minute * 60_000 });
const inside = { lat: -23.5, lon: -46.6 };
const outside = { lat: -23.51, lon: -46.6 };

const ask = async (text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows;

/** Changes tables and waits until ingest works by them: the last thing it reads is a notification's type. */
async function change(kinds: readonly RuleKind[], ...statements: readonly string[]) {
  for (const statement of statements) await ask(statement);
  const marker = `marker${Date.now()}${Math.random()}`;
  await ask('INSERT INTO notifications (type) VALUES ($1)', [marker]);
  server.bus.publish('rules', { kinds: [...kinds, 'notifications'] });
  await new Promise((resolve) => setTimeout(resolve, 300));
}

test('[ING-06] [ING-07] a geofence of the group is entered: stored with its id, told live, and queued for notifications', async () => {
  const sender = await osmandSender(server);
  const { deviceId } = sender;
  const [group] = await ask("INSERT INTO groups (name) VALUES ('g') RETURNING id");
  await ask('UPDATE devices SET group_id = $1 WHERE id = $2', [group.id, deviceId]);
  server.bus.publish('deviceRegistry', { deviceIds: [deviceId] });
  const [fence] = await ask(
    "INSERT INTO geofences (name, area) VALUES ('yard', 'CIRCLE (-23.5 -46.6, 500)') RETURNING id",
  );
  await change(
    ['geofences', 'groups'],
    `INSERT INTO group_geofences VALUES (${group.id}, ${fence.id})`,
    "INSERT INTO notifications (type) VALUES ('geofenceEnter')",
  );
  await sender.send({ ...at(0), ...outside });
  await sender.send({ ...at(1), ...inside });

  const enter = (await sender.events()).find(({ type }) => type === 'geofenceEnter');
  expect(enter).toMatchObject({ geofence_id: fence.id, maintenance_id: null });
  const positions = await sender.stored();
  expect(positions.map(({ geofence_ids }) => geofence_ids)).toEqual([null, [fence.id]]);
  const live = server.published.positions.flat().filter((one) => one.deviceId === deviceId);
  expect(live.map(({ json }) => positionSchema.parse(JSON.parse(json)).geofenceIds)).toEqual([
    null,
    [fence.id],
  ]);
  const published = server.published.events
    .flat()
    .filter((one) => one.deviceId === deviceId)
    .map(({ json }) => eventSchema.parse(JSON.parse(json)))
    .find(({ type }) => type === 'geofenceEnter');
  expect(published).toMatchObject({ id: enter.id, geofenceId: fence.id, maintenanceId: 0 });
  // the marker of the change is for types without a notification
  const queued = await ask('SELECT event_id FROM event_queue WHERE device_id = $1', [deviceId]);
  expect(queued).toEqual([{ event_id: enter.id }]);
});

test('[MNT-01] a maintenance that falls due is stored and told with its id', async () => {
  const sender = await osmandSender(server);
  const [due] = await ask(
    "INSERT INTO maintenances (name, type, start, period) VALUES ('oil', 'odometer', 1000, 500) RETURNING id",
  );
  await change(['maintenances'], `INSERT INTO device_maintenances VALUES (${sender.deviceId}, ${due.id})`);
  await sender.send({ ...at(0), ...inside, odometer: 900 });
  server = await server.restart();
  await sender.sendTo(server)({ ...at(1), ...inside, odometer: 1100 });
  const events = (await sender.events()).filter(({ type }) => type === 'maintenance');
  expect(events).toMatchObject([{ maintenance_id: due.id, attributes: { type: 'odometer', value: 1100 } }]);
});

test('[MNT-01] one that was done is due a period after that, on that device alone', async () => {
  const [sender, other] = [await osmandSender(server), await osmandSender(server)];
  const [due] = await ask(
    "INSERT INTO maintenances (name, type, start, period) VALUES ('oil', 'odometer', 1000, 500) RETURNING id",
  );
  const done = (value: number) =>
    `INSERT INTO maintenance_services (device_id, maintenance_id, name, type, performed_time, value, note)
     VALUES (${sender.deviceId}, ${due.id}, 'oil', 'odometer', now(), ${value}, '')`;
  await change(
    ['maintenances'],
    ...[sender, other].map(
      ({ deviceId }) => `INSERT INTO device_maintenances VALUES (${deviceId}, ${due.id})`,
    ),
    done(1200),
    done(1300),
  );
  for (const one of [sender, other]) {
    for (const [minute, odometer] of [1310, 1510, 1790, 1810].entries())
      await one.send({ ...at(minute), ...inside, odometer });
  }
  const values = async (one: typeof sender) =>
    (await one.events()).flatMap(({ type, attributes }) =>
      type === 'maintenance' ? [attributes.value] : [],
    );
  expect(await values(sender)).toEqual([1810]);
  expect(await values(other)).toEqual([1510]);
  // one that was noted while it counted something else counts for nothing
  await change(
    ['maintenances'],
    `INSERT INTO maintenance_services (device_id, maintenance_id, name, type, performed_time, value, note)
     VALUES (${sender.deviceId}, ${due.id}, 'oil', 'hours', now(), 100, '')`,
  );
  for (const odometer of [1990, 2010]) await sender.send({ ...at(odometer), ...inside, odometer });
  expect(await values(sender)).toEqual([1810, 2010]);
});

test('[ING-06] computed attributes know the position before, also after a restart, and failures are counted', async () => {
  const sender = await osmandSender(server);
  const computed = (attribute: string, expression: string) =>
    `WITH made AS (
       INSERT INTO computed_attributes (description, attribute, expression, type)
       VALUES ('d', '${attribute}', '${expression}', 'number') RETURNING id)
     INSERT INTO device_attributes SELECT ${sender.deviceId}, id FROM made`;
  await change(
    ['attributes'],
    computed('gained', 'odometer - lastOdometer'),
    computed('broken', 'protocol * 2'),
  );
  await sender.send({ ...at(0), ...inside, odometer: 1000 });
  server = await server.restart();
  await sender.sendTo(server)({ ...at(1), ...inside, odometer: 1250 });
  const positions = await sender.stored();
  expect(positions.map(({ attributes }) => attributes.gained)).toEqual([undefined, 250]);
  expect(positions[1].attributes).not.toHaveProperty('broken');
  expect(await server.metric('failed_expressions_total')).toBe(1);
});

test('a position that enters a hundred geofences at once tells them all', async () => {
  const sender = await osmandSender(server);
  await change(
    ['geofences'],
    `WITH made AS (
       INSERT INTO geofences (name, area) SELECT n, 'CIRCLE (-23.5 -46.6, 500)' FROM generate_series(1, 100) n
       RETURNING id)
     INSERT INTO device_geofences SELECT ${sender.deviceId}, id FROM made`,
  );
  await sender.send({ ...at(0), ...outside });
  await sender.send({ ...at(1), ...inside });
  expect((await sender.events()).filter(({ type }) => type === 'geofenceEnter')).toHaveLength(100);
});

test('[ING-07] a device without a position for its time is told inactive once, until it reports again', async () => {
  const sender = await osmandSender(server, { inactivitySeconds: 7200 });
  const inactive = async () => (await sender.events()).filter(({ type }) => type === 'deviceInactive').length;
  await sender.send({ timestamp: Date.now() - 3 * 3_600_000, ...inside });
  await server.ingest.raiseQuietEvents();
  expect(await inactive()).toBe(0);
  server.clock.advance(3_700_000);
  await server.ingest.raiseQuietEvents();
  expect(await until(inactive)).toBe(1);
  server = await server.restart();
  server.clock.advance(3_700_000);
  await server.ingest.raiseQuietEvents();
  await sender.sendTo(server)({ timestamp: Date.now(), ...inside });
  expect(await inactive()).toBe(1);
  server.clock.advance(10_000_000);
  await server.ingest.raiseQuietEvents();
  await until(async () => (await inactive()) === 2);
  expect(await inactive()).toBe(2);
});

test('[ING-07] a disabled device is neither inactive nor jammed, and is judged again once it is enabled', async () => {
  const disabled = await osmandSender(server, { inactivitySeconds: 60 });
  const moving = { ...inside, ignition: 'true', speed: 30 };
  await disabled.sendTo(server)({ timestamp: server.clock.now(), ...moving });
  const quiet = async () =>
    (await disabled.events())
      .map(({ type }) => type)
      .filter((type) => type === 'deviceInactive' || type === 'suspectedJamming')
      .toSorted();
  const enable = (isEnabled: boolean) =>
    ask('UPDATE devices SET disabled = $1 WHERE id = $2', [!isEnabled, disabled.deviceId]);
  await enable(false);
  // another device in the same look says when it is over
  const other = await osmandSender(server, { inactivitySeconds: 60 });
  await other.sendTo(server)({ timestamp: server.clock.now(), ...inside });
  server.clock.advance(700_000);
  await server.ingest.raiseQuietEvents();
  expect(await until(async () => (await other.events()).some(({ type }) => type === 'deviceInactive'))).toBe(
    true,
  );
  expect(await quiet()).toEqual([]);
  await enable(true);
  server.bus.publish('deviceRegistry', { deviceIds: [disabled.deviceId] });
  const isDue = 'SELECT FROM device_state WHERE device_id = $1 AND look_at <= now()';
  await until(async () => (await server.database.pool.query(isDue, [disabled.deviceId])).rowCount === 1);
  await server.ingest.raiseQuietEvents();
  await until(async () => (await quiet()).length === 2);
  expect(await quiet()).toEqual(['deviceInactive', 'suspectedJamming']);
});

test('[ING-07] a vehicle that falls silent under way is suspected to be jammed, once, and a parked one is not', async () => {
  const jammed = await osmandSender(server);
  const parked = await osmandSender(server);
  const count = async (of: typeof jammed) =>
    (await of.events()).filter(({ type }) => type === 'suspectedJamming').length;
  const now = () => ({ timestamp: server.clock.now() });
  await jammed.sendTo(server)({ ...now(), ...inside, ignition: 'true', speed: 30 });
  await parked.sendTo(server)({ ...now(), ...inside, ignition: 'false', speed: 0 });
  await server.ingest.raiseQuietEvents();
  expect(await count(jammed)).toBe(0);
  server.clock.advance(700_000);
  await server.ingest.raiseQuietEvents();
  expect(await until(() => count(jammed))).toBe(1);
  await server.ingest.raiseQuietEvents();
  await jammed.sendTo(server)({ ...now(), ...inside, ignition: 'true', speed: 30 });
  expect([await count(jammed), await count(parked)]).toEqual([1, 0]);
});

test('a restart by itself suspects nobody', async () => {
  const sender = await osmandSender(server);
  await sender.sendTo(server)({ timestamp: server.clock.now(), ...inside, ignition: 'true', speed: 30 });
  server.clock.advance(700_000);
  server = await server.restart();
  await server.ingest.raiseQuietEvents();
  server.clock.advance(500_000);
  await server.ingest.raiseQuietEvents();
  await sender.sendTo(server)({ timestamp: server.clock.now(), ...inside });
  expect((await sender.events()).map(({ type }) => type)).not.toContain('suspectedJamming');
});

test('[DEV-02] counts that a person sets hold for the positions behind them, in whatever batch', async () => {
  const sender = await osmandSender(server);
  await sender.sendTo(server)({ ...at(0), ...outside });
  const sent = [1, 2, 3].map((minute) => sender.sendTo(server)({ ...at(minute), ...outside }));
  const set = server.totals.set(sender.deviceId, { totalDistanceMetres: 5000, hoursMs: 60_000 });
  await Promise.all([...sent, set]);
  expect(await set).toBe('committed');
  await sender.sendTo(server)({ ...at(4), ...inside });
  const { memory } = await sender.state();
  expect(memory.totalDistanceMetres).toBeCloseTo(6112, 0);
  expect(await server.totals.set(999_999, { totalDistanceMetres: 1, hoursMs: 1 })).toBe('removed');
});
