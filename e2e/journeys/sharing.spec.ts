import { seriousFindings } from '../fixtures/axe.ts';
import { connectGt06 } from '../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../fixtures/journey.ts';
import { markersOf } from '../fixtures/map-probe.ts';

const place = { latitude: -3.73187, longitude: -38.52672 };

test('[PANEL-05] [SHARE-01] [SHARE-02] a link is made and copied, shows a stranger where the vehicle drives, and ends when it is revoked', async ({
  page,
  context,
  browser,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `sharer-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Emprestado ${number}` });
  await admin.link(user.id, device.id);
  const tracker = await connectGt06(server, device.uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, speedKph: 30 });

  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
  await openAs(page, server, email, `/admin/events/devices/${device.id}`);
  const panel = page.getByRole('region', { name: `Detalhes de ${device.name}` });
  await panel.getByRole('button', { name: 'Compartilhar' }).click();
  const asked = page.getByRole('dialog', { name: 'Compartilhar localização' });
  await expect(asked.getByLabel('24 horas')).toBeChecked();
  await asked.getByLabel('4 horas', { exact: true }).check();
  await expect(asked.getByLabel('O nome do veículo')).toBeChecked();
  await asked.getByLabel('O trajeto a partir de agora').check();
  expect(await seriousFindings(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Criar o link' }).click();
  await expect(
    page.getByText('Link de compartilhamento copiado para a área de transferência.'),
  ).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Compartilhar localização' });
  // over a window a toast is in the page's corner: beside it, however high it is
  const toast = await page.getByRole('status').filter({ hasText: 'Link de compart' }).boundingBox();
  const window = await dialog.boundingBox();
  expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThanOrEqual(window?.x ?? 0);
  const link = await dialog.getByLabel('Link').inputValue();
  expect(link).toMatch(new RegExp(`^${server.origin}/shared/[\\w-]{43}$`));
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link);
  await expect(dialog.getByRole('button', { name: 'WhatsApp' })).toBeVisible();
  await expect(dialog).toContainText('posição, nome e trajeto');
  await expect(dialog).toContainText(/Expira em \d\d\/\d\d\/\d{4} - \d\d:\d\d:\d\d/);
  expect(await seriousFindings(page)).toEqual([]);

  const strangers = await browser.newContext({ locale: 'en-GB', colorScheme: 'dark' });
  const stranger = await strangers.newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'Shared location' })).toBeVisible();
  await expect(stranger.getByText(device.name)).toBeVisible();
  await expect(stranger.getByText(/30 km\/h/)).toBeVisible();
  await expect.poll(async () => (await markersOf(stranger)).length).toBe(1);
  expect(await stranger.content()).not.toContain(device.uniqueId);
  expect(await seriousFindings(stranger)).toEqual([]);
  const moved = { ...place, latitude: place.latitude + 0.01 };
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...moved, speedKph: 47 });
  await expect(stranger.getByText(/47 km\/h/)).toBeVisible();
  await expect.poll(() => stranger.evaluate('window.__atalaiaMap.state().tracedDeviceIds')).toEqual([1]);

  // Nobody answers: what was seen last stays, and comes alive again.
  await strangers.route('**/api/location/**', (route) => route.abort());
  await expect(stranger.getByText('Connection lost. Showing the last position; trying again…')).toBeVisible();
  await expect(stranger.getByText(device.name)).toBeVisible();
  await strangers.unroute('**/api/location/**');
  await expect(stranger.getByText('Connection lost. Showing the last position; trying again…')).toBeHidden();

  // A browser that draws no map still says where it is.
  const mapless = await strangers.newPage();
  await mapless.addInitScript('delete globalThis.Worker');
  await mapless.goto(link);
  await expect(mapless.getByRole('alert')).toContainText('The map could not be shown in this browser');
  await expect(mapless.getByText(/-3\.72\d+, -38\.52\d+/)).toBeVisible();
  await expect(mapless.getByRole('link', { name: 'Open in Google Maps' })).toHaveAttribute(
    'href',
    /query=-3\.72\d+%2C-38\.52/,
  );
  await mapless.close();

  await dialog.getByRole('button', { name: 'Revogar' }).click();
  await expect(page.getByText('Link revogado: ninguém mais vê o dispositivo por ele.')).toBeVisible();
  await expect(stranger.getByRole('heading', { name: 'Invalid or expired link!' })).toBeVisible();
  await expect(stranger.getByRole('link', { name: 'Back to sign-in' })).toBeVisible();
  await strangers.close();
  await tracker.close();
});

test('[SHARE-01] a dead link says so in Portuguese and leads to the sign-in after five seconds', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origin}/shared/${'x'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'Link inválido ou expirado!' })).toBeVisible();
  const shownMs = Date.now();
  await expect(page.getByText('Você será levado à tela de login em 5 segundos.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Voltar ao login' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.waitForURL(/\/login$/);
  expect(Date.now() - shownMs).toBeGreaterThan(1500);
});
