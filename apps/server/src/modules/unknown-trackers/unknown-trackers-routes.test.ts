import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, published, kysely } = await createTestApp();
const { token } = await world.administrator();
const knock = (unique_id: string, more: object = {}) =>
  kysely
    .insertInto('unknown_trackers')
    .values({ unique_id, protocol: 'gt06', address: '200.1.2.3', ...more })
    .execute();

test('[ING-04] an administrator sees who knocked, the latest first', async () => {
  await knock('first', { last_seen: '2026-01-01T00:00:00Z', first_seen: '2026-01-01T00:00:00Z' });
  await knock('latest', { attempts: 7, last_seen: '2026-01-02T00:00:00Z' });
  const { body } = await ask('GET', '/api/unknown-trackers', { token });
  expect(body).toMatchObject([
    {
      uniqueId: 'latest',
      protocol: 'gt06',
      address: '200.1.2.3',
      attempts: 7,
      lastSeen: '2026-01-02T00:00:00.000Z',
    },
    { uniqueId: 'first', attempts: 1 },
  ]);
  expect((await ask('GET', '/api/unknown-trackers?limit=1&offset=1', { token })).body).toMatchObject([
    { uniqueId: 'first' },
  ]);
});

test('[ING-04] one step makes a device of it, tells the listeners, and takes it off the list', async () => {
  await knock('a/b 860123');
  published.length = 0;
  const url = `/api/unknown-trackers/${encodeURIComponent('a/b 860123')}/register`;
  const { status, body } = await ask('POST', url, { token, body: {} });
  expect(status).toBe(200);
  expect(body).toMatchObject({ uniqueId: 'a/b 860123', name: 'a/b 860123', status: 'offline' });
  expect(published.map(({ topic }) => topic)).toContain('deviceRegistry');
  expect(
    await kysely.selectFrom('unknown_trackers').selectAll().where('unique_id', '=', 'a/b 860123').execute(),
  ).toEqual([]);
  expect((await ask('POST', url, { token, body: {} })).status).toBe(404);
  const line = await kysely
    .selectFrom('audit')
    .select('action')
    .where('noun', '=', 'device')
    .where('object_id', '=', body.id)
    .executeTakeFirst();
  expect(line?.action).toBe('register');
});

test('[ING-04] [API-03] registering takes what a device may be given, and a refusal leaves it on the list', async () => {
  await knock('named');
  const url = '/api/unknown-trackers/named/register';
  expect((await ask('POST', url, { token, body: { name: '' } })).status).toBe(400);
  expect((await ask('POST', url, { token, body: { groupId: 999_999 } })).body.code).toBe(
    'reference-not-found',
  );
  const { body } = await ask('POST', url, {
    token,
    body: { name: 'Fiorino', category: 'van', attributes: { plate: 'ABC1D23' } },
  });
  expect(body).toMatchObject({ name: 'Fiorino', category: 'van', attributes: { plate: 'ABC1D23' } });
  await knock('named');
  expect((await ask('POST', url, { token, body: {} })).body.code).toBe('duplicate-unique-id');
  expect((await ask('GET', '/api/unknown-trackers?limit=1', { token })).body).toMatchObject([
    { uniqueId: 'named' },
  ]);
});

test('[ING-04] an administrator is told the ports to point a tracker to', async () => {
  const { token } = await world.administrator();
  const { body } = await ask('GET', '/api/unknown-trackers/ports', { token });
  expect(body).toEqual([{ protocol: 'gt06', port: 5023, transports: ['tcp'] }]);
});
