import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, published, kysely } = await createTestApp();
const admin = await world.administrator();
const person = await world.person();

test('[GRP-01] a group is made, read, changed and removed; the audit keeps each', async () => {
  const { token } = person;
  const { body: group } = await ask('POST', '/api/groups', {
    token,
    body: { name: ' Frota ', attributes: { a: 1 } },
  });
  expect(group).toEqual({ id: group.id, name: 'Frota', groupId: 0, attributes: { a: 1 } });
  expect((await ask('GET', '/api/groups', { token })).body).toEqual([group]);
  const changed = await ask('PUT', `/api/groups/${group.id}`, {
    token,
    body: { id: group.id, name: 'Frota 2' },
  });
  expect(changed.body).toEqual({ ...group, name: 'Frota 2' });
  expect((await ask('DELETE', `/api/groups/${group.id}`, { token })).status).toBe(204);
  expect((await ask('GET', `/api/groups/${group.id}`, { token })).status).toBe(404);
  const lines = await kysely
    .selectFrom('audit')
    .select('action')
    .where('noun', '=', 'group')
    .where('object_id', '=', group.id)
    .orderBy('id')
    .execute();
  expect(lines.map(({ action }) => action)).toEqual(['create', 'update', 'remove']);
});

test('[GRP-01] [API-03] a name is required', async () => {
  const refused = await ask('POST', '/api/groups', { token: admin.token, body: { name: '  ' } });
  expect(refused.body.details.fields).toMatchObject([{ path: 'name' }]);
});

test('[GRP-01] a group never lies in itself, directly or through others, also when two moves race', async () => {
  const [a, b, c] = [await world.group(), await world.group(), await world.group()];
  const move = (id: number, groupId: number) =>
    ask('PUT', `/api/groups/${id}`, { token: admin.token, body: { name: 'g', groupId } });
  expect((await move(a, a)).body.code).toBe('group-cycle');
  expect((await move(b, a)).status).toBe(200);
  expect((await move(c, b)).status).toBe(200);
  const refused = await move(a, c);
  expect([refused.status, refused.body.code, refused.body.details.fields[0].path]).toEqual([
    400,
    'group-cycle',
    'groupId',
  ]);
  for (let round = 0; round < 10; round++) {
    const [d, e] = [await world.group(), await world.group()];
    const racing = await Promise.all([move(d, e), move(e, d)]);
    expect(racing.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  }
});

test('[ROLE-01] a linked group gives the groups below it; a parent that is not seen cannot be named', async () => {
  const above = await world.group();
  const linked = await world.group({ name: 'B', group_id: above });
  const below = await world.group({ name: 'C', group_id: linked });
  const viewer = await world.person();
  await world.link(viewer.id, { group: linked });
  const { token } = viewer;
  expect((await ask('GET', '/api/groups', { token })).body).toMatchObject([{ id: linked }, { id: below }]);
  expect((await ask('GET', `/api/groups?groupId=${linked}`, { token })).body).toMatchObject([{ id: below }]);
  expect((await ask('GET', `/api/groups/${above}`, { token })).status).toBe(404);
  const refused = await ask('PUT', `/api/groups/${below}`, { token, body: { name: 'C', groupId: above } });
  expect(refused.body.code).toBe('reference-not-found');
  // an unchanged parent may stay, even one the caller does not see
  expect(
    (await ask('PUT', `/api/groups/${linked}`, { token, body: { name: 'B', groupId: above } })).status,
  ).toBe(200);
});

test('removing a group leaves what lay in it in none where that is said, and tells who caches it', async () => {
  const group = await world.group();
  const below = await world.group({ group_id: group });
  const device = await world.device({ group_id: group });
  published.length = 0;
  const decisions = 'decision=group:detach&decision=device:detach';
  await ask('DELETE', `/api/groups/${group}?${decisions}`, { token: admin.token });
  expect((await ask('GET', `/api/groups/${below}`, { token: admin.token })).body.groupId).toBe(0);
  expect((await ask('GET', `/api/devices/${device}`, { token: admin.token })).body.groupId).toBe(0);
  expect(published).toEqual([
    { topic: 'visibility', message: { userIds: 'all', place: { noun: 'group', id: below } } },
    { topic: 'deviceRegistry', message: { deviceIds: [device] } },
    { topic: 'visibility', message: { userIds: 'all', deviceIds: [device] } },
    {
      topic: 'devices',
      message: [{ deviceId: device, version: 0, json: expect.stringContaining('"groupName":null') }],
    },
    { topic: 'rules', message: { kinds: ['groups'] } },
  ]);
});

test('[API-04] a group’s new name reaches who watches its devices, and an edit without one tells nothing', async () => {
  const group = await world.group({ name: 'Old' });
  const device = await world.device({ group_id: group });
  await world.device();
  published.length = 0;
  const put = (body: object) => ask('PUT', `/api/groups/${group}`, { token: admin.token, body });
  await put({ name: 'Old', attributes: { a: 1 } });
  expect(published).toEqual([]);
  await put({ name: 'New' });
  expect(published).toEqual([
    {
      topic: 'devices',
      message: [{ deviceId: device, version: 0, json: expect.stringContaining('"groupName":"New"') }],
    },
  ]);
});

test('moving a group changes what its watchers see, and is told', async () => {
  const [above, group] = [await world.group(), await world.group()];
  await world.device({ group_id: group });
  const viewer = await world.person();
  await world.link(viewer.id, { group: above });
  const { name } = (await ask('GET', `/api/groups/${group}`, { token: admin.token })).body;
  published.length = 0;
  await ask('PUT', `/api/groups/${group}`, { token: admin.token, body: { name, groupId: above } });
  expect((await ask('GET', '/api/devices', { token: viewer.token })).body).toHaveLength(1);
  expect(published).toEqual([
    { topic: 'visibility', message: { userIds: 'all', place: { noun: 'group', id: group } } },
    { topic: 'rules', message: { kinds: ['groups'] } },
  ]);
});

test('[GRP-01] whoever works by the tree of groups is told when it changes', async () => {
  const [above, below] = [await world.group(), await world.group()];
  const device = await world.device();
  const token = admin.token;
  const kinds = () => published.filter(({ topic }) => topic === 'rules').map(({ message }) => message);
  published.length = 0;
  await ask('PUT', `/api/groups/${below}`, { token, body: { name: 'x', groupId: above } });
  const { body } = await ask('GET', `/api/devices/${device}`, { token });
  await ask('PUT', `/api/devices/${device}`, { token, body: { ...body, groupId: below } });
  await ask('PUT', `/api/devices/${device}`, { token, body: { ...body, groupId: below, name: 'renamed' } });
  await ask('DELETE', `/api/groups/${below}?decision=device:detach`, { token });
  expect(kinds()).toEqual([{ kinds: ['groups'] }, { kinds: ['groups'] }, { kinds: ['groups'] }]);
});

test('[GRP-01] neither a group nor what is below it is offered as its parent', async () => {
  const [a, other] = [await world.group({ name: 'Pais A' }), await world.group({ name: 'Pais B' })];
  const below = await world.group({ name: 'Pais A1', group_id: a });
  const deeper = await world.group({ name: 'Pais A2', group_id: below });
  const idsFor = async (query: string) =>
    (await ask('GET', `/api/groups?keyword=Pais&${query}`, { token: admin.token })).body.map(
      ({ id }: { id: number }) => id,
    );
  expect(await idsFor(`notWithin=${a}`)).toEqual([other]);
  expect((await idsFor(`notWithin=${deeper}`)).toSorted()).toEqual([a, other, below].toSorted());
});
