import type { Page } from '@playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { connectGt06 } from '../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, password, signIn, test } from '../fixtures/journey.ts';
import { centreOf, markerOf, screenPointOf, zoomOf } from '../fixtures/map-probe.ts';

const place = { latitude: -3.73187, longitude: -38.52672 };
/** The socket is open and its snapshot drawn: what happens from now on is told. */
const untilLive = (page: Page) => expect(page.getByLabel(/^(Legenda|Legend)$/)).toContainText(/[1-9]/);
const cardsOf = (page: Page) => page.getByRole('list', { name: /Eventos ao vivo|Live events/ });

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
  await signIn(page, server, email, /\/admin$/);
  const context = await browser.newContext({ locale: 'en-GB', colorScheme: 'dark' });
  const other = await context.newPage();
  await signIn(other, server, email, /\/admin$/);
  await untilLive(page);
  await untilLive(other);
  await tracker.sendPosition({ fixTimeMs: nowMs - 2000, ...place, alarm: 'sos', ignition: false });
  await tracker.sendPosition({ fixTimeMs: nowMs, ...moved, ignition: true });
  await expect(cardsOf(other).getByRole('button', { name: /SOS/ })).toBeVisible();

  // By type: only the alarm stays.
  const cards = cardsOf(page);
  await expect(cards).toContainText('Ignição ligada');
  await page.getByRole('combobox', { name: 'Filtrar por tipo de evento' }).click();
  await page.getByRole('option', { name: 'Alarme', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(cards.getByRole('button')).toHaveCount(1);

  await cards.getByRole('button', { name: /SOS\/Pânico/ }).click();
  await expect(page).toHaveURL(/\/admin\/events\/\d+$/);
  const screen = page.getByRole('region', { name: 'Evento', exact: true });
  const popup = page.getByRole('region', { name: 'Evento no mapa' });
  await expect(popup).toContainText('SOS/Pânico');
  await expect(popup).toContainText(device.name);
  await expect.poll(() => zoomOf(page)).toBe(18);
  // Where it happened, not where the vehicle is by now; in the middle of what the strip leaves free.
  expect((await centreOf(page)).latitude).toBeCloseTo(place.latitude, 3);
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
  await cardsOf(other).getByRole('button', { name: /SOS/ }).click();
  await expect(other).toHaveURL(new RegExp(`${path}$`));
  await expect(other.getByLabel('Comment *')).toBeVisible();
  expect(await seriousFindings(other)).toEqual([]);

  await screen.getByRole('button', { name: 'Tratar evento' }).click();
  await expect(page.getByText('Tratamento de evento realizado com sucesso')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(popup).toHaveCount(0);
  await expect(page.getByText('Nenhum evento destes tipos.')).toBeVisible();
  await expect(cardsOf(other).getByRole('button', { name: /SOS/ })).toHaveCount(0);
  await expect(other.getByRole('region', { name: 'Event', exact: true })).toContainText(
    'Contato feito com o motorista.',
  );
  await context.close();
  await tracker.close();
});

test('[EVT-04] [AUTH-06] a restored card of an event that was handled meanwhile does not come back', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `restored-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Guardado ${number}` });
  await admin.link(user.id, device.id);
  await signIn(page, server, email, /\/admin$/);
  await untilLive(page);
  const tracker = await connectGt06(server, device.uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, alarm: 'sos' });
  const sos = cardsOf(page).getByRole('button', { name: /SOS/ });
  await expect(sos).toBeVisible();
  await page.goto('about:blank');
  const waiting = await admin.get<{ id: number }[]>(`events?deviceId=${device.id}&type=alarm`);
  await admin.post(`events/${waiting[0]?.id}/comment`, { comment: 'De outra mesa.' });
  await page.goto(`${server.origin}/admin`);
  await expect(cardsOf(page).getByRole('button').first()).toBeVisible();
  await expect(sos).toHaveCount(0);
  await tracker.close();
});

test('[BELL-01] the bell counts and lists events; a click goes to the device and takes the event off', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `bell-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Sino ${number}` });
  await admin.link(user.id, device.id);
  await signIn(page, server, email, /\/admin$/);
  await untilLive(page);
  const bell = (count: number) => page.getByRole('button', { name: `Eventos por tratar: ${count}` });
  await bell(0).click();
  const popover = page.getByRole('dialog', { name: 'Eventos' });
  await expect(popover.getByText('sem dados')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popover).toHaveCount(0);
  await expect(bell(0)).toBeFocused();

  const tracker = await connectGt06(server, device.uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, alarm: 'sos' });
  const list = cardsOf(page);
  await expect(list.getByRole('button', { name: /SOS/ })).toBeVisible();
  await expect.poll(async () => (await markerOf(page, device.id))?.siren).toBe(true);
  await expect(screenPointOf(page, device.id)).resolves.toBeTruthy();
  const count = await list.getByRole('button').count();
  await bell(count).click();
  expect(await seriousFindings(page)).toEqual([]);
  const item = popover.getByRole('listitem').filter({ hasText: 'SOS/Pânico' });
  await expect(item).toContainText(device.name);
  await expect(item).toContainText(/há \d+ s/);
  const box = await popover.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(600);
  await item.getByRole('button').click();
  await expect(page.getByRole('region', { name: `Detalhes de ${device.name}` })).toBeVisible();
  await expect(list.getByRole('button', { name: /SOS/ })).toHaveCount(0);
  await bell(count - 1).click();
  await popover.getByRole('button', { name: 'Remover todos' }).click();
  await expect(popover.getByText('sem dados')).toBeVisible();
  await tracker.close();
});

test('[SHELL-08] the siren sounds once at a time, only when it is wanted, and the choice is remembered', async ({
  page,
  server,
  admin,
}) => {
  await page.addInitScript(`{
    const start = OscillatorNode.prototype.start;
    window.sirens = 0;
    OscillatorNode.prototype.start = function (...given) {
      window.sirens += 1;
      return start.apply(this, given);
    };
  }`);
  const sirens = () => page.evaluate<number>('window.sirens');
  const number = fresh();
  const email = `siren-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Sirene ${number}` });
  await admin.link(user.id, device.id);
  await signIn(page, server, email, /\/admin$/);
  await untilLive(page);
  const tracker = await connectGt06(server, device.uniqueId);
  await expect.poll(sirens).toBe(1);
  await page.waitForTimeout(1500);
  await page.getByRole('button', { name: 'Silenciar os eventos' }).click();
  const heard = await sirens();
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, alarm: 'sos' });
  await expect(cardsOf(page).getByRole('button', { name: /SOS/ })).toBeVisible();
  expect(await sirens()).toBe(heard);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Ativar o som dos eventos' })).toBeVisible();
  await page.getByRole('button', { name: 'Limpar todos os eventos' }).click();
  await expect(page.getByText('Nenhum evento novo, nenhum alarme por tratar.')).toBeVisible();
  await tracker.close();
});
