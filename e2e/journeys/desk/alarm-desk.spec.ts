import type { User } from '@atalaia/contract/accounts/user';
import type { AlarmDetail, AlarmQueue } from '@atalaia/contract/desk/alarm';
import type { AlarmReportRow } from '@atalaia/contract/desk/alarm-report';
import type { Device } from '@atalaia/contract/devices/device';
import { type Api, signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer } from '@atalaia/fixtures/running-server';
import type { Browser, Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { mapBox, markerOf, nameOnMap, placeOfPixel, recordNames } from '../../fixtures/map-probe.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';

const place = { lat: -3.73187, lon: -38.52672, speed: 0 };

const alarmsOf = (page: Page) => page.getByRole('list', { name: /^(Alarmes por tratar|Alarms to handle)$/ });
const queueOf = (page: Page) => page.getByRole('list', { name: /^(Alarmes abertos|Open alarms)$/ });
const workOf = (page: Page) =>
  page.getByRole('complementary', { name: /^(Atendimento do alarme|Working on the alarm)$/ });

/** Two operators who see the same vehicles. */
async function layOut(admin: Api, count: number) {
  const operators: User[] = [await createMonitor(admin), await createMonitor(admin)];
  const devices: Device[] = [];
  for (let made = 0; made < count; made += 1) {
    const number = fresh();
    const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Mesa ${number}` });
    for (const operator of operators) await admin.link(operator.id, device.id);
    devices.push(device);
  }
  return { operators: operators as [User, User], devices };
}

const raise = (server: RunningServer, { uniqueId }: Device, alarm: string) =>
  sendFromPhone(server, uniqueId, { ...place, timestamp: Math.round(Date.now() / 1000), alarm });

async function openSecond(browser: Browser, server: RunningServer, email: string, path: string) {
  const context = await browser.newContext({ locale: 'en-GB', colorScheme: 'dark' });
  const page = await context.newPage();
  await openAs(page, server, email, path);
  return { context, page };
}

test('[DESK-03] [DESK-04] [DESK-07] [DESK-08] from the siren to the handled alarm in two keys, and back to where one was', async ({
  page,
  server,
  admin,
}) => {
  const { operators, devices } = await layOut(admin, 2);
  const [sos, tow] = devices as [Device, Device];
  await openAs(page, server, operators[0].email, '/admin');
  await raise(server, tow, 'tow');
  await raise(server, sos, 'sos');
  // The graver one first, whenever it came.
  await expect(alarmsOf(page).getByRole('article')).toHaveCount(2);
  await expect(alarmsOf(page).getByRole('article').first()).toContainText(sos.name);
  await expect(page).toHaveTitle(/^\(2\) /);
  expect(await seriousFindings(page)).toEqual([]);

  await page.keyboard.press('F1');
  await expect(workOf(page)).toContainText(sos.name);
  await expect(workOf(page).getByLabel('Observação')).toBeFocused();
  await expect(page.getByRole('region', { name: `Detalhes de ${sos.name}` })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await expect(workOf(page).getByRole('button', { name: /^Confirmado/ })).toBeVisible();
  await page.keyboard.press('F2');
  await expect(page.getByText('Alarme encerrado: Confirmado')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(alarmsOf(page).getByRole('article')).toHaveCount(1);

  // Two clicks: the hand on the card, the outcome.
  await alarmsOf(page)
    .getByRole('button', { name: /^Assumir/ })
    .click();
  await workOf(page)
    .getByRole('button', { name: /^Teste/ })
    .click();
  await expect(page.getByText('Nenhum alarme aberto.')).toBeVisible();
});

test('[DESK-04] [DESK-11] [DESK-18] two operators work a storm, one is cut off in the middle; nothing is lost or done twice, and a supervisor sees it', async ({
  page,
  browser,
  server,
  admin,
}) => {
  test.slow();
  const { operators, devices } = await layOut(admin, 12);
  const [first, second] = operators;
  await openAs(page, server, first.email, '/admin/desk');
  const other = await openSecond(browser, server, second.email, '/admin/desk');
  await Promise.all(devices.map((device) => raise(server, device, 'sos')));
  await expect(queueOf(page).getByRole('article')).toHaveCount(12);
  await expect(queueOf(other.page).getByRole('article')).toHaveCount(12);

  // Both take the most urgent at once: never the same.
  await Promise.all([page, other.page].map((one) => one.keyboard.press('F1')));
  await expect(workOf(page)).toContainText('Com você');
  await expect(workOf(other.page)).toContainText('With you');
  const idOf = (one: Page) => /\d+$/.exec(one.url())?.[0];
  expect(idOf(page)).not.toBe(idOf(other.page));

  // The first is cut off with half a note; the second continues.
  const held = idOf(page);
  await workOf(page).getByLabel('Observação').fill('Liguei para o titular');
  await page.waitForResponse((response) => response.url().endsWith('/draft'));
  await page.context().setOffline(true);
  await other.page.keyboard.press('F2');
  await expect(queueOf(other.page).getByRole('article')).toHaveCount(11);
  await page.context().setOffline(false);
  await page.reload();
  await expect(workOf(page).getByLabel('Observação')).toHaveValue('Liguei para o titular');
  await expect(workOf(page)).toContainText('Com você');
  expect(idOf(page)).toBe(held);
  await expect(workOf(page).getByRole('button', { name: /^Confirmado/ })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(workOf(page)).not.toContainText('Liguei para o titular');

  // In the middle of it a supervisor sees what waits, and who works on which.
  const api = await signInToApi(server.origin, first.email, password);
  const queue = () => api.get<AlarmQueue>('desk/queue');
  expect((await queue()).total).toBe(10);
  const supervisor = await openSecond(browser, server, administrator.email, '/admin/desk/board');
  const board = supervisor.page.getByRole('main').last();
  await expect(supervisor.page.getByRole('heading', { name: 'Operators' })).toBeVisible();
  const holding = (await queue()).alarms.find(({ holderId }) => holderId === first.id);
  await expect(board.getByRole('listitem').filter({ hasText: first.name })).toContainText(
    holding?.deviceName ?? 'an alarm of the first operator',
  );
  await expect(board.getByRole('listitem').filter({ hasText: 'Critical' }).locator('b')).toHaveText('9');
  expect(await seriousFindings(supervisor.page)).toEqual([]);

  // Both work until nothing is left.
  await Promise.all([page, other.page].map(closeAll));
  expect((await queue()).total).toBe(0);
  await expect(board.getByRole('listitem').filter({ hasText: 'Critical' }).locator('b')).toHaveText('0');

  // Each vehicle's alarm was taken and closed once, by one of the two.
  const period = new URLSearchParams({
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
  });
  for (const { id } of devices) period.append('deviceId', String(id));
  const rows = await api.get<AlarmReportRow[]>(`reports/alarms?${period}`);
  expect(rows.map(({ deviceId }) => deviceId).sort()).toEqual(devices.map(({ id }) => id).sort());
  for (const { id } of rows) {
    const { state, history } = await api.get<AlarmDetail>(`alarms/${id}`);
    const by = (action: string) =>
      history.filter((line) => line.action === action).map(({ userId }) => userId);
    expect([state, by('open').length, by('close').length]).toEqual(['closed', 1, 1]);
    expect([first.id, second.id]).toContain(by('close')[0]);
    expect(by('close')).toEqual(by('claim'));
  }
  await supervisor.context.close();
  await other.context.close();
});

/** Takes the next and closes it until nobody has one that waits: one key each. */
async function closeAll(page: Page): Promise<void> {
  const closing = workOf(page).getByRole('button', { name: /^(Confirmado|Confirmed)/ });
  const nothing = page.getByText(/^(Nenhum alarme esperando\.|No alarm is waiting\.)$/);
  for (;;) {
    if (!(await closing.isVisible())) {
      await page.keyboard.press('F1');
      await expect(closing.or(nothing).first()).toBeVisible();
      if (await nothing.isVisible()) return;
    }
    const address = page.url();
    await page.keyboard.press('F2');
    await expect(page).not.toHaveURL(address);
  }
}

test('[DESK-16] a silence and its end show at once on strip, map and board, wherever they were made', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const { operators, devices } = await layOut(admin, 2);
  const [silenced, plain] = devices as [Device, Device];
  await openAs(page, server, operators[0].email, '/admin');
  for (const device of [silenced, plain]) await raise(server, device, 'tow');
  await expect(alarmsOf(page).getByRole('article')).toHaveCount(2);
  const signs = page.getByRole('main').getByRole('img', { name: /^Silenciado até .*: Oficina$/ });
  await expect(signs).toHaveCount(0);
  const board = await openSecond(browser, server, administrator.email, '/admin/desk/board');
  const onBoard = board.page.getByRole('row').filter({ hasText: silenced.name });
  await expect(board.page.getByRole('heading', { name: 'Last 24 hours' })).toBeVisible();
  await expect(onBoard).toHaveCount(0);

  const api = await signInToApi(server.origin, operators[1].email, password);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const made = await api.post<{ id: number }>('silences', {
    deviceId: silenced.id,
    reason: 'workshop',
    until,
  });
  await expect(signs).toHaveCount(2);
  await expect(
    page
      .getByRole('button', { name: new RegExp(silenced.name) })
      .and(page.locator('[aria-pressed]'))
      .getByRole('img', { name: /^Silenciado/ }),
  ).toHaveCount(1);
  await expect(onBoard).toContainText('Workshop');
  expect(await seriousFindings(page)).toEqual([]);
  const ended = await fetch(`${server.origin}/api/silences/${made.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect(ended.status).toBe(204);
  await expect(signs).toHaveCount(0);
  await expect(onBoard).toHaveCount(0);
  // One that ends by its own time.
  const soon = new Date(Date.now() + 8_000).toISOString();
  await api.post('silences', { deviceId: silenced.id, reason: 'workshop', until: soon });
  await expect(signs).toHaveCount(2);
  await expect(signs).toHaveCount(0, { timeout: 20_000 });
  await board.context.close();
});

test.describe('with names of towns', () => {
  test.use({ drawsLand: true });

  test('[MAP-07] [DESK-16] the sign of a silenced vehicle does not lie over the name of a town', async ({
    page,
    server,
    admin,
  }) => {
    const { operators, devices } = await layOut(admin, 1);
    const [device] = devices as [Device];
    await recordNames(page);
    await openAs(page, server, operators[0].email, '/admin');
    const town = () => nameOnMap(page, 'Brasília');
    await expect.poll(town).toBeDefined();
    const before = await town();
    if (!before) throw new Error('the town has no name');
    // so far below the name that the vehicle is beside it, and the sign above the vehicle would be on it
    const { latitude, longitude } = await placeOfPixel(page, {
      x: before.left + before.width / 2,
      y: before.middle + 28,
    });
    const timestamp = Math.round(Date.now() / 1000);
    await sendFromPhone(server, device.uniqueId, { lat: latitude, lon: longitude, speed: 0, timestamp });
    await expect.poll(() => markerOf(page, device.id)).toBeDefined();
    const api = await signInToApi(server.origin, operators[0].email, password);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect(await town()).toEqual(before);
    await api.post('silences', { deviceId: device.id, reason: 'workshop', until });
    const sign = page.locator('.ol-viewport').getByRole('img', { name: /^Silenciado até/ });
    await expect(sign).toBeVisible();
    await expect
      .poll(async () => {
        const [name, box, map] = [await town(), await sign.boundingBox(), await mapBox(page)];
        if (!name || !box) return 'nothing';
        const [left, top] = [box.x - map.x, box.y - map.y];
        const isBeside = name.left + name.width <= left || name.left >= left + box.width;
        const isOver = name.middle + 6 <= top || name.middle - 6 >= top + box.height;
        return isBeside || isOver;
      })
      .toBe(true);
  });
});

test('[DESK-18] what one muted is muted in his other tab too, says so, and comes back everywhere by "Mostrar tudo"', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const { operators, devices } = await layOut(admin, 2);
  const [tow, sos] = devices as [Device, Device];
  await openAs(page, server, operators[0].email, '/admin');
  await raise(server, tow, 'tow');
  await raise(server, sos, 'sos');
  await expect(alarmsOf(page).getByRole('article')).toHaveCount(2);
  const other = await openSecond(browser, server, operators[0].email, '/admin');
  await expect(alarmsOf(other.page).getByRole('article')).toHaveCount(2);

  await alarmsOf(page).getByRole('article').filter({ hasText: tow.name }).getByRole('button').first().click();
  await workOf(page).getByRole('button', { name: 'Silenciar este tipo para mim por 1 hora' }).click();
  await expect(alarmsOf(other.page).getByRole('article')).toHaveCount(1);
  await expect(other.page.getByText(/^Muted by you until .* · 1 alarm hidden$/)).toBeVisible();
  await other.page.reload();
  await expect(alarmsOf(other.page).getByRole('article')).toHaveCount(1);
  await other.page.getByRole('button', { name: 'Show all' }).click();
  await expect(alarmsOf(other.page).getByRole('article')).toHaveCount(2);
  await page.goto(`${server.origin}/admin`);
  await expect(alarmsOf(page).getByRole('article')).toHaveCount(2);
  await other.context.close();
});
