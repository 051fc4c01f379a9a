import type { RunningServer } from '@atalaia/fixtures/running-server';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, openAs, password, test } from '../../fixtures/journey.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { fieldOf, formOf, openResourceAs, rowOf } from '../../fixtures/resource-list.ts';

/** A browser resolves any name below `localhost` to this machine, so that a company has a host of its own. */
const at = (server: RunningServer, label: string): RunningServer => ({
  ...server,
  origin: server.origin.replace('127.0.0.1', `${label}.localhost`),
});

const brandOf = (page: Page) =>
  page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('--brand').trim()`);

const iconOf = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href');

/** A plain image of this size, drawn in the browser. */
async function imageOf(page: Page, edge: number, colour = '#7a1fa2') {
  const drawn = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${edge}, height: ${edge} });
    const brush = canvas.getContext('2d');
    brush.fillStyle = '${colour}';
    brush.fillRect(0, 0, ${edge}, ${edge});
    return canvas.toDataURL('image/png').split(',')[1];
  })()`);
  return { name: `logo-${edge}.png`, mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') };
}

const fileOf = (page: Page, of: string) => page.getByRole('group', { name: of }).locator('input[type=file]');

test('[COM-01] [UNIT-05] [USR-02] [LIST-06] an administrator makes the company of the host: its colour is seen while he chooses and taken back with Escape, a logo of another size is refused, the tab bears its title and its icon', async ({
  page,
  server,
  admin,
}) => {
  const label = `violeta-${fresh()}`;
  const host = at(server, label);
  const email = `${label}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await openAs(page, host, email, '/admin/manage/account');
  await page.getByRole('button', { name: 'Configuração da empresa' }).click();
  await expect(formOf(page).getByRole('heading', { name: 'Nova empresa' })).toBeVisible();
  await expect(fieldOf(page, 'Rótulo')).toHaveValue(label);
  const colour = fieldOf(page, 'Cor do tema');
  await expect(colour).toHaveValue('#1293d1');

  await page.keyboard.press('F8');
  await expect(page.getByText('Informe o nome')).toBeVisible();
  await expect(page.getByText('Escolha o logotipo')).toBeVisible();
  await colour.fill('#7a1fa2');
  await expect.poll(() => brandOf(page)).toBe('#7a1fa2');
  // What he chose goes only when he says so.
  const question = page.getByRole('dialog', { name: 'Alterações não salvas' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  await expect(colour).toHaveValue('#7a1fa2');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByLabel('Nova senha')).toBeVisible();
  expect(await brandOf(page)).toBe('#1293d1');

  await page.getByRole('button', { name: 'Configuração da empresa' }).click();
  await fileOf(page, 'Logotipo').setInputFiles(await imageOf(page, 351));
  await expect(
    page.getByText('Dimensões incorretas! O tamanho da imagem deve ser 350 x 350 pixels.'),
  ).toBeVisible();
  await fileOf(page, 'Logotipo').setInputFiles(await imageOf(page, 350));
  await expect(page.getByRole('img', { name: 'Logotipo', exact: true })).toBeVisible();
  await fileOf(page, 'Ícone da aba').setInputFiles(await imageOf(page, 350, '#ffd400'));
  await expect(page.getByRole('img', { name: 'Ícone da aba' })).toBeVisible();
  await colour.fill('#7a1fa2');
  await fieldOf(page, 'Nome').fill('Violeta Rastreamento');
  await fieldOf(page, 'Título da aba').fill('Violeta');
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('F8');
  await expect(page.getByRole('status').filter({ hasText: 'Seus dados foram salvos' })).toBeVisible();
  await expect(page.getByLabel('Nova senha')).toBeVisible();
  await expect.poll(() => brandOf(page)).toBe('#7a1fa2');
  await expect(page.getByRole('img', { name: 'Logotipo de Violeta Rastreamento' })).toBeVisible();
  await expect(page).toHaveTitle(/^(\(\d+\) )?Minha conta · Violeta$/);
  type Company = { logoUrl: string; faviconUrl: string; theme: string; androidAppUrl: string | null };
  const company = () => admin.get<Company>(`company/configurations/${label}`);
  const { logoUrl, faviconUrl, androidAppUrl } = await company();
  expect(androidAppUrl, 'store links are optional').toBeNull();
  expect(await iconOf(page)).toBe(faviconUrl);

  // Changed without a logo: the old one is kept, after a reload too.
  await page.reload();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Configuração da empresa' }).click();
  await colour.fill('#00796b');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Atualizar [F8]' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Seus dados foram atualizados' })).toBeVisible();
  expect(await company()).toMatchObject({ logoUrl, theme: '#00796b' });
  await page.reload();
  await expect.poll(() => brandOf(page)).toBe('#00796b');
});

test('[COM-01] companies are listed, another host’s is edited with its sender and its mails, and a trial says what is missing', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const made = (name: string) =>
    admin.post<{ id: number }>('companies', {
      label: `${name.toLowerCase()}-${number}`,
      name,
      theme: '#7a1fa2',
    });
  await made('Austral');
  const { id } = await made('Boreal');
  const email = `companies-${number}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  await openResourceAs(page, server, email, 'companies');
  await rowOf(page, `boreal-${number}`).dblclick();
  const form = formOf(page);
  await expect(form.getByRole('heading', { name: 'Editar empresa' })).toBeVisible();
  await fileOf(page, 'Logotipo').setInputFiles(await imageOf(page, 350));
  await expect(form.getByRole('img', { name: 'Logotipo', exact: true })).toBeVisible();
  await fieldOf(page, 'Nome do remetente').fill('Atendimento Boreal');
  await fieldOf(page, 'Responder para').fill('ajuda@boreal.example');

  const invitation = form.getByRole('group', { name: 'Convite' });
  await invitation.getByRole('textbox', { name: 'Assunto' }).fill('Bem-vindo à [company]');
  const body = invitation.getByRole('textbox', { name: 'Texto' });
  await body.fill('Oi, [nome]');
  await invitation.getByRole('button', { name: 'Testar' }).click();
  await expect(invitation.getByText('Use só os que estão listados')).toBeVisible();
  await body.fill('Oi, [name]');
  await invitation.getByRole('button', { name: 'Testar' }).click();
  await expect(invitation.getByText('Sem [link] ninguém consegue entrar')).toBeVisible();
  await body.fill('Oi, [name]: [link]');
  await invitation.getByRole('button', { name: 'Testar' }).click();
  await expect(invitation.getByText('O servidor ainda não envia e-mails')).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByRole('status').filter({ hasText: 'Seus dados foram atualizados' })).toBeVisible();
  expect(await admin.get(`companies/${id}`)).toMatchObject({
    ...{ name: 'Boreal', senderName: 'Atendimento Boreal', replyTo: 'ajuda@boreal.example' },
    mailTexts: { invitation: { subject: 'Bem-vindo à [company]', body: 'Oi, [name]: [link]' } },
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('[USR-02] [ROLE-03] a monitor has no way to the companies, and the server would refuse him', async ({
    page,
    server,
    admin,
  }) => {
    const { email } = await createMonitor(admin);
    await openAs(page, server, email, '/admin/manage/account');
    await page.getByLabel('New password').waitFor();
    await expect(page.getByRole('button', { name: 'Company configuration' })).toHaveCount(0);
    await expect(page.getByText('Device limit')).toHaveCount(0);
    for (const path of ['company/configurations', 'companies']) {
      const answer = await page.evaluate<number>(`fetch('/api/${path}').then(({ status }) => status)`);
      expect([401, 403]).toContain(answer);
    }
    await page.goto(`${server.origin}/admin/manage/companies`);
    await page.waitForURL(/\/admin$/);
  });
});
