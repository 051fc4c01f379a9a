import type { Api } from '@atalaia/fixtures/api';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../fixtures/journey.ts';
import { createMonitor } from '../fixtures/monitor.ts';

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });

/** A monitor who sees one device, which no tracker speaks for. */
async function monitorWithDevice(admin: Api) {
  const number = fresh();
  const user = await createMonitor(admin);
  const { email } = user;
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Casco ${number}` });
  await admin.link(user.id, device.id);
  return { email, user, device };
}

test('[SHELL-01] [SHELL-02] [SHELL-03] the bar searches, and leads to reports, commands and the account; the menu has every view', async ({
  page,
  server,
  admin,
}) => {
  const { email, device } = await monitorWithDevice(admin);
  await openAs(page, server, email, '/admin');
  await expect(menuOf(page).getByRole('link')).toHaveText([
    'Mapa',
    'Mesa de alarmes',
    'Sinistros',
    'Clientes',
    'Dispositivos',
    'Usuários',
    'Grupos',
    'Cercas',
    'Motoristas',
    'Notificações',
    'Calendários',
    'Manutenções',
    'Atributos calculados',
    'Comandos salvos',
  ]);
  await expect(menuOf(page).getByRole('button', { name: 'Sair' })).toBeVisible();
  await expect(menuOf(page).locator('[aria-current="page"]')).toHaveText('Mapa');

  const search = page.getByRole('searchbox', { name: 'Buscar dispositivo' });
  const requested: string[] = [];
  page.on('request', (request) => request.url().includes('keyword=') && requested.push(request.url()));
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await search.pressSequentially('C');
  await expect(page.getByText('Digite ao menos 2 caracteres.')).toBeVisible();
  expect(requested).toEqual([]);
  await search.fill('nada que exista');
  await expect(page.getByText('Nada encontrado!')).toBeVisible();
  await search.fill(device.uniqueId);
  await expect(page.getByRole('option', { name: device.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/events/devices/${device.id}$`));

  await menuOf(page).getByRole('link', { name: 'Dispositivos' }).click();
  await expect(menuOf(page).locator('[aria-current="page"]')).toHaveText('Dispositivos');
  const row = page.getByRole('row', { name: device.name });
  await expect(row).toContainText(device.uniqueId);
  await page.getByRole('searchbox', { name: 'Buscar na lista' }).fill('nada que exista');
  await expect(page.getByText('Nenhum registro encontrado.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Buscar na lista' }).fill(device.name);
  await row.getByRole('button', { name: device.name }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/events/devices/${device.id}$`));

  await page.getByRole('button', { name: /^Minha conta/ }).click();
  await page.getByRole('menuitem', { name: 'Minha conta' }).click();
  await expect(page).toHaveURL(/\/admin\/manage\/account$/);
});

test('[SHELL-01] [REP-08] [CMD-05] a report is saved as a spreadsheet, and a command to a device that is away waits for it', async ({
  page,
  server,
  admin,
}) => {
  const { email, device } = await monitorWithDevice(admin);
  await openAs(page, server, email, '/admin');

  await page.getByRole('button', { name: 'Novo Relatório' }).click();
  const report = page.getByRole('dialog', { name: 'Novo Relatório' });
  await report.getByRole('button', { name: 'Exportar planilha' }).click();
  await expect(report.getByText('Este campo é obrigatório!')).toBeVisible();
  await report.getByLabel('Dispositivos').first().fill(device.name);
  await page.getByRole('option', { name: device.name }).click();
  await report.getByLabel('Tipo de relatório').first().click();
  await page.getByRole('option', { name: 'Resumo' }).click();
  const saved = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Exportar planilha' }).click();
  expect((await saved).suggestedFilename()).toBe('relatorio.xlsx');
  await expect(report).toBeHidden();
  await expect(page.getByRole('button', { name: 'Novo Relatório' })).toBeFocused();

  await page.getByRole('button', { name: 'Novo Comando' }).click();
  const command = page.getByRole('dialog', { name: 'Novo Comando' });
  await command.getByRole('button', { name: 'Enviar' }).click();
  await expect(command.getByText('Type é necessário')).toBeVisible();
  await command.getByLabel('Dispositivo *').first().fill(device.name);
  await page.getByRole('option', { name: device.name }).click();
  await command.getByLabel('Tipo *').first().click();
  await page.getByRole('option', { name: 'Comando personalizado' }).click();
  await command.getByRole('button', { name: 'Enviar' }).click();
  await expect(command.getByText('Este campo é obrigatório!')).toBeVisible();
  await command.getByLabel('Dados *').fill('STATUS#');
  await command.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('o comando ficou na fila')).toBeVisible();
  await expect(command).toBeHidden();
  const [sent] = await admin.get<{ type: string; attributes: object }[]>(
    `commands/sent?deviceId=${device.id}`,
  );
  expect(sent).toMatchObject({ type: 'custom', attributes: { data: 'STATUS#' } });
});

for (const profile of ['fleet', 'client'] as const) {
  test(`[SHELL-07] a ${profile} on a phone of 360 px opens everything from its menu`, async ({
    page,
    server,
    admin,
  }) => {
    const number = fresh();
    const email = `phone-${number}@journey.local`;
    const user = await admin.createUser({ email, password });
    for (let n = 0; n < (profile === 'fleet' ? 6 : 1); n += 1) {
      const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `Bolso ${number} ${n}` });
      await admin.link(user.id, device.id);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await openAs(page, server, email, `/${profile}`);
    const opener = page.getByRole('button', { name: 'Abrir o menu' });
    await opener.click();
    const daily =
      profile === 'fleet'
        ? ['Dispositivos', 'Motoristas', 'Notificações', 'Novo Relatório']
        : ['Dispositivos', 'Notificações', 'Cercas', 'Novo Relatório'];
    const others = [
      ...['Dispositivos', 'Grupos', 'Usuários', 'Cercas', 'Motoristas', 'Notificações', 'Calendários'],
      ...['Manutenções', 'Sinistros', 'Novo Relatório', 'Enviar Comando', 'Relatórios agendados'],
      ...['Contatos e senhas', 'Links de localização', 'Minha conta', 'Segurança'],
    ].filter(
      (name) => !daily.includes(name) && name !== (profile === 'fleet' ? 'Enviar Comando' : 'Usuários'),
    );
    const names = [...daily, ...others, 'Sair'];
    const entries = page.getByRole('navigation').getByRole('button');
    await expect(entries).toHaveText([...daily, 'Sair']);
    const more = page.getByRole('navigation').getByText('Mais', { exact: true });
    await more.click();
    await expect(entries).toHaveText(names);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();

    for (const name of names.slice(0, -3)) {
      await opener.click();
      if (others.includes(name)) await more.click();
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
      const window = page.getByRole('dialog', { name: name === 'Enviar Comando' ? 'Novo Comando' : name });
      await expect(window).toBeVisible();
      await expect(window.getByRole('alert')).toHaveCount(0);
      await expect(window.locator(':focus')).toHaveCount(1);
      const isForm = name === 'Novo Relatório' || name === 'Enviar Comando';
      // whose account is of no customer has no contacts
      const content =
        name === 'Contatos e senhas'
          ? window.getByText('A sua conta não é de um cliente')
          : isForm
            ? window.locator('form')
            : window.getByRole('searchbox');
      await expect(content).toBeVisible();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      await page.keyboard.press('Escape');
      await expect(window).toBeHidden();
      await expect(opener).toBeFocused();
    }
    await opener.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Dispositivos' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Bolso ${number} 0` })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await seriousFindings(page)).toEqual([]);
  });
}

