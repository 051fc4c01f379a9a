import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer } from '@atalaia/fixtures/running-server';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { connectGt06 } from '../../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { markerOf, untilLive } from '../../fixtures/map-probe.ts';

const place = { latitude: -3.73187, longitude: -38.52672 };

async function expectNoFindings(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // A colour on its way from one theme to the other is that of neither.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    expect(await seriousFindings(page)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Knocks as a tracker that nobody registered, and is turned away. */
const knock = (server: RunningServer, uniqueId: string) =>
  expect(connectGt06(server, uniqueId)).rejects.toThrow();

test('[ING-04] [ING-09] [SEC-03] [ROUTE-05] a tracker nobody knows is heard, registered in one step and seen on the map, and the audit says who did it', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const uniqueId = imeiOf(number);
  const name = `Recém-chegado ${number}`;
  await openAs(page, server, administrator.email, '/admin');
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rastreadores desconhecidos' }).click();
  await expect(page).toHaveURL(/\/admin\/manage\/unknown-trackers$/);
  await expect(page.getByRole('heading', { name: 'Rastreadores desconhecidos' })).toBeVisible();
  await expect(page).toHaveTitle(/^(\(\d+\) )?Rastreadores desconhecidos/);

  await knock(server, uniqueId);
  const row = page.getByRole('row', { name: new RegExp(`${uniqueId} gt06 127\\.0\\.0\\.1 1`) });
  await row.click();
  await page.getByRole('button', { name: 'Dados do rastreador' }).click();
  const traffic = page.getByRole('region', { name: `Dados do rastreador · ${uniqueId}` });
  await expect(traffic.getByText(`Identificação · ${uniqueId}`)).toBeVisible();
  await expect(traffic.getByText(/78 78 .*01 08 6\d/).first()).toBeVisible();
  await expectNoFindings(page);

  // What is open outlives a reload, and Back leads from it to the list, and from the list to the map.
  await page.reload();
  await expect(traffic.getByText(`Identificação · ${uniqueId}`)).toBeVisible();
  await page.goBack();
  await expect(traffic).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/manage\/unknown-trackers$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin$/);
  await page.goForward();

  await row.dblclick();
  await page.getByLabel('Nome', { exact: true }).fill(name);
  await expectNoFindings(page);
  await page.keyboard.press('F8');
  await expect(page.getByText(`${name} foi cadastrado.`, { exact: false })).toBeVisible();
  await expect(row).toBeHidden();

  const tracker = await connectGt06(server, uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, speedKph: 30 });
  const [device] = await admin.get<{ id: number }[]>(`devices?uniqueId=${uniqueId}`);
  const deviceId = device?.id ?? 0;
  await page.goto(`${server.origin}/admin/events/devices/${deviceId}`);
  await expect.poll(async () => (await markerOf(page, deviceId))?.deviceId).toBe(deviceId);

  await page.goto(`${server.origin}/admin/manage/audits`);
  const line = page.getByRole('row', { name: new RegExp(`Cadastrou Dispositivo ${name}`) });
  await expect(line).toContainText(uniqueId);
  await page.getByRole('combobox', { name: 'Objeto' }).click();
  await page.getByRole('option', { name: 'Grupo', exact: true }).click();
  await expect(line).toBeHidden();
  await page.getByRole('button', { name: 'Limpar' }).first().click();
  await line.getByRole('gridcell').first().click();
  await expect(page.getByRole('complementary', { name: 'Detalhes' })).toContainText(name);
  await expectNoFindings(page);
  await page.getByRole('button', { name: `Abrir ${name}` }).click();
  await expect(page).toHaveURL(/\/admin\/manage\/device$/);
  await expect(page.getByRole('textbox', { name: /^Nome/ }).first()).toHaveValue(name);
  await tracker.close();
});

test('[ING-09] [SHARE-02] [SEC-03] [ROUTE-05] [NOT-01] a monitor follows the traffic of his devices live and is notified in the corner; what is an administrator’s is refused', async ({
  browser,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `watcher-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Watched ${number}` });
  await admin.link(user.id, device.id);
  const own = await signInToApi(server.origin, email, password);
  await own.post('notifications', {
    type: 'alarm',
    always: true,
    notificators: 'web',
    attributes: { alarms: 'sos' },
  });

  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
  await openAs(page, server, email, '/admin');
  for (const refused of ['audit', 'unknown-trackers']) {
    await page.goto(`${server.origin}/admin/manage/${refused}`);
    await expect(page).toHaveURL(/\/admin$/);
  }
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Location links' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Audit trail' })).toBeHidden();
  await page.keyboard.press('Escape');

  const tracker = await connectGt06(server, device.uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, speedKph: 30 });
  await page.goto(`${server.origin}/admin/manage/devices`);
  await page.getByRole('row', { name: new RegExp(device.name) }).click();
  await page.getByRole('button', { name: 'Tracker data' }).click();
  const traffic = page.getByRole('region', { name: `Tracker data · ${device.name}` });
  await expect(traffic.getByText(/^Position · .* · 30 km\/h/)).toHaveCount(1);
  await expect(traffic.getByText('Server → tracker').first()).toBeVisible();

  await traffic.getByRole('button', { name: 'Pause' }).click();
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, speedKph: 47, alarm: 'sos' });
  await expect(page.getByRole('status').filter({ hasText: `SOS` })).toContainText(device.name);
  await expect(traffic.getByText('Paused')).toBeVisible();
  await expect(traffic.getByText(/47 km\/h/)).toHaveCount(0);
  await traffic.getByRole('button', { name: 'Resume' }).click();
  await expect(traffic.getByText(/47 km\/h/)).toHaveCount(1);
  await traffic.getByRole('radio', { name: 'Sent' }).check();
  await expect(traffic.getByText('Tracker → server')).toHaveCount(0);
  await traffic.getByRole('button', { name: 'Copy all' }).click();
  await expect(page.getByText('Copied to the clipboard.')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^\S+Z -> gt06\/tcp \S+ 7878/);
  await expectNoFindings(page);

  // An address that names no event says so.
  await page.goto(`${server.origin}/admin/events/abc`);
  await expect(page.getByText('This event no longer exists', { exact: false })).toBeVisible();
  await tracker.close();
  await context.close();
});

