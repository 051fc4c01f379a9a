import type { Api } from '@atalaia/fixtures/api';
import type { Page } from '@playwright/test';
import { connectGt06 } from '../../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { createCustomer } from '../../fixtures/open-case.ts';

const place = { latitude: -3.73187, longitude: -38.52672 };

/** A vehicle whose blocks a second person confirms also in a theft, who works on it, and an agent near it. */
async function layOut(admin: Api) {
  const number = fresh();
  const plate = `RBO${String(number).slice(-4)}`;
  const customer = await createCustomer(admin, `Dona ${number}`);
  const group = await admin.post<{ readonly id: number }>('groups', { name: `Roubados ${number}` });
  const device = await admin.createDevice({
    ...{ uniqueId: imeiOf(number), name: `Roubado ${number}`, category: 'car' },
    ...{ groupId: group.id, customerId: customer.id },
    attributes: { plate, blockInstalled: 'yes' },
  });
  await admin.post('block-policies', {
    ...{ name: `Roubados ${number}`, enabled: true, categories: [], groupIds: [group.id], never: false },
    ...{ moment: 'standstill', maxSpeedKph: null, maxFixAgeSeconds: null, forbiddenGeofenceIds: [] },
    ...{ secondPerson: true, aloneAllowed: false, theftLiftsSecond: false },
  });
  await admin.put(`customers/${customer.id}/contacts`, {
    ...{ passPhrase: 'Jangada Azul' },
    contacts: [{ name: 'Dona Ana', role: 'Titular', phones: [{ number: '85988880001', whatsapp: true }] }],
  });
  const agent = `Agente ${number}`;
  const responder = await admin.post<{ readonly id: number }>('responders', {
    ...{ name: agent, kind: 'agent', phone: '85977776666', latitude: -3.74, longitude: -38.52 },
  });
  const person = async (name: string, deskRole: 'operator' | 'supervisor') => {
    const email = `${deskRole}-${number}@journey.local`;
    const attributes = { profile: 'central' };
    const { id } = await admin.createUser({ email, password, name, deskRole, attributes });
    await admin.link(id, device.id);
    await admin.post('permissions', { userId: id, responderId: responder.id });
    return email;
  };
  const operator = await person('Ana Operadora', 'operator');
  return {
    number,
    plate,
    device,
    agent,
    operator,
    supervisor: await person('Bia Supervisora', 'supervisor'),
  };
}

const timelineOf = (page: Page) => page.getByRole('list', { name: 'Linha do tempo' });

