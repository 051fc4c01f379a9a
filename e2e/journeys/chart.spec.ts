import { readFileSync } from 'node:fs';
import { seriousFindings } from '../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../fixtures/journey.ts';
import { zoomOf } from '../fixtures/map-probe.ts';
import { sendFromPhone } from '../fixtures/phone.ts';

const place = { lat: -3.73187, lon: -38.52672 };
const devicesOrPositions = /\/api\/(devices|positions)\?/;

test('[CHART-02] [CHART-03] [CHART-04] [CHART-05] [ROUTE-07] a list is chosen, narrowed, downloaded, and leads to its devices', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `chart-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const make = async (name: string) => {
    const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name, category: 'car' });
    await admin.link(user.id, device.id);
    return device;
  };
  const formula = await make('=1+1 Caminhão');
  const never = await make('Nunca visto');
  await sendFromPhone(server, formula.uniqueId, place);
  await openAs(page, server, email, '/admin/chart/device');

  let chart = page.getByRole('main', { name: 'Dispositivos Cadastrados' });
  const rows = page.getByRole('rowgroup').last().getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(chart.getByRole('columnheader')).toHaveText([
    'Categoria',
    'Nome',
    'Data do servidor',
    'Data do dispositivo',
    'Data do GPS',
    'Endereço',
  ]);
  await expect(rows.filter({ hasText: never.name })).toContainText('D/ND/ND/N-');
  await expect(rows.filter({ hasText: formula.name })).toContainText(/\d\d\/\d\d\/\d{4} - \d\d:\d\d:\d\d/);
  await expect(chart.getByRole('status')).toHaveText('2 Resultados');
  expect(await seriousFindings(page)).toEqual([]);

  const group = chart.getByRole('combobox', { name: 'Escolha um status' });
  await expect(group).toHaveAttribute('placeholder', 'Escolha um status');
  await group.click();
  await page.getByRole('option', { name: 'Inativos' }).click();
  await expect(page).toHaveURL(/\/admin\/chart\/device\?group=inactive$/);
  await expect(chart.getByText('Nenhum dispositivo neste grupo.')).toBeVisible();
  await chart.getByRole('combobox', { name: 'Tipo de gráfico' }).click();
  await page.getByRole('option', { name: 'Última Comunicação' }).click();
  await expect(page).toHaveURL(/\/admin\/chart\/communication$/);
  chart = page.getByRole('main', { name: 'Última Comunicação' });

  await chart.getByRole('searchbox', { name: 'Filtrar por nome' }).fill('CAMINHÃO');
  await expect(rows).toHaveCount(1);
  const download = page.waitForEvent('download');
  await chart.getByRole('button', { name: 'Baixar planilha' }).click();
  const sheet = await download;
  expect(sheet.suggestedFilename()).toBe('Última Comunicação.xlsx');
  expect(
    readFileSync(await sheet.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');

  // Where nothing was ever heard there is nowhere to go.
  await page.goto(`${server.origin}/admin/chart/communication?group=never`);
  await expect(rows).toHaveCount(1);
  await expect(rows.getByRole('button')).toHaveCount(0);
  await rows.first().click();
  await expect(page).toHaveURL(/group=never$/);
  // Nor is there a button to be on: the list itself takes the keyboard.
  const list = chart.getByRole('group', { name: 'Última Comunicação' });
  await list.focus();
  await expect(list).toBeFocused();
  await expect(chart.getByRole('heading', { level: 1 })).toHaveText('Última Comunicação');
  expect(await seriousFindings(page)).toEqual([]);

  // What is heard leaves the list by itself; then it leads to the device.
  await sendFromPhone(server, never.uniqueId, place);
  await expect(chart.getByRole('status')).toHaveText('0 Resultado');
  await page.goto(`${server.origin}/admin/chart/state?group=online`);
  await rows.getByRole('button', { name: never.name }).click();
  await expect(page).toHaveURL(`${server.origin}/admin/events/devices/${never.id}`);
  await expect.poll(() => zoomOf(page)).toBe(18);
  await expect(page.getByRole('region', { name: `Detalhes de ${never.name}` })).toBeVisible();
});

test.describe('an English browser in the dark', () => {
  test.use({ locale: 'en-GB', colorScheme: 'dark' });

  test('[CHART-01] [CHART-05] [ERR-03] reads the same list, is told when it fails, and closing leads home', async ({
    page,
    server,
    admin,
  }) => {
    const email = `chart-en-${fresh()}@journey.local`;
    const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
    const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `Dark ${fresh()}` });
    await admin.link(user.id, device.id);
    await openAs(page, server, email, '/admin/chart/status');
    const chart = page.getByRole('main', { name: 'Device Connection' });
    await expect(chart.getByRole('status')).toHaveText('1 result');
    await expect(chart.getByText(device.name)).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);

    // What fails says so, and comes by itself once it can.
    await page.route(devicesOrPositions, (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await expect(chart.getByRole('alert')).toContainText('Could not be loaded');
    await expect(chart.getByText('Loading...')).toHaveCount(0);
    await expect(chart.getByRole('button', { name: 'Download spreadsheet' })).toBeDisabled();
    expect(await seriousFindings(page)).toEqual([]);
    await page.unroute(devicesOrPositions);
    await expect(chart.getByText(device.name)).toBeVisible({ timeout: 15_000 });
    await expect(chart.getByRole('alert')).toHaveCount(0);
    await expect(chart.getByRole('button', { name: 'Download spreadsheet' })).toBeEnabled();

    await chart.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(`${server.origin}/admin`);
  });
});
