import type { Api } from '@atalaia/fixtures/api';
import type { RunningServer } from '@atalaia/fixtures/running-server';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../fixtures/journey.ts';
import { screenPointOf } from '../fixtures/map-probe.ts';
import { openCase } from '../fixtures/open-case.ts';
import { sendFromPhone } from '../fixtures/phone.ts';

type Device = Awaited<ReturnType<Api['createDevice']>>;

const place = { lat: -3.73187, lon: -38.52672 };

interface Laid {
  readonly email: string;
  readonly speaking: Device;
  readonly quiet: Device;
}

/** Two trucks, one heard and with a case of 30 hours, and one device that is switched off. */
async function layOut(server: RunningServer, admin: Api): Promise<Laid> {
  const email = `dashboard-${fresh()}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const make = async (name: string, more: Partial<Device>) => {
    const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name, ...more });
    await admin.link(user.id, device.id);
    return device;
  };
  const speaking = await make('Fala', { category: 'truck' });
  const quiet = await make('Cala', { category: 'truck' });
  await make('Parado', { disabled: true });
  await sendFromPhone(server, speaking.uniqueId, place);
  await openCase(admin, speaking.id, 30);
  return { email, speaking, quiet };
}

const dashboardOf = (page: Page) => page.getByRole('region', { name: 'Painel de indicadores' });
const barOf = (page: Page, name: string) =>
  dashboardOf(page).getByRole('button', { name: `${name}. Abrir a lista`, exact: true });

test('[DASH-01] [DASH-04] [DASH-06] the dashboard counts live, beside the device, and is remembered', async ({
  page,
  server,
  admin,
}) => {
  const { email, speaking, quiet } = await layOut(server, admin);
  await openAs(page, server, email, '/admin');
  const toggle = page.getByRole('button', { name: 'Painel de indicadores', exact: true });
  await toggle.click();
  const dashboard = dashboardOf(page);
  // Disabled counts as inactive, and is left out of connection and communication.
  for (const name of [
    'Ativos: 2',
    'Inativos: 1',
    'Online: 1',
    'Até 30 minutos: 1',
    'Nunca: 1',
    'Até 48 horas: 1',
  ])
    await expect(barOf(page, name)).toBeVisible();
  await expect(barOf(page, 'Caminhão, Online: 1')).toBeVisible();
  await expect(dashboard.getByText(/^Atualizado em \d\d\/\d\d\/\d{4} - \d\d:\d\d:\d\d$/)).toHaveCount(7);
  expect(await seriousFindings(page)).toEqual([]);

  // Live, without asking anybody.
  await sendFromPhone(server, quiet.uniqueId, place);
  for (const name of ['Online: 2', 'Até 30 minutos: 2', 'Nunca: 0', 'Caminhão, Online: 2'])
    await expect(barOf(page, name)).toBeVisible();

  // Beside the device's panel, not over it.
  await page.getByRole('region', { name: 'Dispositivos', exact: true }).getByText(speaking.name).click();
  const details = page.getByRole('region', { name: `Detalhes de ${speaking.name}` });
  const panel = await details.boundingBox();
  const beside = await dashboard.boundingBox();
  // nor over the map
  const map = await page.locator('#live-map').boundingBox();
  expect((map?.x ?? 0) + (map?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
  const panelEnds = (panel?.x ?? 0) + (panel?.width ?? 0);
  expect(panelEnds).toBeLessThanOrEqual(beside?.x ?? 0);
  // The vehicle stands between the two, wherever the middle of the map is.
  const vehicle = async () => (await screenPointOf(page, speaking.id)).x;
  const gapMiddle = (panelEnds + (beside?.x ?? 0)) / 2;
  await expect.poll(async () => Math.abs((await vehicle()) - gapMiddle)).toBeLessThan(12);
  await details.getByRole('button', { name: 'Fechar', exact: true }).click();

  // As a page, with more room, and back.
  await dashboard.getByRole('button', { name: 'Abrir em página inteira' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  const whole = page.getByRole('main').filter({ has: page.getByRole('heading', { level: 1 }) });
  const asPage = whole.getByRole('region', { name: 'Painel de indicadores' });
  await expect(asPage.getByRole('button', { name: 'Online: 2. Abrir a lista', exact: true })).toBeVisible();
  expect((await asPage.boundingBox())?.width).toBeGreaterThan(900);
  // The cards leave no hole.
  const headOf = (name: string) => asPage.getByRole('heading', { name }).boundingBox();
  const [desk, compared] = [await headOf('Mesa de alarmes'), await headOf('Conciliação')];
  expect(compared?.y).toBe(desk?.y);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/admin$/);

  await page.reload();
  await expect(dashboard).toBeVisible();
  // The devices': a map that was started and given up would have left its own. The land's is not made here.
  await expect.poll(() => page.workers().length).toBe(1);
  await toggle.click();
  await expect(dashboard).toHaveCount(0);
});

test('[DASH-05] [CHART-05] every kind of bar leads to its list, and closing it leads back', async ({
  page,
  server,
  admin,
}) => {
  const { email } = await layOut(server, admin);
  await openAs(page, server, email, '/admin');
  await page.getByRole('button', { name: 'Painel de indicadores', exact: true }).click();
  for (const [name, path, title] of [
    ['Ativos: 2', '/admin/chart/device?group=active', 'Dispositivos Cadastrados'],
    ['Online: 1', '/admin/chart/state?group=online', 'Status de Conexão'],
    ['Até 30 minutos: 1', '/admin/chart/communication?group=upTo30Minutes', 'Última Comunicação'],
    ['Caminhão, Online: 1', '/admin/chart/status?group=truck-online', 'Conexão dos Dispositivos'],
    ['Até 48 horas: 1', '/admin/chart/sinister?group=upTo48Hours', 'Sinistros abertos'],
  ] as const) {
    await barOf(page, name).click();
    await expect(page).toHaveURL(`${server.origin}${path}`);
    const chart = page.getByRole('main', { name: title });
    await expect(chart.getByRole('status')).toHaveText(new RegExp(`^${/\d+$/.exec(name)?.[0]} Resultados?$`));
    if (path.includes('sinister')) {
      for (const column of ['Número', 'Tipo', 'Aberto'])
        await expect(chart.getByRole('columnheader', { name: column })).toBeVisible();
      await expect(chart.getByRole('row').last()).toContainText(/Fala\d+Furtohá 1 dia/);
    }
    await chart.getByRole('button', { name: 'Fechar' }).click();
    await expect(page).toHaveURL(`${server.origin}/admin`);
    await expect(dashboardOf(page)).toBeVisible();
  }
});

test.describe('an English browser in the dark', () => {
  test.use({ locale: 'en-GB', colorScheme: 'dark' });

  test('[DASH-04] a figure that cannot be loaded says so and can be asked for again; the others stay', async ({
    page,
    server,
    admin,
  }) => {
    const email = `dashboard-en-${fresh()}@journey.local`;
    const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
    const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `Dark ${fresh()}` });
    await admin.link(user.id, device.id);
    await page.route('**/api/sinisters*', (route) => route.abort());
    await openAs(page, server, email, '/admin');
    await page.getByRole('button', { name: 'Dashboard', exact: true }).click();
    const dashboard = page.getByRole('region', { name: 'Dashboard' });
    await expect(dashboard.getByRole('button', { name: 'Never: 1. Open the list' })).toBeVisible();
    const retry = dashboard.getByRole('button', { name: 'Try again' });
    await expect(retry).toBeVisible({ timeout: 20_000 });
    expect(await seriousFindings(page)).toEqual([]);
    await page.unroute('**/api/sinisters*');
    await retry.click();
    await expect(dashboard.getByRole('button', { name: 'Over 72 hours: 0. Open the list' })).toBeVisible();
  });
});
