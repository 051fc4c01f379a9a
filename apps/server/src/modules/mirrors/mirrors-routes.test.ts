import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, published, kysely, secrets, services } = await createTestApp();
const { token, id: userId } = await world.administrator();

const input = {
  ...{
    name: 'Antigo',
    kind: 'json',
    address: 'https://192.0.3.1/in',
    authorizedBy: 'Ana',
    reason: 'Migração',
  },
  ...{ activeFrom: '2026-11-01T00:00:00.000Z', activeUntil: '2027-01-01T00:00:00.000Z' },
  authorization: 'Bearer secret-of-theirs',
};
const add = async (more: object = {}) =>
  (await ask('POST', '/api/mirrors', { token, body: { ...input, ...more } })).body;

test('[OUT-06] a mirror is made, read, changed and removed by an administrator, with who allowed it in the audit', async () => {
  const deviceId = await world.device();
  published.length = 0;
  const made = await add({ deviceIds: [deviceId, 999_999] });
  expect(made).toMatchObject({
    ...{ name: 'Antigo', kind: 'json', method: 'GET', enabled: true, hasAuthorization: true, devices: 1 },
    ...{ deviceIds: [deviceId], sent: 0, dropped: 0, lastSentAt: null, activeUntil: input.activeUntil },
  });
  expect(published).toContainEqual({ topic: 'rules', message: { kinds: ['mirrors'] } });
  const url = `/api/mirrors/${made.id}`;
  expect((await ask('GET', url, { token })).body).toEqual(made);
  const { status } = await ask('PUT', url, { token, body: { ...input, reason: 'Outro' } });
  expect(status).toBe(200);
  const [line] = (await ask('GET', '/api/audit?noun=mirror', { token })).body;
  expect(line).toMatchObject({ objectId: made.id, names: { object: 'Antigo' } });
  expect((await ask('DELETE', url, { token })).status).toBe(204);
  const gone = [
    ask('GET', url, { token }),
    ask('PUT', url, { token, body: input }),
    ask('DELETE', url, { token }),
    ask('GET', `${url}/dependents`, { token }),
    ask('GET', `${url}/log`, { token }),
  ];
  expect((await Promise.all(gone)).map((answer) => answer.status)).toEqual(gone.map(() => 404));
  const lines = await kysely
    .selectFrom('audit')
    .select(['action', 'user_id', 'details'])
    .where('noun', '=', 'mirror')
    .where('object_id', '=', made.id)
    .orderBy('id')
    .execute();
  expect(lines).toMatchObject([
    { action: 'create', user_id: userId, details: { authorizedBy: 'Ana', reason: 'Migração' } },
    { action: 'update', details: { changed: expect.arrayContaining(['reason']) } },
    { action: 'remove', details: { name: 'Antigo', reason: 'Outro' } },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret-of-theirs');
});

test('[OUT-06] who allowed it and why are required, and a period ends after it began', async () => {
  const refused = async (more: object) => {
    const { status, body } = await ask('POST', '/api/mirrors', { token, body: { ...input, ...more } });
    return [status, body.details?.fields?.[0]?.path];
  };
  expect(await refused({ authorizedBy: ' ' })).toEqual([400, 'authorizedBy']);
  expect(await refused({ reason: '' })).toEqual([400, 'reason']);
  expect(await refused({ activeUntil: input.activeFrom })).toEqual([400, 'activeUntil']);
  const made = await add();
  const body = { ...input, activeFrom: undefined, activeUntil: '2026-10-01T00:00:00Z' };
  expect((await ask('PUT', `/api/mirrors/${made.id}`, { token, body })).status).toBe(400);
  const later = await add({ activeFrom: '2096-01-01T00:00:00Z', activeUntil: '2097-01-01T00:00:00Z' });
  const change = async (period: object) => {
    const { activeFrom: _from, activeUntil: _until, ...rest } = input;
    return (await ask('PUT', `/api/mirrors/${later.id}`, { token, body: { ...rest, ...period } })).status;
  };
  expect(await change({ activeUntil: '2095-01-01T00:00:00Z' }), 'of what is not said as it was').toBe(400);
  expect(await change({ activeFrom: '2098-01-01T00:00:00Z' })).toBe(400);
  expect(await change({ activeFrom: '2098-01-01T00:00:00Z', activeUntil: null })).toBe(200);
});

test('[OUT-06] a private address is refused, also one of a name, and what is no address', async () => {
  const codeOf = async (more: object) =>
    (await ask('POST', '/api/mirrors', { token, body: { ...input, ...more } })).body.code;
  expect(await codeOf({ address: 'http://127.0.0.1/x' })).toBe('private-address');
  expect(await codeOf({ address: 'http://[::1]:8080/x' })).toBe('private-address');
  expect(await codeOf({ kind: 'raw', address: 'localhost:5023' })).toBe('private-address');
  expect(await codeOf({ kind: 'raw', address: '169.254.169.254' })).toBe('private-address');
  for (const address of ['ftp://192.0.3.1/', '192.0.3.1', 'http://user@192.0.3.1/', 'https://'])
    expect(await codeOf({ address })).toBe('invalid-input');
  for (const address of ['https://192.0.3.1', '192.0.3.1:0', '192.0.3.1:70000', 'a b'])
    expect(await codeOf({ kind: 'raw', address })).toBe('invalid-input');
  const made = await add();
  const body = { ...input, address: 'http://127.0.0.1/x' };
  expect((await ask('PUT', `/api/mirrors/${made.id}`, { token, body })).body.code).toBe('private-address');
});

test('[OUT-06] the key of the other server is stored sealed, never shown, kept when nothing is said of it, and goes to no other server', async () => {
  const made = await add();
  const stored = async () => {
    const row = kysely.selectFrom('mirrors').select('sealed_authorization').where('id', '=', made.id);
    return (await row.executeTakeFirstOrThrow()).sealed_authorization;
  };
  expect(JSON.stringify(made)).not.toContain('secret-of-theirs');
  expect(secrets.open((await stored()) ?? '')).toBe('Bearer secret-of-theirs');
  const { authorization: _, ...rest } = input;
  const change = (body: object) => ask('PUT', `/api/mirrors/${made.id}`, { token, body });
  expect((await change({ ...rest, address: 'https://192.0.3.1/other' })).body.hasAuthorization).toBe(true);
  for (const address of ['https://192.0.3.2/in', 'https://192.0.3.1:8443/in', 'http://192.0.3.1/in']) {
    const { status, body } = await change({ ...rest, address });
    const fault = body.details.fields[0].path;
    expect([status, body.code, fault]).toEqual([400, 'mirror-key-needed', 'authorization']);
    expect(secrets.open((await stored()) ?? ''), address).toBe('Bearer secret-of-theirs');
    expect((await change({ ...rest, address, authorization: '' })).body.hasAuthorization).toBe(false);
    expect((await change({ ...rest, address: 'https://192.0.3.7/in' })).status, 'without one').toBe(200);
    await change(input);
  }
  const moved = await change({ ...rest, address: 'https://192.0.3.2/in', authorization: 'Bearer b' });
  expect([moved.status, secrets.open((await stored()) ?? '')]).toEqual([200, 'Bearer b']);
});

test('[OUT-06] a key stays where the same server takes it sealed from now on, and with frames none does', async () => {
  const { authorization: _, ...rest } = input;
  const made = await add({ address: 'http://192.0.3.1/in' });
  const change = async (more: object) =>
    (await ask('PUT', `/api/mirrors/${made.id}`, { token, body: { ...rest, ...more } })).body
      .hasAuthorization;
  expect(await change({ address: 'https://192.0.3.1:443/in' })).toBe(true);
  expect(await change({ address: 'http://192.0.3.1:8080/in', authorization: 'Bearer b' })).toBe(true);
  expect(await change({ address: 'https://192.0.3.1:8080/in', kind: 'osmand' })).toBe(true);
  expect(await change({ address: '192.0.3.1', kind: 'raw' })).toBe(false);
  expect(await change({ address: '192.0.3.1', kind: 'raw', authorization: 'Bearer b' })).toBe(true);
  expect(await change({ address: '192.0.3.1:5023', kind: 'raw' })).toBe(true);
  expect(await change({ address: '192.0.3.2:5023', kind: 'raw' })).toBe(false);
});

test('[OUT-06] the log is listed by hour, the newest first, and old hours are removed', async () => {
  const made = await add();
  const deviceId = await world.device({ name: 'Gol' });
  const line = (ageHours: number, outcome: string, reason: string, count: number) => {
    const at = new Date(Date.now() - ageHours * 3_600_000).toISOString();
    const of = { mirror_id: made.id, device_id: deviceId, outcome, reason, count, last_at: at, hour: at };
    return kysely.insertInto('mirror_log').values(of).execute();
  };
  await line(1, 'sent', '', 7);
  await line(2, 'dropped', 'queue-full', 3);
  await line(91 * 24, 'sent', '', 1);
  const log = async (query = '') => (await ask('GET', `/api/mirrors/${made.id}/log${query}`, { token })).body;
  expect(await log()).toMatchObject([
    { outcome: 'sent', count: 7, deviceName: 'Gol', reason: '' },
    { outcome: 'dropped', count: 3, reason: 'queue-full' },
    { count: 1 },
  ]);
  expect(await log('?outcome=dropped')).toHaveLength(1);
  const page = await ask('GET', `/api/mirrors/${made.id}/log?limit=1&offset=1`, { token });
  expect([page.headers['x-total-count'], page.body[0].outcome]).toEqual(['3', 'dropped']);
  const shown = (await ask('GET', `/api/mirrors/${made.id}`, { token })).body;
  expect(shown).toMatchObject({ sent: 7, dropped: 3, lastTrouble: 'queue-full' });
  await services.resources.mirrors.forget();
  expect(await log()).toHaveLength(2);
});

test('[OUT-06] a list is searched and sorted; an older revision is refused', async () => {
  const first = await add({ name: 'Zeta', address: 'https://192.0.3.9/z' });
  await add({ name: 'Alfa', address: 'https://192.0.3.9/a' });
  const names = async (query: string) =>
    (await ask('GET', `/api/mirrors?${query}`, { token })).body.map(({ name }: { name: string }) => name);
  expect(await names('keyword=192.0.3.9')).toEqual(['Alfa', 'Zeta']);
  expect(await names('keyword=192.0.3.9&sort=address&order=desc')).toEqual(['Zeta', 'Alfa']);
  const url = `/api/mirrors/${first.id}`;
  const { headers } = await ask('GET', url, { token });
  expect(
    (await ask('PUT', url, { token, body: input, headers: { 'if-match': String(headers.etag) } })).status,
  ).toBe(200);
  expect(
    (await ask('PUT', url, { token, body: input, headers: { 'if-match': String(headers.etag) } })).status,
  ).toBe(409);
});
