import type { Page } from '@playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { connectGt06 } from '../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../fixtures/journey.ts';
import { centreOf, markerOf, screenPointOf, untilLive, zoomOf } from '../fixtures/map-probe.ts';

const place = { latitude: -3.73187, longitude: -38.52672 };
const feedOf = (page: Page) => page.getByRole('list', { name: /^(Eventos ao vivo|Live events)$/ });
const alarmsOf = (page: Page) => page.getByRole('list', { name: /^(Alarmes por tratar|Alarms to handle)$/ });
const showFeed = (page: Page) => page.getByRole('tab', { name: /^(Eventos|Events)/ }).click();

test('[EVT-01] [EVT-02] [EVT-04] [SHELL-05] an event is shown where it happened and handled; it leaves every operator', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `events-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Alarme ${number}` });
  await admin.link(user.id, device.id);
  const tracker = await connectGt06(server, device.uniqueId);
  const moved = { ...place, latitude: place.latitude + 0.05 };
  const nowMs = Date.now();
  await openAs(page, server, email, '/admin');
  const context = await browser.newContext({ locale: 'en-GB', colorScheme: 'dark' });
  const other = await context.newPage();
  await openAs(other, server, email, '/admin');
  await untilLive(page);
  await untilLive(other);
  const before = await zoomOf(page);
  // An alarm that no rule of the desk names: it is an event to handle, and nobody's work at the desk.
  await tracker.sendPosition({ fixTimeMs: nowMs - 2000, ...place, alarm: 'lowBattery', ignition: false });
  await tracker.sendPosition({ fixTimeMs: nowMs, ...moved, ignition: true });
  await showFeed(other);
  await expect(feedOf(other).getByRole('button', { name: /^Low battery/ })).toBeVisible();

  // By type: the feed is narrowed.
  await showFeed(page);
  const feed = feedOf(page);
  await expect(feed).toContainText('Ignição ligada');
  const filter = page.getByRole('combobox', { name: 'Filtrar por tipo de evento' });
  await filter.click();
  await page.getByRole('option', { name: 'Ignição desligada' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nenhum evento destes tipos.')).toBeVisible();
  await expect(feed).toHaveCount(0);
  await filter.click();
  await page.getByRole('option', { name: 'Ignição desligada' }).click();
  await page.keyboard.press('Escape');

  await feed.getByRole('button', { name: /^Bateria fraca/ }).click();
  await expect(page).toHaveURL(/\/admin\/events\/\d+$/);
  const screen = page.getByRole('region', { name: 'Evento', exact: true });
  const popup = page.getByRole('region', { name: 'Evento no mapa' });
  await expect(popup).toContainText('Bateria fraca');
  await expect(popup).toContainText(device.name);
  // No street tiles here: from so far away the shipped map has towns and roads around it.
  await expect.poll(() => zoomOf(page)).toBe(11);
  // Where it happened, not where the vehicle is by now; in the middle of what the strip leaves free.
  await expect(popup).toBeInViewport({ ratio: 1 });
  expect(Math.abs((await centreOf(page)).latitude - place.latitude)).toBeLessThan(0.08);
  await expect(page.getByRole('region', { name: /Detalhes de/ })).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);

  await screen.getByRole('button', { name: 'Tratar evento' }).click();
  await expect(screen.getByText('Tratamento de evento deve ser preenchido')).toBeVisible();
  await expect(screen.getByLabel('Comentário *')).toHaveAttribute('aria-invalid', 'true');

  // Not saved: said, and what was typed stays.
  await page.route('**/comment', (route) => route.abort(), { times: 1 });
  await screen.getByLabel('Comentário *').fill('Contato feito com o motorista.');
  await screen.getByRole('button', { name: 'Tratar evento' }).click();
  await expect(screen.getByRole('alert')).toBeVisible();
  await expect(screen.getByLabel('Comentário *')).toHaveValue('Contato feito com o motorista.');

  // The other operator has it open, too, in English and in the dark.
  const path = new URL(page.url()).pathname;
  await feedOf(other)
    .getByRole('button', { name: /^Low battery/ })
    .click();
  await expect(other).toHaveURL(new RegExp(`${path}$`));
  await expect(other.getByLabel('Comment *')).toBeVisible();
  expect(await seriousFindings(other)).toEqual([]);

  await screen.getByRole('button', { name: 'Tratar evento' }).click();
  await expect(page.getByText('Tratamento de evento realizado com sucesso')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  // the view of before
  await expect.poll(() => zoomOf(page)).toBe(before);
  await expect(popup).toHaveCount(0);
  await expect(feed.getByRole('button', { name: /^Bateria fraca/ })).toHaveCount(0);
  await expect(feedOf(other).getByRole('button', { name: /^Low battery/ })).toHaveCount(0);
  await expect(other.getByRole('region', { name: 'Event', exact: true })).toContainText(
    'Contato feito com o motorista.',
  );

  // Found again by what was written, with who and of which vehicle.
  await page.goto(`${server.origin}/admin/manage/handled-events`);
  const words = page.getByRole('searchbox', { name: 'Veículo, placa, comentário, operador' });
  await words.fill(`${device.name}`);
  const handled = page.getByRole('row').filter({ hasText: 'Contato feito com o motorista.' });
  await expect(handled).toContainText(device.name);
  await expect(handled).toContainText('Bateria fraca');
  await words.fill('nada que exista');
  await expect(handled).toHaveCount(0);
  await context.close();
  await tracker.close();
});

