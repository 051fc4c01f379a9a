import type { Api } from '@atalaia/fixtures/api';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { connectGt06 } from '../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../fixtures/journey.ts';
import { sendFromPhone } from '../fixtures/phone.ts';

const place = { latitude: -3.73187, longitude: -38.52672 };

/** An operator of his own, and devices that only he and the administrator see. */
async function lay(admin: Api, names: readonly string[], person: object = {}) {
  const number = fresh();
  const email = `commander-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' }, ...person });
  const devices = [];
  for (const name of names) {
    const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `${name} ${number}` });
    await admin.link(user.id, device.id);
    devices.push(device);
  }
  return { number, email, user, devices };
}

/** The dialog of a new command, on its second tab for a batch. */
async function openBatch(page: Page) {
  await page.getByRole('button', { name: 'Novo Comando' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo Comando' });
  await dialog.getByRole('tab', { name: 'Em lote' }).click();
  return dialog;
}

test('[CMD-01] [CMD-02] [CMD-03] [CMD-05] [CMD-06] a command of any type, saved ones and SMS go from one form, and the history tells what became of each and who sent it', async ({
  page,
  server,
  admin,
}) => {
  const { number, email, user, devices } = await lay(admin, ['Comandado']);
  const [device] = devices;
  if (!device) throw new Error('no device was made');
  const saved = await admin.post<{ id: number }>('commands', {
    deviceId: device.id,
    type: 'custom',
    description: `Consulta ${number}`,
    attributes: { data: 'STATUS#' },
  });
  await admin.post('permissions', { userId: user.id, commandId: saved.id });
  const received: string[] = [];
  const tracker = await connectGt06(server, device.uniqueId, {
    onCommand(text) {
      received.push(text);
      return `OK ${text}`;
    },
  });
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place });
  await openAs(page, server, email, '/admin');
  await page.getByRole('button', { name: 'Novo Comando' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo Comando' });
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(dialog.getByText('Este campo é obrigatório!')).toBeVisible();
  await expect(dialog.getByText('Type é necessário')).toBeVisible();
  // Enter takes what fits, without a look at the list.
  const field = dialog.getByRole('combobox', { name: 'Dispositivo *' });
  await field.fill(`${device.uniqueId}9`);
  const nothing = page.getByRole('listbox').getByText('Nenhum resultado encontrado!');
  await expect(nothing).toBeVisible();
  await field.press('Enter');
  // and what is not there is still said after it
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expect(nothing).toBeVisible();
  await field.fill(device.uniqueId);
  await field.press('Enter');
  await expect(field).toHaveValue(`${device.uniqueId} · ${device.name}`);
  // and the list is not left over what comes next
  await expect(field).toHaveAttribute('aria-expanded', 'false');

  // Fields by the parameters of the type, with their bounds.
  await dialog.getByRole('combobox', { name: 'Tipo *' }).fill('Definir conexão');
  await page.getByRole('option', { name: 'Definir conexão' }).click();
  await dialog.locator('[name=port]').fill('65536');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(dialog.getByText('Informe no máximo 65535.')).toBeVisible();
  await expect(dialog.getByText('Este campo é obrigatório!')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  // By SMS, which this server has no service for.
  await dialog.getByRole('checkbox', { name: 'Enviar por SMS' }).check();
  await dialog.getByRole('combobox', { name: 'Tipo *' }).click();
  await page.getByRole('option', { name: 'Comando personalizado' }).click();
  await dialog.locator('[name=data]').fill('STATUS#');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('O envio por SMS não está configurado');

  // A saved one is sent as it is.
  await dialog.getByRole('combobox', { name: 'Comando salvo' }).click();
  await page.getByRole('option', { name: `Consulta ${number}` }).click();
  await expect(dialog.getByText('STATUS#')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('Comando enviado ao equipamento.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect.poll(() => received).toEqual(['STATUS#']);

  // The history, live: what the administrator sends meanwhile comes into the open dialog with his name.
  await page.goto(`${server.origin}/admin/events/devices/${device.id}`);
  const panel = page.getByRole('region', { name: `Detalhes de ${device.name}` });
  await expect(panel.getByRole('status')).toContainText('OK STATUS#');
  await panel.getByRole('button', { name: 'Comandos' }).click();
  const history = page.getByRole('dialog', { name: `Comandos de ${device.name}` });
  const items = history.getByRole('listitem');
  await expect(items).toHaveCount(1);
  await expect(items.first()).toContainText('respondido');
  await expect(items.first()).toContainText(`por ${email}`);
  await admin.post('commands/send', { deviceId: device.id, type: 'engineStop' });
  await expect.poll(() => received).toEqual(['STATUS#', 'Relay,1#']);
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText('O rastreador confirmou o comando.');
  await items.first().getByText('Resposta como ele a enviou').click();
  await expect(items.first()).toContainText('OK Relay,1#');
  await tracker.close();
  await admin.post('commands/send', {
    deviceId: device.id,
    type: 'engineStop',
    confirmation: { reason: 'Ordem da polícia' },
  });
  await expect(items.first()).toContainText(/na fila.*Motivo informado: Ordem da polícia.*vence em/s, {
    timeout: 20_000,
  });
  expect(await seriousFindings(page)).toEqual([]);
});

test('[CMD-04] [CMD-07] a batch of blocks asks, says of each device what became of it, and blocks the unsafe ones with a reason alone', async ({
  page,
  server,
  admin,
}) => {
  const { number, email, user, devices } = await lay(admin, ['Parado', 'Correndo', 'Telefone']);
  const [still, fast, phone] = devices;
  if (!still || !fast || !phone) throw new Error('no devices were made');
  const group = await admin.post<{ id: number }>('groups', { name: `Grupo ${number}` });
  await admin.post('permissions', { userId: user.id, groupId: group.id });
  await admin.put(`devices/${fast.id}`, { ...fast, groupId: group.id });
  const received: string[] = [];
  const events = (name: string) => ({
    onCommand(text: string) {
      received.push(`${name} ${text}`);
      return 'Cut off the fuel supply: Success!';
    },
  });
  const trackers = [
    await connectGt06(server, still.uniqueId, events('still')),
    await connectGt06(server, fast.uniqueId, events('fast')),
  ];
  await trackers[0]?.sendPosition({ fixTimeMs: Date.now(), ...place });
  await trackers[1]?.sendPosition({ fixTimeMs: Date.now(), ...place, speedKph: 88 });
  await sendFromPhone(server, phone.uniqueId, { lat: place.latitude, lon: place.longitude, speed: 0 });

  await openAs(page, server, email, '/admin');
  const dialog = await openBatch(page);
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('Ops! Verifique os campos e tente novamente.')).toBeVisible();
  await expect(dialog.getByText('Escolha ao menos um dispositivo ou grupo.')).toHaveCount(2);
  await expect(dialog.getByText('Type é necessário')).toBeVisible();
  for (const { uniqueId, name } of [still, phone]) {
    await dialog.getByRole('combobox', { name: 'Dispositivos' }).fill(uniqueId);
    await page.getByRole('option', { name: `· ${name}` }).click();
  }
  await dialog.getByRole('combobox', { name: 'Grupos' }).fill(`Grupo ${number}`);
  await page.getByRole('option', { name: `Grupo ${number}` }).click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('combobox', { name: 'Tipo *' }).click();
  await expect(page.getByRole('option')).toHaveCount(3);
  await page.getByRole('option', { name: 'Bloquear' }).click();
  await dialog.getByRole('button', { name: 'Enviar' }).click();

  // The question: how fast each one was and when, those of the group too.
  const question = dialog.getByRole('region', { name: 'Bloquear em lote' });
  await expect(question.getByRole('row').filter({ hasText: still.name })).toContainText(/0 km\/h, há \d+/);
  await expect(question.getByRole('row').filter({ hasText: fast.name })).toContainText(/88 km\/h, há \d+/);
  await expect(question).toContainText(`3 veículos ao todo, incluídos os de: Grupo ${number}.`);
  expect(received).toEqual([]);
  expect(await seriousFindings(page)).toEqual([]);
  await expect(question.getByRole('button', { name: 'Enviar' })).toBeDisabled();
  await question.getByRole('combobox', { name: 'Motivo' }).click();
  await page.getByRole('option', { name: 'Roubo' }).click();
  await question.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText(/comandos (?:foi recusado|foram recusados): a lista diz/)).toBeVisible();

  const outcome = dialog.getByRole('region', { name: 'Resultado por dispositivo' });
  const row = (name: string) => outcome.getByRole('row').filter({ hasText: name });
  await expect(row(still.name)).toContainText('respondido');
  await expect(row(still.name)).toContainText('O rastreador confirmou o comando.');
  await row(still.name).getByText('Resposta como ele a enviou').click();
  await expect(row(still.name)).toContainText('Success!');
  await expect(row(fast.name)).toContainText(/recusado.*88 km\/h, há/);
  await expect(row(phone.name)).toContainText(/recusado.*não aceita este comando/);
  expect(received).toEqual(['still Relay,1#']);
  await expect(outcome.getByRole('alert')).toContainText('1 veículo não foi bloqueado');
  await expect(outcome.getByRole('button', { name: 'Bloquear assim mesmo' })).toBeDisabled();
  await outcome.getByLabel('Motivo').fill('Roubo confirmado');
  expect(await seriousFindings(page)).toEqual([]);
  await outcome.getByRole('button', { name: 'Bloquear assim mesmo' }).click();
  await expect(row(fast.name)).toContainText('respondido');
  expect(received).toEqual(['still Relay,1#', 'fast Relay,1#']);
  for (const tracker of trackers) await tracker.close();
});

test('[CMD-04] a batch for a large group says of every device what became of it, a hundred at a time', async ({
  page,
  server,
  admin,
}) => {
  const { number, email, user } = await lay(admin, []);
  const group = await admin.post<{ id: number }>('groups', { name: `Frota ${number}` });
  await admin.post('permissions', { userId: user.id, groupId: group.id });
  const names = Array.from({ length: 103 }, (_, at) => `Carro ${String(at).padStart(3, '0')} ${number}`);
  for (const name of names) await admin.createDevice({ uniqueId: imeiOf(fresh()), name, groupId: group.id });
  await openAs(page, server, email, '/admin');
  const dialog = await openBatch(page);
  await dialog.getByRole('combobox', { name: 'Grupos' }).fill(`Frota ${number}`);
  await page.getByRole('option', { name: `Frota ${number}` }).click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('combobox', { name: 'Tipo *' }).click();
  await page.getByRole('option', { name: 'Reiniciar' }).click();
  await dialog.getByRole('button', { name: 'Enviar' }).click();

  const outcome = dialog.getByRole('region', { name: 'Resultado por dispositivo' });
  await expect(outcome.getByRole('row')).toHaveCount(1 + 100);
  await expect(outcome.getByText('e mais 3 dispositivos')).toBeVisible();
  await expect(outcome.getByText(names[99] ?? '')).toHaveCount(1);
  expect(await seriousFindings(page)).toEqual([]);
  await outcome.getByRole('button', { name: 'Mostrar mais 3' }).click();
  for (const name of names.slice(100)) await expect(outcome.getByText(name)).toHaveCount(1);
  await expect(outcome.getByRole('row')).toHaveCount(1 + 103);
  await expect(outcome.getByText(/e mais/)).toBeHidden();
});

test('[ROLE-06] [CMD-01] who is limited sends only what was saved for him, and a refusal by right, limit or protocol says which', async ({
  page,
  server,
  admin,
}) => {
  const { number, email, user, devices } = await lay(admin, ['Limitado'], {
    limitCommands: true,
    attributes: {},
  });
  const [device] = devices;
  if (!device) throw new Error('no device was made');
  const saved = await admin.post<{ id: number }>('commands', {
    deviceId: device.id,
    type: 'rebootDevice',
    description: `Reiniciar ${number}`,
  });
  await admin.post('permissions', { userId: user.id, commandId: saved.id });
  await page.setViewportSize({ width: 360, height: 740 });
  await openAs(page, server, email, '/client');
  await page.getByRole('button', { name: 'Abrir o menu' }).click();
  await page.getByRole('dialog').getByText('Mais', { exact: true }).click();
  await page.getByRole('button', { name: 'Enviar Comando' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo Comando' });
  await expect(dialog.getByRole('tab')).toHaveCount(0);
  await expect(dialog.getByText('A sua conta só pode enviar os comandos salvos para ela.')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Tipo *' })).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Dispositivo *' }).fill(device.uniqueId);
  await page.getByRole('option', { name: `· ${device.name}` }).click();
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(dialog.getByText('Escolha um comando salvo')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Comando salvo *' }).click();
  await page.getByRole('option', { name: `Reiniciar ${number}` }).click();
  expect(await seriousFindings(page)).toEqual([]);

  for (const [status, code, message] of [
    [403, 'account-readonly', 'A sua conta é somente leitura'],
    [403, 'commands-limited', 'A sua conta só pode enviar os comandos salvos para ela.'],
    [400, 'command-not-supported', 'O rastreador deste dispositivo não aceita este comando.'],
    [400, 'device-disabled', 'O dispositivo está desativado.'],
  ] as const) {
    await page.route('**/api/commands/send', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status, json: { code, message: code, requestId: 'r' } })
        : route.fallback(),
    );
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await expect(dialog.getByRole('alert')).toContainText(message);
    await page.unroute('**/api/commands/send');
  }
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('O equipamento está desconectado: o comando ficou na fila')).toBeVisible();
});
