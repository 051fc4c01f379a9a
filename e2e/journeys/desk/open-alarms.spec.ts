import type { User } from '@atalaia/contract/accounts/user';
import type { Device } from '@atalaia/contract/devices/device';
import type { Api } from '@atalaia/fixtures/api';
import type { RunningServer } from '@atalaia/fixtures/running-server';
import type { Page, WebSocketRoute } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';
import { fieldOf, openByMenu, rowOf } from '../../fixtures/resource-list.ts';

const place = { lat: -3.73187, lon: -38.52672, speed: 0 };
/** Fits nowhere in one line. */
const longName = 'Mercedes-Benz Actros 2651 da Transportadora Serra da Ibiapaba, Fortaleza–Juazeiro';
const alarmsOf = (page: Page) => page.getByRole('list', { name: /^(Alarmes por tratar|Alarms to handle)$/ });
const feedOf = (page: Page) => page.getByRole('list', { name: 'Eventos ao vivo' });
const legendOf = (page: Page) => page.getByRole('list', { name: 'Legenda' });

/** An operator with some vehicles of his own. */
async function layOut(admin: Api, count: number): Promise<{ user: User; devices: readonly Device[] }> {
  const user = await createMonitor(admin);
  const devices: Device[] = [];
  for (let made = 0; made < count; made += 1) {
    const number = fresh();
    const device = await admin.createDevice({
      uniqueId: imeiOf(number),
      name: `Alarmado ${number} ${longName}`,
    });
    await admin.link(user.id, device.id);
    devices.push(device);
  }
  return { user, devices };
}

/** The driver presses his button. */
const callForHelp = (server: RunningServer, { uniqueId }: Device) =>
  sendFromPhone(server, uniqueId, { ...place, timestamp: Math.round(Date.now() / 1000), alarm: 'sos' });

/** So many routine events of each vehicle: its ignition goes on and off. */
async function flood(server: RunningServer, devices: readonly Device[], count: number): Promise<void> {
  const startSeconds = Math.round(Date.now() / 1000) - 2 * count;
  const drive = async ({ uniqueId }: Device) => {
    for (let sent = 0; sent <= count; sent += 1) {
      const timestamp = startSeconds + sent;
      await sendFromPhone(server, uniqueId, { ...place, timestamp, ignition: sent % 2 === 1 });
    }
  };
  await Promise.all(devices.map(drive));
}

/** Ends every session of a person on the server, as an administrator does. */
async function endSessions(admin: Api, user: User): Promise<void> {
  await admin.put(`users/${user.id}`, { ...user, disabled: true });
  await admin.put(`users/${user.id}`, { ...user, disabled: false });
}

const showTab = (page: Page, name: 'Alarmes' | 'Eventos') =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

async function expectWaiting(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('tab', { name: new RegExp(`^Alarmes\\s*${count}$`) })).toBeVisible();
  await expect(legendOf(page)).toContainText(new RegExp(`Alarme\\s*${count}\\D`));
}

