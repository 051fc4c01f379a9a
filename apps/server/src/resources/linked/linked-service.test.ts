import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, pool, published } = await createTestApp();
const admin = await world.administrator();
const area = 'POLYGON ((-3.73 -38.52, -3.74 -38.52, -3.74 -38.53))';

const names = (answer: { body: { name: string }[] }) => answer.body.map(({ name }) => name);
async function geofence(token: string, name: string): Promise<number> {
  return (await ask('POST', '/api/geofences', { token, body: { name, area } })).body.id;
}

test('[PERM-03] [SEC-03] what somebody makes is his own: he sees, changes and removes it, others do not; all is audited', async () => {
  const [maker, other] = [await world.person(), await world.person()];
  published.length = 0;
  const id = await geofence(maker.token, 'Água');
  const at = `/api/geofences/${id}`;
  expect((await ask('GET', at, { token: other.token })).status).toBe(404);
  expect((await ask('PUT', at, { token: other.token, body: { name: 'x', area } })).status).toBe(404);
  const changed = await ask('PUT', at, { token: maker.token, body: { name: 'Zeca', area } });
  expect(changed.body).toEqual({ id, name: 'Zeca', description: null, calendarId: 0, area, attributes: {} });
  expect((await ask('DELETE', at, { token: maker.token })).status).toBe(204);
  expect((await ask('GET', at, { token: maker.token })).status).toBe(404);
  const { rows } = await pool.query(
    "SELECT action, details, user_name IS NOT NULL AS named, address FROM audit WHERE noun = 'geofence' AND object_id = $1 ORDER BY id",
    [id],
  );
  expect(rows).toEqual([
    { action: 'create', details: { name: 'Água' }, named: true, address: '127.0.0.1' },
    {
      ...{ action: 'update', named: true, address: '127.0.0.1' },
      details: { changed: ['name'], values: { name: ['Água', 'Zeca'] } },
    },
    { action: 'remove', details: { name: 'Zeca' }, named: true, address: '127.0.0.1' },
  ]);
  const rules = { topic: 'rules', message: { kinds: ['geofences'] } };
  expect(published).toEqual([rules, rules, rules]);
});

test('[ROLE-01] [PERM-01] lists come by name and are narrowed by keyword, page, device, group and user', async () => {
  const person = await world.person({ user_limit: -1 });
  const { token } = person;
  const [zeca, agua, bar] = [
    await geofence(token, 'Zeca'),
    await geofence(token, 'Água'),
    await geofence(token, 'Bar'),
  ];
  const list = (query = '', as = token) => ask('GET', `/api/geofences${query}`, { token: as });
  expect(names(await list('?all=true&_dc=1'))).toEqual(['Água', 'Bar', 'Zeca']);
  expect(names(await list('?keyword=ÁGUA'))).toEqual(['Água']);
  expect(names(await list('?limit=1&offset=1'))).toEqual(['Bar']);
  expect(names(await list(`?id=${zeca}&id=${bar}`))).toEqual(['Bar', 'Zeca']);

  const above = await world.group();
  const group = await world.group({ group_id: above });
  const device = await world.device({ group_id: group });
  await world.link(person.id, { group: above });
  await pool.query('INSERT INTO device_geofences VALUES ($1, $2)', [device, zeca]);
  await pool.query('INSERT INTO group_geofences VALUES ($1, $2)', [above, agua]);
  expect(names(await list(`?deviceId=${device}&inherited=true`))).toEqual(['Água', 'Zeca']);
  expect(names(await list(`?deviceId=${device}`))).toEqual(['Zeca']);
  expect(names(await list(`?groupId=${above}`))).toEqual(['Água']);
  expect(names(await list(`?groupId=${group}`))).toEqual([]);
  expect(names(await list(`?groupId=${group}&inherited=true`))).toEqual(['Água']);
  expect((await list(`?deviceId=${await world.device()}`)).status).toBe(404);
  expect((await list(`?groupId=${await world.group()}`)).status).toBe(404);
  expect((await list('?deviceId=x')).status).toBe(400);

  const managed = await world.person();
  await world.link(person.id, { user: managed.id });
  await world.link(managed.id, { device, geofence: bar });
  expect(names(await list(`?userId=${managed.id}&inherited=true`))).toEqual(['Bar', 'Zeca']);
  expect(names(await list(`?userId=${managed.id}`))).toEqual(['Bar']);
  expect((await list(`?userId=${admin.id}`)).status).toBe(404);
});

