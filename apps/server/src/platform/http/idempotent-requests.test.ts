/** A change whose answer was lost comes again with its key: it is done once, and answered as it was. */
import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createIdempotencyService } from '../../modules/idempotency/idempotency-service.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { App } from './app-type.ts';
import { answerOnce } from './idempotent-requests.ts';

const { ask, world, kysely, pool, secrets, services } = await createTestApp();
const { token, id: adminId } = await world.administrator();
const count = async (from: string) =>
  (await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`)).rows[0]?.count;
const send = (
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  key: string,
  body?: object,
  more: { token?: string; ifMatch?: string } = {},
) =>
  ask(method, `/api/${path}`, {
    token: more.token ?? token,
    headers: { 'idempotency-key': key, ...(more.ifMatch && { 'if-match': more.ifMatch }) },
    ...(body && { body }),
  });
const codeOf = async (answer: ReturnType<typeof send>) => (await answer).body.code;

test('the second of two alike is answered as the first, with its revision, and nothing is made again', async () => {
  const key = randomUUID();
  const first = await send('POST', 'groups', key, { name: 'once' });
  const again = await send('POST', 'groups', key, { name: 'once' });
  expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined]);
  expect([again.status, again.text, again.headers.etag, again.headers['idempotency-replayed']]).toEqual([
    200,
    first.text,
    first.headers.etag,
    'true',
  ]);
  expect(await count(`groups WHERE name = 'once'`)).toBe(1);
  await send('POST', 'groups', randomUUID(), { name: 'once' });
  expect(await count(`groups WHERE name = 'once'`)).toBe(2);
});

test('a key is its person’s: a stranger has none, and another person’s is another', async () => {
  const key = randomUUID();
  expect((await ask('POST', '/api/groups', { headers: { 'idempotency-key': key } })).status).toBe(401);
  const other = await world.administrator();
  for (const who of [token, other.token]) await send('POST', 'groups', key, { name: 'own' }, { token: who });
  expect(await count(`groups WHERE name = 'own'`)).toBe(2);
  const reader = await world.person({ readonly: true });
  expect((await send('POST', 'groups', key, { name: 'own' }, reader)).status).toBe(403);
});

test('a key that could not be one is refused by its name', async () => {
  for (const key of ['short', 'a'.repeat(81), 'not all letters']) {
    const { status, body } = await send('POST', 'groups', key, { name: 'x' });
    expect([status, body.details.fields[0].path]).toEqual([400, 'headers.idempotency-key']);
  }
});

test('what was refused has taken no key: mended, it is made with the same', async () => {
  const key = randomUUID();
  const device = await world.device({ unique_id: 'taken' });
  expect(await codeOf(send('POST', 'devices', key, { name: 'x', uniqueId: 'taken' }))).toBe(
    'duplicate-unique-id',
  );
  const mended = await send('POST', 'devices', key, { name: 'x', uniqueId: 'free' });
  expect([mended.status, mended.body.id === device]).toEqual([200, false]);
});

test('another thing to be made with the key of one that was made is refused; a change of what stands goes by its revision', async () => {
  const key = randomUUID();
  const made = await send('POST', 'groups', key, { name: 'first' });
  expect(await codeOf(send('POST', 'groups', key, { name: 'second' }))).toBe('received-differently');
  expect(await count(`groups WHERE name = 'second'`)).toBe(0);

  const path = `groups/${made.body.id}`;
  const ifMatch = String(made.headers.etag);
  const change = randomUUID();
  const changed = await send('PUT', path, change, { ...made.body, name: 'third' }, { ifMatch });
  const again = await send('PUT', path, change, { ...made.body, name: 'third' }, { ifMatch });
  expect([again.status, again.headers.etag]).toEqual([200, changed.headers.etag]);
  expect(await codeOf(send('PUT', path, change, { ...made.body, name: 'fourth' }, { ifMatch }))).toBe(
    'edited-meanwhile',
  );
  const edited = await send(
    'PUT',
    path,
    change,
    { ...made.body, name: 'fourth' },
    { ifMatch: String(changed.headers.etag) },
  );
  expect([edited.status, edited.body.name]).toEqual([200, 'fourth']);
  const removal = randomUUID();
  expect((await send('DELETE', path, removal)).status).toBe(204);
  expect((await send('DELETE', path, removal)).status).toBe(204);
});

test('of two at the same moment one is made', async () => {
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => send('POST', 'groups', key, { name: 'at once' })),
  );
  expect(await count(`groups WHERE name = 'at once'`)).toBe(1);
  const others = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
  expect(new Set(others)).toEqual(new Set(others.length > 0 ? ['already-received'] : []));
});

test('[EVT-03] [SIN-05] [CMD-05] a comment, a case with its occurrence and a command are there once', async () => {
  const deviceId = await world.device();
  const customerId = await world.customer();
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO events (device_id, type, event_time, server_time) VALUES ($1, 'alarm', now(), now()) RETURNING id`,
    [deviceId],
  );
  await ask('PUT', `/api/devices/${deviceId}`, { token, body: { customerId } });
  const twice = async (path: string, body: object) => {
    const key = randomUUID();
    const first = await send('POST', path, key, body);
    expect(first.status, first.text).toBeLessThan(300);
    expect((await send('POST', path, key, body)).text).toBe(first.text);
    return first.body;
  };
  await twice(`events/${rows[0]?.id}/comment`, { comment: 'once' });
  const opened = await twice('sinisters/open', {
    ...{ deviceId, customerId, openingDate: new Date().toISOString() },
    ...{ openingType: 'theft', openingDescription: 'x' },
  });
  await twice(`sinisters/${opened.id}/occurrences`, {
    ...{ category: 'policeArriveAtTheScene', description: 'once' },
    occurrenceDate: new Date().toISOString(),
  });
  await twice('commands/send', { deviceId, type: 'custom', attributes: { data: 'ONCE#' } });
  await twice('commands/batch', { devicesId: [deviceId], commandType: 'engineResume' });
  expect([
    await count(`event_comments WHERE comment = 'once'`),
    await count(`occurrences WHERE description = 'once'`),
    await count(`sent_commands WHERE device_id = ${deviceId}`),
  ]).toEqual([1, 1, 2]);
});

