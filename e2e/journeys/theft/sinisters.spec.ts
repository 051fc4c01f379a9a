import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { pngImage, readPdf } from '@atalaia/fixtures/files';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { bytesOf } from '../../fixtures/downloaded.ts';
import { connectGt06 } from '../../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { createCustomer } from '../../fixtures/open-case.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';

const place = { latitude: -3.73187, longitude: -38.52672 };

interface ShownSinister {
  readonly deviceId: number;
  readonly opening: { readonly latitude: number } | null;
  readonly last: { readonly latitude: number } | null;
  readonly placeCount: number;
}

const sinisterOnMap = (page: Page) =>
  page.evaluate<ShownSinister | null>('window.__atalaiaMap.state().shownSinister');

const cardOf = (page: Page, plate: string) =>
  page
    .getByRole('list', { name: /^(Sinistros abertos|Open incidents)$/ })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: new RegExp(plate) }) });

test('[PANEL-06] [SHELL-04] [SHELL-06] [SIN-01] [SIN-02] [SIN-03] [SIN-04] [SIN-05] [SIN-12] [SIN-14] [SIN-15] a case goes from its draft to its closing before the eyes of every operator, on card and map', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `sinister-${number}@journey.local`;
  const customer = await createCustomer(admin, `Dona ${number}`);
  const user = await admin.createUser({
    email,
    password,
    customerId: customer.id,
    attributes: { profile: 'central' },
  });
  const plate = `QRS${String(number).slice(-4)}`;
  const device = await admin.createDevice({
    uniqueId: imeiOf(number),
    name: `Roubado ${number}`,
    attributes: { plate },
  });
  await admin.link(user.id, device.id);
  const tracker = await connectGt06(server, device.uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now() - 60_000, ...place });

  const context = await browser.newContext({ locale: 'en-GB', colorScheme: 'dark' });
  const other = await context.newPage();
  await openAs(page, server, email, '/admin');
  await openAs(other, server, email, '/admin');
  await other.getByRole('tab', { name: /Incident/ }).click();
  await expect(other.getByText('No open incidents.')).toBeVisible();

  // The panel begins the one draft; what is typed stays while another tab is in front.
  await page.goto(`${server.origin}/admin/events/devices/${device.id}`);
  const panel = page.getByRole('region', { name: `Detalhes de ${device.name}` });
  await panel.getByRole('button', { name: 'Abrir Sinistro' }).click();
  const draft = page.getByRole('form', { name: 'Novo Sinistro' });
  await expect(draft).toContainText(plate);
  await draft.getByLabel('Hora de abertura *').fill('2570');
  await draft.getByRole('button', { name: 'Abrir sinistro' }).click();
  await expect(draft.getByText('Este campo é obrigatório!')).toHaveCount(3);
  await expect(draft.getByText('Informe uma hora válida.')).toBeVisible();
  await expect(draft.getByRole('combobox', { name: /^Cliente/ })).toBeFocused();
  await draft.getByLabel('Descrição *').fill('Levado na porta de casa');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('tab', { name: /Eventos/ }).click();
  await expect(draft).toBeHidden();
  await panel.getByRole('button', { name: 'Abrir Sinistro' }).click();
  await expect(page.getByText('Já existe um sinistro em rascunho.')).toBeVisible();
  await expect(draft).toHaveCount(1);
  await expect(draft.getByLabel('Descrição *')).toHaveValue('Levado na porta de casa');

  // Given up: the list is requested again and the events are in front.
  const reloaded = page.waitForResponse((response) => /\/api\/sinisters$/.test(response.url()));
  await draft.getByRole('button', { name: 'Cancelar' }).click();
  await reloaded;
  await expect(page.getByRole('tab', { name: /Eventos/, selected: true })).toBeVisible();

  // Begun anew from the tab, about a device that is chosen there.
  await page.getByRole('tab', { name: /Sinistro/ }).click();
  await page.getByRole('button', { name: 'Novo Sinistro' }).click();
  await page.getByRole('combobox', { name: /De qual dispositivo/ }).fill(device.name);
  await page.getByRole('option', { name: `· ${device.name}` }).click();
  await expect(draft.getByLabel('Descrição *')).toHaveValue('');
  await draft.getByRole('combobox', { name: /^Cliente/ }).fill(String(number).slice(-6));
  await page.getByRole('option', { name: `Dona ${number}` }).click();
  await draft.getByRole('combobox', { name: /Tipo de abertura/ }).click();
  await page.getByRole('option', { name: 'Roubo' }).click();
  await draft.getByLabel('Hora de abertura *').fill('0001');
  await expect(draft.getByLabel('Hora de abertura *')).toHaveValue('00:01');
  await draft.getByLabel('Descrição *').fill('Levado na porta de casa');
  await draft.getByRole('button', { name: 'Abrir sinistro' }).click();
  await expect(page.getByText('Sinistro Aberto com Sucesso')).toBeVisible();
  await expect(draft).toBeHidden();

  const [opened] = await admin.get<Sinister[]>(`sinisters?deviceId=${device.id}`);
  expect(opened).toMatchObject({
    openingType: 'robbery',
    openingDescription: 'Levado na porta de casa',
    customerId: customer.id,
    openedBy: email,
  });
  expect(opened?.openingLatitude).toBeCloseTo(place.latitude, 4);

  // Its card is unfolded, its colour that of its age, and the map shows where it was opened and where the vehicle is.
  const card = cardOf(page, plate);
  await expect(card.getByRole('button', { expanded: true })).toContainText('Roubo');
  await expect(card).toHaveAttribute('data-tone', 'upTo24Hours');
  await expect(card).toContainText('(85) 3333-0000');
  await expect(page.getByRole('group', { name: `Sinistro nº ${opened?.number}` })).toContainText('Abertura');
  await expect.poll(() => sinisterOnMap(page)).toMatchObject({ deviceId: device.id, placeCount: 1 });
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, latitude: -3.74, speedKph: 40 });
  await expect.poll(async () => (await sinisterOnMap(page))?.last?.latitude).toBeCloseTo(-3.74, 3);
  expect((await sinisterOnMap(page))?.opening?.latitude).toBeCloseTo(place.latitude, 4);

  // The other operator has the card without requesting it, and adds to it.
  const theirs = cardOf(other, plate);
  await theirs.getByRole('button', { name: /Robbery/ }).click();
  await theirs.getByRole('button', { name: 'Add occurrence' }).click();
  const occurrence = theirs.getByRole('form', { name: 'Add occurrence' });
  await occurrence.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(occurrence.getByText('This field is required!')).toHaveCount(2);
  await occurrence.getByRole('combobox', { name: /Category/ }).click();
  await other.getByRole('option', { name: 'Police at the scene' }).click();
  await occurrence.getByLabel('Description *').fill('Viatura chegou à rua às dez e isolou o local');
  const input = occurrence.locator('input[type=file]');
  await input.setInputFiles({ name: 'a.webp', mimeType: 'image/webp', buffer: Buffer.from('RIFF') });
  await expect(occurrence.getByText('Choose a PNG or JPEG image.')).toBeVisible();
  await input.setInputFiles({ name: 'local.png', mimeType: 'image/png', buffer: pngImage(60, 40) });
  await expect(occurrence.getByAltText('Chosen image')).toBeVisible();
  expect(await seriousFindings(other)).toEqual([]);
  await occurrence.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(other.getByText('Occurrence Added Successfully')).toBeVisible();
  await expect(occurrence).toBeHidden();

  // In short on the timeline of both, whole with its image when requested.
  const timeline = card.getByRole('list', { name: 'Histórico' });
  await expect(timeline).toContainText('Viatura chegou à rua…');
  await timeline.getByRole('button', { name: 'Mostrar mais' }).click();
  const whole = page.getByRole('dialog', { name: 'Ocorrência' });
  await expect(whole).toContainText('Viatura chegou à rua às dez e isolou o local');
  await expect(whole).toContainText('Polícia no local');
  await expect(whole).toContainText(email);
  const image = whole.getByRole('img', { name: 'Imagem' });
  await expect.poll(() => image.evaluate((shown: { naturalWidth: number }) => shown.naturalWidth)).toBe(60);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(whole).toBeHidden();

  // By type; and the panel leads back to the card, whatever hid it.
  await page.getByRole('combobox', { name: 'Filtrar por tipo' }).click();
  await page.getByRole('option', { name: 'Furto' }).click();
  await expect(page.getByText('Nenhum sinistro aberto destes tipos.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /Eventos/ }).click();
  await expect.poll(() => sinisterOnMap(page)).toBeNull();
  await panel.getByRole('button', { name: 'Sinistro Aberto' }).click();
  await expect(card.getByRole('button', { expanded: true })).toBeVisible();
  await expect.poll(() => sinisterOnMap(page)).not.toBeNull();

  // Closed by one, gone for both.
  await card.getByRole('button', { name: 'Fechar sinistro' }).click();
  const closing = card.getByRole('form', { name: 'Fechar sinistro' });
  await closing.getByRole('button', { name: 'Fechar sinistro' }).click();
  await expect(closing.getByText('Este campo é obrigatório!')).toHaveCount(3);
  await closing.getByRole('combobox', { name: /Tipo de fechamento/ }).click();
  await page.getByRole('option', { name: 'Veículo não localizado' }).click();
  await closing.getByLabel('Endereço de fechamento *').fill('Pátio da central');
  await closing.getByLabel('Descrição do fechamento *').fill('Buscas encerradas');
  await closing.getByRole('switch', { name: 'Veículo danificado' }).check();
  await closing.getByRole('button', { name: 'Fechar sinistro' }).click();
  await expect(page.getByText('Sinistro Fechado com Sucesso')).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect(theirs).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'Abrir Sinistro' })).toBeVisible();
  await expect.poll(() => sinisterOnMap(page)).toBeNull();
  await tracker.close();

  // The table: a closed row gives its report and says how it ended.
  await other.goto(`${server.origin}/admin/manage/sinister`);
  await other.getByRole('searchbox').fill(plate);
  const row = other.getByRole('row').filter({ hasText: plate });
  await expect(row.locator('[data-tone=alarm]')).toHaveText('Closed');
  const downloading = other.waitForEvent('download');
  await row.getByRole('button', { name: /^Download report/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('relatorio.pdf');
  const pdf = readPdf(await bytesOf(download));
  expect(pdf.text).toContain(plate);
  expect(pdf.imageCount).toBe(1);
  await row.click();
  await other.getByRole('button', { name: 'Incident details' }).click();
  await expect(other.getByRole('region', { name: 'Closing' })).toContainText('Vehicle not found');
  await expect(other.getByRole('region', { name: 'Closing' })).toContainText('Buscas encerradas');
  expect(await seriousFindings(other)).toEqual([]);
  await context.close();
});

