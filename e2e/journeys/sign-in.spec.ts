import { administrator } from '@atalaia/fixtures/running-server';
import { seriousFindings } from '../fixtures/axe.ts';
import { expect, fresh, password, signIn, test } from '../fixtures/journey.ts';
import { fieldOf, openByMenu, rowOf } from '../fixtures/resource-list.ts';

test('[AUTH-01] the login has one field for the user, one for the password, a button and the logo', async ({
  page,
  server,
}) => {
  await page.goto(server.origin);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('textbox')).toHaveCount(2);
  await expect(page.getByLabel('Usuário ou e-mail')).toBeFocused();
  await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('type', 'password');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  const logo = page.getByRole('main').getByText('Atalaia', { exact: true });
  await expect(logo).toBeVisible();
  await expect(logo.locator('svg')).toBeVisible();
});

test('[AUTH-02] both empty fields are told at once and nothing is sent', async ({ page, server }) => {
  await page.goto(`${server.origin}/login`);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.getByLabel('Senha', { exact: true }).fill('abc');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Por favor informe o seu usuário ou e-mail')).toBeVisible();
  await expect(page.getByText('Por favor informe a senha')).toBeVisible();
  expect(sent).toEqual([]);
});

test('[AUTH-03] wrong credentials and a disabled account get the same words, and the user name stays', async ({
  page,
  server,
  admin,
}) => {
  const email = `disabled-${fresh()}@journey.local`;
  await admin.createUser({ email, password, disabled: true });
  await page.goto(`${server.origin}/login`);
  for (const [user, secret] of [
    [administrator.email, 'not-the-password'],
    ['nobody@journey.local', 'whatever'],
    [email, password],
  ] as const) {
    await page.getByLabel('Usuário ou e-mail').fill(user);
    await page.getByLabel('Senha', { exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('alert')).toHaveText('Email ou senha incorretos');
    await expect(page.getByLabel('Usuário ou e-mail')).toHaveValue(user);
    await page.getByLabel('Usuário ou e-mail').fill('');
  }
  await expect(page).toHaveURL(/\/login$/);
});

test('[AUTH-05] a session ends with its tab, unless "Manter conectado" was ticked', async ({
  page,
  context,
  server,
}) => {
  await signIn(page, server, administrator.email, /\/admin$/, administrator.password);
  const other = await context.newPage();
  await other.goto(server.origin);
  await expect(other).toHaveURL(/\/login$/);
  await other.getByLabel('Usuário ou e-mail').fill(administrator.email);
  await other.getByLabel('Senha', { exact: true }).fill(administrator.password);
  await other.getByLabel('Manter conectado').check();
  await other.getByRole('button', { name: 'Entrar' }).click();
  await other.waitForURL(/\/admin$/);
  const third = await context.newPage();
  await third.goto(server.origin);
  await expect(third).toHaveURL(/\/admin$/);
});

test('[AUTH-06] a reload restores the screen before the server answers; the password is kept nowhere', async ({
  page,
  server,
}) => {
  await signIn(page, server, administrator.email, /\/admin$/, administrator.password);
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
  release();
  const stored = await page.evaluate<string>('JSON.stringify([{...localStorage}, {...sessionStorage}])');
  expect(stored).not.toContain(administrator.password);
});

test('[AUTH-07] leaving ends the session on the server too', async ({ page, server }) => {
  await signIn(page, server, administrator.email, /\/admin$/, administrator.password);
  const token = await page.evaluate<string>('Object.values({...sessionStorage}).join(" ")');
  const bearer = /[\w-]{43}/.exec(token)?.[0] ?? '';
  const ask = () => fetch(`${server.origin}/api/session`, { headers: { authorization: `Bearer ${bearer}` } });
  expect((await ask()).status).toBe(200);
  await page
    .getByRole('navigation', { name: 'Menu principal' })
    .getByRole('button', { name: 'Sair' })
    .click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(async () => (await ask()).status).toBe(401);
  const retained = await page.evaluate<string>('JSON.stringify([{...localStorage}, {...sessionStorage}])');
  expect(retained).not.toContain(bearer);
});

test('[AUTH-08] [LIST-06] who is typing when his session ends signs in over the page, and saves what he typed', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `typing-${number}@journey.local`;
  const user = await admin.createUser({ email, password, administrator: true });
  await signIn(page, server, email, /\/admin$/);
  await openByMenu(page, 'Motoristas');
  await page.keyboard.press('F1');
  await fieldOf(page, 'Nome').fill(`Digitado ${number}`);
  await fieldOf(page, 'Identificador').fill(`D${number}`);
  await admin.put(`users/${user.id}`, { ...user, disabled: true });
  await admin.put(`users/${user.id}`, { ...user, disabled: false });

  const again = page.getByRole('dialog', { name: 'Entre de novo' });
  await expect(again).toContainText('O que você digitou continua aqui');
  await expect(page.getByText('Usuário não autenticado')).toHaveCount(1);
  expect(
    await page.evaluate<string>('JSON.stringify([{...localStorage}, {...sessionStorage}])'),
  ).not.toContain('atalaia.token');
  expect(await seriousFindings(page)).toEqual([]);
  // Giving it up is requested too.
  await again.getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('button', { name: 'Continuar editando' }).click();
  await expect(again.getByLabel('Usuário ou e-mail')).toHaveValue(email);
  await again.getByLabel('Senha', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(again).toHaveCount(0);
  await expect(fieldOf(page, 'Nome')).toHaveValue(`Digitado ${number}`);
  await page.getByRole('button', { name: 'Salvar [F8]' }).click();
  await expect(rowOf(page, `Digitado ${number}`)).toBeVisible();
});

test('[AUTH-08] a session that ended elsewhere is told once and leads back to where the person was', async ({
  page,
  server,
  admin,
}) => {
  const email = `ended-${fresh()}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  await signIn(page, server, email, /\/admin$/);
  await fetch(`${server.origin}/api/users/${user.id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...user, disabled: true }),
  });
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Usuário não autenticado')).toHaveCount(1);
  await expect(page.getByText('A sua sessão terminou.')).toBeVisible();
  await fetch(`${server.origin}/api/users/${user.id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...user, disabled: false }),
  });
  await page.getByLabel('Usuário ou e-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('[AUTH-07] [AUTH-08] who signs in where the session of another person ended sees nothing of what that one read', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  // first of all drivers: a list draws what is in sight, and other journeys made some too
  const name = `0 Somente dele ${number}`;
  await admin.post('drivers', { name, uniqueId: `S${number}` });
  const first = await admin.createUser({
    ...{ email: `first-${number}@journey.local`, password, administrator: true },
  });
  const next = `next-${number}@journey.local`;
  await admin.createUser({ email: next, password, attributes: { profile: 'central' } });
  await signIn(page, server, first.email, /\/admin$/);
  await openByMenu(page, 'Motoristas');
  await expect(rowOf(page, name)).toBeVisible();
  await admin.put(`users/${first.id}`, { ...first, disabled: true });
  await expect(page).toHaveURL(/\/login/);
  // what he is shown before the server answers is what the page remembers
  await page.route(/\/api\/drivers/, () => undefined);
  await page.getByLabel('Usuário ou e-mail').fill(next);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
  await openByMenu(page, 'Motoristas');
  await expect(rowOf(page, name)).toHaveCount(0);
});
