import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/universal';
import { seriousFindings } from '../fixtures/axe.ts';
import { beforeDrivenDevice, drivenDevice, minuteMs } from '../fixtures/drive.ts';
import { expect, fresh, openAs, password, test } from '../fixtures/journey.ts';
import { mapBox } from '../fixtures/map-probe.ts';

/** As a form of a person in Fortaleza has it, three hours behind UTC. */
const typed = (ms: number) => {
  const [, year, month, day, time] =
    /^(\d+)-(\d+)-(\d+)T(\d\d:\d\d)/.exec(new Date(ms - 180 * minuteMs).toISOString()) ?? [];
  return `${day}/${month}/${year} ${time}`;
};

interface ShownReport {
  readonly placeCount: number;
  readonly isRinged: boolean;
  readonly marks: readonly {
    readonly row: number;
    readonly kind: string;
    readonly x: number;
    readonly y: number;
  }[];
}

const onMap = (page: Page) => page.evaluate<ShownReport>('window.__atalaiaMap.report()');

test('[REP-01] [REP-02] [REP-04] [REP-05] [REP-06] [REP-07] [REP-08] [MAP-10] [ROUTE-06] [ROUTE-08] trips are asked for, chosen in table and map, sorted, kept in a link, exported, put into a window and closed', async ({
  page,
  server,
  admin,
}) => {
  const { device, endMs } = await beforeDrivenDevice(page, server, admin);

  await page.getByRole('button', { name: 'Novo Relatório' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo Relatório' });
  await dialog.getByLabel('Tipo de relatório').first().click();
  const kinds = ['Rota', 'Eventos', 'Viagens', 'Paradas', 'Resumo', 'Gráfico'];
  await expect(page.getByRole('option').filter({ hasText: new RegExp(`^(${kinds.join('|')})$`) })).toHaveText(
    kinds,
  );
  await page.getByRole('option', { name: 'Viagens' }).click();
  await dialog.getByLabel('Período').first().click();
  await page.getByRole('option', { name: 'Personalizado' }).click();
  await dialog.getByRole('textbox', { name: 'Data inicial' }).fill(typed(endMs));
  await dialog.getByRole('textbox', { name: 'Data final' }).fill(typed(endMs + 90 * minuteMs));
  await dialog.getByRole('button', { name: 'Mostrar', exact: true }).click();
  await expect(dialog.getByText('Este campo é obrigatório!')).toBeVisible();
  await expect(dialog.getByText('Informe um momento que já passou.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Data final' }).fill(typed(endMs - 10 * minuteMs));
  await expect(dialog.getByText('A data inicial deve vir antes da final.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Data inicial' }).fill(typed(endMs - 180 * minuteMs));
  await dialog.getByLabel('Dispositivos').first().fill(device.name);
  await page.getByRole('option', { name: `${device.uniqueId} · ${device.name}` }).click();
  await dialog.getByRole('switch', { name: 'Mostrar marcadores' }).check();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Mostrar', exact: true }).click();

  await expect(page).toHaveURL(/\/admin\/reports\?.*markers=true#trip$/);
  const report = page.getByRole('region', { name: 'Histórico de Viagens' });
  const row = (at: number) => report.locator('tbody tr[id]').nth(at);
  await expect(report).toContainText('2 linhas');
  await expect(row(0)).toContainText(device.name);
  expect((await row(0).boundingBox())?.height).toBe(45);
  await expect(report.locator('tfoot')).toContainText('Total');
  // beside the right panel there is room for the short names alone
  await expect(report.getByRole('button', { name: 'Vel. máxima' })).toBeVisible();
  await expect(report.getByRole('button', { name: 'Velocidade máxima' })).toHaveCount(0);

  // the map shows all marks between its legend and the table
  const legend = await page.getByRole('list', { name: 'Legenda' }).boundingBox();
  await expect
    .poll(async () => {
      const [box, table] = [await mapBox(page), await report.boundingBox()];
      const [top, bottom] = [(legend?.y ?? 0) + (legend?.height ?? 0), table?.y ?? 0];
      return (await onMap(page)).marks.filter(({ y }) => box.y + y > top && box.y + y < bottom).length;
    })
    .toBe(4);
  // a mark chooses its row, and the row's trip is drawn
  const end = async () => {
    const found = (await onMap(page)).marks.find(({ row, kind }) => row === 1 && kind === 'end');
    const box = await mapBox(page);
    if (!found) throw new Error('the second trip has no mark');
    return { x: box.x + found.x, y: box.y + found.y };
  };
  // the map may still be on its way to all of the marks
  await expect(async () => {
    const { x, y } = await end();
    await page.mouse.move(x, y);
    await expect(page.locator('.ol-viewport')).toHaveCSS('cursor', 'pointer', { timeout: 1000 });
  }).toPass({ timeout: 20_000 });
  const at = await end();
  await page.mouse.click(at.x, at.y);
  await expect(row(1)).toHaveAttribute('aria-selected', 'true');
  await expect.poll(async () => (await onMap(page)).placeCount).toBeGreaterThan(5);
  await row(0).click();
  await expect(row(1)).toHaveAttribute('aria-selected', 'false');
  await expect.poll(async () => (await onMap(page)).isRinged).toBe(true);

  // sorted, with other columns, and the same after a reload
  const first = (await row(0).textContent()) ?? '';
  await report.getByRole('button', { name: 'Início' }).click();
  await report.getByRole('button', { name: 'Início' }).click();
  await expect(report.getByRole('columnheader', { name: 'Início' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(row(1)).toHaveText(first);
  await report.getByRole('button', { name: 'Colunas' }).click();
  await page.getByRole('checkbox', { name: 'Endereço final' }).uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(report).toContainText('2 linhas');
  await expect(report.getByRole('columnheader', { name: 'Endereço inicial' })).toBeVisible();
  await expect(report.getByRole('columnheader', { name: 'Endereço final' })).toHaveCount(0);

  // the spreadsheet holds what the screen shows
  const download = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Exportar planilha' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('relatorio.xlsx');
  const [head = [], ...cells] = await readSheet(new Uint8Array(readFileSync(await saved.path())).buffer);
  const distanceAt = head.indexOf('Distância (km)');
  const shownKm = ((await row(0).textContent()) ?? '').match(/(\d+,\d\d) km/)?.[1]?.replace(',', '.');
  expect(Number(shownKm)).toBeGreaterThan(5);
  expect(Number(cells[0]?.[distanceAt])).toBeCloseTo(Number(shownKm), 1);

  // without a mail server the wish to have it mailed is refused in words
  await report.getByRole('button', { name: 'Enviar por e-mail' }).click();
  await expect(page.getByText('Não foi possível realizar sua solicitação!')).toBeVisible();

  // in a window that is moved and never smaller than it can be used
  await report.getByRole('button', { name: 'Abrir em uma janela' }).click();
  const before = await report.boundingBox();
  const grip = report.getByRole('button', { name: 'Mover a janela (setas do teclado)' });
  // it lies neither over the menu nor over the map's tools
  const menu = await page.getByRole('navigation', { name: 'Menu principal' }).boundingBox();
  expect(before?.x).toBeGreaterThanOrEqual((menu?.x ?? 0) + (menu?.width ?? 0));
  const tools = await page.getByRole('region', { name: 'Ferramentas do mapa' }).boundingBox();
  expect((before?.x ?? 0) + (before?.width ?? 0)).toBeLessThanOrEqual(tools?.x ?? 0);
  await grip.press('ArrowLeft');
  await expect.poll(async () => (await report.boundingBox())?.x).toBe((before?.x ?? 0) - 16);
  const corner = report.getByRole('button', { name: 'Redimensionar a janela (setas do teclado)' });
  for (let n = 0; n < 20; n += 1) await corner.press('ArrowLeft');
  for (let n = 0; n < 10; n += 1) await corner.press('ArrowUp');
  await expect.poll(async () => report.boundingBox()).toMatchObject({ width: 600, height: 302 });
  await expect(row(0)).toContainText(device.name);
  expect(await seriousFindings(page)).toEqual([]);
  await report.getByRole('button', { name: 'Prender abaixo do mapa' }).click();

  // the dialog opens with this filter, and closing clears the map
  await report.getByRole('button', { name: 'Selecionar dispositivo' }).click();
  await expect(dialog).toContainText(device.name);
  await expect(dialog.getByRole('textbox', { name: 'Data inicial' })).toHaveValue(
    typed(endMs - 180 * minuteMs),
  );
  await page.keyboard.press('Escape');
  await report.getByRole('button', { name: 'Fechar' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(report).toHaveCount(0);
  await expect.poll(() => onMap(page)).toMatchObject({ placeCount: 0, marks: [], isRinged: false });
});

test('[REP-02] [REP-05] [REP-07] [ROUTE-06] a client on a phone of 360 px, in English: an empty period is widened, an event shows its place, a broken link says so', async ({
  page,
  server,
  admin,
}) => {
  const { device, endMs } = await drivenDevice(server, admin);
  const email = `phone-reports-${fresh()}@journey.local`;
  const user = await admin.createUser({ email, password });
  await admin.link(user.id, device.id);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => localStorage.setItem('atalaia.language', 'en'));
  await openAs(page, server, email, '/client');

  const instant = (minutesAgo: number) => new Date(endMs - minutesAgo * minuteMs).toISOString();
  await page.goto(`${server.origin}/client?deviceId=${device.id}&from=${instant(3)}&to=${instant(2)}#event`);
  const report = page.getByRole('region', { name: 'Event History' });
  await expect(report).toContainText('No data in this period.');
  await report.getByRole('button', { name: 'Widen to 1 day' }).click();
  await expect(page).toHaveURL(/\/client\?.*#event$/);
  const moving = report.getByRole('row', { name: /Ignition on/ }).first();
  await moving.click();
  await expect(moving).toHaveAttribute('aria-selected', 'true');
  await expect.poll(async () => (await onMap(page)).isRinged).toBe(true);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  expect(await seriousFindings(page)).toEqual([]);

  await page.goto(`${server.origin}/client?deviceId=${device.id}#route`);
  await expect(page.getByText('Invalid data for type Route')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(/\/client$/);
});
