import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { connectGt06 } from '../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../fixtures/journey.ts';
import { createMonitor } from '../fixtures/monitor.ts';
import { openCase } from '../fixtures/open-case.ts';
import { sendFromPhone } from '../fixtures/phone.ts';
import { fieldOf, formOf, openByMenu, rowOf, searchOf } from '../fixtures/resource-list.ts';

test.use({ drawsLand: true });

const place = { latitude: -3.73187, longitude: -38.52672 };
const notSent = 'Sem rede: nada foi enviado. O que você digitou continua aqui.';

/** The network is back, and what was waiting for it has had its time: the page has heard from the server again. */
async function backOnline(page: Page, context: BrowserContext) {
  const settings = page.waitForResponse((response) => response.ok() && response.url().includes('/api/'));
  await context.setOffline(false);
  await page.evaluate("fetch('/api/server')");
  await settings;
}

/** Changes to `path` get no answer, and do not arrive, until the way is free again. */
async function hang(page: Page, path: string) {
  const held: Route[] = [];
  await page.route(path, (route) => {
    if (route.request().method() === 'GET') return route.continue();
    held.push(route);
  });
  return {
    count: () => held.length,
    /** Lets through what the page has not taken back. */
    async release() {
      await page.unroute(path);
      await Promise.allSettled(held.map((route) => route.continue()));
    },
  };
}

test('[ERR-02] [LIST-06] a save without a network is refused at once, kept and saved once with the next try; what is discarded is never sent', async ({
  page,
  context,
  server,
  admin,
}) => {
  const tag = `Rede ${fresh()}`;
  const { email } = await createMonitor(admin);
  await openAs(page, server, email, '/admin');
  await openByMenu(page, 'Motoristas');
  const drivers = async () =>
    (await admin.get<{ name: string }[]>(`drivers?all=true&keyword=${encodeURIComponent(tag)}`)).map(
      ({ name }) => name,
    );
  const fill = async (name: string) => {
    await page.getByRole('button', { name: 'Adicionar [F1]' }).click();
    await fieldOf(page, 'Nome').fill(name);
    await fieldOf(page, 'Identificador').fill(`N${fresh()}`);
  };
  const refusal = formOf(page).getByRole('alert');
  const discard = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click();
    await expect(formOf(page)).toHaveCount(0);
  };

  await fill(`${tag} guardado`);
  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'Conexão ao vivo perdida' })).toBeVisible();
  await page.keyboard.press('F8');
  await expect(refusal).toContainText(notSent);
  await expect(page.getByText('Gravando…')).toHaveCount(0);
  await expect(fieldOf(page, 'Nome')).toHaveValue(`${tag} guardado`);
  expect(await seriousFindings(page)).toEqual([]);
  await backOnline(page, context);
  expect(await drivers()).toEqual([]);
  await refusal.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Seus dados foram salvos' })).toBeVisible();
  expect(await drivers()).toEqual([`${tag} guardado`]);

  await fill(`${tag} descartado`);
  await context.setOffline(true);
  await page.keyboard.press('F8');
  await expect(refusal).toContainText(notSent);
  await expect(page.getByText('A lista não pôde ser atualizada.')).toBeVisible();
  await expect(rowOf(page, `${tag} guardado`)).toBeVisible();
  await discard();
  await backOnline(page, context);
  expect(await drivers()).toEqual([`${tag} guardado`]);

  // No answer comes: one may stop waiting, and what was typed stays; who discards it takes it back.
  const hanging = await hang(page, '**/api/drivers');
  await fill(`${tag} sem resposta`);
  await page.keyboard.press('F8');
  await expect(page.getByText('Gravando…')).toBeVisible();
  await page.getByRole('button', { name: 'Não esperar mais' }).click();
  await expect(refusal).toContainText('não houve resposta, e a alteração pode ter sido feita');
  await expect(fieldOf(page, 'Nome')).toHaveValue(`${tag} sem resposta`);
  await refusal.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Gravando…')).toBeVisible();
  await discard();
  await expect(page.getByText('A tela foi fechada antes da resposta do servidor')).toBeVisible();
  expect(hanging.count()).toBe(2);
  await hanging.release();
  await page.reload();
  await expect(rowOf(page, `${tag} guardado`)).toBeVisible();
  expect(await drivers()).toEqual([`${tag} guardado`]);
});

