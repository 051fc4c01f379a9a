import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { administrator, startServer } from '@atalaia/fixtures/running-server';
import { seriousFindings } from '../../fixtures/axe.ts';
import { test as base, expect, fresh, imeiOf, openAs, password } from '../../fixtures/journey.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';
import {
  choose,
  fieldOf,
  formOf,
  openResource,
  openResourceAs,
  rowOf,
} from '../../fixtures/resource-list.ts';

/** The service outside that knows postal codes, as ViaCEP answers. */
function postalService(): Server {
  return createServer(({ url = '' }, answer) => {
    if (url.includes('60135040')) {
      answer.setHeader('content-type', 'application/json');
      answer.end(
        JSON.stringify({
          cep: '60135-040',
          logradouro: 'Rua Padre Valdevino',
          bairro: 'Joaquim Távora',
          localidade: 'Fortaleza',
          uf: 'CE',
        }),
      );
      return;
    }
    answer.statusCode = 500;
    answer.end();
  });
}

/** A server of its own, which knows where to request a postal code. */
const test = base.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a destructured first argument
    async ({}, use) => {
      const service = postalService();
      await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready));
      const { port } = service.address() as AddressInfo;
      const server = await startServer({
        env: { POSTAL_CODE_URL: `http://127.0.0.1:${port}/ws/{cep}/json/` },
      });
      await use(server);
      await server.stop();
      service.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test('[CUS-01] [CUS-02] [CUS-04] [ATT-01] an administrator registers a customer: every message at once, masks by type, the address of the postal code; and gives him a device', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const name = `Aurora ${number}`;
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Caminhão ${number}` });
  await sendFromPhone(server, device.uniqueId, { lat: -3.73, lon: -38.52 });
  await openResourceAs(page, server, administrator.email, 'customers');

  await page.keyboard.press('F1');
  const form = formOf(page);
  await expect(form.getByRole('combobox', { name: /^Tipo/ })).toHaveValue('Pessoa física');
  await expect(fieldOf(page, 'Nome')).toBeFocused();
  await page.keyboard.press('F8');
  for (const message of [
    ...[
      'Informe o CPF ou CNPJ',
      'Informe o nome',
      'Informe o CEP',
      'Informe o logradouro',
      'Informe o número',
    ],
    ...['Informe o bairro', 'Informe a cidade', 'Selecione o estado', 'Informe o telefone'],
    // category and status are filled in
    'Informe o e-mail para notificações',
  ]) {
    await expect(form.getByText(message, { exact: true })).toBeAttached();
  }
  expect(await seriousFindings(page)).toEqual([]);

  const document = fieldOf(page, 'CPF/CNPJ');
  await document.pressSequentially('52998224724');
  await expect(document).toHaveValue('529.982.247-24');
  await expect(form.getByText('Dígito verificador não confere. Você ainda pode salvar.')).toBeVisible();
  await document.press('Backspace');
  await document.press('5');
  await expect(document).toHaveValue('529.982.247-25');
  await expect(form.getByText('Dígito verificador não confere.', { exact: false })).toBeHidden();
  await choose(page, 'Tipo', 'Pessoa jurídica');
  await document.fill('');
  await document.pressSequentially('12abc34501de35');
  await expect(document).toHaveValue('12.ABC.345/01DE-35');
  await fieldOf(page, 'Nome').fill(name);

  await fieldOf(page, 'CEP').pressSequentially('60135040');
  await expect(fieldOf(page, 'CEP')).toHaveValue('60135-040');
  await expect(form.getByText('Endereço preenchido pelo CEP.')).toBeVisible();
  await expect(fieldOf(page, 'Logradouro')).toHaveValue('Rua Padre Valdevino');
  await expect(form.getByRole('combobox', { name: /^Estado/ })).toHaveValue('CE · Ceará');
  await fieldOf(page, 'Número').fill('77');
  await fieldOf(page, 'Telefone').pressSequentially('8533334444');
  await fieldOf(page, 'Celular').pressSequentially('85999998888');
  await expect(fieldOf(page, 'Telefone')).toHaveValue('(85) 3333-4444');
  await expect(fieldOf(page, 'Celular')).toHaveValue('(85) 99999-8888');
  await fieldOf(page, 'E-mail para notificações').fill('aurora@journey.local');
  await choose(page, 'Categoria', 'Cliente');
  await choose(page, 'Situação', 'Ativo');
  await fieldOf(page, 'Dia de vencimento').fill('10');

  await form.getByRole('button', { name: 'Adicionar atributo' }).click();
  await form.getByRole('button', { name: 'Concluir' }).click();
  await expect(form.getByText('Nome é necessário')).toBeVisible();
  await expect(form.getByText('Identificador é necessário')).toBeVisible();
  const attributes = form.getByRole('group', { name: 'Atributos' });
  await attributes.getByLabel(/^Nome/).fill('contrato');
  await attributes.getByLabel(/^Valor/).fill('A-7');
  await page.keyboard.press('Enter');
  await expect(attributes.getByRole('button', { name: 'Editar atributo contrato' })).toBeVisible();

  const beforeMs = Date.now();
  await page.keyboard.press('F8');
  await expect(page.getByText('Seus dados foram salvos')).toBeVisible();
  await expect(rowOf(page, name)).toContainText('12.ABC.345/01DE-35');
  await expect(rowOf(page, name)).toContainText('(85) 3333-4444');
  const [stored] = await admin.get<Record<string, unknown>[]>(
    `customers?keyword=${encodeURIComponent(name)}`,
  );
  expect(stored).toMatchObject({
    type: 'J',
    cpfCnpj: '12ABC34501DE35',
    postalCode: '60135040',
    phone: '8533334444',
    cellphone: '85999998888',
    state: 'CE',
    invoiceDay: 10,
    attributes: { contrato: 'A-7' },
  });
  expect(Math.abs(Date.parse(String(stored?.registrationDate)) - beforeMs)).toBeLessThan(60_000);

  // A look-up that fails says so, and the customer is saved all the same.
  await rowOf(page, name).click();
  await page.keyboard.press('F2');
  await expect(fieldOf(page, 'CPF/CNPJ')).toHaveValue('12.ABC.345/01DE-35');
  await fieldOf(page, 'CEP').fill('01001000');
  await expect(form.getByText('O serviço de CEP não responde.', { exact: false })).toBeVisible();
  await fieldOf(page, 'Logradouro').fill('Praça da Sé');
  await fieldOf(page, 'CEP').fill('60135040');
  await expect(form.getByText('O CEP indica Rua Padre Valdevino', { exact: false })).toBeVisible();
  await expect(fieldOf(page, 'Logradouro')).toHaveValue('Praça da Sé');
  await form.getByRole('button', { name: 'Usar este endereço' }).click();
  await expect(fieldOf(page, 'Logradouro')).toHaveValue('Rua Padre Valdevino');
  await fieldOf(page, 'CPF/CNPJ').fill('12ABC34501DE36');
  await page.keyboard.press('F8');
  await expect(page.getByText('Seus dados foram atualizados')).toBeVisible();
  await expect(rowOf(page, name)).toContainText('12.ABC.345/01DE-36');

  // His devices, and back.
  await page.getByRole('button', { name: 'Ver dispositivos' }).click();
  const devices = page.getByRole('region', { name: `Dispositivos de ${name}` });
  await expect(devices.getByText('Nenhum registro encontrado.')).toBeVisible();
  await devices.getByRole('combobox', { name: 'Dispositivo a incluir' }).fill(device.name);
  await page.getByRole('option', { name: device.name, exact: true }).click();
  await devices.getByRole('button', { name: 'Incluir neste cliente' }).click();
  await expect(devices.getByRole('row', { name: device.name })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(devices).toBeHidden();
  await page.getByRole('button', { name: 'Ver dispositivos' }).click();
  await devices.getByRole('row', { name: device.name }).getByRole('button').click();
  await expect(page).toHaveURL(new RegExp(`/admin/events/devices/${device.id}$`));

  await openResource(page, server, 'customers');
  await rowOf(page, name).click();
  await page.keyboard.press('Control+r');
  const question = page.getByRole('dialog');
  await expect(question).toContainText(name);
  await expect(question.getByRole('group', { name: /^1 dispositivo/ })).toContainText(device.name);
  await question.getByRole('radio', { name: 'Manter, sem cliente' }).check();
  await question.getByRole('button', { name: 'Remover' }).click();
  await expect(page.getByText('Seus dados foram removidos')).toBeVisible();
  await expect(rowOf(page, name)).toBeHidden();
});

test('[CUS-01] [CUS-02] a monitor reads the form in English, by night, and is told which group it takes; a client has no customers', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const monitor = `monitor-${number}@journey.local`;
  const client = `client-${number}@journey.local`;
  const user = await admin.createUser({
    email: monitor,
    password,
    attributes: { profile: 'central', language: 'en', theme: 'dark' },
  });
  await admin.createUser({ email: client, password });
  const group = await admin.post<{ id: number }>('groups', { name: `Frota ${number}` });
  await admin.post('permissions', { userId: user.id, groupId: group.id });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript("localStorage.setItem('atalaia.language', 'en')");
  await openResourceAs(page, server, monitor, 'customers');
  await page.keyboard.press('F1');
  const form = formOf(page);
  await expect(fieldOf(page, 'Name')).toBeVisible();
  await page.keyboard.press('F8');
  for (const message of ['Select the state', 'Enter the name', 'Enter the phone']) {
    await expect(form.getByText(message)).toBeAttached();
  }
  expect(await seriousFindings(page)).toEqual([]);
  const texts = {
    'CPF/CNPJ': '52998224725',
    Name: `Night ${number}`,
    'Postal code': '01001000',
    Street: 'Praça da Sé',
    Number: '1',
    Neighbourhood: 'Sé',
    City: 'São Paulo',
    Phone: '1133334444',
    'E-mail for notifications': 'night@journey.local',
  };
  for (const [label, text] of Object.entries(texts)) await fieldOf(page, label).fill(text);
  await form.getByRole('combobox', { name: /^State/ }).fill('SP');
  await page.getByRole('option', { name: /^SP/ }).click();
  await choose(page, 'Category', 'Partner');
  await choose(page, 'Status', 'Trial');
  await page.keyboard.press('F8');
  await expect(form.getByText('Choose a group that you can see', { exact: false })).toBeVisible();
  await expect(fieldOf(page, 'Name')).toHaveValue(`Night ${number}`);
  await form.getByRole('combobox', { name: /^Group/ }).click();
  await page.getByRole('option', { name: `Frota ${number}` }).click();
  await page.keyboard.press('F8');
  await expect(page.getByText('Your data has been saved')).toBeVisible();
  await expect(rowOf(page, `Night ${number}`)).toContainText('529.982.247-25');

  await page.context().clearCookies();
  await page.evaluate('sessionStorage.clear(); localStorage.clear()');
  await openAs(page, server, client, '/client');
  await page.goto(`${server.origin}/admin/manage/customers`);
  await expect(page).toHaveURL(/\/client$/);
  await expect(page.getByRole('button', { name: /^(Clientes|Customers)$/ })).toBeHidden();
});
