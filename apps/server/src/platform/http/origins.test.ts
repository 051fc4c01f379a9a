import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const map = 'https://map.example.com';
const preflight = (origin: string) => ({
  origin,
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'authorization, content-type',
});

describe('sites that are listed', async () => {
  const { ask, world } = await createTestApp({ allowedOrigins: [map] });
  const { token } = await world.administrator();

  test('[API-02] a page of a listed site may ask and read, with the cookie too', async () => {
    const asked = await ask('OPTIONS', '/api/devices/1', { headers: preflight(map) });
    expect([asked.status, asked.headers.allow]).toEqual([204, 'GET, HEAD, PUT, DELETE, OPTIONS']);
    expect(asked.headers['access-control-allow-origin']).toBe(map);
    expect(asked.headers['access-control-allow-credentials']).toBe('true');
    expect(asked.headers['access-control-allow-methods']).toContain('PUT');
    expect(asked.headers['access-control-allow-headers']).toBe('authorization, content-type');
    const cookie = `atalaia_session=${token}`;
    const made = await ask('POST', '/api/groups', { body: { name: 'a' }, headers: { cookie, origin: map } });
    expect([made.status, made.headers['access-control-allow-origin']]).toEqual([200, map]);
    const refused = await ask('GET', '/api/devices', { headers: { origin: map } });
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, map]);
  });

  test('[API-02] a page of any other site may not, and its cookie changes nothing', async () => {
    for (const origin of ['https://evil.example.com', 'https://map.example.com.evil.com', 'null']) {
      const asked = await ask('OPTIONS', '/api/devices/1', { headers: preflight(origin) });
      expect([origin, asked.headers['access-control-allow-origin']]).toEqual([origin, undefined]);
      const cookie = `atalaia_session=${token}`;
      const made = await ask('POST', '/api/groups', { body: { name: 'b' }, headers: { cookie, origin } });
      expect([origin, made.status, made.body.code]).toEqual([origin, 403, 'foreign-origin']);
    }
  });
});

test('[API-02] [REP-08] an answer that is made as gzip hangs on the site of the page too, so that no cache gives it to another', async () => {
  const { app, world } = await createTestApp({ allowedOrigins: [map] });
  const { token } = await world.administrator();
  const device = await world.device();
  const read = (url: string) =>
    app.inject({
      url,
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip', origin: map },
    });
  const period = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
  for (const path of [
    `reports/route?deviceId=${device}&${period}`,
    `reports/route/csv?deviceId=${device}&${period}`,
  ]) {
    const { headers, statusCode } = await read(`/api/${path}`);
    expect([path, statusCode, headers['content-encoding'], headers.vary]).toEqual([
      path,
      200,
      'gzip',
      'Origin, accept-encoding',
    ]);
  }
});

describe('any site', async () => {
  const { ask, world } = await createTestApp({ allowedOrigins: '*' });
  const { token } = await world.administrator();

  test('[API-02] every site may call with a token, none with the cookie', async () => {
    const headers = { origin: map };
    const read = await ask('GET', '/api/devices', { token, headers });
    expect([read.status, read.headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(read.headers['access-control-allow-credentials']).toBeUndefined();
    const cookie = `atalaia_session=${token}`;
    const made = await ask('POST', '/api/groups', { body: { name: 'c' }, headers: { ...headers, cookie } });
    expect([made.status, made.body.code]).toEqual([403, 'foreign-origin']);
  });
});

test('[API-02] unless it is set, nothing is said of origins', async () => {
  const { ask, world } = await createTestApp();
  const { token } = await world.administrator();
  const { headers } = await ask('GET', '/api/devices', { token, headers: { origin: map } });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});
