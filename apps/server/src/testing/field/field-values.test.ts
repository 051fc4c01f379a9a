/** Fields that clients of the field write: each is kept, read again and does what it says. */
import { expect, test } from 'vitest';
import { createTestApp } from '../test-app.ts';

const { ask, world, pool, services } = await createTestApp();
const admin = await world.administrator();
const { token } = admin;
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = token) =>
  ask(method, `/api/${path}`, { token: as, ...(body && { body }) });

test('[API-02] a field that nobody knows is named in a warning, and what the answer has itself is not', async () => {
  const body = { name: 'Van', uniqueId: 'w-1', engine: 'V8', 'bad"\r\nname': 1, attributes: { own: 1 } };
  const made = await send('POST', 'devices', body);
  expect([made.status, made.headers.warning]).toEqual([
    200,
    '299 - "unknown fields were not kept: engine, bad???name"',
  ]);
  expect(made.body).not.toHaveProperty('engine');
  const again = await send('PUT', `devices/${made.body.id}`, made.body);
  expect([again.status, again.headers.warning]).toEqual([200, undefined]);
  const refused = await send('POST', 'devices', { uniqueId: 'w-2', engine: 1 });
  expect([refused.status, refused.headers.warning]).toEqual([400, expect.stringContaining('engine')]);
});

test('[API-02] a device ends when it says, and names a calendar that is seen', async () => {
  const calendar = await pool.query(`INSERT INTO calendars (name, data) VALUES ('x', 'x') RETURNING id`);
  const calendarId = calendar.rows[0].id;
  const expirationTime = '2020-01-01T00:00:00.000Z';
  const made = await send('POST', 'devices', { name: 'a', uniqueId: 'e-1', expirationTime, calendarId });
  expect(made.body).toMatchObject({ expirationTime, calendarId, disabled: false });
  const command = { deviceId: made.body.id, type: 'rebootDevice' };
  expect((await send('POST', 'commands/send', command)).body.code).toBe('device-disabled');
  const put = (body: object) => send('PUT', `devices/${made.body.id}`, { ...made.body, ...body });
  expect((await put({ expirationTime: null, calendarId: 0 })).body).toMatchObject({
    ...{ expirationTime: null, calendarId: 0 },
  });
  const person = await world.person({ device_limit: -1 });
  const foreign = await send('POST', 'devices', { name: 'b', uniqueId: 'e-2', calendarId }, person.token);
  expect([foreign.status, foreign.body.code]).toEqual([400, 'reference-not-found']);
});

test('[API-02] who has a fixed e-mail does not change his own, and nobody frees himself of it', async () => {
  const password_hash = await services.passwords.hash('segredo1');
  const person = await world.person({ email: 'fixed@example.com', password_hash });
  const url = `users/${person.id}`;
  const { body: before } = await send('GET', url);
  expect(before).toMatchObject({ fixedEmail: false, temporary: false });
  expect((await send('PUT', url, { ...before, fixedEmail: true })).body.fixedEmail).toBe(true);
  const own = (body: object) => send('PUT', url, { ...before, fixedEmail: true, ...body }, person.token);
  for (const body of [
    { email: 'mine@example.com', currentPassword: 'segredo1' },
    { fixedEmail: false },
    { temporary: true },
  ])
    expect([body, (await own(body)).body.code]).toEqual([body, 'protected-field']);
  expect((await own({ phone: '1' })).status).toBe(200);
});

test('[API-02] a key of a second factor is refused in words, and none is none', async () => {
  const body = { name: 'x', email: 'totp@example.com', password: 'segredo1' };
  const refused = await send('POST', 'users', { ...body, totpKey: 'JBSWY3DPEHPK3PXP' });
  expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, 'totpKey']);
  expect(refused.body.details.fields[0].message).toContain('second factor');
  const made = await send('POST', 'users', { ...body, totpKey: null });
  expect([made.status, made.headers.warning]).toEqual([200, undefined]);
});

test('[API-02] channels of a notification may be flags, as the field’s document has them', async () => {
  const body = { type: 'deviceOnline', always: true, web: true, mail: true, sms: false };
  const made = await send('POST', 'notifications', body);
  expect([made.body.notificators, made.headers.warning]).toEqual(['web,mail', undefined]);
  const named = await send('POST', 'notifications', { ...body, notificators: 'sms' });
  expect(named.body.notificators).toBe('sms');
});

test('[API-02] a temporary user goes when his account ends, and no other does', async () => {
  const ended = { expiration_time: '2020-01-01T00:00:00.000Z' };
  const [gone, kept, later, administrator] = [
    await world.person({ temporary: true, ...ended }),
    await world.person(ended),
    await world.person({ temporary: true, expiration_time: '2099-01-01T00:00:00.000Z' }),
    await world.person({ temporary: true, administrator: true, ...ended }),
  ];
  await services.users.removeEnded();
  const left = await pool.query('SELECT id FROM users WHERE id = ANY($1) ORDER BY id', [
    [gone.id, kept.id, later.id, administrator.id],
  ]);
  expect(left.rows.map(({ id }) => id)).toEqual([kept.id, later.id, administrator.id]);
});

test('[API-02] the server says what is set up, and has a word to everybody', async () => {
  const put = await send('PUT', 'server', { announcement: 'Manutenção às 22h' });
  expect(put.body).toMatchObject({
    ...{
      announcement: 'Manutenção às 22h',
      geocoderEnabled: true,
      openIdEnabled: false,
      openIdForce: false,
      openIdName: null,
      newServer: false,
    },
    ...{ emailEnabled: expect.any(Boolean), textEnabled: expect.any(Boolean) },
  });
  expect((await ask('GET', '/api/server')).body.announcement).toBe('Manutenção às 22h');
  expect((await send('PUT', 'server', { announcement: '' })).body.announcement).toBeNull();
});

test('[API-02] the audit says the same in the field’s words', async () => {
  await send('POST', 'groups', { name: 'g' });
  const { body } = await send('GET', 'audit?noun=group&limit=1');
  expect(body[0]).toMatchObject({
    ...{ actionTime: body[0].at, actionType: 'create', objectType: 'group', userEmail: admin.email },
    attributes: body[0].details,
  });
});

test('[API-02] a link of two devices is refused in words', async () => {
  const [one, other] = [await world.device(), await world.device()];
  const { status, body } = await send('POST', 'permissions', { deviceId: one, linkedDeviceId: other });
  expect([status, body.code]).toEqual([400, 'invalid-input']);
  expect(body.message).toContain('two ids of an allowed pair');
});

test('[MNT-01] [API-02] a maintenance may be by time', async () => {
  const day = 86_400_000;
  const { body } = await send('POST', 'maintenance', {
    ...{ name: 'Revisão', type: 'fixTime', start: Date.UTC(2026, 0, 1), period: 180 * day },
  });
  expect(body).toMatchObject({ type: 'fixTime', period: 180 * day });
});