test('a write that did not come about gives its key to the next of the same request', async () => {
  const request = {
    ...{ userId: adminId, key: randomUUID(), fingerprint: 'x' },
    ...{ isMaking: true, isTaken: false, isAnswered: false },
  };
  const answer = await new Promise((resolve, reject) =>
    services.idempotency.within(request, () => {
      const work = async () => {
        await expect(services.commit(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
        expect(await count(`idempotency_keys WHERE key = '${request.key}'`)).toBe(0);
        await services.commit(async () => {});
        await services.commit(async () => {});
        return count(`idempotency_keys WHERE key = '${request.key}'`);
      };
      work().then(resolve, reject);
    }),
  );
  expect(answer).toBe(1);
});

test('a key whose answer is not known is told so: the server ended between the two, or reads with another SECRET_KEY', async () => {
  const key = randomUUID();
  await send('POST', 'groups', key, { name: 'unknown' });
  for (const answer of [null, 'sealed:v1:00000000:AAAA']) {
    await pool.query('UPDATE idempotency_keys SET answer = $2 WHERE key = $1', [key, answer]);
    expect(await codeOf(send('POST', 'groups', key, { name: 'unknown' }))).toBe('already-received');
    // the second answer is not that of the first
    const { rows } = await pool.query('SELECT answer FROM idempotency_keys WHERE key = $1', [key]);
    expect(rows).toEqual([{ answer }]);
  }
  expect(await count(`groups WHERE name = 'unknown'`)).toBe(1);
});

test('[SHARE-01] what is told once is kept sealed, and a key is forgotten after a day', async () => {
  await world.device({ unique_id: 'shared' });
  const key = randomUUID();
  const shared = await send('POST', 'location/session', key, { deviceUniqueIds: ['shared'] });
  const { rows } = await pool.query<{ answer: string }>(
    'SELECT answer FROM idempotency_keys WHERE key = $1',
    [key],
  );
  expect(rows[0]?.answer).not.toContain(shared.body.token);
  expect(secrets.open(rows[0]?.answer ?? '')).toContain(shared.body.token);

  await pool.query(`UPDATE idempotency_keys SET created_at = now() - interval '23 hours'`);
  await services.idempotency.forget();
  expect(await count(`idempotency_keys WHERE user_id = ${adminId}`)).toBeGreaterThan(0);
  await pool.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours'`);
  await services.idempotency.forget();
  expect(await count('idempotency_keys')).toBe(0);
});

test('who used all his keys of a day is told so before anything is done; without a key, and others, go on', async () => {
  const [full, other] = [await world.administrator(), await world.administrator()];
  await pool.query(
    `INSERT INTO idempotency_keys (user_id, key, fingerprint) SELECT $1, 'key-' || n, 'x' FROM generate_series(1, 50000) AS n`,
    [full.id],
  );
  const key = randomUUID();
  const refused = await send('POST', 'groups', key, { name: 'one more' }, full);
  expect([refused.status, refused.body.code]).toEqual([429, 'too-many-keys']);
  expect(await count(`groups WHERE name = 'one more'`)).toBe(0);
  expect((await send('POST', 'groups', key, { name: 'one more' }, other)).status).toBe(200);
  const bare = await ask('POST', '/api/groups', { token: full.token, body: { name: 'one more' } });
  expect(bare.status).toBe(200);
  expect(await codeOf(send('POST', 'groups', 'key-50000', { name: 'x' }, full))).toBe('received-differently');
  await pool.query(`DELETE FROM idempotency_keys WHERE user_id = $1 AND key = 'key-50000'`, [full.id]);
  expect((await send('POST', 'groups', key, { name: 'one more' }, full)).status).toBe(200);
});

test('of too many bytes of answers the oldest go, and what comes again with their keys is still not done again', async () => {
  const [full, other] = [await world.administrator(), await world.administrator()];
  const answer = { status: 200, headers: {}, body: 'x'.repeat(1_000) };
  const sealed = secrets.seal(JSON.stringify(answer));
  const limits = { keys: 100, answerBytes: 3 * sealed.length, answerBytesBetween: 2 * sealed.length };
  const few = createIdempotencyService({ kysely, secrets, limits });
  const requestOf = (userId: number, key: string) => ({
    ...{ userId, key, fingerprint: 'x', isMaking: true, isTaken: true, isAnswered: true },
  });
  const keep = async (userId: number, keys: readonly string[]) => {
    for (const key of keys) {
      await pool.query('INSERT INTO idempotency_keys (user_id, key, fingerprint) VALUES ($1, $2, $3)', [
        ...[userId, key, 'x'],
      ]);
      await few.keep(requestOf(userId, key), answer);
    }
  };
  const known = async (userId: number) =>
    (
      await pool.query<{ key: string }>(
        'SELECT key FROM idempotency_keys WHERE user_id = $1 AND answer IS NOT NULL ORDER BY created_at',
        [userId],
      )
    ).rows.map(({ key }) => key);
  await keep(other.id, ['a', 'b', 'c', 'd', 'e']);
  await keep(full.id, ['1', '2', '3', '4', '5', '6']);
  expect(await known(full.id)).toEqual(['4', '5', '6']);
  expect(await known(other.id)).toEqual(['b', 'c', 'd', 'e']);
  await expect(few.answerTo(requestOf(full.id, '3'))).rejects.toMatchObject({ code: 'already-received' });
  expect(await few.answerTo(requestOf(full.id, '4'))).toEqual(answer);
  await few.forget();
  expect([await known(full.id), await known(other.id)]).toEqual([
    ['4', '5', '6'],
    ['c', 'd', 'e'],
  ]);
  expect(await count(`idempotency_keys WHERE user_id = ${full.id}`)).toBe(6);
});

test('[AUTH-02] a sign-in takes no key: each opens a session of its own', async () => {
  const key = randomUUID();
  const headers = { 'idempotency-key': key, 'content-type': 'application/x-www-form-urlencoded' };
  const password_hash = await services.passwords.hash('segredo-1');
  const { email, token: held } = await world.person({ password_hash });
  const body = new URLSearchParams({ email, password: 'segredo-1' }).toString();
  for (const _ of [1, 2]) {
    const { status, headers: reported } = await ask('POST', '/api/session', { token: held, headers, body });
    expect([status, reported['idempotency-replayed']]).toEqual([200, undefined]);
  }
  expect(await count(`idempotency_keys WHERE key = '${key}'`)).toBe(0);
});

test('of two different things to be made at the same moment with one key, the second is not', async () => {
  const key = randomUUID();
  const commitAs = (fingerprint: string) => {
    const request = { userId: adminId, key, fingerprint, isMaking: true, isTaken: false, isAnswered: false };
    return new Promise((resolve, reject) =>
      services.idempotency.within(request, () =>
        services.commit(async () => fingerprint).then(resolve, reject),
      ),
    );
  };
  expect(await commitAs('first')).toBe('first');
  await expect(commitAs('second')).rejects.toMatchObject({ code: 'already-received' });
});

test.each([
  ['is short enough is given again', 200, 1024 * 1024, [200, 'true']],
  ['is longer is not kept', 200, 1024 * 1024 + 1, [409, undefined]],
  ['says that the server failed is not kept', 500, 10, [409, undefined]],
  ['says that the database is away is not kept', 503, 10, [409, undefined]],
  ['refuses is given again', 409, 10, [409, 'true']],
])('an answer that %s, and nothing is done twice', async (_what, status, length, reported) => {
  const app = fastify();
  onTestFinished(() => app.close());
  const caller = { userId: adminId } as Caller;
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', async (request) => {
    request.caller = caller;
  });
  answerOnce(app as unknown as App, services.idempotency);
  let done = 0;
  app.post('/', async (_request, reply) => {
    await services.commit(async () => {
      done += 1;
    });
    return reply.code(status).type('text/plain').send('x'.repeat(length));
  });
  app.setErrorHandler((error, _request, reply) => {
    const { code } = error as { code?: string };
    reply.code(code === 'already-received' ? 409 : 500).send(code);
  });
  const headers = { 'idempotency-key': randomUUID() };
  const ask = () => app.inject({ method: 'POST', url: '/', headers });
  const first = await ask();
  expect([first.statusCode, first.payload.length]).toEqual([status, length]);
  const again = await ask();
  expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual(reported);
  expect(again.payload === first.payload).toBe(reported[1] === 'true');
  expect(done).toBe(1);
});
