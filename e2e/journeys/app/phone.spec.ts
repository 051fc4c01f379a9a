/** Client and fleet on a phone, by touch (APP-02). */
import type { Api } from '@atalaia/fixtures/api';
import type { Locator, Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { makeFleet } from '../../fixtures/fleet.ts';
import { expect, fresh, imeiOf, moving, openAs, password, test } from '../../fixtures/journey.ts';
import { smallTargets } from '../../fixtures/look-of-screen.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';

const upright = { width: 390, height: 844 };
const sideways = { width: 844, height: 390 };
test.use({ ...moving, viewport: upright, hasTouch: true, isMobile: true });

const sheetOf = (page: Page) => page.getByRole('region', { name: 'Veículos e detalhes' });
const heightOf = async (sheet: Locator) => (await sheet.boundingBox())?.height ?? 0;

async function clientWithOneCar(admin: Api) {
  const number = fresh();
  const email = `celular-${number}@journey.local`;
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Onix ${number}` });
  // as every user of a customer is made
  const user = await admin.createUser({
    email,
    password,
    deviceReadonly: true,
    attributes: { profile: 'client' },
  });
  await admin.link(user.id, device.id);
  return { email, device, number };
}

test('[APP-02] [LIST-05] a client opens his one car, drags its sheet, is told when it leaves, and reaches all of his role', async ({
  page,
  server,
  admin,
}) => {
  const { email, device, number } = await clientWithOneCar(admin);
  // it drives as fast as a car can: a leap is taken for an error of the receiver
  const nowS = Math.round(Date.now() / 1000);
  const at = (secondsAgo: number, lat: number, speed: number) =>
    sendFromPhone(server, device.uniqueId, { lat, lon: -38.52, speed, timestamp: nowS - secondsAgo });
  await at(300, -3.73, 0);
  await openAs(page, server, email, '/client');
  const sheet = sheetOf(page);
  await expect(sheet.getByText(`Onix ${number}`).first()).toBeVisible();
  await expect(sheet).toHaveAttribute('data-height', 'half');
  await expect(sheet.getByRole('button', { name: 'Bloquear' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Compartilhar' })).toBeVisible();
  await expect(page.getByText(/\[F\d/)).toHaveCount(0);
  expect(await smallTargets(page)).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousFindings(page)).toEqual([]);
  }

  // three heights: a tap goes on to the next, a drag to where it is left
  const handle = sheet.getByRole('button', { name: /^Painel/ });
  const half = await heightOf(sheet);
  await handle.tap();
  await expect(sheet).toHaveAttribute('data-height', 'full');
  await expect.poll(() => heightOf(sheet)).toBeGreaterThan(half + 150);
  await handle.tap();
  await expect(sheet).toHaveAttribute('data-height', 'low');
  await expect.poll(() => heightOf(sheet)).toBeLessThan(half - 100);
  const box = await handle.boundingBox();
  if (!box) throw new Error('the sheet has no handle');
  await page.mouse.move(box.x + 100, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 100, box.y - 260, { steps: 12 });
  await page.waitForTimeout(700);
  await page.mouse.up();
  await expect(sheet).toHaveAttribute('data-height', 'half');

  await sheet.getByRole('button', { name: 'Avise-me' }).tap();
  const alerts = page.getByRole('dialog', { name: `Avise-me · Onix ${number}` });
  const anchor = alerts.getByRole('switch', { name: /^Sair daqui/ });
  await anchor.tap();
  await expect(anchor).toBeChecked();
  expect(await smallTargets(page)).toEqual([]);
  expect(await seriousFindings(page)).toEqual([]);
  const own = () =>
    admin.get<{ type: string; attributes: Record<string, unknown> }[]>('notifications?all=true');
  const anchors = async () =>
    (await own()).filter(
      ({ attributes }) => attributes.ownDeviceId === device.id && attributes.template === 'anchor',
    );
  expect(await anchors()).toMatchObject([{ type: 'geofenceExit' }]);
  await page.keyboard.press('Escape');
  await at(240, -3.73, 0);
  await at(120, -3.745, 30);
  await at(0, -3.76, 30);
  const told = page.getByRole('status').filter({ hasText: 'saiu do lugar da âncora' });
  await expect(told.filter({ hasText: `Onix ${number}` })).toBeVisible();
  // a toast is above the sheet, and beside what changes the map
  const [over, under] = [await told.boundingBox(), await sheet.boundingBox()];
  expect(over && under && over.y + over.height <= under.y).toBe(true);
  await sheet.getByRole('button', { name: 'Avise-me' }).tap();
  await anchor.tap();
  await expect(anchor).not.toBeChecked();
  await expect.poll(anchors).toEqual([]);
  // its area goes after it
  await expect
    .poll(async () => (await admin.get<{ name: string }[]>('geofences?all=true')).map(({ name }) => name))
    .not.toContain(`Âncora: Onix ${number}`);

  // a reminder of his own
  await alerts.getByLabel('O que fazer').fill(`Óleo ${number}`);
  await alerts.getByRole('button', { name: 'Criar lembrete' }).tap();
  await expect(page.getByText('Lembrete criado.')).toBeVisible();
  const linked = await admin.get<{ name: string }[]>(`maintenance?deviceId=${device.id}`);
  expect(linked.map(({ name }) => name)).toEqual([`Óleo ${number}`]);
  const due = alerts.getByRole('listitem').filter({ hasText: `Óleo ${number}` });
  await expect(due).toContainText('Em dia');
  await due.getByRole('button', { name: 'Registrar feita' }).tap();
  await page.getByRole('button', { name: 'Registrar', exact: true }).tap();
  await expect(due).toContainText('última em');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Abrir o menu' }).tap();
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await expect(menu.getByRole('button')).toHaveText([
    ...['Dispositivos', 'Notificações', 'Cercas', 'Novo Relatório', 'Sair'],
  ]);
  await menu.getByText('Mais', { exact: true }).tap();
  await expect(menu.getByRole('button', { name: 'Enviar Comando' })).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
});

test('[APP-02] twice as large a text hides nothing of a client’s home, and a phone held sideways has its sheet at the side', async ({
  page,
  server,
  admin,
}) => {
  const { email, device, number } = await clientWithOneCar(admin);
  await sendFromPhone(server, device.uniqueId, { lat: -3.73, lon: -38.52, speed: 0 });
  await openAs(page, server, email, '/client');
  const sheet = sheetOf(page);
  await expect(sheet.getByText(`Onix ${number}`).first()).toBeVisible();
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(upright.width);
  for (const name of ['Avise-me', 'Bloquear', 'Compartilhar']) {
    const button = sheet.getByRole('button', { name });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= upright.width, name).toBe(true);
  }
  expect(await seriousFindings(page)).toEqual([]);
  await page.evaluate(`document.documentElement.style.fontSize = ''`);

  await page.setViewportSize(sideways);
  await expect.poll(async () => (await sheet.boundingBox())?.height).toBeGreaterThan(300);
  const side = await sheet.boundingBox();
  expect(side).toMatchObject({ x: 0 });
  expect(side?.width).toBeLessThan(sideways.width * 0.6);
  expect(await smallTargets(page)).toEqual([]);
  expect(await seriousFindings(page)).toEqual([]);
});

test('[APP-02] [ERR-02] a fleet on a phone finds a vehicle, and what it types without a network is kept, discarded or saved once', async ({
  page,
  context,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `frota-celular-${number}@journey.local`;
  const user = await makeFleet(admin, email);
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Caminhão ${number}` });
  await admin.link(user.id, device.id);
  await sendFromPhone(server, device.uniqueId, { lat: -3.73, lon: -38.52, speed: 0 });
  await openAs(page, server, email, '/fleet');
  const sheet = sheetOf(page);
  await expect(sheet).toHaveAttribute('data-height', 'low');
  await sheet.getByRole('button', { name: /^Painel/ }).tap();
  await sheet.getByRole('searchbox').fill(`Caminhão ${number}`);
  await expect(sheet.getByRole('listitem')).toHaveCount(1);
  await sheet.getByRole('listitem').getByRole('button').tap();
  await expect(sheet.getByRole('button', { name: 'Bloquear' })).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Fechar', exact: true }).tap();

  await page.getByRole('button', { name: 'Abrir o menu' }).tap();
  await page
    .getByRole('navigation', { name: 'Menu principal' })
    .getByRole('button', { name: 'Notificações' })
    .tap();
  const list = page.getByRole('dialog', { name: 'Notificações' });
  await list.getByRole('button', { name: 'Adicionar', exact: true }).tap();
  await list.getByRole('combobox', { name: /^Tipo/ }).tap();
  await page.getByRole('option', { name: 'Ignição ligada' }).tap();
  const save = list.getByRole('button', { name: /^Salvar/ });
  // beside what is said of a channel that is not set up its name is in one line
  await expect(list.getByText('Este canal ainda não está configurado no servidor.').first()).toBeVisible();
  // of 44 px, as a thumb needs it
  expect((await list.getByText('E-mail', { exact: true }).boundingBox())?.height).toBeLessThan(50);
  await context.setOffline(true);
  await save.tap();
  await expect(list.getByRole('alert')).toContainText('Sem rede: nada foi enviado.');
  await context.setOffline(false);
  const made = async () =>
    (await admin.get<{ type: string }[]>(`notifications?userId=${user.id}`)).map(({ type }) => type);
  expect(await made()).toEqual([]);
  await list.getByRole('button', { name: 'Tentar de novo' }).tap();
  await expect.poll(made).toEqual(['ignitionOn']);

  await list.getByRole('button', { name: 'Adicionar', exact: true }).tap();
  await list.getByRole('combobox', { name: /^Tipo/ }).tap();
  await page.getByRole('option', { name: 'Ignição desligada' }).tap();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).tap();
  expect(await made()).toEqual(['ignitionOn']);
});
