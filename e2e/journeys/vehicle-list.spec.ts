import type { Device } from '@atalaia/contract/devices/device';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, test } from '../fixtures/journey.ts';
import { untilLive } from '../fixtures/map-probe.ts';
import { createMonitor } from '../fixtures/monitor.ts';
import { sendFromPhone } from '../fixtures/phone.ts';

const place = { lat: -23.5503, lon: -46.6339, speed: 20 };
const listOf = (page: Page) => page.getByRole('region', { name: 'Veículos' });
const rowsOf = (page: Page) => listOf(page).getByRole('listitem');

/** How much of the window is map that nothing lies over but its own controls. */
const freeShare = (page: Page) =>
  page.evaluate<number>(`(() => {
    const view = document.querySelector('#live-map [role="application"]').parentElement;
    const step = 8;
    let [free, all] = [0, 0];
    for (let x = step / 2; x < innerWidth; x += step)
      for (let y = step / 2; y < innerHeight; y += step) {
        all += 1;
        if (view.contains(document.elementFromPoint(x, y))) free += 1;
      }
    return free / all;
  })()`);

test('[STRIP-02] [MAP-01] [ING-06] the vehicles as a list at the left: by plate and model with their town, sorted, filtered by the legend, remembered; more than half of the window stays map', async ({
  page,
  server,
  admin,
}) => {
  const operator = await createMonitor(admin);
  const number = fresh();
  const group = await admin.post<{ id: number }>('groups', { name: `Grupo ${number}` });
  const devices: Device[] = [];
  for (let made = 0; made < 17; made += 1) {
    const device = await admin.post<Device>('devices', {
      uniqueId: imeiOf(fresh()),
      name: `Frota ${String(made).padStart(2, '0')}`,
      ...(made < 2 && { groupId: group.id }),
      attributes: { plate: `QRS${made % 10}B${10 + made}`, vehicleModel: 'Volvo FH 540' },
    });
    await admin.link(operator.id, device.id);
    devices.push(device);
  }
  const timestamp = Math.round(Date.now() / 1000);
  for (const [index, { uniqueId }] of devices.slice(0, 3).entries())
    await sendFromPhone(server, uniqueId, {
      ...place,
      speed: 10 + index * 10,
      timestamp,
      ignition: index === 1,
    });
  await openAs(page, server, operator.email, '/admin');
  await untilLive(page);
  await page.getByRole('button', { name: 'Lista de veículos à esquerda' }).click();

  const first = rowsOf(page).first();
  await expect(first).toContainText('QRS0B10 · Volvo FH 540 · Frota 00');
  await expect(first).toContainText(/· (?:São Paulo|Sé), SP/);
  expect(await rowsOf(page).count()).toBeGreaterThanOrEqual(15);
  for (const row of await rowsOf(page)
    .all()
    .then((all) => all.slice(0, 15)))
    await expect(row).toBeInViewport({ ratio: 1 });

  // with the right panel open too, and nothing over the map
  await expect(page.getByRole('complementary', { name: 'Painel de eventos e sinistros' })).toBeVisible();
  await expect.poll(() => freeShare(page)).toBeGreaterThanOrEqual(0.55);

  // the fastest first
  await page.getByRole('button', { name: /^Ordem/ }).click();
  await page.getByRole('menuitemradio', { name: 'Mais rápidos primeiro' }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(first).toContainText('Frota 02');

  // the legend narrows list and map together
  const legend = page.getByRole('list', { name: 'Legenda' });
  await legend.getByRole('button', { name: /^Ligado/ }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(first).toContainText('Frota 01');
  await legend.getByRole('button', { name: 'Mostrar todos' }).click();

  // by text and by group
  await page.getByLabel('Placa, nome, modelo, identificador').fill('qrs-3b13');
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByLabel('Placa, nome, modelo, identificador').fill('');
  await page.getByRole('button', { name: 'Filtros' }).click();
  expect(await seriousFindings(page)).toEqual([]);

  // a click selects, and the list stays after a reload
  await first.getByRole('button').click();
  await expect(page.getByRole('region', { name: /Frota 02/ })).toBeVisible();
  await page.reload();
  await expect(rowsOf(page).first()).toContainText('Frota 02');
  await page.getByRole('button', { name: 'Faixa de veículos embaixo' }).click();
  await expect(listOf(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Dispositivos' })).toBeVisible();
});
