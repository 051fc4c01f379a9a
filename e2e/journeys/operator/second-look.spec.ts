/** What stood between an operator and his work at his second evening. */
import type { Locator } from '@playwright/test';
import { connectGt06 } from '../../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { markerOf, untilLive } from '../../fixtures/map-probe.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { openCase } from '../../fixtures/open-case.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';

const place = { lat: -23.5503, lon: -46.6339 };

const isWhole = (element: Locator) => element.evaluate((node) => node.scrollWidth <= node.clientWidth);

test('[SIN-11] [SIN-01] [CHART-03] a row of the incidents opens its case, its date is whole, its owner can be called; the list behind the bar says number, type and age, and one is one', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const plate = `QL${String(number).slice(-5)}`;
  const operator = await createMonitor(admin);
  const device = await admin.createDevice({
    ...{ uniqueId: imeiOf(number), name: `${plate} · Volkswagen Constellation`, attributes: { plate } },
  });
  await admin.link(operator.id, device.id);
  await sendFromPhone(server, device.uniqueId, { ...place, speed: 0 });
  await openCase(admin, device.id, 30);
  await openAs(page, server, operator.email, '/admin/manage/sinister');

  const row = page.getByRole('row').filter({ hasText: plate });
  const date = row.getByRole('gridcell').filter({ hasText: /^\d\d\/\d\d\/\d{4} - \d\d:\d\d:\d\d$/ });
  await expect.poll(() => isWhole(date)).toBe(true);
  await row.click();
  const facts = page.getByRole('region', { name: 'Informações essenciais' });
  await expect(facts.getByRole('link', { name: '(85) 3333-0000' })).toHaveAttribute('href', 'tel:8533330000');
  await expect(facts.getByRole('link', { name: 'cliente@journey.local' })).toBeVisible();
  // also where the case takes half of the width
  await expect.poll(() => isWhole(date)).toBe(true);

  await page.goto(`${server.origin}/admin/chart/sinister`);
  const chart = page.getByRole('main', { name: 'Sinistros abertos' });
  await expect(chart.getByText('1 Resultado', { exact: true })).toBeVisible();
  const shown = chart.getByRole('row').filter({ hasText: 'Constellation' });
  for (const fact of [/^\d+$/, 'Furto', 'há 1 dia'])
    await expect(
      shown.getByRole('cell', { name: fact }).or(shown.getByRole('gridcell', { name: fact })),
    ).toHaveCount(1);
});

test('[MAP-01] [STRIP-02] an entry of the legend leaves its vehicles alone on the map and in the strip, until all are shown again', async ({
  page,
  server,
  admin,
}) => {
  const operator = await createMonitor(admin);
  const [running, parked] = await Promise.all(
    ['Ligada', 'Parada'].map(async (name) => {
      const number = fresh();
      const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `${name} ${number}` });
      await admin.link(operator.id, device.id);
      return device;
    }),
  );
  if (!running || !parked) throw new Error('no device was made');
  await sendFromPhone(server, running.uniqueId, { ...place, speed: 20, ignition: true });
  await sendFromPhone(server, parked.uniqueId, { lat: -22.9, lon: -43.2, speed: 0, ignition: false });
  await openAs(page, server, operator.email, '/admin');
  await untilLive(page);
  const isOnMap = async (deviceId: number) => (await markerOf(page, deviceId)) !== undefined;
  for (const { id } of [running, parked]) await expect.poll(() => isOnMap(id)).toBe(true);

  const legend = page.getByRole('list', { name: 'Legenda' });
  const strip = page.getByRole('region', { name: 'Dispositivos', exact: true });
  await legend.getByRole('button', { name: /^Ligado/ }).click();
  await expect.poll(() => isOnMap(parked.id)).toBe(false);
  expect(await isOnMap(running.id)).toBe(true);
  await expect(strip).toContainText(running.name);
  await expect(strip).not.toContainText(parked.name);

  await legend.getByRole('button', { name: 'Mostrar todos' }).click();
  await expect.poll(() => isOnMap(parked.id)).toBe(true);
  await expect(strip).toContainText(parked.name);
});

