import { expect, test } from 'vitest';
import { writeAudit, writeAudits } from '../../queries/audit.ts';
import { changeDetails } from '../../queries/columns.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, kysely, world } = await createTestApp();
const admin = await world.administrator();
const { token } = admin;

test('[SEC-03] an administrator reads who did what, when and from where, newest first and page by page', async () => {
  for (const name of ['a', 'b', 'c'])
    await ask('POST', '/api/groups', { token, body: { name }, address: '10.1.2.3' });
  const { body } = await ask('GET', '/api/audit?limit=2', { token });
  expect(body).toMatchObject([
    { userId: admin.id, action: 'create', noun: 'group', address: '10.1.2.3', details: { name: 'c' } },
    { details: { name: 'b' } },
  ]);
  expect(Date.now() - Date.parse(body[0].at)).toBeLessThan(60_000);
  expect((await ask('GET', `/api/audit?before=${body[1].id}`, { token })).body).toMatchObject([
    { details: { name: 'a' } },
  ]);
});

test('[SEC-03] the lines can be narrowed by person, kind and time', async () => {
  const other = await world.person();
  await ask('POST', '/api/groups', { token: other.token, body: { name: 'of other' } });
  const count = async (query: string) => (await ask('GET', `/api/audit?${query}`, { token })).body.length;
  expect(await count(`userId=${other.id}`)).toBe(1);
  expect(await count('noun=device')).toBe(0);
  const [{ objectId }] = (await ask('GET', `/api/audit?userId=${other.id}`, { token })).body;
  expect(await count(`noun=group&objectId=${objectId}`), 'of one thing').toBe(1);
  expect(await count(`noun=device&objectId=${objectId}`)).toBe(0);
  expect(await count('noun=event&objectId=3000000000')).toBe(0);
  const alone = await ask('GET', `/api/audit?objectId=${objectId}`, { token });
  expect([alone.status, alone.body.details.fields[0].message]).toEqual([400, 'is needed with objectId']);
  expect(await count('to=2020-01-01T00:00:00Z')).toBe(0);
  expect(await count('from=2020-01-01T00:00:00Z&noun=group')).toBe(4);
  expect((await ask('GET', '/api/audit?limit=-1', { token })).body.details.fields[0].path).toBe(
    'query.limit',
  );
});

test('[SEC-03] what a line speaks of bears the name that it has now, and none once it is gone', async () => {
  const device = await world.device({ name: 'Onix' });
  const group = (await ask('POST', '/api/groups', { token, body: { name: 'Frota' } })).body.id;
  const link = { userId: admin.id, deviceId: device };
  await ask('POST', '/api/permissions', { token, body: link });
  await ask('PUT', `/api/groups/${group}`, { token, body: { name: 'Frota nova' } });
  const [changed, linked, created] = (await ask('GET', '/api/audit?limit=3', { token })).body;
  expect(created.names).toEqual({ object: 'Frota nova' });
  expect(changed).toMatchObject({ names: { object: 'Frota nova' }, details: { changed: ['name'] } });
  expect(linked).toMatchObject({ action: 'link', noun: 'user', names: { deviceId: 'Onix' } });
  await ask('DELETE', `/api/groups/${group}`, { token });
  const after = (await ask('GET', '/api/audit?limit=4&noun=group', { token })).body;
  expect(after.slice(0, 3).map(({ names }: { names: object }) => names)).toEqual([{}, {}, {}]);
});

test('[SEC-03] a change shows what each field held and holds now, with the names of what it refers to', async () => {
  const [from, to] = [await world.group({ name: 'Norte' }), await world.group({ name: 'Sul' })];
  const device = await world.device({ name: 'Onix', group_id: from, attributes: { plate: 'ABC1D23' } });
  const at = `/api/devices/${device}`;
  const { body: row } = await ask('GET', at, { token });
  const change = { ...row, name: 'Gol', groupId: to, attributes: { plate: 'XYZ9A88', note: 'nova' } };
  expect((await ask('PUT', at, { token, body: change })).status).toBe(200);
  const [line] = (await ask('GET', '/api/audit?limit=1', { token })).body;
  expect(line.details.values).toEqual({
    ...{ name: ['Onix', 'Gol'], group_id: [from, to] },
    ...{ 'attributes.plate': ['ABC1D23', 'XYZ9A88'], 'attributes.note': [null, 'nova'] },
  });
  expect(line.names).toMatchObject({ [`group_id:${from}`]: 'Norte', [`group_id:${to}`]: 'Sul' });
});

test('[SEC-03] a secret is named and never shown, of an address no more than where it leads, a long text is cut', () => {
  const before = {
    ...{ password_hash: 'a', bing_key: 'b', sealed_authorization: 'c', map_url: null, name: 'x' },
    attributes: {
      devicePassword: '1',
      apiKeySeller: '2',
      full_control_secret_id: '3',
      senhaSms: '4',
      note: 'n',
    },
  };
  const after = {
    ...{ password_hash: 'A', bing_key: 'B', sealed_authorization: 'C', name: 'y'.repeat(301) },
    map_url: 'https://me:word@tiles.example/{z}?key=hidden',
    attributes: { devicePassword: '5', apiKeySeller: '6', full_control_secret_id: '7', senhaSms: '8' },
  };
  expect(changeDetails(before, after)).toEqual({
    changed: ['password_hash', 'bing_key', 'sealed_authorization', 'name', 'map_url', 'attributes'],
    values: {
      name: ['x', `${'y'.repeat(300)}…`],
      map_url: [null, 'https://tiles.example/…'],
      'attributes.note': ['n', null],
    },
  });
  expect(changeDetails({ bing_key: 'b' }, { bing_key: 'B' })).toEqual({ changed: ['bing_key'] });
});

test('[SEC-03] what is sent to a tracker by a saved command is not shown', async () => {
  const command = { description: 'Reset', type: 'custom', attributes: { data: 'PWD 1234' } };
  const { body } = await ask('POST', '/api/commands', { token, body: command });
  const change = { ...body, attributes: { data: 'PWD 9876' } };
  expect((await ask('PUT', `/api/commands/${body.id}`, { token, body: change })).status).toBe(200);
  const [line] = (await ask('GET', '/api/audit?limit=1&noun=command', { token })).body;
  expect(line.details).toEqual({ changed: ['attributes'] });
});

test('[SEC-03] what another system changed bears that no person did it', async () => {
  const group = (await ask('POST', '/api/groups', { token, body: { name: 'Sincronizado' } })).body.id;
  const user = await kysely
    .selectFrom('users')
    .selectAll()
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow();
  const actor = { user, address: null, through: 'sync' } as const;
  const details = { changed: ['name'] };
  await writeAudit(kysely, actor, { action: 'update', noun: 'group', objectId: group, details });
  await writeAudits(kysely, actor, [{ action: 'update', noun: 'group', objectId: group, details }]);
  const { body } = await ask('GET', '/api/audit?limit=2', { token });
  expect(body.map((line: { details: object }) => line.details)).toEqual([
    { ...details, through: 'sync' },
    { ...details, through: 'sync' },
  ]);
});
