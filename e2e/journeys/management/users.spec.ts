import { secretMask } from '@atalaia/contract/accounts/user';
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator } from '@atalaia/fixtures/running-server';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { openFromMenu } from '../../fixtures/fleet.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { createCustomer } from '../../fixtures/open-case.ts';
import { fieldOf, openResourceAs, rowOf, searchOf } from '../../fixtures/resource-list.ts';

/** A password has no role of its own. */
const passwordOf = (page: Page, name: string) =>
  page.getByRole('complementary').getByLabel(new RegExp(`^${name}`));

interface Stored {
  readonly id: number;
  readonly expirationTime: string | null;
  readonly phone: string | null;
}

test('[USR-01] [USR-03] an administrator makes a user with customer, limits and expiry; his password is never shown and stays when none is typed', async ({
  page,
  server,
  admin,
}) => {
  const mark = `U${fresh()}`;
  const email = `made-${mark}@journey.local`;
  await admin.createUser({ email: `taken-${mark}@journey.local`, password });
  await createCustomer(admin, `Serra ${mark}`);
  const root = `root-${mark}@journey.local`;
  await admin.createUser({ email: root, password, administrator: true });
  await openResourceAs(page, server, root, 'users');

  await page.keyboard.press('F1');
  await expect(page.getByRole('heading', { name: 'Novo usuário' })).toBeVisible();
  await page.keyboard.press('F8');
  for (const fault of ['Nome é necessário', 'E-mail é necessário', 'Este campo é obrigatório!']) {
    await expect(page.getByText(fault)).toBeVisible();
  }
  await fieldOf(page, 'Nome').fill(`Ana ${mark}`);
  await fieldOf(page, 'E-mail').fill(`TAKEN-${mark}@journey.local`);
  await fieldOf(page, 'Telefone').pressSequentially('85999998888');
  await expect(fieldOf(page, 'Telefone')).toHaveValue('(85) 99999-8888');
  await passwordOf(page, 'Senha').fill('abc');
  await page.keyboard.press('F8');
  await expect(page.getByText('A senha precisa de ao menos 8 caracteres.')).toBeVisible();
  await passwordOf(page, 'Senha').fill('secret-of-ana');
  await expect(fieldOf(page, 'Limite de dispositivos')).toHaveValue('0');
  await fieldOf(page, 'Limite de dispositivos').fill('5');
  const isBound = page.getByRole('switch', { name: /^Dispositivos somente leitura/ });
  await expect(isBound).not.toBeChecked();
  await fieldOf(page, 'Cliente').fill(`Serra ${mark}`);
  await page.getByRole('option', { name: `Serra ${mark}` }).click();
  await expect(isBound).toBeChecked();
  await page.getByRole('button', { name: 'Limpar: Cliente' }).click();
  await expect(isBound).not.toBeChecked();
  await fieldOf(page, 'Cliente').fill(`Serra ${mark}`);
  await page.getByRole('option', { name: `Serra ${mark}` }).click();
  await fieldOf(page, 'Validade').pressSequentially('310120300815');
  await expect(page.getByRole('switch', { name: 'Administrador' })).not.toBeChecked();
  await page.keyboard.press('F8');
  // One name space, case ignored: told at its field, and what was typed stays.
  await expect(fieldOf(page, 'E-mail')).toHaveAttribute('aria-invalid', 'true');
  await expect(fieldOf(page, 'Nome')).toHaveValue(`Ana ${mark}`);
  await fieldOf(page, 'E-mail').fill(email);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('F8');
  await expect(page.getByRole('status').filter({ hasText: 'Seus dados foram salvos' })).toBeVisible();

  await searchOf(page).fill(email);
  await expect(rowOf(page, `Ana ${mark}`)).toContainText(`Serra ${mark}`);
  const [made] = await admin.get<Stored[]>(`users?keyword=${email}`);
  // Typed in the zone of Fortaleza.
  expect(made).toMatchObject({
    phone: '85999998888',
    expirationTime: '2030-01-31T11:15:00.000Z',
    deviceLimit: 5,
    userLimit: 0,
    administrator: false,
    deviceReadonly: true,
  });
  expect(JSON.stringify(made)).not.toContain('secret-of-ana');

  await rowOf(page, `Ana ${mark}`).dblclick();
  await expect(passwordOf(page, 'Nova senha')).toHaveValue('');
  await fieldOf(page, 'Nome').fill(`Ana Maria ${mark}`);
  await page.getByRole('switch', { name: /^Somente leitura/ }).click({ force: true });
  await page.keyboard.press('F8');
  await expect(page.getByRole('status').filter({ hasText: 'Seus dados foram atualizados' })).toBeVisible();
  await signInToApi(server.origin, email, 'secret-of-ana');
  expect((await admin.get<Stored[]>(`users?keyword=${email}`))[0]).toMatchObject({
    name: `Ana Maria ${mark}`,
    readonly: true,
    expirationTime: '2030-01-31T11:15:00.000Z',
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('[USR-01] [ROLE-05] [ROLE-06] a monitor is offered what he may change, gives no more than he holds, and finds his own limits closed', async ({
    page,
    server,
    admin,
  }) => {
    const mark = `W${fresh()}`;
    const email = `watch-${mark}@journey.local`;
    const monitor = await admin.createUser({ email, password, deviceLimit: 5, userLimit: 3 });
    const managed = await admin.createUser({
      email: `his-${mark}@journey.local`,
      name: `His ${mark}`,
      password,
    });
    await admin.post('permissions', { userId: monitor.id, managedUserId: managed.id });
    await page.emulateMedia({ colorScheme: 'dark' });
    await openResourceAs(page, server, email, 'users');

    await rowOf(page, `His ${mark}`).dblclick();
    await expect(page.getByRole('switch', { name: /^Read-only/ })).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Administrator' })).toHaveCount(0);
    await fieldOf(page, 'Device limit').fill('50');
    await page.keyboard.press('F8');
    await expect(fieldOf(page, 'Device limit')).toHaveAttribute('aria-invalid', 'true');
    await expect(fieldOf(page, 'Device limit')).toHaveValue('50');
    expect(await seriousFindings(page)).toEqual([]);
    await fieldOf(page, 'Device limit').fill('2');
    await page.keyboard.press('F8');
    await expect(page.getByRole('complementary')).toHaveCount(0);
    expect(await admin.get(`users/${managed.id}`)).toMatchObject({ deviceLimit: 2, administrator: false });

    await rowOf(page, email).first().dblclick();
    await expect(passwordOf(page, 'New password')).toBeVisible();
    await expect(fieldOf(page, 'Device limit')).toHaveCount(0);
    await expect(page.getByRole('switch', { name: /^Read-only/ })).toHaveCount(0);
    // Who he is, is said anew above the page as soon as it is saved.
    await fieldOf(page, 'Name').fill(`Watch ${mark}`);
    await page.keyboard.press('F8');
    await expect(page.getByRole('button', { name: `My account Watch ${mark}` })).toBeVisible();
  });
});

test('[USR-02] [AUTH-12] [LIST-05] [LIST-06] a fleet changes its account: e-mail, rights and limits closed, an attribute added, another language spoken at once', async ({
  page,
  server,
  admin,
}) => {
  const mark = `C${fresh()}`;
  const email = `account-${mark}@journey.local`;
  const fleet = await admin.createUser({
    email,
    name: `Frota ${mark}`,
    password,
    attributes: { apiKeySeller: 'kept' },
  });
  for (const at of [1, 2, 3, 4, 5, 6]) {
    const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `${mark} ${at}` });
    await admin.link(fleet.id, device.id);
  }
  await openAs(page, server, email, '/fleet');
  await page.getByRole('button', { name: /^Minha conta/ }).click();
  await page.getByRole('menuitem', { name: 'Minha conta' }).click();
  const account = page.getByRole('dialog', { name: 'Minha conta' });
  await expect(account.getByLabel('E-mail')).toHaveAttribute('readonly');
  await expect(account.getByText('Limite de dispositivos')).toHaveCount(0);
  await expect(account.getByText('Administrador')).toHaveCount(0);
  await expect(account.getByRole('button', { name: 'Configuração da empresa' })).toHaveCount(0);
  await expect(account.getByText('apiKeySeller')).toHaveCount(0);

  await account.getByRole('button', { name: 'Adicionar atributo' }).click();
  const editor = account.getByRole('group', { name: 'Atributos' });
  await editor.getByLabel(/^Nome/).fill('placaReserva');
  await editor.getByLabel(/^Valor/).fill('QRS4B17');
  await page.keyboard.press('Enter');
  await expect(account.getByText('placaReserva')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Alterações não salvas' });
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  await account.getByLabel('Idioma').first().click();
  await page.getByRole('option', { name: 'English' }).click();
  await page.keyboard.press('F8');
  await expect(page.getByRole('status').filter({ hasText: 'Your data has been updated' })).toBeVisible();
  await expect(account).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Devices' }).first()).toBeVisible();
  expect(await admin.get(`users/${fleet.id}`)).toMatchObject({
    attributes: { placaReserva: 'QRS4B17', apiKeySeller: secretMask, language: 'en' },
  });

  await openFromMenu(page, 'Users', 'More');
  const users = page.getByRole('dialog', { name: 'Users' });
  await expect(users.getByRole('row', { name: `Frota ${mark}` })).toBeVisible();
  await expect(users.getByRole('button', { name: /\[F\d\]|ctrl\+r/ })).toHaveCount(0);
});

test('[AUTH-09] [AUTH-07] an administrator sees the system as a client, is told so all the time, and is himself again at a click', async ({
  page,
  server,
  admin,
}) => {
  const mark = `V${fresh()}`;
  const email = `seen-${mark}@journey.local`;
  const { id } = await admin.createUser({
    ...{ email, password, name: `Cliente ${mark}` },
    attributes: { profile: 'client' },
  });
  await openResourceAs(page, server, administrator.email, 'users');
  await searchOf(page).fill(mark);
  await rowOf(page, mark).click();
  await page.getByRole('button', { name: 'Acesso', exact: true }).click();
  await page.getByRole('button', { name: 'Ver como este usuário' }).click();
  await expect(page).toHaveURL(/\/client$/);
  const said = page.getByRole('status').filter({ hasText: `Vendo como Cliente ${mark}` });
  await expect(said).toBeVisible();
  await page.reload();
  await expect(said).toBeVisible();
  await said.getByRole('button', { name: 'Encerrar' }).click();
  await expect(page.getByRole('button', { name: /Administrador/ })).toBeVisible();
  await expect(page).toHaveURL(/\/admin/);
  await expect(said).toHaveCount(0);
  const lines = await admin.get<{ action: string; objectId: number }[]>(`audit?noun=session&objectId=${id}`);
  expect(lines.map(({ action }) => action)).toContain('sign-in-as');
});
