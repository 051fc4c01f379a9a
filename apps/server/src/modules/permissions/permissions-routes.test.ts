import { permissionPairs } from '@atalaia/contract/accounts/permission';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, published, kysely, pool } = await createTestApp();
const admin = await world.administrator();
const link = (token: string, body: object) => ask('POST', '/api/permissions', { token, body });
const unlink = (token: string, body: object) => ask('DELETE', '/api/permissions', { token, body });

async function managerWithDevice() {
  const manager = await world.person({ user_limit: -1 });
  const user = await world.person();
  const device = await world.device();
  await world.link(manager.id, { user: user.id, device });
  return { manager, user, device };
}

test('[API-03] a link has exactly the two ids of one kind', async () => {
  const device = await world.device();
  const bodies = [
    {},
    { userId: 1 },
    { deviceId: device },
    { userId: 1, deviceId: device, groupId: 1 },
    { deviceId: device, groupId: 1 },
    { deviceId: device, calendarId: 1 },
    { userId: 1, sinisterId: 1 },
    { userId: '1x', deviceId: device },
    { userId: '', deviceId: device },
    { userId: '1.5', deviceId: device },
    { userId: -1, deviceId: device },
  ];
  for (const body of bodies) expect([body, (await link(admin.token, body)).status]).toEqual([body, 400]);
});

test('[API-03] ids may be text, in one link and in a list of them', async () => {
  const user = await world.person();
  const device = await world.device();
  const body = { userId: String(user.id), deviceId: String(device) };
  const seen = async () => (await ask('GET', '/api/devices', { token: user.token })).body.length;
  const bulk = (method: 'POST' | 'DELETE') =>
    ask(method, '/api/permissions/bulk', { token: admin.token, body: [body] });
  expect([(await link(admin.token, body)).status, await seen()]).toEqual([204, 1]);
  expect([(await unlink(admin.token, body)).status, await seen()]).toEqual([204, 0]);
  expect([(await bulk('POST')).status, await seen()]).toEqual([204, 1]);
  expect([(await bulk('DELETE')).status, await seen()]).toEqual([204, 0]);
});

test('a link gives sight at once and taking it away ends it; both may be said twice', async () => {
  const user = await world.person();
  const [device, group] = [await world.device(), await world.group()];
  await world.device({ group_id: group });
  published.length = 0;
  const seen = async () => (await ask('GET', '/api/devices', { token: user.token })).body.length;
  for (const body of [
    { userId: user.id, deviceId: device },
    { userId: user.id, groupId: group },
  ]) {
    expect([(await link(admin.token, body)).status, (await link(admin.token, body)).status]).toEqual([
      204, 204,
    ]);
  }
  expect(await seen()).toBe(2);
  expect((await unlink(admin.token, { userId: user.id, groupId: group })).status).toBe(204);
  expect((await unlink(admin.token, { userId: user.id, groupId: group })).status).toBe(204);
  expect(await seen()).toBe(1);
  const userIds = [user.id];
  expect(published.map(({ message }) => message)).toEqual([
    { userIds, deviceIds: [device] },
    { userIds, place: { noun: 'group', id: group } },
    { userIds, place: { noun: 'group', id: group } },
  ]);
  const lines = await kysely
    .selectFrom('audit')
    .select(['action', 'details'])
    .where('object_id', '=', user.id)
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { action: 'link', details: { deviceId: device } },
    { action: 'link', details: { groupId: group } },
    { action: 'unlink', details: { groupId: group } },
  ]);
});

test('[ROLE-01] a manager links what he sees to whom he manages, and nothing else', async () => {
  const { manager, user, device } = await managerWithDevice();
  const { token } = manager;
  expect((await link(token, { userId: user.id, deviceId: device })).status).toBe(204);
  expect((await link(token, { userId: user.id, deviceId: await world.device() })).status).toBe(404);
  expect((await link(token, { userId: (await world.person()).id, deviceId: device })).status).toBe(404);
  expect((await link(token, { userId: user.id, groupId: await world.group() })).status).toBe(404);
  expect((await link(token, { userId: 999_999, deviceId: device })).status).toBe(404);
});

