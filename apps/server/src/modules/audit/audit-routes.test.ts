import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world } = await createTestApp();
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