test('[EVT-04] [AUTH-06] an alarm that was handled while the page was away does not come back', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `restored-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Guardado ${number}` });
  await admin.link(user.id, device.id);
  await openAs(page, server, email, '/admin');
  await untilLive(page);
  const tracker = await connectGt06(server, device.uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, alarm: 'sos' });
  const sos = alarmsOf(page).getByRole('article').filter({ hasText: 'SOS/Pânico' });
  await expect(sos).toBeVisible();
  await page.goto('about:blank');
  const waiting = await admin.get<{ id: number }[]>(`events?deviceId=${device.id}&type=alarm`);
  await admin.post(`events/${waiting[0]?.id}/comment`, { comment: 'De outra mesa.' });
  await page.goto(`${server.origin}/admin`);
  await expect(page.getByText('Nenhum alarme aberto.')).toBeVisible();
  await expect(sos).toHaveCount(0);
  await showFeed(page);
  await expect(feedOf(page).getByRole('button').first()).toBeVisible();
  await expect(feedOf(page).getByRole('button', { name: /^SOS/ })).toHaveCount(0);
  await tracker.close();
});

test('[BELL-01] [DESK-18] the bell counts and lists events; a click goes to the device and takes it off the bell, an alarm off the bell only', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `bell-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Sino ${number}` });
  await admin.link(user.id, device.id);
  await openAs(page, server, email, '/admin');
  await untilLive(page);
  const bell = (count: number, alarms: number) =>
    page.getByRole('button', { name: `Eventos: ${count}. Alarmes por tratar: ${alarms}` });
  await bell(0, 0).click();
  const popover = page.getByRole('dialog', { name: 'Eventos' });
  await expect(popover.getByText('sem dados')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popover).toHaveCount(0);
  await expect(bell(0, 0)).toBeFocused();

  const tracker = await connectGt06(server, device.uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, alarm: 'sos' });
  const sos = alarmsOf(page).getByRole('article').filter({ hasText: 'SOS/Pânico' });
  await expect(sos).toBeVisible();
  await expect.poll(async () => (await markerOf(page, device.id))?.siren).toBe(true);
  await expect(screenPointOf(page, device.id)).resolves.toBeTruthy();
  await showFeed(page);
  await expect(feedOf(page).getByRole('button', { name: /^SOS/ })).toBeVisible();
  const routine = await feedOf(page)
    .getByRole('button', { name: /^(?!SOS)/ })
    .count();
  await page.getByRole('tab', { name: /^Alarmes/ }).click();
  await bell(routine + 1, 1).click();
  expect(await seriousFindings(page)).toEqual([]);
  const item = popover.getByRole('listitem').filter({ hasText: 'SOS/Pânico' });
  await expect(item).toContainText(device.name);
  await expect(item).toContainText(/há \d+ s/);
  const box = await popover.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(600);
  await item.getByRole('button').click();
  await expect(page.getByRole('region', { name: `Detalhes de ${device.name}` })).toBeVisible();
  await expect(sos).toBeVisible();
  await bell(routine, 1).click();
  await expect(popover.getByText('1 alarme por tratar fora desta lista')).toBeVisible();
  await popover.getByRole('button', { name: 'Mostrar tudo' }).click();
  await expect(item).toBeVisible();
  await popover.getByRole('button', { name: 'Remover todos' }).click();
  await expect(popover.getByRole('listitem')).toHaveCount(0);
  await expect(popover.getByText('1 alarme por tratar fora desta lista')).toBeVisible();
  await expect(popover.getByText('sem dados')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(bell(0, 1)).toBeVisible();
  await expect(sos).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Alarmes\s*1$/ })).toBeVisible();
  await tracker.close();
});