test('[AUTH-12] a person changes his name, units and language in the account form, and the screen follows at once', async ({
  page,
  server,
  admin,
}) => {
  const email = `account-${fresh()}@journey.local`;
  const { id } = await admin.createUser({ email, password, attributes: { keyword: 'kept' } });
  await openAs(page, server, email, '/client');
  await page.getByRole('button', { name: /^Minha conta/ }).click();
  await page.getByRole('menuitem', { name: 'Minha conta' }).click();
  const account = page.getByRole('dialog', { name: 'Minha conta' });
  await expect(account.getByLabel('E-mail')).toHaveValue(email);
  await account.getByLabel('Nome').fill('');
  await account.getByLabel('Nova senha').fill('123');
  await page.keyboard.press('F8');
  await expect(account.getByText('Nome é necessário')).toBeVisible();
  await expect(account.getByText('A senha precisa de ao menos 8 caracteres.')).toBeVisible();
  await account.getByLabel('Nome').fill('Marina Nova');
  await account.getByLabel('Nova senha').fill('');
  await account.getByLabel('Unidade de velocidade').first().click();
  await page.getByRole('option', { name: 'Milhas por hora' }).click();
  await account.getByLabel('Idioma').first().click();
  await page.getByRole('option', { name: 'English' }).click();
  await page.keyboard.press('F8');
  await expect(page.getByText('Your data has been updated')).toBeVisible();
  await expect(account).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('button', { name: /^My account/ })).toContainText('Marina Nova');
  await expect(page).toHaveTitle('Live map · Atalaia');
  const saved = await admin.get<{ name: string; attributes: object }>(`users/${id}`);
  expect(saved).toMatchObject({
    name: 'Marina Nova',
    attributes: { keyword: 'kept', speedUnit: 'mph', language: 'en' },
  });
});

