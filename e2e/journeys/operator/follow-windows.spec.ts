import type { Device } from '@atalaia/contract/devices/device';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, test } from '../../fixtures/journey.ts';
import { clustersOf, mapBox, markersOf, untilLive, zoomOf } from '../../fixtures/map-probe.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';

const place = { lat: -23.5503, lon: -46.6339, speed: 20 };

test('[MAP-06] several vehicles are followed at once, each in a window of its own, kept by a reload', async ({
  page,
  server,
  admin,
}) => {
  const operator = await createMonitor(admin);
  const devices: Device[] = [];
  for (const name of ['Primeiro', 'Segundo', 'Terceiro']) {
    const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `${name} ${fresh()}` });
    await admin.link(operator.id, device.id);
    devices.push(device);
  }
  const timestamp = Math.round(Date.now() / 1000) - 60;
  for (const { uniqueId } of devices) await sendFromPhone(server, uniqueId, { ...place, timestamp });
  const [first, second, third] = devices;
  if (!first || !second || !third) throw new Error('three vehicles were made');
  const windowOf = ({ name }: Device) => page.getByRole('region', { name: `Seguindo ${name}` });

  for (const { id } of [first, second]) {
    await openAs(page, server, operator.email, `/admin/events/devices/${id}`);
    await page.getByRole('button', { name: 'Janela', exact: true }).click();
  }
  for (const device of [first, second]) await expect(windowOf(device)).toContainText('37 km/h');
  await page.getByRole('combobox', { name: 'Adicionar veículo' }).fill(third.name);
  await page.getByRole('option', { name: third.name }).click();
  await expect(windowOf(third)).toContainText(/São Paulo, SP|Sé, SP/);
  expect(await seriousFindings(page)).toEqual([]);

  await sendFromPhone(server, second.uniqueId, { ...place, speed: 40, timestamp: timestamp + 30 });
  await expect(windowOf(second)).toContainText('74,1 km/h');
  await expect(windowOf(first)).toContainText('37 km/h');
  const follows = windowOf(second).getByRole('button', { name: 'Seguir' });
  await expect(follows).toHaveAttribute('aria-pressed', 'true');
  await windowOf(second).getByRole('button', { name: 'Afastar' }).click();
  await expect(follows).toHaveAttribute('aria-pressed', 'false');

  // without streets the towns around are shown, from 11; nobody looks closer than 18
  const nearer = windowOf(third).getByRole('button', { name: 'Aproximar' });
  for (let zoom = 11; zoom < 18; zoom += 1) await nearer.click();
  await expect(nearer).toBeDisabled();

  await page.reload();
  for (const device of devices) await expect(windowOf(device)).toBeVisible();
  await windowOf(first).getByRole('button', { name: 'Fechar' }).click();
  await expect(windowOf(first)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`ids=${second.id}%2C${third.id}$`));
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/admin$/);
});

test('[MAP-05] [MAP-06] [MAP-07] vehicles on one spot fan out at a click, and following nothing says what to do', async ({
  page,
  server,
  admin,
}) => {
  const operator = await createMonitor(admin);
  for (let made = 0; made < 3; made += 1) {
    const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `Pátio ${fresh()}` });
    await admin.link(operator.id, device.id);
    await sendFromPhone(server, device.uniqueId, { ...place, speed: 0 });
  }
  await openAs(page, server, operator.email, '/admin');
  await untilLive(page);
  await page.getByRole('application').first().focus();
  await page.keyboard.press('f');
  await expect(page.getByText('Escolha antes um veículo')).toBeVisible();

  await expect.poll(async () => (await clustersOf(page)).length).toBe(1);
  const before = await zoomOf(page);
  const [cluster] = await clustersOf(page);
  const box = await mapBox(page);
  await page.mouse.click(box.x + (cluster?.x ?? 0), box.y + (cluster?.y ?? 0));
  await expect.poll(async () => (await markersOf(page)).length).toBe(3);
  expect(await zoomOf(page)).toBe(before);
  const [one] = await markersOf(page);
  await page.mouse.click(box.x + (one?.x ?? 0), box.y + (one?.y ?? 0));
  await expect(page.getByRole('region', { name: /^Detalhes de Pátio/ })).toBeVisible();
});