test('[COCK-01] [COCK-02] [COCK-03] [PROC-03] [BLOCK-05] [DESK-15] a whole theft in three browsers: the operator is called, the phrase is right, a jammer, silence, the vehicle again, the supervisor confirms the block, it stops, the agent finds it, the case is closed', async ({
  page,
  browser,
  server,
  admin,
}) => {
  test.slow();
  const { plate, device, agent, operator, supervisor } = await layOut(admin);
  const received: string[] = [];
  const onCommand = (text: string) => {
    received.push(text);
    return 'Cut off the fuel supply: Success!';
  };
  const tracker = await connectGt06(server, device.uniqueId, { onCommand });
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, speedKph: 52, ignition: true });
  const above = await browser.newContext({ locale: 'pt-BR' });
  const second = await above.newPage();
  await openAs(second, server, supervisor, '/admin');
  await openAs(page, server, operator, '/admin');
  await page.getByRole('button', { name: /^Novo Comando/ }).waitFor();

  // The call: the plate, the pass phrase, the case.
  await page.keyboard.press('F4');
  const call = page.getByRole('dialog', { name: 'Novo atendimento' });
  await expect(call.getByLabel('Placa, telefone, CPF/CNPJ ou nome')).toBeFocused();
  await page.keyboard.type(plate);
  await expect(call.getByRole('radio', { name: new RegExp(plate) })).toBeChecked();
  await page.keyboard.press('Enter');
  const work = page.getByRole('complementary', { name: 'Atendimento do alarme' });
  const contacts = work.getByRole('region', { name: 'Contatos' });
  await contacts.getByRole('button', { name: 'Ver a senha por 30 s' }).click();
  await expect(contacts.getByText('Jangada Azul')).toBeVisible();
  await contacts.getByRole('button', { name: 'Confere', exact: true }).click();
  await expect(page.locator('body')).not.toContainText('Jangada Azul');
  await work.getByRole('group', { name: 'Abrir caso' }).getByRole('button', { name: 'Roubo' }).click();
  await expect(page.getByRole('heading', { name: /Sinistro nº/ })).toContainText(plate);
  const address = new URL(page.url()).pathname;
  await second.goto(`${server.origin}${address}`);
  await expect(timelineOf(second)).toContainText('Roubo informado');

  // The jammer, silence, and where it is again.
  await tracker.sendPosition({
    ...{ fixTimeMs: Date.now(), ...place, speedKph: 60, ignition: true, alarm: 'jamming' },
  });
  await expect(timelineOf(page)).toContainText('Bloqueador de sinal');
  await tracker.close();
  const again = await connectGt06(server, device.uniqueId, { onCommand });
  const found = { latitude: place.latitude + 0.02, longitude: place.longitude };
  await again.sendPosition({ fixTimeMs: Date.now(), ...found, speedKph: 47, ignition: true });
  for (const one of [page, second]) {
    await expect(one.getByRole('region', { name: 'Agora' })).toContainText('47 km/h');
  }

  // The block: asked by one, confirmed by the other, sent when it stands.
  await page.getByRole('button', { name: 'Bloquear', exact: true }).click();
  const blocking = page.getByRole('dialog', { name: 'Bloquear' });
  await blocking.getByRole('combobox', { name: 'Motivo' }).click();
  await page.getByRole('option', { name: 'Roubo' }).click();
  await blocking.getByRole('button', { name: 'Bloquear', exact: true }).click();
  const question = second.getByRole('dialog', { name: /^Confirmar o bloqueio de / });
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Bloqueio: Aguardando parar')).toBeVisible();
  expect(received).toEqual([]);
  await expect(async () => {
    await again.sendPosition({ fixTimeMs: Date.now(), ...found, speedKph: 0, ignition: true });
    expect(received).toEqual(['Relay,1#']);
  }).toPass({ intervals: [2_000], timeout: 40_000 });
  await expect(page.getByText('Bloqueio: Confirmado')).toBeVisible();

  // The agent, by the link on his phone.
  await page.getByRole('tab', { name: 'Pronta resposta' }).click();
  const directory = page.getByRole('region', { name: 'Quem pode ser acionado' });
  await directory
    .getByRole('listitem')
    .filter({ hasText: agent })
    .getByRole('button', { name: 'Acionar' })
    .click();
  const asked = page.getByRole('dialog', { name: `Acionar ${agent}` });
  await asked.getByRole('button', { name: 'Acionar' }).click();
  const given = page.getByRole('dialog', { name: `Link de ${agent}` });
  const words = await given.getByLabel('Texto com o link').inputValue();
  const [, token] = /\/call-out\/([\w-]+)/.exec(words) ?? [];
  await given.getByRole('button', { name: 'Fechar' }).last().click();
  const agents = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'pt-BR' });
  const phone = await agents.newPage();
  await phone.goto(`${server.origin}/call-out/${token}`);
  const item = page
    .getByRole('region', { name: 'Acionamentos' })
    .getByRole('listitem')
    .filter({ hasText: agent });
  for (const answer of ['A caminho', 'No local', 'Recuperado']) {
    await phone.getByRole('button', { name: answer }).click();
    await expect(item.getByText(answer, { exact: true })).toBeVisible();
  }

  // The block is taken off: the owner's phrase, and a second person while the theft is open.
  await page.getByRole('button', { name: 'Liberar', exact: true }).click();
  const release = page.getByRole('dialog', { name: 'Liberar' });
  await release.getByLabel('Motivo da liberação').fill('Devolvido à proprietária');
  await release.getByLabel('Senha dita pelo titular').fill('jangada azul');
  await release.getByRole('button', { name: 'Liberar' }).click();
  await second
    .getByRole('dialog', { name: /^Confirmar a liberação de / })
    .getByRole('button', { name: 'Confirmar' })
    .click();
  await expect.poll(() => received).toEqual(['Relay,1#', 'Relay,0#']);

  // The end: the address where it stands in one click, for both who watch.
  await page.getByRole('button', { name: 'Encerrar', exact: true }).click();
  const closing = page.getByRole('form', { name: 'Fechar sinistro' });
  await closing.getByRole('combobox', { name: /Tipo de fechamento/ }).click();
  await page.getByRole('option', { name: 'Veículo recuperado' }).click();
  await closing.getByRole('button', { name: 'Usar o endereço da posição atual' }).click();
  await expect(closing.getByLabel('Endereço de fechamento *')).not.toHaveValue('');
  await closing.getByLabel('Descrição do fechamento *').fill('Recuperado pelo agente, sem danos');
  await closing.getByRole('button', { name: 'Fechar sinistro' }).click();
  await expect(timelineOf(second)).toContainText('Recuperado pelo agente, sem danos');
  await phone.reload();
  await expect(phone.getByText('Este link terminou')).toBeVisible();
  await again.close();
  await agents.close();
  await above.close();
});