test('the keyboard: past the bar to the map, and every key listed on ?', async ({ page, server, admin }) => {
  const { email } = await monitorWithDevice(admin);
  await openAs(page, server, email, '/admin');
  await expect(page.getByRole('main')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Ir para o mapa' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Shift+?');
  const help = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  for (const does of ['Buscar um dispositivo', 'Mostrar esta lista', 'Medir distância', 'Aproximar']) {
    await expect(help.getByText(does)).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});

test('[ERR-01] a toast is in the lower left corner for five seconds, above the device strip', async ({
  page,
  server,
  admin,
}) => {
  const { email } = await monitorWithDevice(admin);
  await openAs(page, server, email, '/admin/events/devices/2000000000');
  const toast = page.getByRole('alert').filter({ hasText: /^Não encontrado/ });
  await expect(toast).toBeVisible();
  const seen = Date.now();
  const strip = page.getByRole('region', { name: 'Dispositivos' });
  const gap = async () => {
    const [over, under] = [await toast.boundingBox(), await strip.boundingBox()];
    return over && under && { x: over.x, y: under.y - (over.y + over.height) };
  };
  await expect.poll(async () => (await gap())?.y).toBeGreaterThan(0);
  const at = await gap();
  // beside the rail, whose buttons stay free
  expect(at?.x).toBeGreaterThanOrEqual(56);
  expect(at?.x).toBeLessThan(96);
  expect(at?.y).toBeLessThan(40);
  await expect(toast).toBeHidden();
  expect(Date.now() - seen).toBeGreaterThan(3500);
  expect(Date.now() - seen).toBeLessThan(6500);
});

test('[ERR-03] a view that cannot be drawn says so and what to do, and the rest goes on', async ({
  page,
  server,
  admin,
}) => {
  const { email, device } = await monitorWithDevice(admin);
  await openAs(page, server, email, '/admin');
  await expect(page.getByText(device.name).first()).toBeVisible();
  // The file of the lists never arrives.
  await page.route(/\/assets\/resource-view-.*\.js/, (route) => route.abort());
  await menuOf(page).getByRole('link', { name: 'Grupos' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Esta parte da tela falhou' });
  await expect(failure).toContainText('O restante continua funcionando.');
  await failure.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(failure.getByRole('button', { name: 'Recarregar a página' })).toBeVisible();
  await menuOf(page).getByRole('link', { name: 'Mapa' }).click();
  await expect(failure).toHaveCount(0);
  await expect(page.getByText(device.name).first()).toBeVisible();
  await page.unroute(/\/assets\/resource-view-.*\.js/);
  await menuOf(page).getByRole('link', { name: 'Grupos' }).click();
  await failure.getByRole('button', { name: 'Tentar de novo' }).click();
  await failure.getByRole('button', { name: 'Recarregar a página' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Grupos' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Buscar na lista' })).toBeVisible();
});

/** What the page's browser lacks, by the name that `sessionStorage.lacks` holds. */
const lackingBrowser = `({
  numbers: () => { Intl.NumberFormat = class { constructor() { throw new Error('no numbers'); } }; },
  worker: () => { delete globalThis.Worker; },
  canvas: () => { HTMLCanvasElement.prototype.getContext = () => null; },
})[sessionStorage.lacks]?.()`;

test('[ERR-03] a control of the map and the bell fail alone, and without any map the lists, the panel and the events go on', async ({
  page,
  server,
  admin,
}) => {
  const { email, device } = await monitorWithDevice(admin);
  let send = (_text: string) => {};
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    socket.connectToServer();
    send = (text) => socket.send(text);
  });
  await page.addInitScript(lackingBrowser);
  await openAs(page, server, email, '/admin');
  const openLacking = async (lacks: string, path: string) => {
    await page.evaluate((name) => sessionStorage.setItem('lacks', name), lacks);
    await page.goto(`${server.origin}${path}`);
  };

  await openLacking('numbers', '/admin');
  const map = page.getByRole('main');
  const failed = map.getByRole('button', { name: 'Esta parte da tela falhou. Tentar de novo' });
  await expect(failed.first()).toBeVisible();
  await expect(map.getByRole('list', { name: 'Legenda' })).toHaveCount(0);
  const before = await failed.count();
  const time = new Date().toISOString();
  const unreadable = { id: 999_999, deviceId: device.id, type: 'deviceOnline', name: { not: 'a text' } };
  send(JSON.stringify({ events: [{ ...unreadable, eventTime: time, serverTime: time, attributes: {} }] }));
  const side = page.getByRole('complementary', { name: 'Painel de eventos e sinistros' });
  await side.getByRole('tab', { name: /^Eventos/ }).click();
  await expect(side.getByText('Esta parte da tela falhou')).toBeVisible();
  await map.getByRole('button', { name: 'Eventos: 1. Alarmes por tratar: 0' }).click();
  await expect(failed).toHaveCount(before + 1);
  await expect(map.getByRole('application', { name: 'Mapa ao vivo' })).toBeVisible();
  const measure = map.getByRole('button', { name: 'Medir distância' });
  await measure.click();
  await expect(measure).toHaveAttribute('aria-pressed', 'true');

  for (const lacks of ['worker', 'canvas']) {
    await openLacking(lacks, `/admin/events/devices/${device.id}`);
    const failure = map.getByRole('alert').filter({ hasText: 'O navegador não consegue desenhar o mapa' });
    await expect(failure.getByRole('button', { name: 'Recarregar a página' })).toBeVisible();
    await expect(map.getByRole('heading', { name: device.name })).toBeVisible();
    await expect(side.getByRole('tab', { name: /^Eventos/ })).toBeVisible();
    const strip = page.getByRole('region', { name: 'Dispositivos', exact: true });
    await expect(strip.getByText(device.name)).toBeVisible();
    await menuOf(page).getByRole('link', { name: 'Dispositivos' }).click();
    await expect(page.getByRole('row', { name: device.name })).toBeVisible();
  }
});