for (const locale of ['pt-BR', 'en-GB'])
  test.describe(locale, () => {
    test.use({ locale, colorScheme: 'dark' });

    test('[SHELL-01] [REP-01] [REP-07] [MAP-03] the name of who is there is whole, its trips are a click away, what the map says of itself and a report lie beside its tools, docked as in a window', async ({
      page,
      server,
      admin,
    }) => {
      const number = fresh();
      const email = `beside-${number}@journey.local`;
      const operator = await admin.createUser({
        ...{ email, password, name: 'Central de Monitoramento', attributes: { profile: 'central' } },
      });
      const device = await admin.createDevice({
        ...{ uniqueId: imeiOf(number), name: `Beira-mar Transportes Especiais ${number}` },
      });
      await admin.link(operator.id, device.id);
      const tracker = await connectGt06(server, device.uniqueId);
      await tracker.sendPosition({
        ...{ fixTimeMs: Date.now() - 1000, latitude: place.lat, longitude: place.lon, speedKph: 20 },
      });
      await openAs(page, server, email, `/admin/events/devices/${device.id}`);
      await untilLive(page);
      const who = page.getByRole('button', { name: /^(Minha conta|My account)/ });
      await expect.poll(() => isWhole(who.getByText(operator.name))).toBe(true);

      const leftOfTools = async () => {
        const tools = await page.getByRole('button', { name: /^(Tipo de mapa|Map type)$/ }).boundingBox();
        return tools?.x ?? 0;
      };
      const rightOf = async (element: Locator) => {
        const box = await element.boundingBox();
        return (box?.x ?? Number.POSITIVE_INFINITY) + (box?.width ?? 0);
      };
      /** Px by which it reaches under the tools. */
      const underTools = async (element: Locator) => (await rightOf(element)) - (await leftOfTools());
      const credit = page.getByText(/Natural Earth/).first();
      await expect.poll(() => underTools(credit)).toBeLessThanOrEqual(0);

      const panel = page.getByRole('region', { name: new RegExp(`${device.name}$`) });
      // said once, above a report too
      const expectWhichAndWhere = async () => {
        for (const fact of [device.uniqueId, /^-23[.,]55\d*°?, -46[.,]63\d*°?$/])
          await expect(panel.getByText(fact).filter({ visible: true })).toHaveCount(1);
      };
      await expectWhichAndWhere();
      await panel.getByRole('button', { name: /^(Viagens|Trips)$/ }).click();
      await expect(page.getByRole('region', { name: /^(Histórico de Viagens|Trip History)$/ })).toBeVisible();
      expect(new URL(page.url()).searchParams.getAll('deviceId')).toEqual([String(device.id)]);
      await panel.getByRole('button', { name: /^(Rota de hoje|Route today)$/ }).click();
      const report = page.getByRole('region', { name: /^(Histórico de Rotas|Route History)$/ });
      await expect(report.locator('tbody tr[id]').first()).toBeVisible();
      // a name of two lines leaves room for how fast it is
      const bottomOf = async (element: Locator) => {
        const box = await element.boundingBox();
        return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
      };
      const speed = panel.getByTitle(/^(Velocidade|Speed)$/);
      await expect.poll(async () => (await bottomOf(speed)) - (await bottomOf(panel))).toBeLessThanOrEqual(0);
      await expectWhichAndWhere();
      await expect.poll(() => underTools(report)).toBeLessThanOrEqual(0);
      await report.getByRole('button', { name: /^(Abrir em uma janela|Open in a window)$/ }).click();
      await expect(
        report.getByRole('button', { name: /^(Prender abaixo do mapa|Dock below the map)$/ }),
      ).toBeVisible();
      await expect.poll(() => underTools(report)).toBeLessThanOrEqual(0);
      await tracker.close();
    });
  });
