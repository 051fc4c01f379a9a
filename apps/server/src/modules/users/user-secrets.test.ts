import { secretMask } from '@atalaia/contract/accounts/user';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { sealStoredSecrets } from './users-queries.ts';

const { ask, world, pool, kysely, secrets, logLines } = await createTestApp();
const admin = await world.administrator();
const key = 'api-key-of-the-seller';

async function stored(id: number) {
  const { rows } = await pool.query('SELECT attributes FROM users WHERE id = $1', [id]);
  return rows[0].attributes;
}
const put = (id: number, attributes: object, token = admin.token) =>
  ask('PUT', `/api/users/${id}`, { token, body: { name: 'Ana', email: `ana${id}@example.com`, attributes } });
const set = (id: number, attributes: object) =>
  kysely
    .updateTable('users')
    .set({ attributes: JSON.stringify(attributes) })
    .where('id', '=', id)
    .execute();

test('[PAY-01] [FLT-01] a key goes in sealed and never comes out: shown masked, kept when sent masked or empty, gone when left out', async () => {
  const { id, token } = await world.person();
  const saved = await put(id, { apiKeySeller: ` ${key} `, full_control_secret_id: 7, free: 'x' });
  expect(saved.body.attributes).toEqual({
    apiKeySeller: secretMask,
    full_control_secret_id: secretMask,
    free: 'x',
  });
  const retained = await stored(id);
  expect(secrets.open(retained.apiKeySeller)).toBe(key);
  expect(secrets.open(retained.full_control_secret_id)).toBe('7');
  for (const url of [`/api/users/${id}`, '/api/users?all=true', '/api/session']) {
    const { text, status } = await ask('GET', url, { token });
    expect([status, text.includes(key), text.includes('sealed:')]).toEqual([200, false, false]);
  }
  await put(id, { apiKeySeller: secretMask, full_control_secret_id: '' });
  expect(await stored(id)).toEqual({
    apiKeySeller: retained.apiKeySeller,
    full_control_secret_id: retained.full_control_secret_id,
  });
  await put(id, { full_control_secret_id: secretMask });
  expect(await stored(id)).toEqual({ full_control_secret_id: retained.full_control_secret_id });
  const { rows } = await pool.query('SELECT details::text FROM audit');
  expect(JSON.stringify(rows) + logLines.join()).not.toContain(key);
});

test('[PAY-01] a key that is no text is refused at its field; a mask for one that never had any is none', async () => {
  const { id } = await world.person();
  const { status, body } = await put(id, { apiKeySeller: { key } });
  expect([status, body.details.fields[0].path]).toEqual([400, 'attributes.apiKeySeller']);
  expect((await put(id, { apiKeySeller: secretMask })).body.attributes).toEqual({});
  for (const wrong of ['chave中', 'two\nlines', 'ç']) {
    const refused = await put(id, { apiKeySeller: wrong });
    expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, 'attributes.apiKeySeller']);
  }
  // typed on to the mask
  expect((await put(id, { apiKeySeller: `${secretMask}x` })).status).toBe(400);
});

test('[ROLE-05] who manages others gives on the key he holds and no other, and may save them with theirs masked', async () => {
  const manager = await world.person({ user_limit: -1 });
  const managed = await world.person();
  await world.link(manager.id, { user: managed.id });
  await set(manager.id, { apiKeySeller: secrets.seal(key) });
  expect((await put(managed.id, { apiKeySeller: 'another' }, manager.token)).body.code).toBe(
    'protected-field',
  );
  expect((await put(managed.id, { apiKeySeller: key }, manager.token)).status).toBe(200);
  await set(managed.id, { apiKeySeller: secrets.seal('of his own') });
  expect((await put(managed.id, { apiKeySeller: secretMask }, manager.token)).status).toBe(200);
  expect(secrets.open((await stored(managed.id)).apiKeySeller)).toBe('of his own');
});

test('[PAY-01] what was stored bare is sealed at the start, once', async () => {
  const { id } = await world.person();
  await set(id, { apiKeySeller: key, plate: 'x' });
  expect(await sealStoredSecrets(kysely, secrets)).toBe(1);
  const { apiKeySeller, plate } = await stored(id);
  expect([secrets.open(apiKeySeller), plate]).toEqual([key, 'x']);
  expect(await sealStoredSecrets(kysely, secrets)).toBe(0);
});
