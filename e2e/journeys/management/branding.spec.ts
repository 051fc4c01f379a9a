import type { Api } from '@atalaia/fixtures/api';
import type { RunningServer } from '@atalaia/fixtures/running-server';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, password, signIn, test } from '../../fixtures/journey.ts';

/** A browser resolves any name below `localhost` to this machine, so that a company has a host of its own. */
const hostOf = ({ origin }: RunningServer, label: string) =>
  origin.replace('127.0.0.1', `${label}.localhost`);

/** Draws a logo in the browser, uploads it as the company's form does, and answers its address. */
async function uploadLogo(page: Page, { origin }: RunningServer, { token }: Api): Promise<string> {
  await page.goto(`${origin}/login`);
  const drawn = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 350, height: 350 });
    const brush = canvas.getContext('2d');
    brush.fillStyle = '#ffd400';
    brush.fillRect(0, 0, 350, 350);
    return canvas.toDataURL('image/png').split(',')[1];
  })()`);
  const body = new FormData();
  body.set('name', `logo-${fresh()}.png`);
  body.set('file', new Blob([Buffer.from(drawn, 'base64')], { type: 'image/png' }), 'logo.png');
  const answer = await fetch(`${origin}/api/company/configurations/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  return ((await answer.json()) as { logoUrl: string }).logoUrl;
}

async function createCompany(admin: Api, label: string, theme: string, logoUrl: string): Promise<void> {
  const [androidAppUrl, iosAppUrl] = ['https://play.example.com/app', 'https://apps.example.com/app'];
  await admin.post('company/configurations', { label, theme, logoUrl, androidAppUrl, iosAppUrl });
}

const brandOf = (page: Page) =>
  page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('--brand').trim()`);

test('[AUTH-10] [UNIT-05] a company’s host shows its logo and its colour, asked for once a session, with contrast kept', async ({
  page,
  server,
  admin,
}) => {
  const label = `amarela-${fresh()}`;
  await createCompany(admin, label, '#ffd400', await uploadLogo(page, server, admin));
  const email = `brand-${fresh()}@journey.local`;
  await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const host = hostOf(server, label);
  let requested = 0;
  page.on('request', (request) => {
    if (request.url().includes('/company/configurations/')) requested += 1;
  });

  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${host}/login`);
  await expect(page.getByRole('img', { name: `Logotipo de ${label}` })).toBeVisible();
  await expect.poll(() => brandOf(page)).toBe('#ffd400');
  expect(await seriousFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await seriousFindings(page)).toEqual([]);

  await signIn(page, { ...server, origin: host }, email, /\/admin$/);
  await expect(page.getByRole('img', { name: `Logotipo de ${label}` })).toBeVisible();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    expect(await seriousFindings(page)).toEqual([]);
  }
  await page.reload();
  await expect(page.getByRole('img', { name: `Logotipo de ${label}` })).toBeVisible();
  expect(await brandOf(page)).toBe('#ffd400');
  expect(requested).toBe(1);
});

test('[AUTH-10] a logo that has not come after 5 seconds, or never comes, gives way to the product’s own', async ({
  page,
  server,
  admin,
}) => {
  const label = `lenta-${fresh()}`;
  await createCompany(admin, label, '#0b7285', await uploadLogo(page, server, admin));
  const own = page.getByRole('main').getByText('Atalaia', { exact: true });
  // Never answered: as slow as a logo can be.
  await page.route('**/api/company/logos/**', () => {});
  await page.goto(`${hostOf(server, label)}/login`, { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  const seenMs = Date.now();
  await expect(own).toBeHidden();
  await expect(own).toBeVisible();
  expect(Date.now() - seenMs).toBeGreaterThan(3500);
  expect(Date.now() - seenMs).toBeLessThan(7500);

  const other = await page.context().newPage();
  await other.route('**/api/company/logos/**', (route) => route.fulfill({ status: 404, body: '' }));
  await other.goto(`${hostOf(server, label)}/login`);
  await expect(other.getByRole('main').getByText('Atalaia', { exact: true })).toBeVisible();
});

test('[AUTH-10] an address without a name, and a label nobody has, get the product’s own look', async ({
  page,
  server,
}) => {
  for (const origin of [server.origin, hostOf(server, `nobody-${fresh()}`)]) {
    await page.goto(`${origin}/login`);
    await expect(page.getByRole('main').getByText('Atalaia', { exact: true })).toBeVisible();
    expect((await brandOf(page)).toLowerCase()).toBe('#1293d1');
  }
});