test('[GEO-01] an area that cannot be read is refused with what is wrong and where', async () => {
  const save = (body: object) =>
    ask('POST', '/api/geofences', { token: admin.token, body: { name: 'x', ...body } });
  for (const [text, message] of [
    ['SQUARE (1 2)', 'is no POLYGON, CIRCLE or LINESTRING'],
    ['LINESTRING (1 2, 3 x)', 'holds what is no number at its point 2'],
    ['LINESTRING (1 2, 3 181)', 'leaves the earth at its point 2'],
    ['CIRCLE (1 2, 0)', 'has a radius that is not above 0 and at most half of the way around the earth'],
    ['LINESTRING (1 2, 1 2)', 'has too few different points: one repeats another at its point 2'],
    [
      'POLYGON ((0 0, 0 9, 9 9), (1 1, 1 2, 2 2))',
      'is a polygon with a hole, and holes are not supported: draw its outer ring alone',
    ],
    ['POLYGON ((1 2, 3 4))', 'has too few points'],
  ] as const) {
    const { status, body } = await save({ area: text });
    expect([status, body.code, body.details.fields]).toEqual([
      400,
      'invalid-area',
      [{ path: 'area', message }],
    ]);
  }
  expect((await save({})).body.details.fields).toEqual([expect.objectContaining({ path: 'area' })]);
});

test.each([
  ['geofences', 'geofence', { name: 'Cerca_Ônix', area }],
  ['notifications', 'notification', { type: 'ignitionOn', always: false, notificators: 'web' }],
  ['maintenance', 'maintenance', { name: 'Óleo', type: 'totalDistance', start: 1000, period: 1000 }],
])(
  '[ROLE-04] of %s one made for a device is linked to its maker and to the device, in one write that is audited',
  async (path, kind, input) => {
    const person = await world.person();
    const device = await world.device();
    await world.link(person.id, { device });
    const foreign = await world.device();
    const make = (deviceId: number | string, token = person.token) =>
      ask('POST', `/api/${path}?deviceId=${deviceId}`, { token, body: input });
    const linked = async (deviceId: number) =>
      (await pool.query(`SELECT ${kind}_id AS id FROM device_${kind}s WHERE device_id = $1`, [deviceId]))
        .rows;
    const stored = async () => (await pool.query(`SELECT count(*) FROM ${kind}s`)).rows[0].count;

    published.length = 0;
    const { status, body } = await make(device);
    expect([status, await linked(device)]).toEqual([200, [{ id: body.id }]]);
    const seen = await ask('GET', `/api/${path}?deviceId=${device}`, { token: person.token });
    expect(seen.body).toEqual([body]);
    expect(published).toContainEqual({ topic: 'rules', message: { kinds: [`${kind}s`] } });
    const { rows } = await pool.query(
      `SELECT noun, action, user_id FROM audit WHERE details ->> '${kind}Id' = $1::text AND object_id = $2`,
      [String(body.id), device],
    );
    expect(rows).toEqual([{ noun: 'device', action: 'link', user_id: person.id }]);

    const before = await stored();
    expect((await make(foreign)).status).toBe(404);
    expect((await make('x')).body.details.fields[0].path).toBe('query.deviceId');
    const reader = await world.person({ readonly: true });
    await world.link(reader.id, { device });
    expect((await make(device, reader.token)).body.code).toBe('account-readonly');
    expect([await stored(), await linked(foreign)]).toEqual([before, []]);
  },
);

test('[GEO-01] empty attributes are dropped, and numbers that come as text are stored as numbers', async () => {
  const save = (attributes: object) =>
    ask('POST', '/api/geofences', { token: admin.token, body: { name: 'x', area, attributes } });
  const given = { color: '', speedLimit: '53.5', polylineDistance: null, note: '' };
  expect((await save(given)).body.attributes).toEqual({ speedLimit: 53.5, note: '' });
  expect((await save({ color: '#ff0000', speedLimit: '', polylineDistance: 20 })).body.attributes).toEqual({
    color: '#ff0000',
    polylineDistance: 20,
  });
  for (const speedLimit of ['fast', '-1', -1, 'Infinity', true]) {
    const { status, body } = await save({ speedLimit });
    expect([status, body.details?.fields[0].path]).toEqual([400, 'attributes.speedLimit']);
  }
});

test('[CAL-01] calendars are linked to users alone: a group or a device that is seen narrows no list of them', async () => {
  const { id, token } = await world.person();
  const [group, device] = [await world.group(), await world.device()];
  await world.link(id, { group, device });
  const data = btoa(
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260101T000000Z\nDTEND:20260102T000000Z\nEND:VEVENT\nEND:VCALENDAR',
  );
  const { body: calendar } = await ask('POST', '/api/calendars', {
    token,
    body: { name: 'Comercial', data },
  });
  for (const query of [`groupId=${group}`, `deviceId=${device}`, `deviceId=${device}`]) {
    const list = await ask('GET', `/api/calendars?${query}`, { token });
    expect([query, list.status, list.body]).toEqual([query, 200, [calendar]]);
  }
});

