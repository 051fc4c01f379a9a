import { gunzipSync, gzipSync } from 'node:zlib';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { negotiatedType } from './accepted-types.ts';

const { ask, app, world } = await createTestApp();
const { token } = await world.administrator();
const device = await world.device();

test.each([
  [undefined, 'a/json'],
  ['*/*', 'a/json'],
  ['b/sheet', 'b/sheet'],
  ['b/sheet;q=0.5, a/json', 'a/json'],
  ['b/sheet;q=0, */*', 'a/json'],
  ['a/json;q=0.1, b/*;q=0.2', 'b/sheet'],
  ['image/png', undefined],
  ['a/json;q=0', undefined],
])('[API-02] of JSON and a sheet, Accept %s wants %s', (header, expected) => {
  expect(negotiatedType(header, ['a/json', 'b/sheet'])).toBe(expected);
});

test('[API-02] an address with another method is 405 with the methods that it takes, as OPTIONS says them too', async () => {
  for (const [method, path, allow] of [
    ['DELETE', '/api/devices', 'GET, HEAD, POST'],
    ['POST', `/api/devices/${device}`, 'GET, HEAD, PUT, DELETE'],
    ['PUT', '/api/session/token', 'POST'],
    ['POST', '/api/reports/trips', 'GET, HEAD'],
    // a word of the address is no number of a thing
    ['PUT', '/api/reports/trips', 'GET, HEAD'],
    ['GET', '/api/permissions/bulk', 'POST, DELETE'],
    ['PUT', '/api/notifications/types', 'GET, HEAD'],
    // nor a token of a shared location
    ['PUT', '/api/location/session', 'POST'],
  ] as const) {
    const { status, headers, body } = await ask(method, path, { token });
    expect([path, status, headers.allow, body.code]).toEqual([path, 405, allow, 'method-not-allowed']);
    const options = await ask('OPTIONS', path);
    expect([path, options.status, options.headers.allow]).toEqual([path, 204, `${allow}, OPTIONS`]);
  }
  const odd = await app.inject({ method: 'QUERY' as 'GET', url: `/api/devices/${device}` });
  expect([odd.statusCode, odd.headers.allow]).toEqual([405, 'GET, HEAD, PUT, DELETE']);
  expect((await ask('GET', '/api/nothing', { token })).status).toBe(404);
});

test('[API-02] a slash at the end is passed over; two slashes and another case are no address', async () => {
  expect((await ask('GET', '/api/devices/', { token })).status).toBe(200);
  for (const path of ['/api//devices', '/api/devices//', '/API/devices', '/api/Devices', '//api/devices'])
    expect([path, (await app.inject({ url: path })).statusCode]).toEqual([path, 404]);
});

test('[API-02] who takes nothing that there is gets 406; weights choose between JSON and the spreadsheet', async () => {
  const list = (accept: string) => ask('GET', '/api/devices', { token, headers: { accept } });
  const refused = await list('image/png');
  expect([refused.status, refused.body.code]).toEqual([406, 'not-acceptable']);
  for (const [accept, type] of [
    [`${spreadsheetType};q=0.4, application/json`, 'application/json; charset=utf-8'],
    [`${spreadsheetType}, application/json;q=0.4`, spreadsheetType],
    ['text/html, */*;q=0.1', 'application/json; charset=utf-8'],
  ] as const)
    expect([accept, (await list(accept)).headers['content-type']]).toEqual([accept, type]);
});

test('[API-02] a refusal comes as text where that is wanted', async () => {
  const { status, headers, text } = await ask('GET', '/api/devices/2000000000', {
    token,
    headers: { accept: 'text/plain' },
  });
  expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  expect(text).toContain('device 2000000000');
});

test('[API-02] what did not change since is 304 without a body', async () => {
  const first = await ask('GET', `/api/devices/${device}`, { token });
  const headers = { 'if-none-match': String(first.headers.etag) };
  const again = await ask('GET', `/api/devices/${device}`, { token, headers });
  expect([again.status, again.text]).toEqual([304, '']);
  for (const known of [`W/${first.headers.etag}`, `"other", ${first.headers.etag}`, '*']) {
    const asked = { token, headers: { 'if-none-match': known } };
    expect([known, (await ask('GET', `/api/devices/${device}`, asked)).status]).toEqual([known, 304]);
  }
  await ask('PUT', `/api/devices/${device}`, { token, body: { ...first.body, name: 'changed' } });
  expect((await ask('GET', `/api/devices/${device}`, { token, headers })).status).toBe(200);
});

test('[API-02] a list that did not change since is 304 too, by a tag that is no revision', async () => {
  const first = await ask('GET', '/api/groups', { token });
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^W\//);
  const headers = { 'if-none-match': `"other", ${etag}` };
  const again = await ask('GET', '/api/groups', { token, headers });
  expect([again.status, again.text]).toEqual([304, '']);
  await ask('POST', '/api/groups', { token, body: { name: 'new' } });
  expect((await ask('GET', '/api/groups', { token, headers })).status).toBe(200);
});

test('[API-02] a list without attributes gives none to rows that have none, and identifiers come with commas too', async () => {
  const body = { description: 'x', attribute: 'kmh', expression: 'speed * 2', type: 'Number' };
  const made = await ask('POST', '/api/attributes/computed', { token, body });
  expect([made.status, made.body.type]).toEqual([200, 'number']);
  const list = await ask('GET', '/api/attributes/computed?excludeAttributes=true', { token });
  expect(list.body).toEqual([made.body]);
  for (const uniqueId of ['c-1', 'c-2', 'c,3'])
    await ask('POST', '/api/devices', { token, body: { name: 'x', uniqueId } });
  const found = await ask('GET', '/api/devices?uniqueId=c-1,c-2&uniqueId=c,3', { token });
  expect(found.body.map((one: { uniqueId: string }) => one.uniqueId).sort()).toEqual(['c,3', 'c-1', 'c-2']);
});

