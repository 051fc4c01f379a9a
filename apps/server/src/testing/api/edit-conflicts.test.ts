/** Two people edit the same thing: whatever it is, the second is informed and sees what the first wrote. */
import { expect, test } from 'vitest';
import { createTestApp } from '../test-app.ts';

const { ask, world, pool } = await createTestApp();
const { token } = await world.administrator();
const area = 'CIRCLE (-3.73 -38.52, 20)';
const calendar =
  'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260101T080000Z\nDURATION:PT1H\nEND:VEVENT\nEND:VCALENDAR';
const device = await world.device();
const { rows } = await pool.query(`INSERT INTO calendars (name, data) VALUES ('x', '') RETURNING id`);
const calendarId: number = rows[0].id;

/** What makes one, and the field that each of the two changes. */
const nouns: readonly (readonly [path: string, body: Readonly<Record<string, unknown>>, field: string])[] = [
  ['devices', { name: 'x', uniqueId: 'x' }, 'name'],
  ['groups', { name: 'x' }, 'name'],
  ['users', { name: 'x', email: 'x@example.com', password: 'a-secret-of-its-own' }, 'name'],
  [
    'customers',
    {
      ...{ cpfCnpj: '529.982.247-25', type: 'F', name: 'x', street: 'x', number: '1', neighborhood: 'x' },
      ...{ city: 'x', state: 'CE', postalCode: '60311-280', phone: '1', notificationEmail: 'x@x' },
      ...{ category: 'client', status: 'active' },
    },
    'name',
  ],
  ['drivers', { name: 'x', uniqueId: 'x' }, 'name'],
  ['geofences', { name: 'x', area }, 'name'],
  ['calendars', { name: 'x', data: calendar }, 'name'],
  ['maintenance', { name: 'x', type: 'totalDistance', start: 0, period: 1 }, 'name'],
  ['notifications', { type: 'ignitionOn', always: false, notificators: 'web' }, 'notificators'],
  [
    'attributes/computed',
    { description: 'x', attribute: 'x', expression: '1', type: 'number' },
    'description',
  ],
  [
    'scheduled-reports',
    { name: 'x', type: 'trips', period: 'yesterday', deviceIds: [device], calendarId },
    'name',
  ],
  ['commands', { type: 'custom', description: 'x', attributes: { data: 'x' } }, 'description'],
];

const put = (at: string, body: object, ifMatch?: string) =>
  ask('PUT', at, { token, body, headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } });

test.each(nouns)(
  '%s: the second to save is refused with 409, what stands now and its revision, and may then save',
  async (path, body, field) => {
    const made = await ask('POST', `/api/${path}`, { token, body });
    const at = `/api/${path}/${made.body.id}`;
    const read = await ask('GET', at, { token });
    const first = String(read.headers.etag);
    expect([made.status, made.headers.etag]).toEqual([200, first]);

    const mine = { ...read.body, [field]: field === 'notificators' ? 'mail' : 'first' };
    const saved = await put(at, mine, first);
    expect(saved.status, saved.text).toBe(200);
    const second = String(saved.headers.etag);
    expect(second).not.toBe(first);
    expect((await ask('GET', at, { token })).headers.etag).toBe(second);

    const theirs = { ...read.body, [field]: field === 'notificators' ? 'sms' : 'second' };
    const refused = await put(at, theirs, first);
    expect([refused.status, refused.body.code]).toEqual([409, 'edited-meanwhile']);
    expect(refused.body.details).toEqual({ current: saved.body, revision: second });
    expect((await ask('GET', at, { token })).body).toEqual(saved.body);
    expect((await put(at, theirs, refused.body.details.revision)).status).toBe(200);

    const last = await put(at, mine);
    expect([last.status, (await put(at, theirs, '*')).status]).toEqual([200, 200]);
    expect((await put(at, mine, 'no tag at all')).status).toBe(409);
    const standing = (await ask('GET', at, { token })).headers.etag;
    expect((await put(at, mine, `"0", W/${standing}`)).status).toBe(200);

    expect((await ask('DELETE', at, { token })).status).toBe(204);
    expect((await put(at, mine, String(standing))).status).toBe(404);
  },
);