test('[CAL-01] a geofence names a calendar that its maker sees; a broken file is refused with its line', async () => {
  const { token } = await world.person();
  const data = (event: string) =>
    `data:text/calendar;base64,${btoa(`BEGIN:VCALENDAR\nBEGIN:VEVENT\n${event}\nEND:VEVENT\nEND:VCALENDAR`)}`;
  const good = data('DTSTART:20260101T080000Z');
  const calendar = await ask('POST', '/api/calendars', { token, body: { name: 'hours', data: good } });
  expect(calendar.body).toEqual({ id: expect.any(Number), name: 'hours', data: good, attributes: {} });
  const body = { name: 'x', area, calendarId: calendar.body.id };
  expect((await ask('POST', '/api/geofences', { token, body })).body.calendarId).toBe(calendar.body.id);
  const other = await world.person();
  const foreign = await ask('POST', '/api/geofences', { token: other.token, body });
  expect([foreign.status, foreign.body.code]).toEqual([400, 'reference-not-found']);

  const broken = await ask('PUT', `/api/calendars/${calendar.body.id}`, {
    token,
    body: { name: 'hours', data: data('DTSTART:tomorrow') },
  });
  expect([broken.status, broken.body.code, broken.body.details.line]).toEqual([400, 'invalid-calendar', 3]);
  expect((await ask('GET', `/api/calendars/${calendar.body.id}`, { token })).body.data).toBe(good);
  const large = { name: 'x', data: `${good}${'A'.repeat(1_200_000)}` };
  expect((await ask('POST', '/api/calendars', { token, body: large })).status).toBe(400);
});

test('[DRV-01] a driver’s identifier belongs to him alone', async () => {
  const save = (body: object) => ask('POST', '/api/drivers', { token: admin.token, body });
  const made = await save({ name: ' João ', uniqueId: 'A1' });
  expect(made.body).toEqual({ id: expect.any(Number), name: 'João', uniqueId: 'A1', attributes: {} });
  const second = await save({ name: 'x', uniqueId: 'A1' });
  expect([second.status, second.body.code]).toEqual([400, 'duplicate-driver']);
  const empty = await save({ name: ' ', uniqueId: '' });
  expect(empty.body.details.fields.map(({ path }: { path: string }) => path)).toEqual(['name', 'uniqueId']);
});

test('[MNT-01] a maintenance counts a number of the position, in periods above zero', async () => {
  const save = (body: object) =>
    ask('POST', '/api/maintenance', {
      token: admin.token,
      body: { name: 'oil', type: 'totalDistance', start: '0', period: '1000.5', ...body },
    });
  expect((await save({})).body).toEqual({
    ...{
      id: expect.any(Number),
      name: 'oil',
      type: 'totalDistance',
      start: 0,
      period: 1000.5,
      attributes: {},
    },
  });
  expect((await save({ period: 0 })).body.code).toBe('zero-period');
  for (const [body, path] of [
    [{ type: 'ignition' }, 'type'],
    [{ type: 'nothing known' }, 'type'],
    [{ period: '' }, 'period'],
    [{ start: -1 }, 'start'],
  ] as const) {
    const { status, body: response } = await save(body);
    expect([status, response.details.fields[0].path]).toEqual([400, path]);
  }
});

test('[CAL-01] a calendar that limits something is not removed, and who tries is told what he sees of it', async () => {
  const { token } = await world.person();
  const data = `data:text/calendar;base64,${btoa('BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260101T080000Z\nDTEND:20260101T180000Z\nEND:VEVENT\nEND:VCALENDAR')}`;
  const { id } = (await ask('POST', '/api/calendars', { token, body: { name: 'hours', data } })).body;
  const body = { name: 'Pátio', area, calendarId: id };
  const made = (await ask('POST', '/api/geofences', { token, body })).body;
  await pool.query("INSERT INTO notifications (type, calendar_id) VALUES ('alarm', $1)", [id]);
  const remove = () => ask('DELETE', `/api/calendars/${id}`, { token });
  const refused = await remove();
  expect([refused.status, refused.body.code, refused.body.details]).toMatchObject([
    409,
    'in-use',
    {
      hidden: true,
      dependents: [
        { kind: 'geofence', effect: 'restrict', count: 1, named: [{ id: made.id, name: 'Pátio' }] },
      ],
    },
  ]);
  expect(refused.body.message).toBe('in use by 1 geofence (Pátio)');
  await pool.query('DELETE FROM notifications WHERE calendar_id = $1', [id]);
  await ask('PUT', `/api/geofences/${made.id}`, { token, body: { ...body, calendarId: 0 } });
  expect((await remove()).status).toBe(204);
});
