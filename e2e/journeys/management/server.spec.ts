import { administrator } from '@atalaia/fixtures/running-server';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, password, signIn, test } from '../../fixtures/journey.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';
import { fieldOf, openResource, openResourceAs, rowOf } from '../../fixtures/resource-list.ts';

/** The server is every journey's: what was set here goes with it. */
test.afterEach(async ({ admin }) => {
  await admin.put('server', {
    ...{
      map: null,
      mapUrl: null,
      bingKey: null,
      poiLayer: null,
      latitude: null,
      longitude: null,
      zoom: null,
    },
    ...{ forceSettings: false, twelveHourFormat: false, coordinateFormat: null, timezone: null },
    ...{ speedUnit: null, distanceUnit: null, volumeUnit: null, attributes: {} },
  });
});

test('[GOV-06] [OPS-04] an administrator is asked at the first sign-in for how long data is kept, may decide later, and is told until he has', async ({
  browser,
  server,
  admin,
}) => {
  const context = await browser.newContext({ locale: 'pt-BR' });
  const page = await context.newPage();
  await signIn(page, server, administrator.email, /\/admin/, administrator.password);
  const dialog = page.getByRole('dialog', { name: 'Por quanto tempo guardar os dados?' });
  await expect(dialog.getByText('Nada é apagado enquanto você não decidir', { exact: false })).toBeVisible();
  await expect(dialog.getByRole('combobox')).toHaveCount(6);
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Decidir depois' }).click();
  await expect(dialog).toBeHidden();

  // told on every screen, and asked over it no more
  await page.reload();
  const notice = page.getByRole('button', { name: 'Definir prazos de guarda' });
  await expect(notice).toBeVisible();
  await expect(dialog).toBeHidden();
  await notice.click();
  for (const [name, choice] of [
    ['Posições', '2 anos'],
    ['Avisos enviados', '6 meses'],
  ] as const) {
    await dialog.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: choice }).click();
  }
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Prazos de guarda definidos')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(notice).toBeHidden();
  const { attributes } = await admin.get<{ attributes: object }>('server');
  expect(attributes).toEqual({
    ...{ retentionPositionsDays: 730, retentionTravelHoursDays: 0, retentionEventsDays: 0 },
    ...{ retentionCommandsDays: 0, retentionNoticesDays: 180, retentionAuditDays: 0 },
  });
  await context.close();
});

test('[SRV-01] [SET-01] [ATT-01] [ROUTE-10] an administrator sets the server up with its map in sight; what it forces, a monitor is told of', async ({
  page,
  server,
  admin,
}) => {
  const email = `forced-${fresh()}@journey.local`;
  await admin.createUser({ email, password, attributes: { profile: 'central', speedUnit: 'mph' } });
  await admin.put('server', { bingKey: 'a-key-of-bing' });
  await openAs(page, server, administrator.email, '/admin/manage/server');
  const latitude = page.getByLabel('Latitude inicial');
  await expect(latitude).toHaveValue('');
  await expect(page.getByRole('button', { name: /Remover|Adicionar \[F1\]/ })).toHaveCount(0);
  await expect(page.getByLabel('Chave do Bing', { exact: true })).toHaveValue('');

  // What cannot be is told at its field, and nothing is sent.
  await page.getByLabel('Endereço do mapa personalizado').fill('tiles.example');
  await latitude.fill('91');
  await page.keyboard.press('F8');
  await expect(page.getByText('Informe um número de -90 a 90')).toBeVisible();
  await expect(page.getByText('Informe um endereço que começa com http:// ou https://')).toBeVisible();
  await page.getByLabel('Endereço do mapa personalizado').fill('https://tiles.example/{z}/{x}/{y}.png');

  // Typed, the preview goes there; clicked, the place is that of the click.
  await latitude.fill('-3,73');
  await page.getByLabel('Longitude inicial').fill('-38.52');
  await page.getByLabel('Zoom inicial').fill('12');
  const map = page.getByRole('application', { name: 'Prévia do mapa' });
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  if (!box) throw new Error('there is no preview');
  await page.waitForTimeout(400);
  await page.mouse.click(box.x + box.width / 2 - 100, box.y + box.height / 2);
  await expect(page.getByLabel('Longitude inicial')).toHaveValue(/^-38,5[3-9]/);
  await expect(latitude).toHaveValue(/^-3,7[23]/);
  // the preview takes keys once it is drawn, and the view is on its way for a moment
  await expect(async () => {
    await map.focus();
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(300);
    await page.getByRole('button', { name: 'Começar nesta vista' }).click();
    await expect(latitude).toHaveValue(/^-3,(?:7[4-9]|[89])/, { timeout: 1000 });
  }).toPass({ timeout: 15_000 });

  await page.getByRole('combobox', { name: 'Unidade de velocidade' }).click();
  await page.getByRole('option', { name: 'Nós' }).click();
  await page.getByRole('switch', { name: /^Impor as configurações/ }).press('Space');
  await expect(page.getByRole('switch', { name: /^Administrador$|^Permitir cadastro/ })).toHaveCount(0);
  const limit = page.getByLabel('Limite de velocidade geral');
  await limit.fill('100');
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('F8');
  await expect(page.getByText('Seus dados foram atualizados')).toBeVisible();

  const stored = await admin.get<Record<string, unknown>>('server');
  expect(stored).toMatchObject({
    bingKey: 'a-key-of-bing',
    mapUrl: 'https://tiles.example/{z}/{x}/{y}.png',
    zoom: 12,
    speedUnit: 'kn',
    forceSettings: true,
    administrator: false,
  });
  // Typed in the administrator's own unit, km/h until a moment ago.
  expect((stored.attributes as { speedLimit: number }).speedLimit).toBeCloseTo(100 / 1.852, 3);
  // In force on this page at once: the limit is shown in the unit that is forced now.
  await expect(limit).toHaveValue(/^53[.,]99/);
  await page.reload();
  await expect(page.getByLabel('Zoom inicial')).toHaveValue('12');
  await expect(limit).toHaveValue(/^53[.,]99/);

  await page.evaluate('sessionStorage.clear(); localStorage.clear()');
  await openAs(page, server, email, '/admin/manage/account');
  await expect(
    page.getByText('O servidor impõe formatos e unidades a todos.', { exact: false }),
  ).toBeVisible();
  await page.goto(`${server.origin}/admin/manage/server`);
  await expect(page).toHaveURL(/\/admin$/);
});

