import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, published, kysely } = await createTestApp();
const admin = await world.administrator();
let made = 0;
const toSave = (more: object = {}) => ({
  name: 'Name',
  email: `made${++made}@example.com`,
  password: 'segredo1',
  ...more,
});
const create = (token: string, more: object = {}) => ask('POST', '/api/users', { token, body: toSave(more) });
const rowOf = (id: number) =>
  kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
async function managerOf(values: object = {}, managed: object = {}) {
  const manager = await world.person({ user_limit: -1, ...values });
  const user = await world.person(managed);
  await world.link(manager.id, { user: user.id });
  const change = (body: object) =>
    ask('PUT', `/api/users/${user.id}`, {
      token: manager.token,
      body: { name: 'n', email: user.email, ...body },
    });
  return { manager, user, change };
}

test('an administrator makes a user with everything that the form holds, and the password never comes out', async () => {
  const body = toSave({
    login: 'ana',
    phone: '(11) 98765-4321',
    administrator: true,
    readonly: true,
    deviceReadonly: true,
    limitCommands: true,
    deviceLimit: -1,
    userLimit: 3,
    expirationTime: '2099-01-01T00:00:00-03:00',
    latitude: -3.7,
    longitude: -38.5,
    zoom: 12,
    twelveHourFormat: true,
    coordinateFormat: 'dms',
    attributes: { profile: 'central', own: [1, { a: null }] },
  });
  const { status, body: user, text } = await ask('POST', '/api/users', { token: admin.token, body });
  const { password, ...expected } = body;
  expect(status).toBe(200);
  expect(user).toMatchObject({
    ...expected,
    expirationTime: '2099-01-01T03:00:00.000Z',
    disabled: false,
    customerId: 0,
  });
  expect(text).not.toContain(password);
  expect(text).not.toContain('argon2');
  expect((await ask('GET', `/api/users/${user.id}`, { token: admin.token })).body).toEqual(user);
});

test('[USR-03] a password is needed to create, has at least 8 characters, and stays when empty', async () => {
  for (const password of [undefined, '', null, 'abcdefg', 'Password1 '.trim(), 'senha123', 'name']) {
    const refused = await create(admin.token, { password });
    expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, 'password']);
  }
  const { body: user } = await create(admin.token);
  const { password_hash } = await rowOf(user.id);
  for (const password of [undefined, '', null]) {
    await ask('PUT', `/api/users/${user.id}`, { token: admin.token, body: { ...user, password } });
    expect((await rowOf(user.id)).password_hash).toBe(password_hash);
  }
});

test('[USR-03] e-mail and login are one name space, case ignored, also after a change', async () => {
  const { body: first } = await create(admin.token, { email: 'First@Example.com', login: 'first' });
  for (const names of [{ email: 'FIRST@example.com' }, { login: 'FIRST' }]) {
    const refused = await create(admin.token, names);
    expect([refused.status, refused.body.code]).toEqual([400, 'duplicate-user-name']);
  }
  const squatted = await create(admin.token, { login: 'first@example.COM' });
  expect([squatted.status, squatted.body.details.fields[0].path]).toEqual([400, 'login']);
  const { body: changed } = await ask('PUT', `/api/users/${first.id}`, {
    token: admin.token,
    body: { ...first, login: 'First@Example.com' },
  });
  expect(changed.login).toBe('First@Example.com');
  expect((await create(admin.token, { login: 'first' })).status).toBe(200);
});

