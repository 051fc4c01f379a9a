import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, published, kysely } = await createTestApp();
const admin = await world.administrator();
const owner = await world.person({ device_limit: -1 });
const stranger = await world.person({ device_limit: -1 });
const reader = await world.person({ device_limit: -1, readonly: true });
const bound = await world.person({ device_limit: -1, device_readonly: true });

const device = await world.device({ name: 'Água Verde', unique_id: 'seen-1' });
for (const person of [owner, reader, bound]) await world.link(person.id, { device });
const countDevices = async () => (await kysely.selectFrom('devices').select('id').execute()).length;
const toSave = (uniqueId: string, more: object = {}) => ({ uniqueId, name: `Name of ${uniqueId}`, ...more });

test('devices are nothing for strangers to the house', async () => {
  expect((await ask('GET', '/api/devices')).body.code).toBe('unauthenticated');
  expect((await ask('POST', '/api/devices', { body: 'no JSON at all' })).status).toBe(401);
  expect((await ask('DELETE', `/api/devices/${device}`, { token: 'made-up' })).status).toBe(401);
});

test('[ROLE-02] readonly and deviceReadonly are refused by name, before the body is looked at', async () => {
  const body = { nothing: 'fits' };
  expect((await ask('POST', '/api/devices', { token: reader.token, body })).body.code).toBe(
    'account-readonly',
  );
  const refused = await ask('PUT', `/api/devices/${device}`, { token: bound.token, body });
  expect([refused.status, refused.body.code]).toEqual([403, 'devices-readonly']);
  expect((await ask('DELETE', `/api/devices/${device}`, { token: reader.token })).status).toBe(403);
});

test('[ROLE-02] what binds the whole installation binds every user, and no administrator', async () => {
  await kysely.updateTable('server_settings').set({ device_readonly: true }).execute();
  const body = toSave('bound-by-server');
  expect((await ask('POST', '/api/devices', { token: owner.token, body })).body.code).toBe(
    'devices-readonly',
  );
  expect((await ask('POST', '/api/devices', { token: admin.token, body })).status).toBe(200);
  await kysely.updateTable('server_settings').set({ device_readonly: false }).execute();
});

test('[API-03] every field that does not fit is named, and nothing is written', async () => {
  const before = await countDevices();
  const body = { uniqueId: ' ', groupId: -1, attributes: { speedLimit: 'fast', ignoreOdometer: 1 } };
  const { status, body: refusal } = await ask('POST', '/api/devices', { token: admin.token, body });
  expect([status, refusal.code]).toEqual([400, 'invalid-input']);
  expect(refusal.details.fields.map(({ path }: { path: string }) => path).toSorted()).toEqual([
    'attributes.ignoreOdometer',
    'attributes.speedLimit',
    'groupId',
    'name',
    'uniqueId',
  ]);
  expect(await countDevices()).toBe(before);
});

test('[API-03] text that no database holds is refused where it stands', async () => {
  for (const name of ['a\0b', 'half \ud800']) {
    const body = toSave('odd', { attributes: { note: { deep: name } } });
    const refused = await ask('POST', '/api/devices', { token: admin.token, body });
    expect(refused.body.details.fields[0].path).toBe('attributes.note.deep');
  }
  const nested = JSON.parse('['.repeat(60) + ']'.repeat(60));
  const body = toSave('odd', { attributes: { nested } });
  expect((await ask('POST', '/api/devices', { token: admin.token, body })).status).toBe(400);
});

test('unknown parameters and fields are passed over; wrong ones are named', async () => {
  expect((await ask('GET', '/api/devices?_dc=17&all=true', { token: owner.token })).status).toBe(200);
  const refused = await ask('GET', '/api/devices?limit=many&id=x', { token: owner.token });
  expect(refused.body.details.fields.map(({ path }: { path: string }) => path)).toEqual([
    'query.limit',
    'query.id.0',
  ]);
  expect((await ask('GET', '/api/devices/abc', { token: owner.token })).body.details.fields[0].path).toBe(
    'params.id',
  );
  const body = toSave('extra', {
    groupName: 'derived',
    withTrace: true,
    positionBuffer: [],
    status: 'online',
    madeUp: 1,
  });
  expect((await ask('POST', '/api/devices', { token: admin.token, body })).body).toMatchObject({
    status: 'offline',
  });
});

