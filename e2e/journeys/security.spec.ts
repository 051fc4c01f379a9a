/** A second factor from its set-up to the sign-in with it: an app for codes, recovery codes, a passkey of a virtual authenticator. */
import { createHmac } from 'node:crypto';
import { administrator } from '@atalaia/fixtures/running-server';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { expect, fresh, openAs, password, signIn, test } from '../fixtures/journey.ts';

/** The code of an app (RFC 6238) at this moment, or so many intervals later. */
function codeOf(secret: string, later = 0): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const confirm = async (page: Page, title: string) => {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Senha atual').fill(password);
  return dialog;
};

test('[IDP-01] a person sets up an app for codes, keeps the recovery codes, and signs in with both', async ({
  page,
  server,
  admin,
}) => {
  const email = `codes-${fresh()}@journey.local`;
  await admin.createUser({ email, password });
  await openAs(page, server, email, '/client');
  await page.getByRole('button', { name: /^Minha conta/ }).click();
  await page.getByRole('menuitem', { name: 'Segurança' }).click();
  await page.getByRole('button', { name: 'Configurar o aplicativo' }).click();
  const asked = await confirm(page, 'Configurar o aplicativo');
  await asked.getByRole('button', { name: 'Continuar' }).click();
  const shown = page.getByRole('dialog', { name: 'Configurar o aplicativo' });
  await expect(shown.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = ((await shown.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const code = shown.getByLabel('Código que o aplicativo mostra');
  await code.fill('000000');
  await shown.getByRole('button', { name: 'Ativar' }).click();
  await expect(shown.getByText('O código não confere.')).toBeVisible();
  await code.fill(codeOf(secret, -1));
  await shown.getByRole('button', { name: 'Ativar' }).click();
  const codes = page.getByRole('dialog', { name: 'Códigos de recuperação' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await codes.getByRole('button', { name: 'Já guardei' }).click();
  await expect(page.getByText('Restam 10 códigos de recuperação.')).toBeVisible();

  await page.goto(`${server.origin}/client`);
  await page.getByRole('button', { name: /^Minha conta/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  const enter = async (typed: string) => {
    await page.getByLabel(/^(Código do aplicativo)$/).fill(typed);
    await page.getByRole('button', { name: 'Confirmar' }).click();
  };
  await page.getByLabel('Usuário ou e-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Falta o segundo fator')).toBeVisible();
  await enter('000000');
  await expect(page.getByRole('alert')).toContainText('O código não confere ou já foi usado');
  await enter(codeOf(secret, 1));
  await page.waitForURL(/\/client$/);

  await page.getByRole('button', { name: /^Minha conta/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByLabel('Usuário ou e-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await enter(recovery);
  await page.waitForURL(/\/client$/);
});

test('[IDP-01] a monitor who must have one is shown nothing else before, and a passkey opens his desk from then on', async ({
  page,
  server,
  admin,
}) => {
  const email = `key-${fresh()}@journey.local`;
  await admin.createUser({ email, password, attributes: { profile: 'central' } });
  // passkeys are of a name, and an address is none
  const named = { ...server, origin: server.origin.replace('127.0.0.1', 'localhost') };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const settings = await admin.get<{ attributes: object }>('server');
  await admin.put('server', { attributes: { ...settings.attributes, secondFactorMonitor: true } });
  try {
    await signIn(page, named, email, /\/admin/);
    await expect(page.getByRole('heading', { name: 'Proteja a sua conta' })).toBeVisible();
    await page.getByRole('button', { name: 'Criar uma chave de acesso' }).click();
    const dialog = await confirm(page, 'Criar uma chave de acesso');
    await dialog.getByLabel(/^Nome da chave/).fill('Celular da Ana');
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    const codes = page.getByRole('dialog', { name: 'Códigos de recuperação' });
    await codes.getByRole('button', { name: 'Já guardei' }).click();
    await expect(page.getByRole('heading', { name: 'Proteja a sua conta' })).toBeHidden();
    await page.goto(`${named.origin}/admin/manage/sessions`);
    await expect(page.getByText('Celular da Ana')).toBeVisible();

    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${named.origin}/login`);
    await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
    await page.waitForURL(/\/admin/);
    await expect(page.getByRole('button', { name: /^Minha conta/ })).toBeVisible();
  } finally {
    await admin.put('server', { attributes: settings.attributes });
  }
});

test('[IDP-03] an administrator invites a person by a link, who chooses a password once and signs in', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `invited-${number}@journey.local`;
  await admin.createUser({ email, password, name: `Convidada ${number}` });
  await openAs(page, server, administrator.email, '/admin/manage/users');
  // the list's own search comes with the list
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('searchbox').last().fill(email);
  await page.getByRole('row', { name: new RegExp(email) }).click();
  await page.getByRole('button', { name: 'Acesso' }).click();
  await page.getByRole('button', { name: 'Gerar o link de convite' }).click();
  const link = page.getByLabel('Link de convite');
  await expect(link).toHaveValue(/\/access#[\w-]{43}$/);
  const address = await link.inputValue();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(address);
  await expect(page.getByText(`Conta: ${email}`)).toBeVisible();
  await page.getByLabel('Nova senha').fill('senha123');
  await page.getByRole('button', { name: 'Salvar a senha' }).click();
  await expect(page.getByText(/das mais usadas/)).toBeVisible();
  await page.getByLabel('Nova senha').fill('Mar alto 8');
  await page.getByRole('button', { name: 'Salvar a senha' }).click();
  await expect(page.getByText('Senha salva. Entre com ela.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Este link já foi usado ou venceu. Peça outro.')).toBeVisible();
  await signIn(page, server, email, /\/client$/, 'Mar alto 8');
});

test('[IDP-03] where no mail is set up, who forgot the password is told whom to ask', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origin}/login`);
  await page.getByRole('link', { name: 'Esqueci a senha' }).click();
  await expect(page.getByRole('heading', { name: 'Esqueci a senha' })).toBeVisible();
  await page.getByLabel('Usuário ou e-mail').fill('alguem@example.com');
  await page.getByRole('button', { name: 'Enviar o link' }).click();
  await expect(page.getByText('Este servidor não envia e-mails.', { exact: false })).toBeVisible();
});

test('[OUT-04] a person makes a key for a program, keeps it once, uses it for what it is for, and ends it', async ({
  page,
  server,
  admin,
}) => {
  const email = `key-${fresh()}@journey.local`;
  await admin.createUser({ email, password });
  await openAs(page, server, email, '/client');
  await page.getByRole('button', { name: /^Minha conta/ }).click();
  await page.getByRole('menuitem', { name: 'Segurança' }).click();
  await page.getByRole('button', { name: 'Nova chave de programa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova chave de programa' });
  const make = dialog.getByRole('button', { name: 'Criar chave' });
  await expect(make).toBeDisabled();
  await dialog.getByLabel('Nome da chave').fill('Painel da loja');
  await dialog.getByLabel('Consultar').uncheck();
  await expect(dialog.getByText('Marque ao menos uma permissão.')).toBeVisible();
  await expect(make).toBeDisabled();
  await dialog.getByLabel('Consultar').check();
  expect(await seriousFindings(page)).toEqual([]);
  await make.click();
  const made = page.getByRole('dialog', { name: 'Chave criada' });
  const key = (await made.locator('code').textContent()) ?? '';
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(await seriousFindings(page)).toEqual([]);
  await made.getByRole('button', { name: 'Já guardei' }).click();
  const row = page.getByRole('row', { name: /Painel da loja/ });
  await expect(row).toContainText('Consultar');
  const ask = async (method: string, path: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${server.origin}/api/${path}`, { method, headers })).status;
  };
  expect(await ask('GET', 'devices')).toBe(200);
  expect(await ask('DELETE', 'devices/1')).toBe(403);
  await row.getByRole('button', { name: 'Encerrar' }).click();
  const end = page.getByRole('dialog', { name: 'Encerrar a sessão' });
  await end.getByRole('button', { name: 'Encerrar' }).click();
  await expect(row).toBeHidden();
  expect(await ask('GET', 'devices')).toBe(401);
});