test('[ERR-02] [LIST-06] what was done before its answer was lost is not done twice by the next try', async ({
  page,
  server,
  admin,
}) => {
  const tag = `Resposta ${fresh()}`;
  const { email } = await createMonitor(admin);
  await openAs(page, server, email, '/admin');
  await openByMenu(page, 'Grupos');
  const groups = async () =>
    (await admin.get<{ name: string }[]>('groups?all=true')).filter(({ name }) => name.startsWith(tag));
  const losesAnswers = async (route: Route) => {
    if (route.request().method() === 'GET') return route.continue();
    await route.fetch();
    await route.abort();
  };
  const form = formOf(page);

  await page.route('**/api/groups', losesAnswers, { times: 1 });
  await page.keyboard.press('F1');
  await fieldOf(page, 'Nome').fill(`${tag} um`);
  await page.keyboard.press('F8');
  await expect(form.getByRole('alert')).toContainText(
    'não houve resposta, e a alteração pode ter sido feita',
  );
  expect(await groups()).toHaveLength(1);
  await form.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Seus dados foram salvos' })).toBeVisible();
  expect(await groups()).toHaveLength(1);

  // What was changed meanwhile is not taken for the same, nor made beside it.
  await page.route('**/api/groups', losesAnswers, { times: 1 });
  await page.keyboard.press('F1');
  await fieldOf(page, 'Nome').fill(`${tag} dois`);
  await page.keyboard.press('F8');
  await expect(form.getByRole('alert')).toContainText('não houve resposta');
  await fieldOf(page, 'Nome').fill(`${tag} três`);
  await page.keyboard.press('F8');
  await expect(form.getByRole('alert')).toContainText('valeu como estava. Esta não foi enviada');
  expect((await groups()).map(({ name }) => name).sort()).toEqual([`${tag} dois`, `${tag} um`]);
});

test('[ERR-02] [ERR-03] a list that cannot be read without a network says so, and comes by itself when it is back', async ({
  page,
  context,
  server,
  admin,
}) => {
  const tag = `Volta ${fresh()}`;
  await admin.post('drivers', { name: tag, uniqueId: `V${fresh()}` });
  const email = `back-${fresh()}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  await openAs(page, server, email, '/admin');
  await openByMenu(page, 'Motoristas');
  await context.setOffline(true);
  await searchOf(page).fill(tag);
  // the map under the list may have a failure of its own
  const list = page.getByRole('main').filter({ has: searchOf(page) });
  const failed = list.getByRole('alert').filter({ hasText: 'Não foi possível carregar' });
  await expect(failed).toContainText('Sem rede. Quando ela voltar, tudo é carregado de novo.');
  await expect(failed.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await context.setOffline(false);
  await expect(rowOf(page, tag)).toBeVisible();
  await expect(failed).toHaveCount(0);
});

test('[ERR-02] [LIST-03] a removal without a network is refused in its question alone, and the list stays though it cannot be read again', async ({
  page,
  context,
  server,
  admin,
}) => {
  const tag = `Fica ${fresh()}`;
  await admin.post('drivers', { name: tag, uniqueId: `F${fresh()}` });
  const email = `stays-${fresh()}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  await openAs(page, server, email, '/admin');
  await openByMenu(page, 'Motoristas');
  await searchOf(page).fill(tag);
  await rowOf(page, tag).click();
  await page.getByRole('button', { name: /^Remover/ }).click();
  const question = page.getByRole('dialog');
  const remove = question.getByRole('button', { name: 'Remover' });
  await expect(remove).toBeEnabled();
  await context.setOffline(true);
  await remove.click();
  await expect(question.getByRole('alert')).toContainText('Sem rede: nada foi enviado.');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  const notRenewed = page.getByRole('alert').filter({ hasText: 'A lista não pôde ser atualizada.' });
  await expect(notRenewed).toBeVisible();
  // a toast of it would be there for seconds
  expect(await page.getByText('Sem rede: nada foi enviado.').count()).toBe(0);
  await expect(rowOf(page, tag)).toBeVisible();
  await context.setOffline(false);
  await expect(notRenewed).toHaveCount(0);
  await expect(rowOf(page, tag)).toBeVisible();
});