test('[ATT-01] [CMD-02] computed attributes are tried out before they are saved, and saved commands ask for what their type needs, in English and by night too', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Sonda ${number}` });
  await sendFromPhone(server, device.uniqueId, { lat: -3.73, lon: -38.52, speed: 54 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript("localStorage.setItem('atalaia.language', 'en')");
  await openResourceAs(page, server, administrator.email, 'attributes');
  await page.keyboard.press('F1');
  await expect(fieldOf(page, 'Description')).toBeVisible();
  await page.keyboard.press('F8');
  const form = page.getByRole('complementary');
  for (const message of [
    'A description is required',
    'An attribute is required',
    'An expression is required',
  ]) {
    await expect(form.getByText(message)).toBeVisible();
  }
  await fieldOf(page, 'Description').fill(`Fast ${number}`);
  await form
    .getByRole('combobox', { name: /^Attribute/ })
    .or(fieldOf(page, 'Attribute'))
    .first()
    .fill('fast');
  const expression = form.getByRole('textbox', { name: /^Expression/ });
  await expression.fill('speed > > 3');
  await expect(form.getByText('The expression cannot be read at character 9: > 3')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Try out' })).toBeDisabled();
  await expression.fill('speed > 50');
  await form.getByRole('combobox', { name: 'Device to try with' }).fill(device.name);
  await page.getByRole('option', { name: device.name, exact: true }).click();
  await form.getByRole('button', { name: 'Try out' }).click();
  await expect(form.getByText('its value is not of the chosen type', { exact: false })).toBeVisible();
  await form.getByRole('combobox', { name: /^Type/ }).click();
  await page.getByRole('option', { name: 'Yes or no' }).click();
  await form.getByRole('button', { name: 'Try out' }).click();
  await expect(form.getByText('Result: Yes')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('F8');
  await expect(page.getByText('Your data has been saved')).toBeVisible();
  await expect(rowOf(page, `Fast ${number}`)).toContainText('speed > 50');

  await openResource(page, server, 'commands');
  await page.keyboard.press('F1');
  await expect(fieldOf(page, 'Description')).toBeVisible();
  await page.keyboard.press('F8');
  await expect(form.getByText('Choose the type first.')).toBeVisible();
  await fieldOf(page, 'Description').fill(`Every half minute ${number}`);
  await form.getByRole('combobox', { name: /^Type/ }).fill('Periodic');
  await page
    .getByRole('option', { name: /Periodic/ })
    .first()
    .click();
  const frequency = form.getByRole('textbox', { name: /^Frequency/ });
  await frequency.fill('1.5');
  await page.keyboard.press('F8');
  await expect(form.getByText('Enter a whole number', { exact: false })).toBeVisible();
  await frequency.fill('30');
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('F8');
  await expect(page.getByText('Your data has been saved')).toBeVisible();
  await expect(rowOf(page, `Every half minute ${number}`)).toContainText('30');
  const saved = await admin.get<{ type: string; attributes: object }[]>(`commands?keyword=${number}`);
  expect(saved).toMatchObject([{ type: 'positionPeriodic', attributes: { frequency: 30 } }]);
});

test('[SRV-01] [AUTH-11] on a phone the settings have its whole width, above the services, and what saves stays in sight', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, server, administrator.email, '/admin/manage/server');
  const address = page.getByLabel('Endereço do mapa personalizado');
  await expect(address).toBeVisible();
  expect((await address.boundingBox())?.width).toBeGreaterThan(280);
  await page.getByRole('heading', { name: 'Comunicação' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: /^E-mail/ })).toBeInViewport();
  await address.scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: /^Atualizar/ })).toBeInViewport({ ratio: 1 });
});

test('[SRV-01] [SHELL-01] however long a word to everybody is, the bar keeps its search, its buttons and the account; all of it is a click away', async ({
  page,
  server,
  admin,
}) => {
  const announcement =
    `Manutenção dos servidores neste sábado. ${'Comandos podem demorar a sair. '.repeat(6)}`.trim();
  await admin.put('server', { announcement });
  await openAs(page, server, administrator.email, '/admin');
  const told = page.getByRole('button', { name: announcement });
  await expect(told).toBeInViewport({ ratio: 1 });
  for (const name of ['Novo Relatório', 'Novo Comando', /^Minha conta/])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  expect(
    (
      await page
        .getByPlaceholder(/^Placa, nome/)
        .first()
        .boundingBox()
    )?.width,
  ).toBeGreaterThan(200);
  await told.click();
  await expect(page.getByRole('status').filter({ hasText: announcement }).last()).toBeVisible();
  await admin.put('server', { announcement: null });
});