test('[SIN-06] [SIN-09] [SIN-11] [ROLE-06] an open row leads to the events of its device; who may only read is offered no form, and a refused one says so', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const plate = `RDO${String(number).slice(-4)}`;
  const customer = await createCustomer(admin, `Leitor ${number}`);
  const device = await admin.createDevice({
    uniqueId: imeiOf(number),
    name: `Somente leitura ${number}`,
    customerId: customer.id,
    attributes: { plate },
  });
  await sendFromPhone(server, device.uniqueId, { lat: place.latitude, lon: place.longitude });
  const opened = await admin.post<Sinister>('sinisters/open', {
    deviceId: device.id,
    customerId: customer.id,
    openingDate: new Date(Date.now() - 50 * 3_600_000).toISOString(),
    openingType: 'theft',
    openingDescription: 'Furtado do pátio',
  });
  const people = [
    { email: `reader-${number}@journey.local`, readonly: true },
    { email: `writer-${number}@journey.local`, readonly: false },
  ];
  for (const person of people) {
    const user = await admin.createUser({ ...person, password, attributes: { profile: 'central' } });
    await admin.link(user.id, device.id);
  }
  await openAs(page, server, people[0]?.email ?? '', '/admin/manage/sinister');
  const row = page.getByRole('row').filter({ hasText: plate });
  await expect(row.locator('[data-tone=upTo72Hours]')).toHaveText('Aberto');
  for (const size of ['10', '50', 'Todos']) await expect(page.getByText(size, { exact: true })).toBeVisible();
  await row.click();
  await page.getByRole('button', { name: 'Detalhes do sinistro' }).click();
  await expect(page.getByRole('region', { name: 'Informações essenciais' })).toContainText(
    'Furtado do pátio',
  );
  await expect(page.getByText('Nenhuma ocorrência registrada ainda.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Adicionar ocorrência' })).toHaveCount(0);
  await row.getByRole('button', { name: /^Ver eventos do dispositivo/ }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/events/devices/${device.id}$`));
  await page.getByRole('tab', { name: /Sinistro/ }).click();
  await expect(cardOf(page, plate)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Novo Sinistro' })).toHaveCount(0);

  // Who may write, while the case is closed behind his back before he is told.
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await openAs(page, server, people[1]?.email ?? '', '/admin');
  await page.getByRole('tab', { name: /Sinistro/ }).click();
  const card = cardOf(page, plate);
  await card.getByRole('button', { name: /Furto/ }).click();
  await card.getByRole('button', { name: 'Adicionar ocorrência' }).click();
  const form = card.getByRole('form', { name: 'Adicionar ocorrência' });
  await form.getByRole('combobox', { name: /Categoria/ }).click();
  await page.getByRole('option', { name: 'Apoio a caminho' }).click();
  await form.getByLabel('Descrição *').fill('Equipe a caminho');
  const refusal = { code: 'sinister-closed', message: 'closed', requestId: 'r' };
  await page.route(`**/api/sinisters/${opened.id}/occurrences`, (route) =>
    route.fulfill({ status: 400, json: refusal }),
  );
  await form.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(form.getByRole('alert')).toContainText('Este sinistro já foi fechado');
  await expect(page.getByText('Erro ao tentar criar Ocorrência', { exact: true })).toBeVisible();
  await expect(form.getByLabel('Descrição *')).toHaveValue('Equipe a caminho');
  const fields = [{ path: 'occurrenceDate', message: 'must lie between the year 2000 and now' }];
  await page.unroute(`**/api/sinisters/${opened.id}/occurrences`);
  await page.route(`**/api/sinisters/${opened.id}/occurrences`, (route) =>
    route.fulfill({ status: 400, json: { ...refusal, code: 'invalid-input', details: { fields } } }),
  );
  await form.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(form.getByText('O servidor não aceitou este valor.')).toBeVisible();
});

test.describe('a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('[SIN-12] [PANEL-01] [SIN-01] where no tab lists sinisters a dialog holds all of one, and shows it on the map', async ({
    page,
    server,
    admin,
  }) => {
    const number = fresh();
    const email = `owner-${number}@journey.local`;
    const customer = await createCustomer(admin, `Dono ${number}`);
    const user = await admin.createUser({ email, password });
    const device = await admin.createDevice({
      uniqueId: imeiOf(number),
      name: `Levado ${number}`,
      customerId: customer.id,
    });
    await admin.link(user.id, device.id);
    await sendFromPhone(server, device.uniqueId, { lat: place.latitude, lon: place.longitude, speed: 0 });
    await openAs(page, server, email, '/client');
    await page
      .getByRole('button', { name: new RegExp(device.name) })
      .first()
      .click();
    const panel = page.getByRole('region', { name: `Detalhes de ${device.name}` });
    await expect(panel.getByTitle('Velocidade', { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(panel.getByRole('button', { name: 'Liberar' })).toBeInViewport({ ratio: 1 });

    await panel.getByRole('button', { name: 'Abrir Sinistro' }).click();
    const opening = page.getByRole('dialog', { name: 'Novo Sinistro' });
    await opening.getByRole('combobox', { name: /Tipo de abertura/ }).click();
    await page.getByRole('option', { name: 'Furto' }).click();
    await opening.getByLabel('Descrição *').fill('Sumiu do estacionamento');
    await opening.getByRole('button', { name: 'Abrir sinistro' }).click();
    await expect(page.getByText('Sinistro Aberto com Sucesso')).toBeVisible();

    await panel.getByRole('button', { name: 'Sinistro Aberto' }).click();
    const dialog = page.getByRole('dialog', { name: /^Sinistro nº/ });
    await expect(dialog).toContainText('Sumiu do estacionamento');
    await expect(dialog).toContainText('Furto');
    await expect(dialog.getByRole('button', { name: 'Adicionar ocorrência' })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Ver no mapa' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => sinisterOnMap(page)).toMatchObject({ deviceId: device.id });
    await page
      .getByRole('group', { name: /^Sinistro nº/ })
      .getByRole('button', { name: 'Fechar' })
      .click();
    await expect.poll(() => sinisterOnMap(page)).toBeNull();
  });
});