test('[CMD-05] [EVT-02] [SIN-05] a command, a comment and an occurrence without a network are refused at once, and done once with the next try', async ({
  page,
  context,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `cut-off-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const plate = `CUT${String(number).slice(-4)}`;
  const device = await admin.createDevice({
    uniqueId: imeiOf(number),
    name: `Sem rede ${number}`,
    attributes: { plate },
  });
  await admin.link(user.id, device.id);
  const received: string[] = [];
  const tracker = await connectGt06(server, device.uniqueId, {
    onCommand(text) {
      received.push(text);
      return 'OK';
    },
  });
  // no rule of the desk names it: it is handled by a comment alone
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, alarm: 'lowBattery' });
  await openCase(admin, device.id, 2);
  await openAs(page, server, email, '/admin');

  // a command, cancelled once and then sent
  const dialog = page.getByRole('dialog', { name: 'Novo Comando' });
  const write = async (data: string) => {
    await page.getByRole('button', { name: 'Novo Comando' }).click();
    await expect(dialog.getByRole('button', { name: 'Fechar' })).toBeFocused();
    await dialog.getByRole('combobox', { name: 'Dispositivo *' }).fill(device.uniqueId);
    await page.getByRole('option', { name: `· ${device.name}` }).click();
    await dialog.getByRole('combobox', { name: 'Tipo *' }).fill('Comando personalizado');
    await page.getByRole('option', { name: 'Comando personalizado' }).click();
    await dialog.locator('[name=data]').fill(data);
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await expect(dialog.getByRole('alert')).toContainText(notSent);
  };
  await write('DESISTIDO#');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await backOnline(page, context);
  await write('MANTIDO#');
  await expect(dialog.locator('[name=data]')).toHaveValue('MANTIDO#');
  await backOnline(page, context);
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Comando enviado ao equipamento.')).toBeVisible();
  await expect.poll(() => received).toEqual(['MANTIDO#']);

  // a comment: leaving it asks first
  const [alarm] = await admin.get<{ id: number }[]>(`events?deviceId=${device.id}&type=alarm`);
  await page.goto(`${server.origin}/admin/events/${alarm?.id}`);
  const comment = page.getByLabel('Comentário *');
  await comment.fill('Motorista bem, toque sem querer.');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Tratar evento' }).click();
  const screen = page.getByRole('region', { name: 'Evento', exact: true });
  await expect(screen.getByRole('alert')).toContainText(notSent);
  await expect(comment).toHaveValue('Motorista bem, toque sem querer.');
  await page.getByRole('link', { name: 'Motoristas', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar editando' }).click();
  await backOnline(page, context);
  await screen.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Tratamento de evento realizado com sucesso')).toBeVisible();
  const comments = await admin.get<{ comment: string }[]>(`events/${alarm?.id}/comments`);
  expect(comments.map((one) => one.comment)).toEqual(['Motorista bem, toque sem querer.']);

  // an occurrence
  await page.getByRole('tab', { name: /Sinistro/ }).click();
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: new RegExp(`^${plate}`) })
    .click();
  await page.getByRole('button', { name: 'Adicionar ocorrência' }).click();
  const form = page.getByRole('form', { name: 'Adicionar ocorrência' });
  await form.getByRole('combobox', { name: /Categoria/ }).click();
  await page.getByRole('option', { name: 'Polícia no local' }).click();
  await form.getByLabel('Descrição *').fill('Viatura chegou');
  await context.setOffline(true);
  await form.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(form.getByRole('alert')).toContainText(notSent);
  await expect(form.getByLabel('Descrição *')).toHaveValue('Viatura chegou');
  expect(await seriousFindings(page)).toEqual([]);
  await backOnline(page, context);
  await form.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Ocorrência Adicionada com Sucesso')).toBeVisible();
  const [open] = await admin.get<Sinister[]>(`sinisters?deviceId=${device.id}`);
  const whole = await admin.get<Sinister>(`sinisters/${open?.id}`);
  expect(whole.occurrences.map(({ description }) => description)).toEqual(['Viatura chegou']);
  await tracker.close();
});

test('[AUTH-03] a sign-in without a network says so, and works once it is back', async ({
  page,
  context,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `door-${number}@journey.local`;
  const user = await admin.createUser({ email, password });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Porta ${number}` });
  await admin.link(user.id, device.id);
  await sendFromPhone(server, device.uniqueId, { lat: place.latitude, lon: place.longitude });
  await page.goto(`${server.origin}/login`);
  await page.getByLabel('Usuário ou e-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('alert')).toContainText('Sem rede: nada foi enviado.');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL(/\/client/);
});
