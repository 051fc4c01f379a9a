import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../platform/db/test-database.ts';
import { createVisibility } from './visibility.ts';
import { visibleCustomers, visibleDevices, visibleGroups, visibleLinked, visibleUsers } from './visible.ts';

const database = await createTestDatabase();
const { kysely, pool } = database;
const visibility = createVisibility(kysely);
afterAll(() => database.drop());

/** region ⊃ city ⊃ depot, and another group beside them; customer 1 is in the city, customer 2 in none. */
await pool.query(`
  INSERT INTO groups (name, group_id) VALUES ('region', NULL), ('city', 1), ('depot', 2), ('other', NULL);
  INSERT INTO customers (name, cpf_cnpj, group_id) VALUES ('of the city', '1', 2), ('of none', '2', NULL);
  INSERT INTO devices (name, unique_id, group_id, customer_id) VALUES
    ('free', 'd1', NULL, NULL), ('in depot', 'd2', 3, NULL), ('of the city customer', 'd3', NULL, 1),
    ('of customer 2', 'd4', NULL, 2), ('in other', 'd5', 4, NULL), ('in region', 'd6', 1, NULL);
  INSERT INTO users (name, email, password_hash, customer_id, administrator) VALUES
    ('admin', 'a@x', '', NULL, true), ('of region', 'b@x', '', NULL, false), ('client', 'c@x', '', 2, false),
    ('linked', 'd@x', '', NULL, false), ('nobody', 'e@x', '', NULL, false);
  INSERT INTO user_groups VALUES (2, 1);
  INSERT INTO user_devices VALUES (4, 1), (4, 5);
  INSERT INTO user_users VALUES (2, 3), (3, 4);
`);

async function idsOf(alias: string, item: ReturnType<typeof visibleDevices>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT ${sql.ref(alias)}.id FROM ${item} ORDER BY 1`.execute(
    kysely,
  );
  return rows.map(({ id }) => id);
}
const viewer = (userId: number, administrator = false) => ({ userId, administrator });

test('[ROLE-01] an administrator sees every device, group, customer and user', async () => {
  expect(await idsOf('d', visibleDevices(viewer(1, true)))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await idsOf('g', visibleGroups(viewer(1, true)))).toEqual([1, 2, 3, 4]);
  expect(await idsOf('c', visibleCustomers(viewer(1, true)))).toEqual([1, 2]);
  expect(await idsOf('u', visibleUsers(viewer(1, true)))).toEqual([1, 2, 3, 4, 5]);
  expect(await visibility.visibleDeviceIds(1)).toHaveLength(6);
});

test('[ROLE-01] a linked group gives its devices, those of every group below it, and those of their customers', async () => {
  expect(await idsOf('d', visibleDevices(viewer(2)))).toEqual([2, 3, 6]);
  expect(await idsOf('g', visibleGroups(viewer(2)))).toEqual([1, 2, 3]);
  expect(await idsOf('c', visibleCustomers(viewer(2)))).toEqual([1]);
});

test('[ROLE-01] a user of a customer sees its devices; own links give what they name; nothing gives nothing', async () => {
  expect(await idsOf('d', visibleDevices(viewer(3)))).toEqual([4]);
  expect(await idsOf('c', visibleCustomers(viewer(3)))).toEqual([2]);
  expect(await idsOf('d', visibleDevices(viewer(4)))).toEqual([1, 5]);
  expect(await idsOf('d', visibleDevices(viewer(5)))).toEqual([]);
  expect(await visibility.visibleDeviceIds(99)).toHaveLength(0);
});

test('[ROLE-01] a manager sees himself and whom he manages at any remove, but not thereby their devices', async () => {
  expect(await idsOf('u', visibleUsers(viewer(2)))).toEqual([2, 3, 4]);
  expect(await idsOf('u', visibleUsers(viewer(5)))).toEqual([5]);
  expect(await visibility.isDeviceVisible(viewer(2), 4)).toBe(false);
  expect(await visibility.isDeviceVisible(viewer(3), 4)).toBe(true);
});

test('[ROLE-01] [PERM-03] own links, and those of groups and devices one sees, show what is linked; calendars follow', async () => {
  await pool.query(`
    INSERT INTO calendars (name, data) VALUES ('own', ''), ('of the geofence', ''), ('of a notification', ''), ('none', '');
    INSERT INTO geofences (name, area, calendar_id) VALUES ('own', '', NULL), ('of the city', '', 2), ('of a customer device', '', NULL),
      ('of a linked device', '', NULL), ('of other', '', 4), ('of a depot device', '', NULL);
    INSERT INTO notifications (type, calendar_id) VALUES ('alarm', 3);
    INSERT INTO user_calendars VALUES (2, 1);
    INSERT INTO user_geofences VALUES (2, 1);
    INSERT INTO group_geofences VALUES (2, 2), (4, 5);
    INSERT INTO device_geofences VALUES (4, 3), (1, 4), (2, 6);
    INSERT INTO user_notifications VALUES (3, 1);
  `);
  const seen = (userId: number, kind: 'geofence' | 'calendar') =>
    idsOf('l', visibleLinked(viewer(userId), kind));
  expect(await seen(2, 'geofence')).toEqual([1, 2, 6]);
  expect(await seen(3, 'geofence')).toEqual([3]);
  expect(await seen(4, 'geofence')).toEqual([4]);
  expect(await seen(5, 'geofence')).toEqual([]);
  expect(await idsOf('l', visibleLinked(viewer(1, true), 'geofence'))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await seen(2, 'calendar')).toEqual([1, 2]);
  expect(await seen(3, 'calendar')).toEqual([3]);
  for (const kind of ['driver', 'maintenance', 'notification', 'attribute', 'command'] as const) {
    expect(await idsOf('l', visibleLinked(viewer(5), kind)), kind).toEqual([]);
  }
});
