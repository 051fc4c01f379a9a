import { readFileSync } from 'node:fs';
import { administrator } from '@atalaia/fixtures/running-server';
import type { Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/universal';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { freshCpf } from '../../fixtures/open-case.ts';
import { searchOf } from '../../fixtures/resource-list.ts';

const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

/** Puts a file into the dialog, under the same name as the one before. */
const choose = (page: Page, buffer: Buffer, name = 'frota.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });

async function downloaded(page: Page, button: string) {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const file = readFileSync(await (await coming).path());
  return readSheet(new Uint8Array(file).buffer);
}

test('[KEPT-01] [LIST-02] an administrator mends a file until nothing is wrong, and imports it whole; the list goes out as a spreadsheet', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const [first, second, third] = [imeiOf(number), imeiOf(fresh()), imeiOf(fresh())];
  await admin.createDevice({ name: `Antigo ${number}`, uniqueId: first });
  await admin.post('groups', { name: `Garagem ${number}` });
  await openAs(page, server, administrator.email, '/admin/manage/device');
  await page.getByRole('button', { name: 'Importar dispositivos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar dispositivos' });

  const template = await downloaded(page, 'Baixar o modelo');
  expect(template[0]?.slice(0, 3)).toEqual(['Nome *', 'Identificador *', 'Grupo']);

  await choose(
    page,
    csv(
      'Nome;Identificador;Grupo;Categoria;Limite de velocidade (km/h)',
      `Velho;${first};;;`,
      `;${second};Não há;disco voador;rápido`,
      `Novo ${number};${second};Garagem ${number};caminhão;80`,
    ),
  );
  const problems = dialog.getByRole('grid', { name: 'O que há de errado' });
  await expect(problems.getByRole('row')).toHaveCount(7);
  for (const message of [
    /2 B2 Identificador .* Já existe um dispositivo/,
    /3 A3 Nome .* obrigatório/,
    /3 C3 Grupo Não há Não existe/,
    /3 D3 Categoria disco voador Não está na lista/,
    /3 E3 Limite de velocidade \(km\/h\) rápido Não é um número/,
    /4 B4 Identificador .* Repetido/,
  ]) {
    await expect(problems.getByRole('row', { name: message })).toBeVisible();
  }
  await expect(dialog.getByText('6 erros')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Importar', exact: true })).toBeDisabled();
  expect(await seriousFindings(page)).toEqual([]);

  await choose(
    page,
    csv(
      'Nome;Identificador;Grupo;Categoria;Limite de velocidade (km/h)',
      `Novo ${number};${second};Garagem ${number};caminhão;80`,
      `Outro ${number};${third};;;`,
    ),
  );
  await expect(dialog.getByText('Tudo certo: nenhum erro encontrado.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Importar 2' }).click();
  await expect(page.getByText('2 dispositivos importados')).toBeVisible();
  await expect(dialog).toBeHidden();
  await searchOf(page).fill(`${number}`);
  await expect(
    page.getByRole('row', { name: new RegExp(`Novo ${number}.*Garagem ${number}`) }),
  ).toBeVisible();

  await expect(page.getByRole('grid', { name: 'Dispositivos' }).getByRole('row')).toHaveCount(4);
  const sheet = await downloaded(page, 'Planilha');
  expect(sheet.map((row) => row[0])).toEqual([
    'Nome',
    `Antigo ${number}`,
    `Novo ${number}`,
    `Outro ${number}`,
  ]);
});

test('[KEPT-01] a monitor imports customers in English; what cannot be read is told and nothing is kept', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const { id, email } = await createMonitor(admin);
  const group = await admin.post<{ id: number }>('groups', { name: `Norte ${number}` });
  await admin.post('permissions', { userId: id, groupId: group.id });
  await page.addInitScript(() => localStorage.setItem('atalaia.language', 'en'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await openAs(page, server, email, '/admin/manage/customers');
  await page.getByRole('button', { name: 'Import customers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import customers' });

  await choose(page, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]), 'photo.xlsx');
  await expect(dialog.getByRole('alert')).toContainText('not a spreadsheet that can be read');
  await expect(dialog.getByRole('alert')).toContainText('Nothing was saved.');

  const headings =
    'Name,CPF/CNPJ,Group,Street,Number,Neighbourhood,City,State,Postal code,Phone,E-mail for notifications,Category,Status';
  const rest = 'Rua A,1,Centro,Fortaleza,ceará,60311-280,8533334444,a@b.c,client,active';
  await choose(page, csv(headings, `Ana ${number},529.982.247-26,,${rest}`));
  await expect(dialog.getByRole('row', { name: /Error.*C2.*Choose a group you see/ })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Warning.*B2.*check digits differ/ })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await choose(page, csv(headings, `Ana ${number},529.982.247-25,Norte ${number},${rest}`));
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await expect(page.getByText('1 customer imported')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`Ana ${number}`) })).toBeVisible();
});

