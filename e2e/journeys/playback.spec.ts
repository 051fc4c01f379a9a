import { seriousFindings } from '../fixtures/axe.ts';
import { beforeDrivenDevice, minuteMs } from '../fixtures/drive.ts';
import { expect, test } from '../fixtures/journey.ts';

test('[KEPT-02] [REP-01] [REP-10] [MAP-10] a route is drawn over time and played back: chart, map, stops and events go with the time', async ({
  page,
  server,
  admin,
}) => {
  const { device, endMs } = await beforeDrivenDevice(page, server, admin);
  const period = new URLSearchParams({
    deviceId: String(device.id),
    from: new Date(endMs - 180 * minuteMs).toISOString(),
    to: new Date(endMs).toISOString(),
  });
  await page.goto(`${server.origin}/admin/reports?${period}#chart`);

  // any number of the rows, in the person's units; the cursor's place is the map's
  const chart = page.getByRole('slider', { name: 'Gráfico' });
  const figure = page.getByRole('figure', { name: 'Gráfico' });
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuenow', '1');
  await expect(figure).toContainText(/Velocidade ?33,3\d? km\/h/);
  await expect.poll(() => page.evaluate('window.__atalaiaMap.report().isRinged')).toBe(true);
  await page
    .getByRole('combobox', { name: 'Valores no gráfico' })
    .or(page.getByLabel('Valores no gráfico'))
    .first()
    .click();
  await page.getByRole('option', { name: 'Altitude' }).click();
  await expect(figure).toContainText('Altitude');
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Reproduzir o trajeto' }).click();
  await expect(page).toHaveURL(/#playback$/);
  const time = page.getByRole('slider', { name: 'Instante do trajeto' });
  const startMs = endMs - 120 * minuteMs;
  // where the chart's cursor stood
  await expect(time).toHaveValue(String(startMs + minuteMs));
  await page.getByLabel('Velocidade da reprodução').first().click();
  await page.getByRole('option', { name: '1200×' }).click();
  await page.getByRole('button', { name: 'Pular paradas' }).click();
  await page.getByRole('button', { name: 'Reproduzir', exact: true }).click();
  await expect.poll(async () => Number(await time.inputValue())).toBeGreaterThan(startMs + 20 * minuteMs);
  await expect(page.getByRole('button', { name: 'Reproduzir', exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await expect(time).toHaveValue(String(endMs - 43 * minuteMs));
  const shown = await page.evaluate<{ marks: { kind: string }[] }>('window.__atalaiaMap.report()');
  expect(shown.marks.some(({ kind }) => kind === 'stop')).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);

  // the day before is another address, and empty
  await page.getByRole('button', { name: 'Dia anterior' }).click();
  await expect(page.getByText('Nenhum dado neste período.', { exact: false })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Fechar' }).first().click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('[KEPT-02] the day of a device is played back from its panel', async ({ page, server, admin }) => {
  const { device } = await beforeDrivenDevice(page, server, admin);
  await page.goto(`${server.origin}/admin/events/devices/${device.id}`);
  await page.getByRole('button', { name: 'Reproduzir', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/reports\\?deviceId=${device.id}&.*#playback$`));
  await expect(page.getByRole('slider', { name: 'Instante do trajeto' })).toBeVisible();
});
