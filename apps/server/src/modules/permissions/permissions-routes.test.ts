import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, told, kysely } = await createTestApp();
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
    { userId: 1, geofenceId: 1 },
    { userId: '1', deviceId: device },
    { userId: -1, deviceId: device },
  ];
  for (const body of bodies) expect([body, (await link(admin.token, body)).status]).toEqual([body, 400]);
});

test('a link gives sight at once and taking it away ends it; both may be said twice', async () => {
  const user = await world.person();
  const [device, group] = [await world.device(), await world.group()];
  await world.device({ group_id: group });
  told.length = 0;
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
  expect(told).toEqual(
    Array.from({ length: 3 }, () => ({ topic: 'sight', message: { userIds: [user.id] } })),
  );
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