test('[KEPT-01] [LIST-02] a fleet has the spreadsheet of its devices, and no import', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `fleet-${number}@journey.local`;
  const { id } = await admin.createUser({ email, password });
  for (let at = 0; at < 6; at += 1) {
    const device = await admin.createDevice({ name: `Frota ${number} ${at}`, uniqueId: imeiOf(fresh()) });
    await admin.link(id, device.id);
  }
  await openAs(page, server, email, '/fleet');
  await page.getByRole('button', { name: 'Dispositivos' }).first().click();
  const list = page.getByRole('dialog', { name: 'Dispositivos' });
  await expect(list.getByRole('button', { name: 'Planilha' })).toBeVisible();
  await expect(list.getByRole('button', { name: 'Importar dispositivos' })).toHaveCount(0);
  const sheet = await downloaded(page, 'Planilha');
  expect(sheet).toHaveLength(7);
});

test('[KEPT-01] one spreadsheet brings customers, vehicles and users; a column named otherwise is assigned, the dry run says row by row what comes', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const [first, second] = [imeiOf(number), imeiOf(fresh())];
  await openAs(page, server, administrator.email, '/admin/manage/customers');
  await page.getByRole('button', { name: 'Importar base completa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar base completa' });
  const template = await downloaded(page, 'Baixar o modelo');
  expect(template[0]?.slice(0, 2)).toEqual(['Cliente: Nome *', 'Cliente: CPF/CNPJ *']);

  const cpf = freshCpf();
  const headings =
    'Cliente: Nome;CPF/CNPJ;Logradouro;Cliente: Número;Bairro;Cidade;Estado;CEP;Cliente: Telefone;E-mail para notificações;Cliente: Categoria;Situação;Dispositivo: Nome;IMEI do rastreador;Usuário: Nome;Usuário: E-mail';
  const address = 'Rua A;1;Centro;Fortaleza;Ceará;60311-280;8533334444;a@b.c;Cliente;Ativo';
  const file = csv(
    headings,
    `Ana ${number};${cpf};${address};Carro ${number};${first};Bia ${number};bia-${number}@journey.local`,
    `;${cpf};;;;;;;;;;;Moto ${number};${second};;bia-${number}@journey.local`,
  );
  await choose(page, file, 'base.csv');
  const problems = dialog.getByRole('grid', { name: 'O que há de errado' });
  await expect(
    problems.getByRole('row', { name: /Dispositivo: Identificador.*obrigatório/ }).first(),
  ).toBeVisible();
  await dialog.getByRole('combobox', { name: 'É lida como: IMEI do rastreador' }).fill('Identificador');
  await page.getByRole('option', { name: 'Dispositivo: Identificador *' }).click();
  await expect(dialog.getByText('Tudo certo: nenhum erro encontrado.')).toBeVisible();
  const plan = dialog.getByRole('grid', { name: 'O que acontece com cada linha' });
  await expect(plan.getByRole('row', { name: new RegExp(`2\\s*entra\\s*Ana ${number}`) })).toBeVisible();
  await expect(
    plan.getByRole('row', { name: new RegExp(`3\\s*o mesmo de cima.*entra\\s*Moto ${number}`) }),
  ).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Importar 2' }).click();
  await expect(page.getByText('4 cadastros importados')).toBeVisible();
  const [user] = await admin.get<{ id: number }[]>(`users?keyword=bia-${number}`);
  const linked = await admin.get<{ name: string }[]>(`devices?userId=${user?.id}`);
  expect(linked.map(({ name }) => name).toSorted()).toEqual([`Carro ${number}`, `Moto ${number}`]);
});
