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
  expect((await ask('GET', '/api/audit?limit=0', { token })).body.details.fields[0].path).toBe('query.limit');
});