test('[ROLE-06] a user manages as many others as his limit says, also when they are made at once', async () => {
  const [none, one] = [await world.person({ user_limit: 0 }), await world.person({ user_limit: 1 })];
  expect((await create(none.token)).body).toMatchObject({
    code: 'user-limit-reached',
    details: { limit: 0 },
  });
  const both = await Promise.all([create(one.token), create(one.token)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const list = (await ask('GET', '/api/users', { token: one.token })).body;
  expect(list).toHaveLength(2);
});

test('[ROLE-01] a manager lists himself and whom he manages; userId asks whom one of them manages', async () => {
  const { manager, user } = await managerOf({ name: 'A' }, { name: 'B' });
  const below = await world.person({ name: 'C' });
  await world.link(user.id, { user: below.id });
  const idsOf = async (token: string, query = '') =>
    (await ask('GET', `/api/users${query}`, { token })).body.map(({ id }: { id: number }) => id);
  expect(await idsOf(manager.token)).toEqual([manager.id, user.id, below.id]);
  expect(await idsOf(manager.token, `?userId=${user.id}`)).toEqual([below.id]);
  expect(await idsOf(below.token)).toEqual([below.id]);
  expect((await ask('GET', `/api/users?userId=${manager.id}`, { token: below.token })).status).toBe(404);
  expect(await idsOf(manager.token, `?keyword=${below.email}`)).toEqual([below.id]);
});

test('[API-01] users are found by name, e-mail, login and the keyword among their attributes, case ignored', async () => {
  const { token } = await world.administrator();
  const found = await world.person({
    name: 'Zuleide',
    login: 'zu.lima',
    attributes: { keyword: 'Filial Água' },
  });
  const other = await world.person({ attributes: { note: 'filial água' } });
  const customer = await world.customer();
  await kysely.updateTable('users').set({ customer_id: customer }).where('id', '=', found.id).execute();
  const idsOf = async (query: string) =>
    (await ask('GET', `/api/users?${query}`, { token })).body.map(({ id }: { id: number }) => id);
  for (const word of ['zuleide', found.email.toUpperCase(), 'ZU.LIMA', 'filial%20água', 'FILIAL%20ÁGUA']) {
    expect([word, await idsOf(`keyword=${word}`)]).toEqual([word, [found.id]]);
  }
  expect(await idsOf(`customerId=${customer}`)).toEqual([found.id]);
  expect(await idsOf(`id=${other.id}&keyword=filial`)).toEqual([]);
});

const protectedOnSelf: [string, unknown][] = [
  ['administrator', true],
  ['disabled', true],
  ['readonly', true],
  ['deviceReadonly', true],
  ['limitCommands', true],
  ['deviceLimit', 7],
  ['userLimit', 7],
  ['expirationTime', '2098-01-01T00:00:00Z'],
  ['customerId', 1],
  ['attributes.profile', 'central'],
  ['attributes.payment_provider', 'p'],
  ['attributes.full_control_client_id', 'c'],
  ['attributes.apiKeySeller', 'k'],
];

test.each(protectedOnSelf)(
  '[ROLE-05] %s is not for a user to change on himself, and the rest is',
  async (path, value) => {
    await world.customer();
    const self = await world.person({ user_limit: -1, device_limit: 5, attributes: { keyword: 'k' } });
    const [name = '', attribute] = path.split('.');
    const before = (await ask('GET', `/api/users/${self.id}`, { token: self.token })).body;
    const body = attribute
      ? { ...before, attributes: { ...before.attributes, [attribute]: value } }
      : { ...before, [name]: value };
    const refused = await ask('PUT', `/api/users/${self.id}`, { token: self.token, body });
    expect([refused.status, refused.body.code, refused.body.details.fields[0].path]).toEqual([
      403,
      'protected-field',
      path,
    ]);
    const unchanged = await ask('PUT', `/api/users/${self.id}`, {
      token: self.token,
      body: { ...before, phone: '1', attributes: { theme: 'dark' } },
    });
    expect(unchanged.body).toMatchObject({ phone: '1', attributes: { theme: 'dark' }, deviceLimit: 5 });
  },
);

test('[ROLE-05] a protected attribute is not removed by its holder either', async () => {
  const self = await world.person({ attributes: { profile: 'central' } });
  const body = { name: 'n', email: self.email, attributes: {} };
  expect((await ask('PUT', `/api/users/${self.id}`, { token: self.token, body })).status).toBe(403);
});

test('[ROLE-05] a manager gives no more than he holds, and may take away', async () => {
  const holds = {
    device_limit: 5,
    user_limit: 2,
    limit_commands: true,
    expiration_time: '2090-01-01T00:00:00Z',
    attributes: { profile: 'central' },
  };
  const { change } = await managerOf(holds, {
    limit_commands: true,
    expiration_time: '2080-01-01T00:00:00Z',
  });
  const beyond = [
    { administrator: true },
    { deviceLimit: 6 },
    { deviceLimit: -1 },
    { userLimit: 3 },
    { limitCommands: false },
    { expirationTime: null },
    { expirationTime: '2091-01-01T00:00:00Z' },
    { attributes: { profile: 'other' } },
    { attributes: { apiKeySeller: 'k' } },
  ];
  for (const body of beyond) expect([body, (await change(body)).status]).toEqual([body, 403]);
  const within = [
    { deviceLimit: 5 },
    { deviceLimit: 0 },
    { userLimit: 2 },
    { expirationTime: '2089-12-31T00:00:00Z' },
    { attributes: { profile: 'central' } },
    { attributes: {} },
    { readonly: true },
    { deviceReadonly: true },
    { disabled: true },
  ];
  for (const body of within) expect([body, (await change(body)).status]).toEqual([body, 200]);
});

test('[ROLE-05] what binds a manager binds the users he makes, and he hands out no customer that he does not see', async () => {
  const [seen, unseen] = [await world.customer(), await world.customer()];
  const manager = await world.person({
    user_limit: -1,
    limit_commands: true,
    device_readonly: true,
    customer_id: seen,
    expiration_time: '2090-01-01T00:00:00Z',
  });
  const { body: user } = await create(manager.token, { customerId: seen });
  expect(user).toMatchObject({
    limitCommands: true,
    deviceReadonly: true,
    expirationTime: '2090-01-01T00:00:00.000Z',
    customerId: seen,
  });
  const refused = await create(manager.token, { customerId: unseen });
  expect([refused.status, refused.body.details.fields[0].path]).toEqual([403, 'customerId']);
  expect((await create(manager.token, { limitCommands: false })).status).toBe(403);
});

test('[ROLE-05] only an administrator writes an administrator', async () => {
  const { manager, user, change } = await managerOf({}, { administrator: true });
  expect((await change({ password: 'taken-over' })).body.code).toBe('only-administrators');
  expect((await ask('DELETE', `/api/users/${user.id}`, { token: manager.token })).status).toBe(403);
});

test('an administrator does not shut himself out, nor the last of them', async () => {
  const change = (id: number, email: string, body: object) =>
    ask('PUT', `/api/users/${id}`, { token: admin.token, body: { name: 'n', email, ...body } });
  for (const body of [
    { administrator: false },
    { disabled: true },
    { expirationTime: '2020-01-01T00:00:00Z' },
  ]) {
    expect([body, (await change(admin.id, admin.email, body)).body.code]).toEqual([body, 'protected-field']);
  }
  expect((await ask('DELETE', `/api/users/${admin.id}`, { token: admin.token })).body.code).toBe(
    'own-account',
  );
  expect((await change(admin.id, admin.email, { phone: '1' })).status).toBe(200);
});

test('two administrators who demote each other at once leave one', async () => {
  const others = [await world.administrator(), await world.administrator()] as const;
  await kysely
    .updateTable('users')
    .set({ administrator: false })
    .where(
      'id',
      'not in',
      others.map(({ id }) => id),
    )
    .execute();
  const demote = (by: number, target: number) =>
    ask('PUT', `/api/users/${others[target]!.id}`, {
      token: others[by]!.token,
      body: { name: 'n', email: others[target]!.email, administrator: false },
    });
  const statuses = (await Promise.all([demote(0, 1), demote(1, 0)])).map(
    ({ body, status }) => body.code ?? status,
  );
  expect(statuses.toSorted()).toEqual([200, 'last-administrator'].toSorted());
  await kysely
    .updateTable('users')
    .set({ administrator: true })
    .where('id', 'in', [admin.id, ...others.map(({ id }) => id)])
    .execute();
});

test('a user is removed with his sessions and links, and it is told and left in the audit', async () => {
  const { manager, user } = await managerOf();
  await world.link(user.id, { device: await world.device() });
  published.length = 0;
  expect((await ask('DELETE', `/api/users/${user.id}`, { token: manager.token })).status).toBe(204);
  expect((await ask('GET', '/api/session', { token: user.token })).status).toBe(401);
  expect(published.map(({ topic }) => topic)).toEqual(['signedOut', 'visibility']);
  const line = await kysely
    .selectFrom('audit')
    .selectAll()
    .where('object_id', '=', user.id)
    .where('action', '=', 'remove')
    .executeTakeFirst();
  expect(line).toMatchObject({ noun: 'user', user_id: manager.id, address: '127.0.0.1' });
});

test('[SEC-03] a change of the password is in the audit by name alone', async () => {
  const { body: user } = await create(admin.token);
  await ask('PUT', `/api/users/${user.id}`, {
    token: admin.token,
    body: { ...user, name: 'Other', password: 'secret-99' },
  });
  const line = await kysely
    .selectFrom('audit')
    .select('details')
    .where('object_id', '=', user.id)
    .where('action', '=', 'update')
    .executeTakeFirst();
  expect(line?.details).toMatchObject({ changed: ['name', 'password'] });
});

test('the limit of devices of a new user is the one of the server unless said', async () => {
  await kysely.updateTable('server_settings').set({ device_limit: 12 }).execute();
  expect((await create(admin.token)).body.deviceLimit).toBe(12);
  expect((await create(admin.token, { deviceLimit: 3 })).body.deviceLimit).toBe(3);
  await kysely.updateTable('server_settings').set({ device_limit: 0 }).execute();
});

test('[USR-01] flags that are null say nothing, and an instant without an offset is UTC', async () => {
  const user = await world.person({ readonly: true });
  const body = {
    name: 'x',
    email: user.email,
    readonly: null,
    attributes: null,
    expirationTime: '2090-01-02T03:04:05',
  };
  const changed = await ask('PUT', `/api/users/${user.id}`, { token: admin.token, body });
  expect(changed.body).toMatchObject({
    ...{ readonly: true, attributes: {}, expirationTime: '2090-01-02T03:04:05.000Z' },
  });
});

test('[API-02] ?deviceId= lists to whom a device is linked itself, of those one sees; excludeAttributes leaves them empty', async () => {
  const admin = await world.administrator();
  const group = await world.group();
  const device = await world.device({ group_id: group });
  const [linked, ofGroup] = [await world.person({ attributes: { note: 'x' } }), await world.person()];
  await world.link(linked.id, { device });
  await world.link(ofGroup.id, { group });
  const list = (query: string, token = admin.token) => ask('GET', `/api/users?${query}`, { token });
  const { body } = await list(`deviceId=${device}`);
  expect(body).toMatchObject([{ id: linked.id, attributes: { note: 'x' } }]);
  const bare = await list(`deviceId=${device}&excludeAttributes=true`);
  expect(bare.body).toEqual([{ ...body[0], attributes: {} }]);
  const stranger = await world.person();
  expect((await list(`deviceId=${device}`, stranger.token)).status).toBe(404);
  expect((await list(`deviceId=${device}`, ofGroup.token)).body).toEqual([]);
});
