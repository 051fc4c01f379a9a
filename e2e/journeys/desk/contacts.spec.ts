import type { Customer } from '@atalaia/contract/accounts/customer';
import type { AlarmQueue } from '@atalaia/contract/desk/alarm';
import { type Api, signInToApi } from '@atalaia/fixtures/api';
import type { RunningServer } from '@atalaia/fixtures/running-server';
import type { Browser, Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';

const place = { lat: -3.73187, lon: -38.52672, speed: 0 };

/** A customer with contacts and phrases, his vehicle, and an operator and a supervisor who see the vehicle alone. */
async function layOut(admin: Api) {
  const number = fresh();
  const customer = await admin.post<Customer>('customers', {
    ...{
      type: 'F',
      name: `Serra Azul ${number}`,
      cpfCnpj: '52998224725',
      category: 'client',
      status: 'active',
    },
    ...{ phone: '8533330000', notificationEmail: 'a@example.com', postalCode: '60311280', street: 'Rua A' },
    ...{ number: '1', neighborhood: 'Centro', city: 'Fortaleza', state: 'CE' },
    registrationDate: new Date().toISOString(),
  });
  await admin.put(`customers/${customer.id}/contacts`, {
    passPhrase: 'Jangada Azul',
    duressPhrase: 'Lua de Prata',
    contacts: [
      { name: 'Ana', role: 'Titular', phones: [{ number: '85 98888-0001', whatsapp: true }] },
      { name: 'Rui', phones: [{ number: '85 98888-0002', whatsapp: true }] },
    ],
  });
  const device = await admin.createDevice({
    ...{ uniqueId: imeiOf(number), name: `Contatos ${number}`, customerId: customer.id },
  });
  const operator = await createMonitor(admin);
  const supervisor = await admin.createUser({
    ...{ email: `supervisao-${number}@example.com`, password, deskRole: 'supervisor' },
    attributes: { profile: 'central' },
  });
  for (const { id } of [operator, supervisor]) await admin.link(id, device.id);
  const client = await admin.createUser({
    ...{ email: `cliente-${number}@example.com`, password, name: 'Marta', customerId: customer.id },
  });
  return { customer, device, operator, supervisor, client };
}

async function openBeside(browser: Browser, server: RunningServer, email: string, path: string) {
  const context = await browser.newContext({ locale: 'pt-BR' });
  const page = await context.newPage();
  const heard: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void heard.push(String(payload))),
  );
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/api/')) return;
    // a body may be gone with the page that asked for it
    response.text().then(
      (body) => heard.push(body),
      () => undefined,
    );
  });
  await openAs(page, server, email, path);
  return { context, page, heard };
}

const workOf = (page: Page) =>
  page.getByRole('complementary', { name: /^(Atendimento do alarme|Working on the alarm)$/ });

test('[PROC-03] [PROC-04] an operator holds an SOS, calls, looks at the phrase, says duress: the supervisor is told, the client’s screen hears nothing', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const { device, operator, supervisor, client } = await layOut(admin);
  const above = await openBeside(browser, server, supervisor.email, '/admin');
  const below = await openBeside(browser, server, client.email, '/');
  await expect(below.page.getByText(device.name).first()).toBeVisible();
  await openAs(page, server, operator.email, '/admin');
  await sendFromPhone(server, device.uniqueId, {
    ...{ ...place, timestamp: Math.round(Date.now() / 1000), alarm: 'sos' },
  });
  await expect(page.getByRole('list', { name: 'Alarmes por tratar' }).getByRole('article')).toHaveCount(1);
  await page.keyboard.press('F1');

  // The customer is not in his sight: his contacts are there because he holds the alarm.
  const contacts = workOf(page).getByRole('region', { name: 'Contatos' });
  await expect(contacts.getByText('Ana', { exact: true })).toBeVisible();
  await expect(contacts.getByRole('link', { name: 'Ligar' }).first()).toHaveAttribute(
    'href',
    'tel:85988880001',
  );
  await expect(contacts.getByRole('group', { name: 'Resultado da ligação para Ana' })).toBeVisible();
  await contacts.getByRole('button', { name: 'Não atendeu' }).click();
  await expect(contacts.getByRole('group', { name: 'Resultado da ligação para Rui' })).toBeVisible();
  await contacts.getByRole('button', { name: 'Atendeu', exact: true }).click();
  await expect(contacts.getByText('2 ligações')).toBeVisible();

  await expect(page.locator('body')).not.toContainText('Jangada Azul');
  await contacts.getByRole('button', { name: 'Ver a senha por 30 s' }).click();
  await expect(contacts.getByText('Jangada Azul')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await contacts.getByRole('button', { name: 'Coação' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Marcar coação' }).click();
  await expect(contacts.getByText(/Coação: alarme crítico, supervisão avisada/)).toBeVisible();
  await expect(page.locator('body')).not.toContainText('Jangada Azul');
  await expect(workOf(page).locator('header').getByText('Coação')).toBeVisible();

  await expect(above.page.getByText(new RegExp(`${device.name}: coação`))).toBeVisible();
  const desk = await signInToApi(server.origin, supervisor.email, password);
  const { alarms } = await desk.get<AlarmQueue>('desk/queue');
  expect(alarms).toMatchObject([{ severity: 'critical', duressAt: expect.any(String) }]);

  // What his browser was sent since he opened it, and what it shows.
  expect(below.heard.length).toBeGreaterThan(5);
  expect(below.heard.filter((text) => /duress|coaç|Jangada|Prata/i.test(text))).toEqual([]);
  await expect(below.page.locator('body')).not.toContainText(/coação/i);
  for (const { context } of [above, below]) await context.close();
});

test('[PROC-04] a client asks for a change of contacts, the centre accepts it, and the client reads so', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const { client, customer } = await layOut(admin);
  const below = await openBeside(browser, server, client.email, '/');
  await below.page.getByRole('button', { name: 'Mais' }).click();
  await below.page.getByText('Contatos e senhas').click();
  const own = below.page.getByRole('dialog');
  await own.getByRole('button', { name: 'Remover Rui' }).click();
  await own.getByRole('textbox', { name: 'Telefone 1' }).fill('85977770000');
  expect(await seriousFindings(below.page)).toEqual([]);
  await own.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(own.getByText(/aguarda a central/)).toBeVisible();
  // nothing has changed yet
  await expect(own.getByRole('textbox', { name: 'Telefone 1' }).first()).toHaveValue('(85) 98888-0001');

  await openAs(page, server, 'admin@atalaia.local', '/admin/manage/contact-requests');
  const asked = page.getByRole('article', { name: `Pedido de ${customer.name}` });
  await expect(asked.getByText('antes: (85) 98888-0001')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Aceitar' }).click();
  await expect(page.getByText('Pedido aceito. Avisados por SMS: Ana, Rui.')).toBeVisible();

  await below.page.reload();
  await below.page.getByRole('button', { name: 'Mais' }).click();
  await below.page.getByText('Contatos e senhas').click();
  await expect(own.getByText(/A central aceitou o último pedido/)).toBeVisible();
  await expect(own.getByRole('textbox', { name: 'Telefone 1' })).toHaveValue('(85) 97777-0000');
  await below.context.close();
});
