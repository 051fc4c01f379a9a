import type { Sinister } from '@atalaia/contract/sinister';
import type { Api } from '@atalaia/fixtures/api';
import { seriousFindings } from '../fixtures/axe.ts';
import { expect, fresh, imeiOf, password, signIn, test } from '../fixtures/journey.ts';
import { sendFromPhone } from '../fixtures/phone.ts';

const place = { lat: -3.73187, lon: -38.52672, speed: 0 };

/** A customer with what is required of one, as the administrator registers him. */
function createCustomer(admin: Api, name: string) {
  return admin.post<{ id: number; name: string }>('customers', {
    cpfCnpj: '52998224725',
    type: 'F',
    name,
    street: 'Rua A',
    number: '1',
    neighborhood: 'Centro',
    city: 'Fortaleza',
    state: 'CE',
    postalCode: '60311280',
    phone: '8533334444',
    notificationEmail: 'dona@journey.local',
    category: 'client',
    status: 'active',
  });
}

test('[PANEL-06] [SHELL-04] [SHELL-06] [SIN-12] [SIN-14] [SIN-15] a sinister opened from the panel is in the tab of every operator, until it is closed', async ({
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
  await sendFromPhone(server, device.uniqueId, place);

  const context = await browser.newContext({ locale: 'en-GB', colorScheme: 'dark' });
  const other = await context.newPage();
  await signIn(page, server, email, /\/admin$/);
  await signIn(other, server, email, /\/admin$/);
  await other.getByRole('tab', { name: /Sinister/ }).click();
  await expect(other.getByText('No open sinister.')).toBeVisible();

  await page.goto(`${server.origin}/admin/events/devices/${device.id}`);
  const panel = page.getByRole('region', { name: `Detalhes de ${device.name}` });
  await panel.getByRole('button', { name: 'Abrir Sinistro' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo Sinistro' });
  await expect(dialog).toContainText(plate);
  await dialog.getByLabel('Hora de abertura *').fill('2570');
  await dialog.getByRole('button', { name: 'Abrir sinistro' }).click();
  await expect(dialog.getByText('Este campo é obrigatório!')).toHaveCount(3);
  await expect(dialog.getByText('Informe uma hora válida.')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await dialog.getByRole('combobox', { name: /^Cliente/ }).fill(String(number).slice(-6));
  await page.getByRole('option', { name: customer.name }).click();
  await dialog.getByRole('combobox', { name: /Tipo de abertura/ }).click();
  await page.getByRole('option', { name: 'Roubo' }).click();
  await dialog.getByLabel('Hora de abertura *').fill('0001');
  await expect(dialog.getByLabel('Hora de abertura *')).toHaveValue('00:01');
  await dialog.getByLabel('Descrição *').fill('Levado na porta de casa');
  await dialog.getByRole('button', { name: 'Abrir sinistro' }).click();
  await expect(page.getByText('Sinistro Aberto com Sucesso')).toBeVisible();
  await expect(dialog).toBeHidden();

  const [opened] = await admin.get<Sinister[]>(`sinisters?deviceId=${device.id}`);
  expect(opened).toMatchObject({
    openingType: 'robbery',
    openingDescription: 'Levado na porta de casa',
    customerId: customer.id,
    openingLatitude: place.lat,
    openingLongitude: place.lon,
    openedBy: email,
  });

  // The panel leads to the card, which was brought to the front and unfolded; elsewhere the card came by itself.
  const cards = page.getByRole('list', { name: 'Sinistros abertos' });
  const card = cards.getByRole('listitem').filter({ hasText: plate });
  await expect(card.getByRole('button', { expanded: true })).toContainText('Roubo');
  await expect(card).toContainText('Levado na porta de casa');
  await expect(card).toContainText('(85) 3333-4444');
  const theirs = other
    .getByRole('list', { name: 'Open sinisters' })
    .getByRole('listitem')
    .filter({ hasText: plate });
  await expect(theirs).toContainText('Robbery');
  expect(await seriousFindings(other)).toEqual([]);

  // By type.
  const filter = page.getByRole('combobox', { name: 'Filtrar por tipo' });
  await filter.click();
  await page.getByRole('option', { name: 'Furto' }).click();
  await expect(page.getByText('Nenhum sinistro aberto destes tipos.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /Eventos/ }).click();
  await panel.getByRole('button', { name: 'Sinistro Aberto' }).click();
  await expect(card.getByRole('button', { expanded: true })).toBeVisible();

  // Their card leads to the device.
  await theirs.getByRole('button', { name: /Robbery/ }).click();
  await theirs.getByRole('button', { name: "See the device's events" }).click();
  await expect(other.getByRole('region', { name: `Details of ${device.name}` })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Sinister Open' })).toBeVisible();

  const closing = {
    id: opened?.id,
    closingDate: new Date().toISOString(),
    closingType: 'vehicleFound',
    vehicleDamaged: false,
    closingAddress: 'Pátio',
    closingDescription: 'Encontrado',
  };
  const closed = await fetch(`${server.origin}/api/sinisters/${opened?.id}/close`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(closing),
  });
  expect(closed.status).toBe(200);
  await expect(theirs).toHaveCount(0);
  await expect(card).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'Abrir Sinistro' })).toBeVisible();
  await context.close();
});

test.describe('a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('[SIN-12] [PANEL-01] where no tab lists sinisters a dialog tells what is essential, and the panel hides nothing', async ({
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
    await sendFromPhone(server, device.uniqueId, place);
    await admin.post('sinisters/open', {
      deviceId: device.id,
      customerId: customer.id,
      openingDate: new Date().toISOString(),
      openingType: 'theft',
      openingDescription: 'Sumiu do estacionamento',
    });
    await signIn(page, server, email, /\/client$/);
    await page
      .getByRole('button', { name: new RegExp(device.name) })
      .first()
      .click();
    const panel = page.getByRole('region', { name: `Detalhes de ${device.name}` });
    await expect(panel.getByTitle('Velocidade', { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(panel.getByRole('button', { name: 'Liberar' })).toBeInViewport({ ratio: 1 });
    await panel.getByRole('button', { name: 'Sinistro Aberto' }).click();
    const dialog = page.getByRole('dialog', { name: /^Sinistro nº/ });
    await expect(dialog).toContainText('Sumiu do estacionamento');
    await expect(dialog).toContainText('Furto');
    expect(await seriousFindings(page)).toEqual([]);
  });
});
