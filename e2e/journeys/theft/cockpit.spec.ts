import type { Api } from '@atalaia/fixtures/api';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { actsOf, countActs } from '../../fixtures/counted-acts.ts';
import { connectGt06 } from '../../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { createCustomer } from '../../fixtures/open-case.ts';

const place = { latitude: -3.73187, longitude: -38.52672 };
const minuteMs = 60_000;

/** An operator of the desk who sees a vehicle of a customer with contacts, and its second tracker. */
async function scene(admin: Api) {
  const number = fresh();
  const plate = `CKP${String(number).slice(-4)}`;
  const customer = await createCustomer(admin, `Dona ${number}`);
  const operator = await admin.createUser({
    ...{ email: `op-${number}@journey.local`, password, name: 'Ana Operadora' },
    attributes: { profile: 'central' },
  });
  const device = await admin.createDevice({
    ...{ uniqueId: imeiOf(number), name: `Levado ${number}`, customerId: customer.id, category: 'car' },
    attributes: { plate },
  });
  await admin.link(operator.id, device.id);
  await admin.put(`customers/${customer.id}/contacts`, {
    contacts: [
      { name: 'Dona Ana', role: 'Titular', phones: [{ number: '+55 85 98888-0001', whatsapp: true }] },
      { name: 'Seu Zé', role: 'Motorista', phones: [{ number: '+55 85 98888-0002', whatsapp: false }] },
    ],
  });
  return { number, plate, customer, operator, device };
}

async function openTheft(admin: Api, deviceId: number, customerId: number, minutesAgo: number) {
  return (await admin.post('sinisters/open', {
    ...{ deviceId, customerId, openingType: 'robbery', openingDescription: 'Rendido na saída do banco' },
    openingDate: new Date(Date.now() - minutesAgo * minuteMs).toISOString(),
    openingAddress: 'Rua Padre Valdevino, 77 – Fortaleza',
    ...{ openingLatitude: place.latitude, openingLongitude: place.longitude },
  })) as { readonly id: number };
}

const timelineOf = (page: Page) => page.getByRole('list', { name: 'Linha do tempo' });
const watchersOf = (page: Page) =>
  page.getByRole('list', { name: 'Quem está olhando' }).getByRole('listitem');

test('[COCK-01] [COCK-03] [SIN-09] two people keep the screen of a theft open: what one does, what the tracker sends and who looks is there for both at once', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const { operator, device, customer, number } = await scene(admin);
  const supervisor = await admin.createUser({
    ...{ email: `sup-${number}@journey.local`, password, name: 'Bia Supervisora' },
    attributes: { profile: 'central' },
  });
  await admin.link(supervisor.id, device.id);
  const tracker = await connectGt06(server, device.uniqueId, {
    onCommand: () => 'Cut off the fuel supply: Success!',
  });
  await tracker.sendPosition({ fixTimeMs: Date.now() - minuteMs, ...place, speedKph: 0, ignition: true });
  const { id } = await openTheft(admin, device.id, customer.id, 10);
  const address = `/admin/sinisters/${id}`;
  await openAs(page, server, operator.email, address);
  await expect(page.getByRole('heading', { name: /Sinistro nº/ })).toBeFocused();
  const context = await browser.newContext();
  const second = await context.newPage();
  await openAs(second, server, supervisor.email, address);
  await expect(watchersOf(page)).toHaveText([/Ana Operadora/, /Bia Supervisora/]);
  await expect(watchersOf(second)).toHaveCount(2);

  // Of the tracker: its speed stands on both, and the way grows.
  await tracker.sendPosition({
    ...{ fixTimeMs: Date.now(), latitude: place.latitude + 0.01, longitude: place.longitude },
    ...{ speedKph: 63, ignition: true },
  });
  for (const one of [page, second])
    await expect(one.getByRole('region', { name: 'Agora' })).toContainText('63 km/h');
  await expect
    .poll(() => page.evaluate('window.__atalaiaMap.state().shownSinister.placeCount'))
    .toBeGreaterThanOrEqual(2);

  // Of the first hour: one click, and a number that is typed.
  const hour = (one: Page) => one.getByRole('region', { name: 'Primeira hora' });
  await page.getByRole('button', { name: 'Marcar como feito: Polícia acionada (190)' }).click();
  await expect(hour(second).getByRole('listitem').filter({ hasText: '(190)' })).toContainText('+10:');
  await page.getByRole('button', { name: 'Nº: Boletim de ocorrência' }).click();
  await page.getByLabel('Número ou protocolo: Boletim de ocorrência').fill('BO 77/2026');
  await page.keyboard.press('Enter');
  await expect(hour(second)).toContainText('BO 77/2026');
  await expect(hour(second).getByRole('heading')).toContainText('2/7');
  await second.getByRole('button', { name: 'Desfazer: Polícia acionada (190)' }).click();
  await expect(hour(page).getByRole('heading')).toContainText('1/7');

  // An occurrence takes the live position's address in one click, and stands in full before everybody.
  await page.getByRole('button', { name: 'Ocorrência', exact: true }).click();
  const form = page.getByRole('form', { name: 'Adicionar ocorrência' });
  await form.getByRole('combobox', { name: /Categoria/ }).click();
  await page.getByRole('option', { name: 'Polícia no local' }).click();
  await form.getByRole('button', { name: 'Usar o endereço da posição atual' }).click();
  await expect(form.getByLabel('Endereço')).not.toHaveValue('');
  expect(await seriousFindings(page)).toEqual([]);
  const said = 'Viatura 1402 no local; o motorista foi ouvido e passa bem.';
  await form.getByLabel('Descrição *').fill(said);
  await form.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(timelineOf(second)).toContainText(said);
  await expect(second.getByTitle('Última ocorrência há')).toBeVisible();

  // The request to block, with who asked for it.
  await page.getByRole('button', { name: 'Bloquear', exact: true }).click();
  const blocking = page.getByRole('dialog', { name: 'Bloquear' });
  await blocking.getByRole('combobox', { name: 'Motivo' }).click();
  await page.getByRole('option', { name: 'Roubo' }).click();
  await blocking.getByRole('radio', { name: 'Bloquear quando parar' }).check();
  expect(await seriousFindings(page)).toEqual([]);
  await blocking.getByRole('button', { name: 'Bloquear', exact: true }).click();
  await expect(blocking).toBeHidden();
  await expect(timelineOf(second)).toContainText('Bloqueio pedido (Roubo): Aguardando parar');
  await expect(hour(second).getByRole('listitem').first()).toContainText('Ana Operadora');
  await expect(second.getByText('Bloqueio: Aguardando parar')).toBeVisible();

  // Every part of it, by day and at night.
  for (const tab of ['Pronta resposta', 'Polícia', 'Linha do tempo']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    expect(await seriousFindings(page)).toEqual([]);
  }
  await second.emulateMedia({ colorScheme: 'dark' });
  expect(await seriousFindings(second)).toEqual([]);

  // Closing ends it for both; who leaves looks no more.
  await second.getByRole('button', { name: 'Sair da tela do caso' }).click();
  await expect(watchersOf(page)).toHaveText([/Ana Operadora/]);
  await expect(second.getByRole('complementary', { name: 'Painel de eventos e sinistros' })).toBeVisible();
  await second.getByRole('tab', { name: /Sinistro/ }).click();
  await second.getByRole('link', { name: /^Abrir a tela do caso/ }).click();
  await expect(watchersOf(page)).toHaveCount(2);
  await context.close();
  await tracker.close();
});