test('[ROLE-01] a device that is not seen does not exist', async () => {
  const { token } = stranger;
  for (const id of [device, 999_999]) {
    expect((await ask('GET', `/api/devices/${id}`, { token })).body.code).toBe('not-found');
    expect((await ask('PUT', `/api/devices/${id}`, { token, body: toSave('stolen') })).status).toBe(404);
    expect((await ask('DELETE', `/api/devices/${id}`, { token })).status).toBe(404);
  }
  expect((await ask('GET', `/api/devices?id=${device}&uniqueId=seen-1`, { token })).body).toEqual([]);
});

test('[API-04] a device is read with what is derived from its group and customer', async () => {
  const group = await world.group({ name: 'Frota' });
  const customer = await world.customer();
  const id = await world.device({ group_id: group, customer_id: customer });
  const { body } = await ask('GET', `/api/devices/${id}`, { token: admin.token });
  expect(body).toMatchObject({
    groupId: group,
    groupName: 'Frota',
    customerId: customer,
    customerCpfCnpj: '52998224725',
  });
  expect((await ask('GET', `/api/devices?customerId=${customer}`, { token: admin.token })).body).toEqual([
    body,
  ]);
});

test('[API-04] a list comes by name as Portuguese orders it, whole and in order over many pieces', async () => {
  const person = await world.person();
  const names = ['zebra', 'Água', 'Abelha', 'ônibus', 'Ovelha'];
  const many = Array.from({ length: 1_203 }, (_, index) => `m${String(index).padStart(5, '0')}`);
  for (const name of [...names, ...many])
    await world.link(person.id, { device: await world.device({ name }) });
  const list: { name: string }[] = (await ask('GET', '/api/devices', { token: person.token })).body;
  expect(list.map(({ name }) => name)).toEqual(['Abelha', 'Água', ...many, 'ônibus', 'Ovelha', 'zebra']);
  const page = (await ask('GET', '/api/devices?limit=2&offset=1', { token: person.token })).body;
  expect(page.map(({ name }: { name: string }) => name)).toEqual(['Água', 'm00000']);
});

test('a keyword finds by name, unique id, plate, group, customer, and document with or without its punctuation', async () => {
  const group = await world.group({ name: 'Câmaras Frias' });
  const customer = await world.customer();
  const id = await world.device({
    unique_id: '86012345',
    group_id: group,
    customer_id: customer,
    attributes: { plate: 'BRA2E19' },
  });
  await kysely.updateTable('devices').set({ name: 'Fiorino' }).where('id', '=', id).execute();
  const words = ['fior', '60123', 'bra2e', 'CÂMARAS', 'camaras', '529.982.247-25', '52998224725'];
  // without blanks, in its old form, one character, with blanks around it
  const odd = ['bra 2e19', 'BRA-2419', 'f', ' fiorino ', '860.123-45'];
  for (const keyword of [...words, ...odd]) {
    const found = await ask('GET', `/api/devices?keyword=${encodeURIComponent(keyword)}`, {
      token: admin.token,
    });
    expect(
      found.body.map((each: { id: number }) => each.id),
      keyword,
    ).toContain(id);
  }
  // signs that mean something to a database mean themselves
  for (const keyword of ['fio%no', 'fio_ino', 'fi\\']) {
    const { body } = await ask('GET', `/api/devices?keyword=${encodeURIComponent(keyword)}`, {
      token: admin.token,
    });
    expect(body).toEqual([]);
  }
});

test('[ROLE-01] a group as filter counts the groups below it in, and one that is not seen is refused', async () => {
  const [above, other] = [await world.group(), await world.group()];
  const below = await world.group({ group_id: above });
  const id = await world.device({ group_id: below });
  await world.device({ group_id: other });
  const url = `/api/devices?groupId=${above}`;
  expect((await ask('GET', url, { token: admin.token })).body).toMatchObject([{ id }]);
  expect((await ask('GET', url, { token: owner.token })).status).toBe(404);
});

test('[ROLE-01] a manager sees through the eyes of those he manages, and of nobody else', async () => {
  const manager = await world.person();
  await world.link(manager.id, { user: owner.id });
  const asManaged = await ask('GET', `/api/devices?userId=${owner.id}&inherited=true`, {
    token: manager.token,
  });
  expect(asManaged.body).toMatchObject([{ id: device }]);
  expect((await ask('GET', `/api/devices?userId=${stranger.id}`, { token: manager.token })).status).toBe(404);
  expect((await ask('GET', `/api/devices/${device}`, { token: manager.token })).status).toBe(404);
  await world.link(manager.id, { user: admin.id });
  expect((await ask('GET', `/api/devices?userId=${admin.id}`, { token: manager.token })).status).toBe(403);
});

