import { seriousFindings } from '../fixtures/axe.ts';
import { connectGt06 } from '../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../fixtures/journey.ts';
import { markerOf } from '../fixtures/map-probe.ts';

test.use({ drawsLand: true });

for (const theme of ['light', 'dark'] as const) {
  test(`[UNIT-06] the ${theme} theme follows the system, on login and map, without a serious axe finding`, async ({
    page,
    server,
    admin,
  }) => {
    const number = fresh();
    const email = `look-${number}@journey.local`;
    const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
    const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Visto ${number}` });
    await admin.link(user.id, device.id);
    const tracker = await connectGt06(server, device.uniqueId);
    await tracker.sendPosition({ fixTimeMs: Date.now(), latitude: -3.7, longitude: -38.5, alarm: 'sos' });

    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`${server.origin}/login`);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    expect(await seriousFindings(page)).toEqual([]);
    await openAs(page, server, email, '/admin');
    await expect.poll(async () => (await markerOf(page, device.id))?.deviceId).toBe(device.id);
    await tracker.sendPosition({
      fixTimeMs: Date.now() + 1000,
      latitude: -3.7,
      longitude: -38.5,
      ignition: false,
    });
    await page.getByRole('tab', { name: /^Eventos/ }).click();
    await expect(page.getByRole('list', { name: 'Eventos ao vivo' })).toContainText('Ignição desligada');
    await page.getByRole('list', { name: 'Eventos ao vivo' }).getByRole('button').first().click();
    await expect(page.getByRole('region', { name: 'Evento no mapa' })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await tracker.close();
  });
}

test('[UNIT-06] the theme can be chosen by hand and is kept', async ({ page, server, admin }) => {
  const email = `chooser-${fresh()}@journey.local`;
  await admin.createUser({ email, password, attributes: { profile: 'central' } });
  await page.emulateMedia({ colorScheme: 'light' });
  await openAs(page, server, email, '/admin');
  await page.getByRole('button', { name: /^Minha conta/ }).click();
  await page.getByRole('menuitemradio', { name: 'Escuro' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('[MAP-14] [MAP-03] without a tile service the shipped land, borders and states are drawn, and it is said', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `offline-${number}@journey.local`;
  const user = await admin.createUser({
    email,
    password,
    attributes: { profile: 'central' },
    latitude: -15,
    longitude: -50,
    zoom: 5,
  });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Longe ${number}` });
  await admin.link(user.id, device.id);
  await page.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => route.abort());
  await openAs(page, server, email, '/admin');
  await page.getByRole('button', { name: 'Tipo de mapa' }).click();
  await expect(page.getByText('Sem acesso ao serviço de mapas: mostrando o mapa básico.')).toBeVisible();
  const colours = () =>
    page.evaluate<number>(`(() => {
    const seen = new Set();
    for (const canvas of document.querySelectorAll('.ol-viewport canvas')) {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 4 * 97) seen.add(data[at] + ',' + data[at + 1] + ',' + data[at + 2]);
    }
    return seen.size;
  })()`);
  await expect.poll(colours).toBeGreaterThan(10);
});

test('[AUTH-11] the map of /admin is never narrower than 1024 px; login, /client and, departing, what covers that map fit a phone', async ({
  page,
  server,
  admin,
}) => {
  const wide = `wide-${fresh()}@journey.local`;
  const phone = `phone-${fresh()}@journey.local`;
  await admin.createUser({ email: wide, password, attributes: { profile: 'central' } });
  await admin.createUser({ email: phone, password });
  const width = () => page.evaluate<number>('document.documentElement.scrollWidth');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.origin}/login`);
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  expect(await width()).toBe(360);
  await openAs(page, server, phone, '/client');
  await expect(page.getByRole('button', { name: 'Abrir o menu' })).toBeVisible();
  expect(await width()).toBe(360);
  await page.evaluate('sessionStorage.clear()');
  await openAs(page, server, wide, '/admin');
  await expect(page.getByRole('button', { name: 'Novo Comando' })).toBeVisible();
  await expect.poll(width).toBeGreaterThanOrEqual(1024);
  await page.goto(`${server.origin}/admin/manage/calendars`);
  await page.getByRole('button', { name: /^Adicionar/ }).click();
  await expect(page.getByRole('button', { name: /^Salvar/ })).toBeInViewport({ ratio: 1 });
  expect(await width()).toBe(360);
});

test.describe('an English browser', () => {
  test.use({ locale: 'en-GB' });

  test('reads English', async ({ page, server }) => {
    await page.goto(`${server.origin}/login`);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await page.getByLabel('User name or e-mail').fill('nobody');
    await page.getByLabel('Password', { exact: true }).fill('wrong-password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Invalid credential authorization, please check email and password.',
    );
  });
});
