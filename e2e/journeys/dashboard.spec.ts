import { seriousFindings } from '../fixtures/axe.ts';
import { expect, fresh, imeiOf, password, signIn, test } from '../fixtures/journey.ts';
import { openCase } from '../fixtures/open-case.ts';
import { sendFromPhone } from '../fixtures/phone.ts';

const place = { lat: -3.73187, lon: -38.52672 };

test('[DASH-01] [DASH-04] [DASH-05] [DASH-06] the dashboard counts live beside the device, and every kind of bar leads to its list and back', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `dashboard-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const make = async (name: string, more: object) => {
    const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name, ...more });
    await admin.link(user.id, device.id);
    return device;
  };
  const speaking = await make(`Fala ${number}`, { category: 'truck' });
  const quiet = await make(`Cala ${number}`, { category: 'truck' });
  await make(`Parado ${number}`, { disabled: true });
  await sendFromPhone(server, speaking.uniqueId, place);
  await openCase(admin, speaking.id, 30);
  await signIn(page, server, email, /\/admin$/);

  const toggle = page.getByRole('button', { name: 'Painel de indicadores' });
  await toggle.click();
  const dashboard = page.getByRole('region', { name: 'Painel de indicadores' });
  const bar = (name: string) => dashboard.getByRole('button', { name: `${name}. Abrir a lista`, exact: true });
  // Disabled counts as inactive, and is left out of connection and communication.
  for (const name of [
    'Ativos: 2',
    'Inativos: 1',
    'Online: 1',
    'Até 30 minutos: 1',
    'Nunca: 1',
    'Até 48 horas: 1',
  ])
    await expect(bar(name)).toBeVisible();
  await expect(bar('Caminhão, Online: 1')).toBeVisible();
  await expect(dashboard.getByText(/^Atualizado em \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)).toHaveCount(5);
  expect(await seriousFindings(page)).toEqual([]);

  // Live, without asking anybody.
  await sendFromPhone(server, quiet.uniqueId, place);
  for (const name of ['Online: 2', 'Até 30 minutos: 2', 'Nunca: 0', 'Caminhão, Online: 2'])
    await expect(bar(name)).toBeVisible();

  // Beside the device's panel, not over it.
  await page.getByRole('region', { name: 'Dispositivos', exact: true }).getByText(speaking.name).click();
  const details = page.getByRole('region', { name: `Detalhes de ${speaking.name}` });
  const panel = await details.boundingBox();
  const beside = await dashboard.boundingBox();
  expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
  await details.getByRole('button', { name: 'Fechar', exact: true }).click();

  for (const [name, path, title] of [
    ['Ativos: 2', '/admin/chart/device?group=active', 'Dispositivos Cadastrados'],
    ['Online: 2', '/admin/chart/state?group=online', 'Status de Conexão'],
    ['Até 30 minutos: 2', '/admin/chart/communication?group=upTo30Minutes', 'Última Comunicação'],
    ['Caminhão, Online: 2', '/admin/chart/status?group=truck-online', 'Conexão dos Dispositivos'],
    ['Até 48 horas: 1', '/admin/chart/sinister?group=upTo48Hours', 'Sinistros abertos'],
  ] as const) {
    await bar(name).click();
    await expect(page).toHaveURL(`${server.origin}${path}`);
    const chart = page.getByRole('region', { name: title });
    await expect(chart.getByRole('status')).toHaveText(`${/\d+$/.exec(name)?.[0]} Resultados`);
    await chart.getByRole('button', { name: 'Fechar' }).click();
    await expect(page).toHaveURL(`${server.origin}/admin`);
    await expect(dashboard).toBeVisible();
  }

  await page.reload();
  await expect(dashboard).toBeVisible();
  await toggle.click();
  await expect(dashboard).toHaveCount(0);
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
    await signIn(page, server, email, /\/admin$/);
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