test.describe('in English', () => {
  test.use({ locale: 'en-GB' });

  test('[UNIT-06] frames, windows and menus read English, and axe finds nothing serious in either theme', async ({
    page,
    server,
    admin,
  }) => {
    const { email, device } = await monitorWithDevice(admin);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${server.origin}/login`);
    await page.getByLabel('User name or e-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/admin$/);
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Devices' }).click();
    await expect(page.getByRole('row', { name: device.name })).toBeVisible();
    const inBothThemes = async () => {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        expect(await seriousFindings(page)).toEqual([]);
      }
    };
    await inBothThemes();
    await page.getByRole('button', { name: 'New Command' }).click();
    await expect(page.getByRole('dialog', { name: 'New Command' }).locator('form')).toBeVisible();
    await inBothThemes();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New Report' }).click();
    await expect(page.getByRole('dialog', { name: 'New Report' }).locator('form')).toBeVisible();
    await inBothThemes();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^My account/ }).click();
    await page.getByRole('menuitem', { name: 'My account' }).click();
    await expect(page.getByLabel('New password')).toBeVisible();
    await inBothThemes();
  });
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true });

  test('[SHELL-03] the way out is in view, and so is the last of what is behind "Mais", however low the window is', async ({
    page,
    server,
    admin,
  }) => {
    const email = `touch-${fresh()}@journey.local`;
    await admin.createUser({ email, password, administrator: true });
    await openAs(page, server, email, '/admin');
    for (const height of [768, 420]) {
      await page.setViewportSize({ width: 1024, height });
      await expect(menuOf(page).getByRole('button', { name: 'Sair' })).toBeInViewport({ ratio: 1 });
      await menuOf(page).getByRole('button', { name: 'Mais' }).click();
      const last = page.getByRole('menuitem').last();
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('menuitem', { name: 'Manutenções' })).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(last).toBeHidden();
    }
  });
});