test('[SHELL-08] the siren rings for alarms until one is taken, when it is wanted, and the choice is remembered', async ({
  page,
  server,
  admin,
}) => {
  await page.addInitScript(`{
    const start = OscillatorNode.prototype.start;
    window.sirens = 0;
    window.ended = 0;
    OscillatorNode.prototype.start = function (...given) {
      window.sirens += 1;
      this.addEventListener('ended', () => (window.ended += 1));
      return start.apply(this, given);
    };
  }`);
  const sirens = () => page.evaluate<number>('window.sirens');
  const untilEnded = () => expect.poll(() => page.evaluate('window.sirens - window.ended')).toBe(0);
  const number = fresh();
  const email = `siren-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Sirene ${number}` });
  await admin.link(user.id, device.id);
  // its sounds are the browser's own; what is between them passes at a word
  await page.clock.install();
  await openAs(page, server, email, '/admin');
  await untilLive(page);
  const tracker = await connectGt06(server, device.uniqueId);
  let atMs = Date.now() - 10_000;
  const send = (alarm: 'sos' | 'powerCut' | undefined, ignition: boolean) => {
    atMs += 1000;
    return tracker.sendPosition({ fixTimeMs: atMs, ...place, ignition, ...(alarm && { alarm }) });
  };
  await send(undefined, false);
  await send(undefined, true);
  await showFeed(page);
  await expect(feedOf(page)).toContainText('Ignição ligada');
  expect(await sirens()).toBe(0);
  await page.getByRole('tab', { name: /^Alarmes/ }).click();
  await send('sos', true);
  await expect(alarmsOf(page).getByRole('article')).toHaveCount(1);
  await expect.poll(sirens).toBeGreaterThan(0);
  const once = await sirens();
  await untilEnded();
  await page.clock.runFor(4_000);
  await expect.poll(sirens).toBeGreaterThan(once);

  await page.getByRole('button', { name: 'Silenciar a sirene dos alarmes' }).click();
  await untilEnded();
  const silenced = await sirens();
  await send('powerCut', true);
  await expect(alarmsOf(page).getByRole('article')).toHaveCount(2);
  await page.clock.runFor(6_000);
  expect(await sirens()).toBe(silenced);
  await page.reload();
  const sound = page.getByRole('button', { name: 'Ativar a sirene dos alarmes' });
  await expect(alarmsOf(page).getByRole('article')).toHaveCount(2);
  await expect(sound).toBeVisible();
  expect(await sirens()).toBe(0);

  await sound.click();
  await expect.poll(sirens).toBeGreaterThan(0);
  await page.keyboard.press('F1');
  await expect(page.getByRole('complementary', { name: 'Atendimento do alarme' })).toContainText('Com você');
  await untilEnded();
  const taken = await sirens();
  await page.clock.runFor(6_000);
  expect(await sirens()).toBe(taken);
  await tracker.close();
});