test('[ROLE-05] nobody but an administrator changes what he himself sees, nor what an administrator sees', async () => {
  const group = await world.group();
  const device = await world.device({ group_id: group });
  const user = await world.person();
  await world.link(user.id, { group });
  // would outlast the group's link
  expect((await link(user.token, { userId: user.id, deviceId: device })).body.code).toBe('forbidden');
  const { manager, device: own } = await managerWithDevice();
  await world.link(manager.id, { user: admin.id });
  expect((await link(manager.token, { userId: admin.id, deviceId: own })).status).toBe(403);
});

test('nobody comes to manage himself or whom he is managed by', async () => {
  const [top, middle, bottom] = [
    await world.person({ user_limit: -1 }),
    await world.person({ user_limit: -1 }),
    await world.person(),
  ];
  expect((await link(admin.token, { userId: top.id, managedUserId: middle.id })).status).toBe(204);
  expect((await link(admin.token, { userId: middle.id, managedUserId: bottom.id })).status).toBe(204);
  for (const body of [
    { userId: bottom.id, managedUserId: top.id },
    { userId: top.id, managedUserId: top.id },
  ]) {
    const refused = await link(admin.token, body);
    expect([refused.status, refused.body.code]).toEqual([400, 'user-cycle']);
  }
  expect((await link(admin.token, { userId: top.id, managedUserId: middle.id })).status).toBe(204);
});

test('[ROLE-06] a manager does not give another more users than his limit says', async () => {
  const top = await world.person({ user_limit: -1 });
  const [limited, first, second] = [
    await world.person({ user_limit: 1 }),
    await world.person(),
    await world.person(),
  ];
  for (const user of [limited, first, second]) await world.link(top.id, { user: user.id });
  expect((await link(top.token, { userId: limited.id, managedUserId: first.id })).status).toBe(204);
  const refused = await link(top.token, { userId: limited.id, managedUserId: second.id });
  expect(refused.body).toMatchObject({ code: 'user-limit-reached', details: { limit: 1 } });
  expect((await link(admin.token, { userId: limited.id, managedUserId: second.id })).status).toBe(204);
});

test('[PERM-03] [SEC-03] every pair the API knows is linked and unlinked, and each leaves its line of audit', async () => {
  const admin = await world.administrator();
  const ids: Record<string, number> = {
    userId: (await world.person()).id,
    managedUserId: (await world.person()).id,
    deviceId: await world.device(),
    groupId: await world.group(),
  };
  const insert = async (text: string) =>
    (await pool.query<{ id: number }>(`${text} RETURNING id`)).rows[0]?.id ?? 0;
  ids.calendarId = await insert("INSERT INTO calendars (name, data) VALUES ('c', '')");
  ids.geofenceId = await insert("INSERT INTO geofences (name, area) VALUES ('g', '')");
  ids.notificationId = await insert("INSERT INTO notifications (type) VALUES ('alarm')");
  ids.driverId = await insert("INSERT INTO drivers (name, unique_id) VALUES ('d', 'links')");
  ids.maintenanceId = await insert(
    "INSERT INTO maintenances (name, type, start, period) VALUES ('m', 'hours', 0, 1)",
  );
  ids.attributeId = await insert("INSERT INTO computed_attributes VALUES (DEFAULT, 'a', 'a', '1', 'number')");
  ids.commandId = await insert("INSERT INTO commands (type) VALUES ('engineStop')");
  ids.responderId = await insert("INSERT INTO responders (name, phone) VALUES ('r', '85999990000')");
  expect(permissionPairs).toHaveLength(11 + 7 + 7);
  for (const [owner, linked] of permissionPairs) {
    const body = { [owner]: ids[owner], [linked]: ids[linked] };
    expect(
      (await ask('POST', '/api/permissions', { token: admin.token, body })).status,
      `${owner} ${linked}`,
    ).toBe(204);
    expect((await ask('DELETE', '/api/permissions', { token: admin.token, body })).status).toBe(204);
    const { rows } = await pool.query(
      'SELECT action FROM audit WHERE user_id = $1 AND object_id = $2 AND details = $3 ORDER BY id',
      [admin.id, ids[owner], { [linked]: ids[linked] }],
    );
    expect(rows, `${owner} ${linked}`).toEqual([{ action: 'link' }, { action: 'unlink' }]);
  }
});