test('[NOT-01] a notification is paused for an hour where it appears: its events stay in the list, nobody is told, and it is heard again once the pause is ended', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `snooze-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Sossego ${number}` });
  await admin.link(user.id, device.id);
  const own = await signInToApi(server.origin, email, password);
  const attributes = { alarms: 'lowBattery' };
  await own.post('notifications', { type: 'alarm', always: true, notificators: 'web', attributes });
  await openAs(page, server, email, '/admin');
  await untilLive(page);
  const tracker = await connectGt06(server, device.uniqueId);
  let atMs = Date.now() - 60_000;
  // an alarm that goes on is one event: it ends before it comes again
  const happens = async () => {
    atMs += 4000;
    await tracker.sendPosition({ fixTimeMs: atMs - 2000, ...place });
    await tracker.sendPosition({ fixTimeMs: atMs, ...place, alarm: 'lowBattery' });
  };
  const events = page
    .getByRole('list', { name: 'Eventos ao vivo' })
    .getByRole('button', { name: /^Bateria fraca/ });
  const told = page.getByRole('status').filter({ hasText: device.name }).filter({ hasText: 'Bateria fraca' });

  await page.getByRole('tab', { name: /^Eventos/ }).click();
  await happens();
  await expect(told).toHaveCount(1);
  expect(await seriousFindings(page)).toEqual([]);
  await told.getByRole('button', { name: 'Pausar por 1 h' }).click();
  await expect(
    page.getByText(/^Notificação pausada até .*\. Os eventos continuam na lista\.$/),
  ).toBeVisible();
  await expect(told).toHaveCount(0);
  await expect(events).toHaveCount(1);
  // paused, the next one is in the list and nowhere else; what is told after it is told of another
  await happens();
  await expect(events).toHaveCount(2);
  await expect(told).toHaveCount(0);

  await page.goto(`${server.origin}/admin/manage/notifications`);
  const row = page.getByRole('row', { name: /^Alarme/ });
  await expect(row.getByRole('gridcell').last()).toHaveText(/\d\d:\d\d/);
  await row.click();
  await page.getByRole('button', { name: 'Pausa', exact: true }).click();
  await expect(page.getByText(/^Pausada até /)).toBeVisible();
  await page.getByRole('button', { name: 'Encerrar a pausa' }).click();
  await expect(page.getByText('Você volta a ser avisado desta notificação.')).toBeVisible();
  expect(await own.get<unknown[]>('notifications/snoozes')).toEqual([]);
  await happens();
  await expect(told).toHaveCount(1);
  await tracker.close();
});

test('[SHARE-02] [SEC-01] a fleet ends a link that it made and a session that it left open, and nobody gets in by either', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `fleet-${number}@journey.local`;
  const user = await admin.createUser({ email, password });
  const devices = [];
  for (let n = 0; n < 6; n += 1) {
    const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `Frota ${number} ${n}` });
    await admin.link(user.id, device.id);
    devices.push(device);
  }
  const elsewhere = await signInToApi(server.origin, email, password);
  const share = await elsewhere.post<{ token: string }>('location/session', {
    deviceUniqueIds: devices.slice(0, 2).map(({ uniqueId }) => uniqueId),
  });
  const seen = async () => (await fetch(`${server.origin}/api/location/${share.token}`)).status;
  expect(await seen()).toBe(200);

  await openAs(page, server, email, '/fleet');
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Links de localização' }).click();
  const links = page.getByRole('dialog', { name: 'Links de localização' });
  await links
    .getByRole('row', { name: new RegExp(`Frota ${number} 0, Frota ${number} 1 .* Em vigor`) })
    .click();
  await expect(links.getByText('só é mostrado quando ele é criado', { exact: false })).toBeVisible();
  await expectNoFindings(page);
  await links.getByRole('button', { name: 'Encerrar' }).click();
  const question = page.getByRole('dialog', { name: 'Encerrar o link' });
  await expect(question).toContainText(`Frota ${number} 0`);
  await question.getByRole('button', { name: 'Encerrar' }).click();
  await expect(links.getByText('Nenhum link em vigor')).toBeVisible();
  expect(await seen()).toBe(410);
  await links.getByRole('button', { name: 'Fechar' }).click();

  await page.getByRole('button', { name: /Minha conta/ }).click();
  await page.getByRole('menuitem', { name: 'Segurança' }).click();
  const sessions = page.getByRole('dialog', { name: 'Segurança' });
  await expect(sessions.getByRole('row', { name: /Chrome em Linux Esta sessão/ })).toBeVisible();
  await expectNoFindings(page);
  await sessions
    .getByRole('row', { name: /Programa \(node\)/ })
    .getByRole('button')
    .click();
  await page
    .getByRole('dialog', { name: 'Encerrar a sessão' })
    .getByRole('button', { name: 'Encerrar' })
    .click();
  await expect(sessions.getByRole('row')).toHaveCount(2);
  await expect(elsewhere.get('session')).rejects.toThrow(/401/);
});
