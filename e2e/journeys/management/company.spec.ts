import type { RunningServer } from '@atalaia/fixtures/running-server';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, openAs, password, test } from '../../fixtures/journey.ts';
import { createMonitor } from '../../fixtures/monitor.ts';

/** A browser resolves any name below `localhost` to this machine, so that a company has a host of its own. */
const at = (server: RunningServer, label: string): RunningServer => ({
  ...server,
  origin: server.origin.replace('127.0.0.1', `${label}.localhost`),
});

const brandOf = (page: Page) =>
  page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('--brand').trim()`);

/** A plain image of this size, drawn in the browser. */
async function imageOf(page: Page, edge: number) {
  const drawn = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${edge}, height: ${edge} });
    const brush = canvas.getContext('2d');
    brush.fillStyle = '#7a1fa2';
    brush.fillRect(0, 0, ${edge}, ${edge});
    return canvas.toDataURL('image/png').split(',')[1];
  })()`);
  return { name: `logo-${edge}.png`, mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') };
}

async function openCompany(page: Page, { origin }: RunningServer) {
  await page.goto(`${origin}/admin/manage/account`);
  await page.getByRole('button', { name: 'Configuração da empresa' }).click();
  await expect(page.getByRole('heading', { name: 'Configuração da empresa' })).toBeVisible();
}

test('[COM-01] [UNIT-05] [USR-02] [LIST-06] an administrator configures the company of the host: its colour is seen while he chooses and taken back with Escape, a logo of another size is refused, the old one kept', async ({
  page,
  server,
  admin,
}) => {
  const label = `violeta-${fresh()}`;
  const host = at(server, label);
  const email = `${label}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await openAs(page, host, email, '/admin');
  await openCompany(page, host);
  await expect(page.getByLabel('Rótulo')).toHaveValue(label);
  const colour = page.getByRole('textbox', { name: 'Cor do tema', exact: true });
  await expect(colour).toHaveValue('#1293d1');

  await page.keyboard.press('F8');
  for (const fault of ['aplicativo Android', 'aplicativo iOS']) {
    await expect(page.getByText(`Informe o endereço do ${fault}`)).toBeVisible();
  }
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
  const file = page.locator('input[type=file]');
  await file.setInputFiles(await imageOf(page, 351));
  await expect(
    page.getByText('Dimensões incorretas! O tamanho da imagem deve ser 350 x 350 pixels.'),
  ).toBeVisible();
  await file.setInputFiles(await imageOf(page, 350));
  await expect(page.getByRole('img', { name: 'Logotipo escolhido' })).toBeVisible();
  await colour.fill('#7a1fa2');
  await page.getByLabel('Aplicativo Android').fill('https://play.example.com/violeta');
  await page.getByLabel('Aplicativo iOS').fill('https://apps.example.com/violeta');
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('F8');
  await expect(page.getByRole('status').filter({ hasText: 'Seus dados foram salvos' })).toBeVisible();
  await expect(page.getByLabel('Nova senha')).toBeVisible();
  expect(await brandOf(page)).toBe('#7a1fa2');
  await expect(page.getByRole('img', { name: `Logotipo de ${label}` })).toBeVisible();
  const company = () => admin.get<{ logoUrl: string; theme: string }>(`company/configurations/${label}`);
  const { logoUrl } = await company();

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

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('[USR-02] [ROLE-03] a monitor has no way to the company, and the server would refuse him', async ({
    page,
    server,
    admin,
  }) => {
    const { email } = await createMonitor(admin);
    await openAs(page, server, email, '/admin/manage/account');
    await page.getByLabel('New password').waitFor();
    await expect(page.getByRole('button', { name: 'Company configuration' })).toHaveCount(0);
    await expect(page.getByText('Device limit')).toHaveCount(0);
    const answer = await page.evaluate<number>(
      `fetch('/api/company/configurations').then(({ status }) => status)`,
    );
    expect([401, 403]).toContain(answer);
  });
});
