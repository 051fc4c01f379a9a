import { pngImage, readPdf } from '@atalaia/fixtures/files';
import type { Locator, Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/universal';
import { bytesOf } from '../../fixtures/downloaded.ts';
import { connectGt06 } from '../../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { untilLive } from '../../fixtures/map-probe.ts';
import { createCustomer } from '../../fixtures/open-case.ts';

const place = { latitude: -3.73187, longitude: -38.52672 };
const minuteMs = 60_000;

test('[PANEL-03] [PANEL-06] [SIN-05] [SIN-09] [SIN-11] [SIN-13] [REP-08] [CMD-05] from the alarm of a tracker to the report of the day: the case is opened, the vehicle blocked, told of, closed, printed, and its trip exported', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `end-${number}@journey.local`;
  const plate = `FIM${String(number).slice(-4)}`;
  const customer = await createCustomer(admin, `Dona ${number}`);
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({
    uniqueId: imeiOf(number),
    name: `Do alarme ao fim ${number}`,
    customerId: customer.id,
    attributes: { plate },
  });
  await admin.link(user.id, device.id);
  const received: string[] = [];
  const tracker = await connectGt06(server, device.uniqueId, {
    onCommand(text) {
      received.push(text);
      return 'Cut off the fuel supply: Success!';
    },
  });
  const startMs = Date.now() - 60 * minuteMs;
  await openAs(page, server, email, '/admin');
  await untilLive(page);

  // It stood, drove for a quarter of an hour, stood again; then somebody presses its button.
  for (let minute = 0; minute < 35; minute += 1) {
    const driven = Math.min(Math.max(minute - 6, 0), 15);
    const drives = minute >= 6 && minute < 21;
    await tracker.sendPosition({
      fixTimeMs: startMs + minute * minuteMs,
      ...place,
      latitude: place.latitude + driven * 0.0054,
      speedKph: drives ? 36 : 0,
      ignition: drives,
    });
  }
  const stored = { ...place, latitude: place.latitude + 15 * 0.0054, ignition: false };
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...stored, alarm: 'sos' });
  await page
    .getByRole('list', { name: 'Alarmes por tratar' })
    .getByRole('button', { name: /^SOS\/Pânico/ })
    .click();
  await expect(page.getByRole('complementary', { name: 'Atendimento do alarme' })).toContainText(device.name);

  await page.goto(`${server.origin}/admin/events/devices/${device.id}`);
  const panel = page.getByRole('region', { name: `Detalhes de ${device.name}` });
  await panel.getByRole('button', { name: 'Abrir Sinistro' }).click();
  const draft = page.getByRole('form', { name: 'Novo Sinistro' });
  await draft.getByRole('combobox', { name: /Tipo de abertura/ }).click();
  await page.getByRole('option', { name: 'Roubo' }).click();
  await draft.getByLabel('Descrição *').fill('Rendido na saída do banco');
  await draft.getByRole('button', { name: 'Abrir sinistro' }).click();
  await expect(page.getByText('Sinistro Aberto com Sucesso')).toBeVisible();

  // Blocked: the tracker is told in its own words, answers, and says by itself that it is.
  await panel.getByRole('button', { name: 'Bloquear' }).click();
  const blocking = page.getByRole('dialog', { name: 'Bloquear' });
  await blocking.getByRole('combobox', { name: 'Motivo' }).click();
  await page.getByRole('option', { name: 'Roubo' }).click();
  await blocking.getByRole('button', { name: 'Bloquear' }).click();
  await expect(page.getByText('Comando enviado ao equipamento.')).toBeVisible();
  await expect.poll(() => received).toEqual(['Relay,1#']);
  await expect(panel.getByRole('status')).toContainText('Cut off the fuel supply: Success!');
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...stored, blocked: true, alarm: 'sos' });
  await expect(panel.locator('[data-tone]').filter({ hasText: /^Bloqueado$/ })).toBeVisible();

  const card = page.getByRole('list', { name: 'Sinistros abertos' }).getByRole('listitem').first();
  await tell(page, card, 'Polícia no local', 'Viatura chegou ao local');
  await tell(page, card, 'Equipamento encontrado desinstalado', 'Equipamento arrancado do painel', true);
  await expect(card.getByRole('list', { name: 'Histórico' }).getByRole('listitem')).toHaveCount(2);

  await card.getByRole('button', { name: 'Fechar sinistro' }).click();
  const closing = card.getByRole('form', { name: 'Fechar sinistro' });
  await closing.getByRole('combobox', { name: /Tipo de fechamento/ }).click();
  await page.getByRole('option', { name: 'Veículo recuperado' }).click();
  await closing.getByLabel('Endereço de fechamento *').fill('Rua do Achado, 9');
  await closing.getByLabel('Descrição do fechamento *').fill('Devolvido ao dono');
  // everybody hears of it, he too, before the answer comes
  await page.route('**/api/sinisters/*/close', async (route) => {
    const response = await route.fetch();
    await expect(closing).toBeHidden();
    await route.fulfill({ response });
  });
  await closing.getByRole('button', { name: 'Fechar sinistro' }).click();
  await expect(page.getByText('Sinistro Fechado com Sucesso')).toBeVisible();
  await tracker.close();

  // Its report, from the table of cases.
  await page.goto(`${server.origin}/admin/manage/sinister`);
  const row = page.getByRole('row').filter({ hasText: plate });
  const printing = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Baixar relatório/ }).click();
  const printed = await printing;
  expect(printed.suggestedFilename()).toBe('relatorio.pdf');
  const { text, pageCount, imageCount } = readPdf(await bytesOf(printed));
  for (const message of [
    plate,
    device.name,
    `Dona ${number}`,
    'Rendido na saída do banco',
    'Viatura chegou ao local',
    'Equipamento arrancado do painel',
    'Veículo recuperado',
    'Devolvido ao dono',
    `Página ${pageCount} de ${pageCount}`,
  ]) {
    expect(text).toContain(message);
  }
  expect(imageCount).toBe(1);

  // The trips of that day: what the screen shows is what the spreadsheet holds.
  const period = new URLSearchParams({
    deviceId: String(device.id),
    from: new Date(startMs - 10 * minuteMs).toISOString(),
    to: new Date().toISOString(),
  });
  await page.goto(`${server.origin}/admin/reports?${period}#trip`);
  const grid = page.getByRole('grid', { name: 'Histórico de Viagens' });
  const trip = grid.getByRole('row').filter({ hasText: device.name });
  await expect(trip).toHaveCount(1);
  // a column may have two lines
  const titles = await grid
    .getByRole('columnheader')
    .getByRole('button')
    .evaluateAll((all) => all.map((head) => (head.querySelector('[data-full]') ?? head).textContent));
  const cells = await trip.getByRole('gridcell').evaluateAll((all) =>
    all.flatMap((cell) => {
      const second = cell.querySelector('small')?.textContent;
      const whole = cell.textContent;
      return second ? [whole.slice(0, -second.length), second] : [whole];
    }),
  );
  const exporting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar planilha' }).click();
  const exported = await exporting;
  expect(exported.suggestedFilename()).toBe('relatorio.xlsx');
  const [heads = [], values = []] = await readSheet(new Blob([await bytesOf(exported)]));
  expect(titles.length).toBeGreaterThan(8);
  expect(cells.length).toBe(titles.length);
  for (const [at, title] of titles.entries()) {
    const column = heads.findIndex((head) => head === title || String(head).startsWith(`${title} (`));
    expect(column, `${title} is in the spreadsheet`).toBeGreaterThanOrEqual(0);
    expectSame(cells[at] ?? '', values[column], title);
  }
  expect(cells.join(' ')).toMatch(/\b[89],\d\d km/);
});