test('[COCK-01] [DESK-15] from the phone’s ring to block, contacts and incident on one screen', async ({
  page,
  server,
  admin,
}) => {
  const { operator, device, plate } = await scene(admin);
  const tracker = await connectGt06(server, device.uniqueId, { onCommand: () => 'ok' });
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, speedKph: 40, ignition: true });
  await openAs(page, server, operator.email, '/admin');
  await page.getByRole('button', { name: /^Novo Comando/ }).waitFor();

  await countActs(page);
  const ringMs = Date.now();
  await page.keyboard.press('F4');
  const call = page.getByRole('dialog', { name: 'Novo atendimento' });
  await expect(call.getByLabel('Placa, telefone, CPF/CNPJ ou nome')).toBeFocused();
  await page.keyboard.type(plate);
  await expect(call.getByRole('radio', { name: new RegExp(`Levado.*${plate}`) })).toBeChecked();
  await page.keyboard.press('Enter');
  const work = page.getByRole('complementary', { name: 'Atendimento do alarme' });
  await work.getByRole('group', { name: 'Abrir caso' }).getByRole('button', { name: 'Roubo' }).click();
  await expect(page.getByRole('heading', { name: /Sinistro nº/ })).toContainText(plate);
  await expect(page.getByRole('button', { name: 'Bloquear', exact: true })).toBeVisible();
  const contacts = page.getByRole('region', { name: 'Contatos' });
  await expect(contacts).toContainText('Dona Ana');
  await expect(contacts.getByTitle(/^Ligar/).first()).toHaveAttribute('href', 'tel:+5585988880001');
  await expect(page.getByRole('region', { name: 'Agora' })).toContainText('40 km/h');
  const tookMs = Date.now() - ringMs;
  // the plate is one act, however many letters it has
  const acts = (await actsOf(page)) - plate.length + 1;
  const figure = `${acts} acts, ${(tookMs / 1000).toFixed(1)} s`;
  test
    .info()
    .annotations.push({ type: 'from the ring to block, contacts and incident', description: figure });
  console.log(figure);
  expect(acts).toBeLessThanOrEqual(6);
  await expect(timelineOf(page)).toContainText('Roubo informado');

  // The call that somebody answered is the owner reached.
  await contacts.getByRole('button', { name: 'Atendeu', exact: true }).first().click();
  const reached = page
    .getByRole('region', { name: 'Primeira hora' })
    .getByRole('listitem')
    .filter({ hasText: 'Proprietário contatado' });
  await expect(reached).toContainText('pela ligação');
  await expect(timelineOf(page)).toContainText('Ligação para Dona Ana: Atendeu');
  await tracker.close();
});

test('[COCK-01] who does not see the vehicle is told so, and a client has no such screen', async ({
  page,
  server,
  admin,
}) => {
  const { device, customer, number } = await scene(admin);
  const { id } = await openTheft(admin, device.id, customer.id, 1);
  const stranger = await admin.createUser({
    ...{ email: `stranger-${number}@journey.local`, password, attributes: { profile: 'central' } },
  });
  await openAs(page, server, stranger.email, `/admin/sinisters/${id}`);
  await expect(page.getByText('Não há este caso, ou você não vê o veículo dele.')).toBeVisible();
  const client = await admin.createUser({ email: `client-${number}@journey.local`, password });
  await admin.link(client.id, device.id);
  await openAs(page, server, client.email, `/admin/sinisters/${id}`);
  await expect(page).toHaveURL(/\/client/);
  const status = await page.evaluate<number>(
    `fetch('/api/sinisters/${id}/cockpit', { headers: { authorization: 'Bearer ' + sessionStorage.getItem('atalaia.token') } }).then(({ status }) => status)`,
  );
  expect(status).toBe(403);
});
