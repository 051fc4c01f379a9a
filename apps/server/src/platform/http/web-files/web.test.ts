import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { shippedTileSources, tileHostOf } from '@atalaia/contract/server/tile-sources';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';
import { compressFiles } from './compressed-files.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'atalaia-web-'));
afterAll(() => rmSync(webRoot, { recursive: true }));
const script = 'const a = 1;\n'.repeat(500);
mkdirSync(join(webRoot, 'assets'));
writeFileSync(
  join(webRoot, 'index.html'),
  '<html><meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style></html>',
);
writeFileSync(join(webRoot, 'assets/app-1a2b.js'), script);
writeFileSync(join(webRoot, 'favicon.svg'), '<svg/>');
const { app, ask, kysely, world } = await createTestApp({ webRoot });

test('[SEC-01] the page comes under a strict policy, with a nonce of its own in each answer', async () => {
  const [first, second] = [await ask('GET', '/'), await ask('GET', '/')];
  const policy = String(first.headers['content-security-policy']);
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  expect(Buffer.from(nonce, 'base64')).toHaveLength(18);
  expect(first.text.match(new RegExp(`nonce="${nonce.replaceAll('+', '\\+')}"`, 'g'))).toHaveLength(2);
  expect(first.text).not.toContain('__CSP_NONCE__');
  expect(String(second.headers['content-security-policy'])).not.toContain(nonce);
  expect(policy).toContain(`default-src 'self'; script-src 'self'; style-src 'self' 'nonce-`);
  for (const part of [
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `worker-src 'self'`,
    `connect-src 'self'`,
  ])
    expect(policy).toContain(part);
  expect(policy).not.toMatch(/unsafe-|\*(?!\.)/);
  expect(first.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
});

/** The hosts that a part of the page's policy names. */
async function hostsIn(part: 'img-src' | 'connect-src', cookie?: string): Promise<readonly string[]> {
  const { headers } = await app.inject({ url: '/', headers: cookie ? { cookie } : {} });
  const policy = String(headers['content-security-policy']);
  const [, ...names] =
    policy
      .split('; ')
      .find((line) => line.startsWith(part))
      ?.split(' ') ?? [];
  return names.filter((name) => name.startsWith('http'));
}

test('[MAP-03] the hosts of every base map may send pictures, that of the custom map once it is set', async () => {
  const pictures = () => hostsIn('img-src');
  const shipped = Object.values(shippedTileSources).flatMap(({ services }) =>
    services.map(({ url }) => tileHostOf(url) ?? ''),
  );
  expect((await pictures()).toSorted()).toEqual([...new Set(shipped)].toSorted());
  const addresses: [string, string | undefined][] = [
    ['https://{a-c}.tiles.example/{z}/{x}/{y}.png', 'https://*.tiles.example'],
    ['http://10.0.0.5:8081/tile/{z}/{x}/{y}.png', 'http://10.0.0.5:8081'],
    [`https://x; script-src 'unsafe-inline'/{z}`, undefined],
    ['javascript:alert(1)', undefined],
  ];
  for (const [map_url, host] of addresses) {
    await kysely.updateTable('server_settings').set({ map_url }).execute();
    const others = (await pictures()).filter((name) => !shipped.includes(name));
    expect([map_url, others]).toEqual([map_url, host ? [host] : []]);
  }
  const changed = { bing_key: 'k', attributes: { 'ui.tiles.osm': 'https://own.example/{z}/{x}/{y}.png' } };
  await kysely.updateTable('server_settings').set(changed).execute();
  expect(await pictures()).toEqual(
    expect.arrayContaining(['https://own.example', 'https://*.tiles.virtualearth.net']),
  );
  await kysely.updateTable('server_settings').set({ bing_key: null, attributes: {} }).execute();
});

test('[MAP-16] the layer of places may be read, and so may that of the person whose cookie comes with the request', async () => {
  expect(await hostsIn('connect-src')).toEqual([]);
  const settings = { poi_layer: 'https://places.example/all.kml', bing_key: 'k' };
  await kysely.updateTable('server_settings').set(settings).execute();
  const everybodys = ['https://dev.virtualearth.net', 'https://places.example'];
  expect(await hostsIn('connect-src')).toEqual(everybodys);
  const { token } = await world.person({ poi_layer: 'https://own-places.example/mine.geojson' });
  expect(await hostsIn('connect-src', `atalaia_session=${token}`)).toEqual([
    ...everybodys,
    'https://own-places.example',
  ]);
  expect(await hostsIn('connect-src', 'atalaia_session=made-up')).toEqual(everybodys);
});

test('every address of the client is its page; a file that is not there and the API are not', async () => {
  for (const url of [
    '/',
    '/index.html',
    '/login',
    '/admin/devices?eventId=3',
    '/shared/a-B_c',
    '/a/path/nobody/knows',
  ]) {
    expect([url, (await ask('GET', url)).headers['content-type']]).toEqual([url, 'text/html; charset=utf-8']);
  }
  for (const url of [
    '/assets/',
    '/assets',
    '/assets/gone.js',
    '/app.js.map',
    '/api/nothing',
    '/api',
    '/../../etc/passwd.txt',
    '/assets/..%2f..%2fpackage.json',
  ]) {
    const answer = await ask('GET', url);
    expect([url, answer.status < 500 && answer.status >= 400, answer.text.includes('<html>')]).toEqual([
      url,
      true,
      false,
    ]);
  }
  expect((await ask('POST', '/login')).status).toBe(404);
});

test('a file named by its content is kept for good, any other is asked for again', async () => {
  expect((await ask('GET', '/assets/app-1a2b.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  );
  expect((await ask('GET', '/favicon.svg')).headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'image/svg+xml',
  });
});

test('files are compressed once, and served so to who takes it', async () => {
  await compressFiles(webRoot);
  const get = (encoding: string) =>
    app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': encoding } });
  const [brotli, zipped, plain] = [await get('br, gzip'), await get('gzip'), await get('identity')];
  expect([
    brotli.headers['content-encoding'],
    zipped.headers['content-encoding'],
    plain.headers['content-encoding'],
  ]).toEqual(['br', 'gzip', undefined]);
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(script);
  expect(brotli.headers['cache-control']).toContain('immutable');
  writeFileSync(join(webRoot, 'assets/app-1a2b.js'), script.replaceAll('1', '2'));
  utimesSync(join(webRoot, 'assets/app-1a2b.js'), new Date(), new Date(Date.now() + 5_000));
  await compressFiles(webRoot);
  expect(brotliDecompressSync((await get('br')).rawPayload).toString()).toBe(script.replaceAll('1', '2'));
});
