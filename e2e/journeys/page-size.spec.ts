import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import type { Page } from '@playwright/test';
import { expect, fresh, imeiOf, password, test } from '../fixtures/journey.ts';
import { createMonitor } from '../fixtures/monitor.ts';

const webRoot = join(import.meta.dirname, '../../apps/web/dist');

/** JavaScript as it is sent, kB: a slow line pays for each of them before a person can work. */
const mostForLogin = 200;
const mostForMap = 430;

/** What the page and its workers have requested so far, each file once, fetched ahead or not. */
async function scriptsOf(page: Page, requested: ReadonlySet<string>): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  const timed = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => name)",
  );
  const paths = [...requested, ...timed].map((address) => new URL(address).pathname);
  return [...new Set(paths)].filter((path) => path.endsWith('.js'));
}

const kilobytesOf = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(webRoot, path)), { level: 9 }).length, 0) /
  1000;

/** One person's way from the login to the live map; fails where too much was fetched for it. */
async function expectLittle(
  page: Page,
  server: RunningServer,
  { email, secret = password, files }: { email: string; secret?: string; files: readonly RegExp[] },
) {
  const requested = new Set<string>();
  page.on('request', (request) => requested.add(request.url()));
  await page.goto(`${server.origin}/login`);
  await page.getByLabel('Usuário ou e-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(secret);
  const forLogin = await scriptsOf(page, requested);
  expect(kilobytesOf(forLogin), forLogin.join(' ')).toBeLessThan(mostForLogin);

  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect.poll(() => page.evaluate("window.__atalaiaMap?.state().load === 'ready'")).toBe(true);
  const forMap = await scriptsOf(page, requested);
  // the map's worker is among them, and what draws the geofences where there are some, or this counts too little
  for (const file of files) expect(forMap.join(' ')).toMatch(file);
  expect(kilobytesOf(forMap), forMap.join(' ')).toBeLessThan(mostForMap);
}

test('an operator of the desk downloads little JavaScript before the login and before the live map', async ({
  page,
  server,
  admin,
}) => {
  const { email } = await createMonitor(admin);
  await expectLittle(page, server, { email, files: [/worker/] });
});

test('an administrator, whom the shell asks and tells more, downloads no more where an installation is in use', async ({
  page,
}) => {
  // one of its own: the blocks that other journeys left bring what asks them
  await using server = await startServer();
  const admin = await signInToApi(server.origin, administrator.email, administrator.password);
  await admin.createDevice({ name: 'Em uso', uniqueId: imeiOf(fresh()) });
  await admin.post('geofences', { name: 'Pátio', area: 'CIRCLE (-3.73 -38.52, 300)' });
  // asked as in any browser: that they were put away in it would hide what they bring
  await page.addInitScript("localStorage.removeItem('atalaia.first-steps')");
  const { email, password: secret } = administrator;
  await expectLittle(page, server, { email, secret, files: [/worker/, /geofence-layer/] });
});