test('[SHELL-04] [SHELL-05] [SHELL-09] [AUTH-06] [AUTH-08] [DESK-18] alarms wait through a flood, the end of a session, a clear and a reload, until one is handled', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const { user, devices } = await layOut(admin, 15);
  const routine = devices.slice(0, 8);
  const [first, ...others] = devices.slice(8) as [Device, ...Device[]];
  for (const device of others.slice(0, 3)) await callForHelp(server, device);
  await openAs(page, server, user.email, '/admin');
  await expectWaiting(page, 3);
  for (const device of [...others.slice(3), first]) await callForHelp(server, device);
  await expectWaiting(page, 7);
  await expect(alarmsOf(page).getByRole('article').filter({ hasText: first.name })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  // A flood of what continues all day.
  await flood(server, routine, 29);
  await showTab(page, 'Eventos');
  await expect(feedOf(page).getByRole('button')).toHaveCount(200);
  await expectWaiting(page, 7);

  // The session ends on the server; he signs in again in the same tab.
  await endSessions(admin, user);
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Usuário ou e-mail').fill(user.email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expectWaiting(page, 7);
  await showTab(page, 'Alarmes');
  await expect(alarmsOf(page).getByRole('article').filter({ hasText: first.name })).toBeVisible();

  // The same over a form with typed text.
  const driver = `Motorista ${fresh()}`;
  await openByMenu(page, 'Motoristas');
  await page.keyboard.press('F1');
  await fieldOf(page, 'Nome').fill(driver);
  await fieldOf(page, 'Identificador').fill(driver);
  await endSessions(admin, user);
  const again = page.getByRole('dialog', { name: 'Entre de novo' });
  await again.getByLabel('Senha', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(again).toHaveCount(0);
  await page.getByRole('button', { name: 'Salvar [F8]' }).click();
  await expect(rowOf(page, driver)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Fechar' }).first().click();
  await expect(page).toHaveURL(/\/admin$/);
  await expectWaiting(page, 7);

  // Clearing is of the feed, and a click in the bell of the bell.
  await showTab(page, 'Eventos');
  await flood(server, routine.slice(0, 1), 3);
  await expect(feedOf(page).getByRole('button').first()).toBeVisible();
  await page.getByRole('button', { name: 'Limpar todos os eventos' }).click();
  await expect(page.getByText('Nenhum evento novo.')).toBeVisible();
  await expectWaiting(page, 7);
  await page.getByRole('button', { name: 'Eventos: 7. Alarmes por tratar: 7' }).click();
  const bell = page.getByRole('dialog', { name: 'Eventos' });
  await bell.getByRole('button', { name: first.name }).click();
  await expect(page.getByRole('region', { name: `Detalhes de ${first.name}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Eventos: 6. Alarmes por tratar: 7' })).toBeVisible();
  await expectWaiting(page, 7);
  await page.reload();
  await expectWaiting(page, 7);

  // One is handled, and leaves every screen.
  const context = await browser.newContext({ locale: 'pt-BR' });
  const other = await context.newPage();
  await openAs(other, server, user.email, '/admin');
  await expectWaiting(other, 7);
  for (const screen of [page, other]) await showTab(screen, 'Alarmes');
  await alarmsOf(page)
    .getByRole('article')
    .filter({ hasText: first.name })
    .getByRole('button', { name: /^Assumir/ })
    .click();
  const work = page.getByRole('complementary', { name: 'Atendimento do alarme' });
  await work.getByLabel('Observação').fill('Falso alarme, confirmado por telefone.');
  await expect(work.getByRole('heading', { name: 'SOS/Pânico' })).toBeInViewport({ ratio: 1 });
  await expect(work.getByRole('button', { name: /^Alarme falso/ })).toBeInViewport({ ratio: 1 });
  await work.getByRole('button', { name: /^Alarme falso/ }).click();
  await expect(page.getByText('Alarme encerrado: Alarme falso')).toBeVisible();
  for (const screen of [page, other]) {
    await expectWaiting(screen, 6);
    await expect(alarmsOf(screen).getByRole('article').filter({ hasText: first.name })).toHaveCount(0);
  }
  await page.reload();
  await expectWaiting(page, 6);
  await context.close();
});

test('[SHELL-04] [WS-02] while nobody knows what waits it says so, and a lost connection loses no alarm', async ({
  page,
  server,
  admin,
}) => {
  const { user, devices } = await layOut(admin, 3);
  const [first, second, third] = devices as [Device, Device, Device];
  await callForHelp(server, first);
  await callForHelp(server, second);
  const openAlarms = '**/api/desk/queue*';
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });

  await page.route(openAlarms, (route) => route.abort());
  await openAs(page, server, user.email, '/admin');
  const failure = page
    .getByRole('alert')
    .filter({ hasText: 'Não foi possível saber se há alarmes por tratar' });
  await expect(failure).toBeVisible();
  await expect(page.getByText('Nenhum alarme aberto.')).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);
  // asked while there is no answer: else it may come by itself before the click
  const requested = page.waitForRequest(openAlarms);
  await failure.getByRole('button', { name: 'Tentar de novo' }).click();
  await requested;
  await page.unroute(openAlarms);
  await expectWaiting(page, 2);

  // The line breaks; meanwhile one is handled elsewhere and another raised.
  await page.route(openAlarms, (route) => route.abort());
  await sockets.at(-1)?.close({ code: 1011 });
  await expect(page.getByText(/pode haver alarmes que não estão aqui/)).toBeVisible();
  await expect(alarmsOf(page).getByRole('article')).toHaveCount(2);
  const [waiting] = await admin.get<{ id: number }[]>(`events?deviceId=${second.id}&type=alarm`);
  await admin.post(`events/${waiting?.id}/comment`, { comment: 'De outra mesa.' });
  await callForHelp(server, third);
  await page.unroute(openAlarms);
  await expect(page.getByText(/pode haver alarmes que não estão aqui/)).toHaveCount(0, { timeout: 30_000 });
  await expectWaiting(page, 2);
  await expect(alarmsOf(page).getByRole('article').filter({ hasText: third.name })).toBeVisible();
  await expect(alarmsOf(page).getByRole('article').filter({ hasText: second.name })).toHaveCount(0);
});

test('[SHELL-04] [ROLE-01] alarms come and go with the vehicles that a person sees', async ({
  page,
  server,
  admin,
}) => {
  const { user, devices } = await layOut(admin, 1);
  const [own] = devices as [Device];
  const { devices: foreign } = await layOut(admin, 1);
  const [lent] = foreign as [Device];
  await callForHelp(server, own);
  await callForHelp(server, lent);
  await openAs(page, server, user.email, '/admin');
  await expectWaiting(page, 1);
  await admin.link(user.id, lent.id);
  await expectWaiting(page, 2);
  const unlink = await fetch(`${server.origin}/api/permissions`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ userId: user.id, deviceId: lent.id }),
  });
  expect(unlink.ok).toBe(true);
  await expectWaiting(page, 1);
  await expect(alarmsOf(page)).not.toContainText(lent.name);
  const removed = await fetch(`${server.origin}/api/devices/${own.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  // A device with an open alarm stays (DESK-09).
  expect(removed.status).toBe(409);
  await expectWaiting(page, 1);
});
