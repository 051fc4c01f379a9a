/** Signing in at a real OpenID Connect provider, through the browser: there and back, a link of one's own, and what is refused. */
import { type FakeOpenIdProvider, startOpenIdProvider } from '@atalaia/fakes/openid/openid-provider';
import { type Api, signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import { test as base, expect, type Page } from '@playwright/test';
import { fresh, openAs, password, wasAsked } from '../fixtures/journey.ts';

interface Laid {
  readonly provider: FakeOpenIdProvider;
  readonly server: RunningServer;
  readonly admin: Api;
}

const client = { clientId: 'atalaia', clientSecret: 'a-secret-of-the-journeys' };

const test = base.extend<object, Laid>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a destructured first argument
    async ({}, use) => {
      const provider = await startOpenIdProvider();
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      const env = {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: client.clientId,
        OIDC_CLIENT_SECRET: client.clientSecret,
        OIDC_NAME: 'Acme',
      };
      const server = await startServer({ env });
      provider.register({
        ...client,
        redirectUris: [`${server.origin}/api/session/openid/callback`],
        returnUris: [`${server.origin}/login`],
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  admin: [
    async ({ server }, use) => {
      await use(await signInToApi(server.origin, administrator.email, administrator.password));
    },
    { scope: 'worker' },
  ],
});

/** What a person does at the provider. */
async function signInThere(page: Page, login: string) {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const enterButton = (page: Page) => page.getByRole('button', { name: 'Entrar com Acme' });

test('[IDP-02] a person signs in at the provider, comes back to the page that he wanted, and signs out at both', async ({
  page,
  provider,
  server,
  admin,
}) => {
  const email = `openid-${fresh()}@journey.local`;
  await admin.createUser({ email, password });
  provider.people.set('ana', { email, email_verified: true });
  await page.goto(`${server.origin}/client`);
  await enterButton(page).click();
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}`));
  await signInThere(page, 'ana');
  await page.waitForURL(/\/client$/);
  await page.reload();
  await page.getByRole('button', { name: /^Minha conta/ }).click();
  await page.getByRole('menuitem', { name: 'Segurança' }).click();
  await expect(page.getByText(`Vinculada a ${email}`)).toBeVisible();
  await page.goto(`${server.origin}/client`);
  await page.getByRole('button', { name: /^Minha conta/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  // the provider asks whether it is to forget him too
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}`));
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL(`${server.origin}/login`);
  await expect(enterButton(page)).toBeVisible();
  const kept = "sessionStorage.getItem('atalaia.token') ?? localStorage.getItem('atalaia.token')";
  expect(await page.evaluate(kept)).toBeNull();
});

test('[IDP-02] an administrator links his account himself, comes back to where he was, and takes the link away', async ({
  page,
  provider,
  server,
}) => {
  provider.people.set('root', { email: administrator.email, email_verified: true });
  await page.addInitScript(wasAsked);
  await openAs(page, server, administrator.email, '/admin/manage/sessions');
  await page.getByRole('button', { name: 'Vincular conta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Vincular conta' });
  await dialog.getByLabel('Senha atual').fill('not this one');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByText('A senha atual não confere')).toBeVisible();
  await dialog.getByLabel('Senha atual').fill(administrator.password);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await signInThere(page, 'root');
  await page.waitForURL(/\/admin\/manage\/sessions$/);
  await expect(page.getByText('Conta vinculada.')).toBeVisible();
  await expect(page.getByText(`Vinculada a ${administrator.email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Desvincular' }).click();
  const undo = page.getByRole('dialog', { name: 'Desvincular' });
  await undo.getByLabel('Senha atual').fill(administrator.password);
  await undo.getByRole('button', { name: 'Desvincular' }).click();
  await expect(page.getByRole('button', { name: 'Vincular conta' })).toBeVisible();
});

test('[IDP-02] a refusal is said on the page in words, and the password goes on', async ({
  page,
  provider,
  server,
  admin,
}) => {
  const email = `refused-${fresh()}@journey.local`;
  await admin.createUser({ email, password });
  provider.people.set('rui', { email, email_verified: false });
  await page.goto(`${server.origin}/login`);
  await enterButton(page).click();
  await signInThere(page, 'rui');
  const said = page.getByRole('alert');
  await expect(said).toContainText('não confirma o seu e-mail');
  await page.goto(`${server.origin}/api/session/openid/callback?code=x&state=y`);
  await expect(said).toContainText('Comece de novo pelo botão desta página');
  // the account of an administrator is not found by its e-mail
  provider.people.set('rui', { email: administrator.email, email_verified: true });
  await enterButton(page).click();
  await expect(said).toContainText('Entre com a senha e vincule-a em Segurança');
  await page.getByLabel('Usuário ou e-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(/\/client$/);
});