test('[ROLE-06] a user registers as many devices as his limit says, and sees what he registered', async () => {
  const [none, one] = [await world.person({ device_limit: 0 }), await world.person({ device_limit: 1 })];
  const refused = await ask('POST', '/api/devices', { token: none.token, body: toSave('none-1') });
  expect([refused.status, refused.body.code, refused.body.details.limit]).toEqual([
    400,
    'device-limit-reached',
    0,
  ]);
  const both = await Promise.all(
    ['one-1', 'one-2'].map((id) => ask('POST', '/api/devices', { token: one.token, body: toSave(id) })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect((await ask('GET', '/api/devices', { token: one.token })).body).toHaveLength(1);
});

test('a device lies only in a group and under a customer that its writer sees', async () => {
  const [group, customer] = [await world.group(), await world.customer()];
  const { token } = owner;
  const inGroup = await ask('POST', '/api/devices', { token, body: toSave('ref-1', { groupId: group }) });
  expect([inGroup.body.code, inGroup.body.details.fields[0].path]).toEqual([
    'reference-not-found',
    'groupId',
  ]);
  const ofCustomer = await ask('PUT', `/api/devices/${device}`, {
    token,
    body: toSave('seen-1', { customerId: customer }),
  });
  expect(ofCustomer.body.details.fields[0].path).toBe('customerId');
  const unknown = await ask('POST', '/api/devices', {
    token: admin.token,
    body: toSave('ref-2', { groupId: 999_999 }),
  });
  expect(unknown.body.code).toBe('reference-not-found');
});

test('[DEV-01] a unique id belongs to one device', async () => {
  const refused = await ask('POST', '/api/devices', { token: admin.token, body: toSave('seen-1') });
  expect([refused.status, refused.body.code, refused.body.details.fields[0].path]).toEqual([
    400,
    'duplicate-unique-id',
    'uniqueId',
  ]);
});

test('a device is made, changed and removed; each is told once it is committed, and left in the audit', async () => {
  published.length = 0;
  const { token } = owner;
  const made = await ask('POST', '/api/devices', {
    token,
    body: toSave('life-1', { attributes: { plate: 'ABC1D23', sinisterId: 7 } }),
  });
  expect(made.body).toMatchObject({ uniqueId: 'life-1', attributes: { plate: 'ABC1D23' } });
  expect(made.body.attributes).not.toHaveProperty('sinisterId');
  const { id } = made.body;
  expect(published.map(({ topic }) => topic)).toEqual(['visibility', 'deviceRegistry', 'devices']);
  expect(published[0]?.message).toEqual({
    userIds: expect.arrayContaining([owner.id, admin.id]),
    deviceIds: [id],
  });
  expect(published[2]?.message).toEqual([{ deviceId: id, version: 0, json: made.text }]);

  await kysely
    .updateTable('devices')
    .set({ attributes: { sinisterId: 7 } })
    .where('id', '=', id)
    .execute();
  const changed = await ask('PUT', `/api/devices/${id}`, {
    token,
    body: { id, uniqueId: 'life-1', name: 'New', attributes: { color: 'red' } },
  });
  expect(changed.body).toMatchObject({ name: 'New', attributes: { color: 'red', sinisterId: 7 } });
  expect((await ask('GET', `/api/devices/${id}`, { token })).body).toEqual(changed.body);

  expect((await ask('DELETE', `/api/devices/${id}`, { token })).status).toBe(204);
  expect((await ask('GET', `/api/devices/${id}`, { token })).status).toBe(404);
  expect(published.filter(({ topic }) => topic === 'deviceRegistry')).toHaveLength(3);
  const lost = published
    .filter(({ topic }) => topic === 'removedDevices' || topic === 'visibility')
    .slice(-2);
  expect(lost.map(({ topic }) => topic)).toEqual(['removedDevices', 'visibility']);
  expect(lost[0]?.message).toEqual({ deviceIds: [id] });
  const lines = await kysely
    .selectFrom('audit')
    .selectAll()
    .where('object_id', '=', id)
    .where('noun', '=', 'device')
    .orderBy('id')
    .execute();
  expect(lines.map(({ action, user_id }) => [action, user_id])).toEqual(
    ['create', 'update', 'remove'].map((action) => [action, owner.id]),
  );
  expect(lines[1]?.details).toMatchObject({ changed: ['name', 'attributes'] });
});

test('what an update does not mention stays as it is', async () => {
  const group = await world.group();
  const id = await world.device({
    unique_id: 'kept',
    group_id: group,
    phone: '11987654321',
    attributes: { a: 1 },
  });
  const { body } = await ask('PUT', `/api/devices/${id}`, { token: admin.token, body: toSave('kept') });
  expect(body).toMatchObject({ groupId: group, phone: '11987654321', attributes: { a: 1 } });
  const emptied = await ask('PUT', `/api/devices/${id}`, {
    token: admin.token,
    body: toSave('kept', { groupId: 0, phone: null }),
  });
  expect(emptied.body).toMatchObject({ groupId: 0, phone: null });
});

test('moving a device between groups is told to those who saw it and to those who see it now', async () => {
  const [from, to] = [await world.group(), await world.group()];
  const [before, after, uninvolved] = [await world.person(), await world.person(), await world.person()];
  await world.link(before.id, { group: from });
  await world.link(after.id, { group: to });
  const id = await world.device({ unique_id: 'moved', group_id: from });
  published.length = 0;
  await ask('PUT', `/api/devices/${id}`, { token: admin.token, body: toSave('moved', { groupId: to }) });
  const { userIds } = published.find(({ topic }) => topic === 'visibility')!.message as { userIds: number[] };
  expect(userIds).toEqual(expect.arrayContaining([before.id, after.id]));
  expect(userIds).not.toContain(uninvolved.id);
});

test('[API-05] null flags and attributes are absent ones, and a limit that comes as text is a number', async () => {
  const body = {
    uniqueId: 'lenient',
    name: 'x',
    disabled: true,
    attributes: { speedLimit: '60.5', color: 'red' },
  };
  const made = await ask('POST', '/api/devices', { token: admin.token, body });
  expect(made.body.attributes).toEqual({ speedLimit: 60.5, color: 'red' });
  const change = (more: object) =>
    ask('PUT', `/api/devices/${made.body.id}`, {
      token: admin.token,
      body: { uniqueId: 'lenient', name: 'x', ...more },
    });
  expect((await change({ disabled: null, attributes: null })).body).toEqual(made.body);
  expect((await change({ attributes: { speedLimit: '' } })).body.attributes).toEqual({});
  for (const speedLimit of ['fast', 2001, '-1']) {
    const { status, body: refused } = await change({ attributes: { speedLimit } });
    expect([status, refused.details?.fields[0].path]).toEqual([400, 'attributes.speedLimit']);
  }
});

test('[API-03] a body that names another device than its address is refused, and nothing is written', async () => {
  const [one, other] = [await world.device({ name: 'one' }), await world.device({ name: 'other' })];
  const send = (id: number) =>
    ask('PUT', `/api/devices/${one}`, {
      token: admin.token,
      body: { id, uniqueId: `renamed ${one}`, name: 'renamed' },
    });
  const refused = await send(other);
  expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, 'id']);
  const names = await kysely
    .selectFrom('devices')
    .select('name')
    .where('id', 'in', [one, other])
    .orderBy('id')
    .execute();
  expect(names).toEqual([{ name: 'one' }, { name: 'other' }]);
  expect([(await send(one)).status, (await send(0)).status]).toEqual([200, 200]);
});