/** Adds an occurrence to the unfolded card. */
async function tell(page: Page, card: Locator, category: string, description: string, withImage = false) {
  await card.getByRole('button', { name: 'Adicionar ocorrência' }).click();
  const form = card.getByRole('form', { name: 'Adicionar ocorrência' });
  await form.getByRole('combobox', { name: /Categoria/ }).click();
  await page.getByRole('option', { name: category }).click();
  await form.getByLabel('Descrição *').fill(description);
  if (withImage) {
    const buffer = pngImage(320, 200);
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'painel.png', mimeType: 'image/png', buffer });
    await expect(form.getByAltText('Imagem escolhida')).toBeVisible();
  }
  await form.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(form).toBeHidden();
}

/** A cell of the screen, in words and units, against the value of the spreadsheet. */
function expectSame(shown: string, value: unknown, title: string) {
  const text = shown.trim();
  if (value === null || value === undefined) expect(text, title).toMatch(/^(-|D\/N)?$/);
  else if (value instanceof Date) {
    // a sheet's dates are fractions of days: a whole second may be read as a hair less
    const seconds = Math.round(value.getTime() / 1000);
    const [day = '', clock = ''] = new Date(seconds * 1000).toISOString().split('T');
    expect(text, title).toBe(`${day.split('-').reverse().join('/')} - ${clock.slice(0, 8)}`);
  } else if (typeof value === 'number') {
    const number = Number(/[\d.,]+/.exec(text)?.[0].replaceAll('.', '').replace(',', '.'));
    expect(number, title).toBeCloseTo(value, 1);
  } else expect(text, title).toBe(String(value).trim());
}