/** What the screens of links offer for each owner, with the address of its list. */
const offered = {
  deviceId: ['notifications', 'drivers', 'geofences', 'maintenance', 'attributes/computed'],
  groupId: ['notifications', 'drivers', 'geofences', 'maintenance', 'attributes/computed'],
  userId: ['devices', 'notifications', 'geofences', 'groups', 'calendars', 'drivers', 'maintenance'],
} as const;
const linkedAs: Record<string, string> = {
  devices: 'deviceId',
  groups: 'groupId',
  notifications: 'notificationId',
  drivers: 'driverId',
  geofences: 'geofenceId',
  maintenance: 'maintenanceId',
  calendars: 'calendarId',
  'attributes/computed': 'attributeId',
};

test('[PERM-02] what a device, a group and a user can be linked to is switched on and off, and the list tells which is on', async () => {
  const { token } = await world.administrator();
  const make = async (path: string, body: object): Promise<number> =>
    (await ask('POST', `/api/${path}`, { token, body })).body.id;
  const made: Record<string, number> = {
    devices: await world.device(),
    groups: await world.group(),
    notifications: await make('notifications', { type: 'ignitionOn', notificators: 'web' }),
    drivers: await make('drivers', { name: 'd', uniqueId: 'perm-02' }),
    geofences: await make('geofences', { name: 'g', area: 'CIRCLE (1 2, 3)' }),
    maintenance: await make('maintenance', { name: 'm', type: 'hours', start: 0, period: 1 }),
    calendars: (await pool.query("INSERT INTO calendars (name, data) VALUES ('c', 'x') RETURNING id")).rows[0]
      .id,
    'attributes/computed': await make('attributes/computed', {
      description: 'a',
      attribute: 'a',
      expression: '1',
      type: 'number',
    }),
  };
  const owners = {
    deviceId: await world.device(),
    groupId: await world.group(),
    userId: (await world.person()).id,
  };
  for (const [owner, paths] of Object.entries(offered)) {
    const ownerId = owners[owner as keyof typeof owners];
    for (const path of paths) {
      const body = { [owner]: ownerId, [linkedAs[path] ?? '']: made[path] };
      const on = async () => {
        const { body: list } = await ask('GET', `/api/${path}?${owner}=${ownerId}`, { token });
        return list.map(({ id }: { id: number }) => id);
      };
      expect([owner, path, await on()]).toEqual([owner, path, []]);
      expect((await ask('POST', '/api/permissions', { token, body })).status).toBe(204);
      expect([owner, path, await on()]).toEqual([owner, path, [made[path]]]);
      expect((await ask('DELETE', '/api/permissions', { token, body })).status).toBe(204);
      expect([owner, path, await on()]).toEqual([owner, path, []]);
    }
  }
});

test('[PERM-03] links in bulk are made all together or, when one is refused, not at all', async () => {
  const [manager, managed] = [await world.person(), await world.person()];
  await world.link(manager.id, { user: managed.id });
  const [seen, hidden] = [await world.device(), await world.device()];
  await world.link(manager.id, { device: seen });
  const count = async () =>
    (await pool.query('SELECT FROM user_devices WHERE user_id = $1', [managed.id])).rows.length;
  const { token } = manager;
  const refused = await ask('POST', '/api/permissions/bulk', {
    token,
    body: [
      { userId: managed.id, deviceId: seen },
      { userId: managed.id, deviceId: hidden },
    ],
  });
  expect([refused.status, await count()]).toEqual([404, 0]);
  const body = [{ userId: managed.id, deviceId: seen }];
  expect((await ask('POST', '/api/permissions/bulk', { token, body })).status).toBe(204);
  expect(await count()).toBe(1);
  expect((await ask('DELETE', '/api/permissions/bulk', { token, body })).status).toBe(204);
  expect(await count()).toBe(0);
  expect((await ask('POST', '/api/permissions/bulk', { token, body: [] })).status).toBe(400);
});

