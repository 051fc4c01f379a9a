import { administrator, startServer } from '@atalaia/fixtures/running-server';
import { seriousFindings } from '../../fixtures/axe.ts';
import { connectGt06 } from '../../fixtures/gt06-tracker.ts';
import { expect, imeiOf, signIn, test } from '../../fixtures/journey.ts';
import { markerOf } from '../../fixtures/map-probe.ts';

const place = { latitude: -3.73187, longitude: -38.52672 };
const mostClicks = 7;

test('[ING-04] [MAP-08] from a fresh start to the first own tracker moving on the map in at most seven clicks', async ({
  browser,
}) => {
  // a server of its own, on a new database
  test.slow();
  await using server = await startServer();
  const context = await browser.newContext({ locale: 'pt-BR' });
  let clicks = 0;
  await context.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await context.addInitScript("addEventListener('click', (event) => event.isTrusted && countClick(), true)");
  const page = await context.newPage();
  await signIn(page, server, administrator.email, /\/admin/, administrator.password);
  await page.getByRole('button', { name: 'Decidir depois' }).click();

  const steps = page.getByRole('region', { name: 'Primeiros passos' });
  await expect(steps.getByRole('link', { name: 'Primeiro cliente' })).toBeVisible();
  await steps.getByRole('combobox', { name: 'Fabricante e modelo' }).click();
  await page.keyboard.type('GT06N');
  await page.keyboard.press('Enter');
  await expect(steps.getByText(/Aponte o rastreador para .*, porta \d+ \(TCP\)/)).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  const uniqueId = imeiOf(7001);
  await expect(connectGt06(server, uniqueId)).rejects.toThrow();
  await steps.getByRole('button', { name: 'Cadastrar' }).click();
  const onMap = steps.getByRole('button', { name: `Ver ${uniqueId} no mapa` });
  await expect(onMap).toBeVisible();
  const tracker = await connectGt06(server, uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now() - 2000, ...place, speedKph: 30 });
  await onMap.click();
  await expect(page).toHaveURL(/\/admin\/events\/devices\/\d+$/);
  const deviceId = Number(new URL(page.url()).pathname.split('/').at(-1));
  await expect.poll(async () => (await markerOf(page, deviceId))?.deviceId).toBe(deviceId);
  await tracker.sendPosition({
    fixTimeMs: Date.now(),
    ...place,
    latitude: place.latitude + 0.01,
    speedKph: 30,
  });
  await expect.poll(async () => (await markerOf(page, deviceId))?.deviceId).toBe(deviceId);
  expect(clicks, 'clicks of the person').toBeLessThanOrEqual(mostClicks);
  expect(clicks).toBeGreaterThanOrEqual(5);
  await expect(steps.getByText('— feito')).toBeVisible();

  // what is put away stays away, and the badge counts who knocks next
  await page.goto(`${server.origin}/admin`);
  await steps.getByRole('button', { name: 'Fechar os primeiros passos' }).click();
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
  await expect(steps).toBeHidden();
  await context.close();
});