test('[API-02] long answers are compressed for who takes it, short ones and those for others are not', async () => {
  for (let index = 0; index < 10; index++) await world.device();
  const list = async (path: string, encoding?: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(encoding && { 'accept-encoding': encoding }) };
    const { rawPayload, headers: answered } = await app.inject({ url: path, headers });
    return { rawPayload, encoding: answered['content-encoding'], vary: answered.vary };
  };
  const plain = await list('/api/devices');
  expect(plain.encoding).toBeUndefined();
  const zipped = await list('/api/devices', 'br, gzip');
  expect([zipped.encoding, zipped.vary]).toEqual(['gzip', 'accept-encoding']);
  expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  expect(gunzipSync(zipped.rawPayload)).toEqual(plain.rawPayload);
  expect((await list('/api/session', 'gzip;q=0')).encoding).toBeUndefined();
  expect((await list('/api/server/timezones', 'identity')).encoding).toBeUndefined();
  expect((await list(`/api/devices/${device}`, 'gzip')).encoding).toBeUndefined();
});

test('[API-02] a body may come as gzip; one that unfolds beyond the limit, is damaged, or comes otherwise is refused', async () => {
  const send = (payload: Buffer, encoding = 'gzip') =>
    app.inject({
      ...{ method: 'POST', url: '/api/devices', payload },
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        'content-encoding': encoding,
      },
    });
  const body = (name: string) => JSON.stringify({ name, uniqueId: 'zipped-1' });
  const made = await send(gzipSync(body('Zipped')));
  expect([made.statusCode, made.json().name]).toEqual([200, 'Zipped']);
  const bomb = gzipSync(body('x'.repeat(64 * 1024 * 1024)));
  expect(bomb.length).toBeLessThan(100_000);
  const refused = await send(bomb);
  expect([refused.statusCode, refused.json().code]).toEqual([413, 'body-too-large']);
  const damaged = await send(gzipSync(body('x')).subarray(0, 20));
  expect(damaged.statusCode).toBe(400);
  const other = await send(gzipSync(body('x')), 'br');
  expect([other.statusCode, other.json().code]).toEqual([415, 'unsupported-media-type']);
});

test('[SEC-01] under https the cookie is one that no neighbour below the domain sets, and the field’s name stays', async () => {
  const behind = await createTestApp({ isProxy: () => true });
  const person = await behind.world.person();
  const inject = (method: 'GET' | 'DELETE', headers: Record<string, string>) =>
    behind.app.inject({ method, url: '/api/session', headers: { 'x-forwarded-proto': 'https', ...headers } });
  const { headers } = await inject('GET', { authorization: `Bearer ${person.token}` });
  const cookies = [headers['set-cookie']].flat().map(String);
  for (const [index, name] of ['__Host-atalaia_session', 'JSESSIONID'].entries())
    expect(cookies[index]).toMatch(
      new RegExp(`^${name}=[\\w-]{43}; Path=/; HttpOnly; Secure; SameSite=Lax$`),
    );
  const cookie = `__Host-atalaia_session=${person.token}`;
  expect((await inject('GET', { cookie })).statusCode).toBe(200);
  const field = { cookie: `JSESSIONID=${person.token}; atalaia_session=${person.token}` };
  expect((await inject('GET', field)).statusCode, 'a program of the field').toBe(200);
  const browser = { 'sec-fetch-site': 'same-origin' };
  expect((await inject('GET', { ...field, ...browser })).statusCode, 'set by a neighbour').toBe(401);
  expect((await inject('GET', { cookie, ...browser })).statusCode).toBe(200);
  const out = await inject('DELETE', { cookie });
  expect([out.headers['set-cookie']].flat().map((text) => String(text).split('=')[0])).toEqual([
    ...['atalaia_session', 'JSESSIONID', '__Host-atalaia_session'],
  ]);
  // that of a browser which signed in before, too
  const password = 'Mar alto 8';
  const { email } = await behind.world.person({
    password_hash: await behind.services.passwords.hash(password),
  });
  const entered = await behind.app.inject({
    method: 'POST',
    url: '/api/session',
    headers: { 'x-forwarded-proto': 'https' },
    payload: { email, password },
  });
  const names = [entered.headers['set-cookie']].flat().map((text) => String(text).split('=')[0]);
  expect(names).toEqual(['__Host-atalaia_session', 'JSESSIONID', '__Host-atalaia_device']);
});

test('[API-02] the session’s cookie has the field’s name too, which is taken alone, and signing out clears both', async () => {
  const { headers } = await ask('GET', `/api/session?token=${token}`);
  const cookies = [headers['set-cookie']].flat().map((text) => String(text).split(';')[0]);
  expect(cookies).toEqual([`atalaia_session=${token}`, `JSESSIONID=${token}`]);
  expect((await ask('GET', '/api/session', { headers: { cookie: `JSESSIONID=${token}` } })).status).toBe(200);
  const out = await ask('DELETE', '/api/session', { headers: { cookie: `JSESSIONID=${token}` } });
  expect([out.headers['set-cookie']].flat()).toHaveLength(2);
  expect((await ask('GET', '/api/session', { headers: { cookie: `JSESSIONID=${token}` } })).status).toBe(401);
});