test('[PERM-01] what is linked to a user himself is told apart from what he sees', async () => {
  const user = await world.person();
  const group = await world.group();
  const [linked, inGroup] = [await world.device(), await world.device({ group_id: group })];
  await world.link(user.id, { device: linked, group });
  const ids = async (path: string) =>
    (await ask('GET', path, { token: admin.token })).body.map(({ id }: { id: number }) => id);
  expect(
    (await ids(`/api/devices?userId=${user.id}&inherited=true`)).toSorted((a: number, b: number) => a - b),
  ).toEqual([linked, inGroup]);
  expect(await ids(`/api/devices?userId=${user.id}`)).toEqual([linked]);
  expect(await ids(`/api/groups?userId=${user.id}`)).toEqual([group]);
});

test('[DEV-01] a device says in which geofences its last position lies, and none where it lies in none', async () => {
  const device = await world.device();
  const state = (position: object) =>
    kysely
      .insertInto('device_state')
      .values({ device_id: device, position: JSON.stringify(position) })
      .onConflict((conflict) =>
        conflict.column('device_id').doUpdateSet({ position: JSON.stringify(position) }),
      )
      .execute();
  const read = async () =>
    (await ask('GET', `/api/devices/${device}`, { token: admin.token })).body.geofenceIds;
  await state({ geofenceIds: [3, 5] });
  expect(await read()).toEqual([3, 5]);
  await state({ geofenceIds: null });
  expect(await read()).toEqual([]);
});