test('[PERM-03] [ROLE-06] whoever sees a thing may link it to himself, but no saved command to anything while he is limited', async () => {
  const limited = await world.person({ limit_commands: true });
  const deviceId = await world.device();
  await world.link(limited.id, { device: deviceId });
  const { rows } = await pool.query<{ geofence: number; command: number }>(`
    WITH g AS (INSERT INTO geofences (name, area) VALUES ('g', '') RETURNING id),
      c AS (INSERT INTO commands (type) VALUES ('engineStop') RETURNING id)
    SELECT g.id AS geofence, c.id AS command FROM g, c`);
  const { geofence = 0, command = 0 } = rows[0] ?? {};
  await pool.query('INSERT INTO device_geofences VALUES ($1, $2)', [deviceId, geofence]);
  await pool.query('INSERT INTO device_commands VALUES ($1, $2)', [deviceId, command]);
  const { token, id: userId } = limited;
  const link = (body: object) => ask('POST', '/api/permissions', { token, body });
  expect((await link({ userId, geofenceId: geofence })).status).toBe(204);
  const unlink = (body: object) => ask('DELETE', '/api/permissions', { token, body });
  expect((await link({ userId, commandId: command })).body.code).toBe('commands-limited');
  expect((await link({ deviceId, commandId: command })).body.code).toBe('commands-limited');
  expect((await unlink({ deviceId, commandId: command })).body.code).toBe('commands-limited');
  expect((await link({ deviceId, groupId: 1 })).status).toBe(400);
});

test('[PERM-03] [SEC-03] a thousand links of one owner are made and taken away at once, each with its line of audit', async () => {
  const { token, id: adminId } = await world.administrator();
  const { id: userId } = await world.person();
  const { rows } = await pool.query<{ id: number }>(
    "INSERT INTO devices (name, unique_id) SELECT 'many', 'many' || i FROM generate_series(1, 999) AS i RETURNING id",
  );
  const links = rows.map(({ id }) => ({ userId, deviceId: id }));
  const twice = [...links, ...links.slice(0, 1)];
  const lines = async (action: string) =>
    (await pool.query('SELECT FROM audit WHERE user_id = $1 AND action = $2', [adminId, action])).rows.length;
  published.length = 0;
  for (const method of ['POST', 'POST', 'DELETE', 'DELETE'] as const) {
    expect((await ask(method, '/api/permissions/bulk', { token, body: twice })).status).toBe(204);
  }
  expect([await lines('link'), await lines('unlink')]).toEqual([999, 999]);
  // Twice nothing changed, and nobody was notified.
  const message = { userIds: [userId], deviceIds: rows.map(({ id }) => id) };
  expect(published).toEqual(Array.from({ length: 2 }, () => ({ topic: 'visibility', message })));
});

test('[API-02] a link that is only inherited is not taken away: the refusal says where it comes from, and nothing changes', async () => {
  const { token } = await world.administrator();
  const user = await world.person();
  const above = await world.group();
  const group = await world.group({ group_id: above });
  const device = await world.device({ group_id: group });
  const { body: geofence } = await ask('POST', '/api/geofences', {
    token,
    body: { name: 'x', area: 'CIRCLE (0 0, 1)' },
  });
  const link = (method: 'POST' | 'DELETE', body: object) => ask(method, '/api/permissions', { token, body });
  await link('POST', { groupId: above, geofenceId: geofence.id });
  await link('POST', { userId: user.id, groupId: above });
  for (const [body, sentence] of [
    [
      { deviceId: device, geofenceId: geofence.id },
      `geofence ${geofence.id} is not linked to this device itself: it comes from group ${above}`,
    ],
    [{ groupId: group, geofenceId: geofence.id }, `it comes from group ${above}`],
    [{ userId: user.id, deviceId: device }, `it comes from group ${group}`],
    [{ userId: user.id, groupId: group }, `it comes from group ${above}`],
  ] as const) {
    const refused = await link('DELETE', body);
    expect([refused.status, refused.body.message]).toEqual([404, expect.stringContaining(sentence)]);
  }
  // an own link beside it is taken away, and what is inherited stays
  await link('POST', { deviceId: device, geofenceId: geofence.id });
  expect((await link('DELETE', { deviceId: device, geofenceId: geofence.id })).status).toBe(204);
  expect((await ask('GET', `/api/geofences?deviceId=${device}`, { token })).body).toEqual([]);
  expect((await ask('GET', `/api/geofences?deviceId=${device}&inherited=true`, { token })).body).toHaveLength(
    1,
  );
  // one that nobody made is absent, as requested
  expect((await link('DELETE', { deviceId: await world.device(), geofenceId: geofence.id })).status).toBe(
    204,
  );
});