test('of two who save at once one is told of the other, for the revision is judged while the row is locked', async () => {
  const at = `/api/drivers/${(await ask('POST', '/api/drivers', { token, body: { name: 'x', uniqueId: 'race' } })).body.id}`;
  const { headers, body } = await ask('GET', at, { token });
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => put(at, { ...body, name }, String(headers.etag))),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  const winner = answers.find(({ status }) => status === 200)?.body;
  for (const { status, body: refusal } of answers) {
    if (status === 409) expect(refusal.details.current).toEqual(winner);
  }
});

test('what trackers tell of a device, and what it is linked to, leave its revision alone', async () => {
  const { body } = await ask('POST', '/api/devices', { token, body: { name: 'x', uniqueId: 'still' } });
  const { headers } = await ask('GET', `/api/devices/${body.id}`, { token });
  await pool.query("INSERT INTO device_state (device_id, status) VALUES ($1, 'online')", [body.id]);
  await pool.query('UPDATE device_state SET last_update = now() WHERE device_id = $1', [body.id]);
  const geofence = await ask('POST', '/api/geofences', { token, body: { name: 'x', area } });
  const link = { deviceId: body.id, geofenceId: geofence.body.id };
  expect((await ask('POST', '/api/permissions', { token, body: link })).status).toBe(204);
  const after = await ask('GET', `/api/devices/${body.id}`, { token });
  expect([after.body.status, after.headers.etag]).toEqual(['online', headers.etag]);
});

test('who may not see a thing learns nothing of its revision, and who may not write is told that', async () => {
  const stranger = await world.person();
  const reader = await world.person({ readonly: true });
  const { body } = await ask('POST', '/api/groups', { token, body: { name: 'x' } });
  const save = (as: string) =>
    ask('PUT', `/api/groups/${body.id}`, { token: as, body, headers: { 'if-match': '"1"' } });
  expect((await save(stranger.token)).status).toBe(404);
  expect((await save(reader.token)).status).toBe(403);
});

test('[SRV-01] the settings of the server are edited by one at a time', async () => {
  const { headers, body } = await ask('GET', '/api/server', { token });
  const first = String(headers.etag);
  const saved = await put('/api/server', { ...body, zoom: 5 }, first);
  expect(saved.status, saved.text).toBe(200);
  const refused = await put('/api/server', { ...body, zoom: 6 }, first);
  expect([refused.status, refused.body.code]).toEqual([409, 'edited-meanwhile']);
  expect(refused.body.details).toEqual({ current: saved.body, revision: saved.headers.etag });
  expect((await put('/api/server/1', { ...body, zoom: 6 }, String(saved.headers.etag))).status).toBe(200);
});

test('[COM-01] so is the look of a company; the default look, which nobody edits, has no revision', async () => {
  const urls = {
    logoUrl: '/api/company/logos/acme.png',
    androidAppUrl: 'https://a.example',
    iosAppUrl: 'https://i.example',
  };
  await pool.query("INSERT INTO company_logos (name, type, bytes) VALUES ('acme.png', 'image/png', '')");
  const look = { label: 'acme', theme: '#123456', ...urls };
  const made = await ask('POST', '/api/company/configurations', { token, body: look });
  expect(made.status, made.text).toBe(200);
  const at = '/api/company/configurations/acme';
  const first = String((await ask('GET', at)).headers.etag);
  const saved = await put(at, { ...made.body, theme: '#222222' }, first);
  expect(saved.status, saved.text).toBe(200);
  const refused = await put(at, { ...made.body, theme: '#333333' }, first);
  expect(refused.body.details).toEqual({ current: saved.body, revision: saved.headers.etag });
  expect((await ask('GET', '/api/company/configurations/nobody')).headers.etag).toBeUndefined();
});

test('[API-01] the description names the header, the tag and the refusal', async () => {
  const { body: api } = await ask('GET', '/api/openapi.json');
  const { get, put: change } = api.paths['/api/devices/{id}'];
  expect(Object.keys(get.responses['200'].headers)).toEqual(['etag']);
  expect(change.parameters).toContainEqual(expect.objectContaining({ name: 'If-Match', in: 'header' }));
  expect(change.responses['409'].description).toContain('edited meanwhile');
  expect(Object.keys(api.paths['/api/devices'].get.responses['200'].headers)).toEqual(['x-total-count']);
});
