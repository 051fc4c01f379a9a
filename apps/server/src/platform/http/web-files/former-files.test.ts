/** Two releases beside each other: each process has the files of its own, and answers for those of the other. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';
import { createTestDatabase } from '../../db/test-database.ts';
import { createFormerFiles } from './former-files-queries.ts';

const folder = mkdtempSync(join(tmpdir(), 'atalaia-releases-'));
const database = await createTestDatabase();
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

function release(name: string): string {
  const root = join(folder, name);
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Atalaia</title>');
  writeFileSync(join(root, 'assets', `chunk-${name}.js`), `export default "${name}";`);
  return root;
}

const former = createFormerFiles(database.pool, release('before'));
await former.keep();
const webRoot = release('now');
const now = createFormerFiles(database.pool, webRoot);
const { ask } = await createTestApp({ webRoot, formerFiles: now });

test('[SCALE-09] a page of the release before loads its files from a process of this one, for ever in the browser', async () => {
  const own = await ask('GET', '/assets/chunk-now.js');
  expect([own.status, own.text]).toEqual([200, 'export default "now";']);
  const { status, text, headers } = await ask('GET', '/assets/chunk-before.js');
  expect([status, text]).toEqual([200, 'export default "before";']);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  const zipped = await ask('GET', '/assets/chunk-before.js', { headers: { 'accept-encoding': 'br, gzip' } });
  expect(zipped.headers['content-encoding']).toBe('gzip');
});

test('[SCALE-09] [API-02] where other sites may ask, a file of the release before says that it hangs on the site too', async () => {
  const parts = { webRoot, formerFiles: now, allowedOrigins: ['https://map.example.com'] };
  const { ask: askShared } = await createTestApp(parts);
  expect((await askShared('GET', '/assets/chunk-before.js')).headers.vary).toBe('Origin, accept-encoding');
});

test('[SCALE-09] what no release had is not found, nor anything that is no file of the client', async () => {
  for (const path of ['/assets/chunk-never.js', '/assets/..%2Findex.html', '/assets/chunk-before.js.gz'])
    expect([path, (await ask('GET', path)).status]).toEqual([path, 404]);
});

test('[SCALE-09] what no process has served for a week goes, what one serves still stays', async () => {
  const names = async () =>
    (await database.pool.query('SELECT name FROM web_files ORDER BY name')).rows.map(({ name }) => name);
  await now.keep();
  expect(await names()).toEqual(['chunk-before.js', 'chunk-now.js']);
  await database.pool.query("UPDATE web_files SET kept_at = now() - interval '6 days'");
  await now.keep();
  expect(await names()).toEqual(['chunk-before.js', 'chunk-now.js']);
  await database.pool.query("UPDATE web_files SET kept_at = now() - interval '8 days'");
  await now.keep();
  expect(await names()).toEqual(['chunk-now.js']);
  expect((await ask('GET', '/assets/chunk-before.js')).status).toBe(404);
});
