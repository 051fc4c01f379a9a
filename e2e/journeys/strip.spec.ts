import type { Api } from '@atalaia/fixtures/api';
import type { RunningServer } from '@atalaia/fixtures/running-server';
import type { Locator, Page, Route } from '@playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../fixtures/journey.ts';
import { sendFromPhone } from '../fixtures/phone.ts';

const place = { lat: -3.73187, lon: -38.52672 };
const devicesOrPositions = /\/api\/(devices|positions)\?/;
const snapshot = /\/api\/live\/snapshot/;
const longName = `Carreta ${'muito comprida '.repeat(12)}`.slice(0, 200).trim();
const arabicName = 'شاحنة التبريد رقم سبعة';

/** Whether nothing sticks out at its side. */
const fits = (element: Locator) => element.evaluate((node) => node.scrollWidth <= node.clientWidth);

/** In the page: how long after the last key the list of six is first another one. */
const timeNarrowing = `{
  const strip = document.querySelector('[data-unfolded]');
  let typedMs = 0;
  strip.addEventListener('input', () => { typedMs = performance.now(); });
  new MutationObserver((_, watch) => {
    if (typedMs === 0 || strip.querySelectorAll('li').length === 6) return;
    window.narrowedAfterMs = performance.now() - typedMs;
    watch.disconnect();
  }).observe(strip, { childList: true, subtree: true });
}`;

/** In the page: while `window.waits` is set, what it would do by itself after two seconds or more does not happen. */
const holdTimers = `{
  const start = window.setTimeout;
  window.setTimeout = (run, ms, ...given) =>
    start((...taken) => (window.waits && ms >= 2000 ? undefined : run(...taken)), ms, ...given);
}`;

type Device = Awaited<ReturnType<Api['createDevice']>>;

interface Laid {
  readonly email: string;
  readonly alarming: Device;
  readonly locked: Device;
  readonly last: Device;
}

/** Six vehicles of one person: two that speak, and names and categories of every kind. */
async function layOut(server: RunningServer, admin: Api): Promise<Laid> {
  const email = `strip-${fresh()}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const make = async (name: string, category?: string) => {
    const uniqueId = imeiOf(fresh());
    const device = await admin.createDevice({ uniqueId, name, ...(category && { category }) });
    await admin.link(user.id, device.id);
    return device;
  };
  const alarming = await make('AAA alarmado', 'truck');
  const locked = await make('BBB bloqueado', 'neverHeardOf');
  for (const name of ['CCC sem posição', longName, arabicName]) await make(name);
  const last = await make('Últimó veículo', 'bus');
  await sendFromPhone(server, alarming.uniqueId, { ...place, batt: 84, alarm: 'sos', ignition: true });
  await sendFromPhone(server, locked.uniqueId, { ...place, battery: 1.5, blocked: true, ignition: false });
  return { email, alarming, locked, last };
}

const stripOf = (page: Page) => page.getByRole('region', { name: /^(Dispositivos|Devices)$/ });

test('[STRIP-01] [STRIP-02] [STRIP-03] [STRIP-04] the folded strip turns pages of four, with every kind of name and sign', async ({
  page,
  server,
  admin,
}) => {
  const { email, alarming, locked } = await layOut(server, admin);
  await openAs(page, server, email, '/admin');
  const strip = stripOf(page);
  const cards = strip.getByRole('listitem');
  await expect(strip.getByRole('button', { name: 'Ver todos os dispositivos (6)' })).toBeVisible();
  await expect(cards).toHaveCount(4);
  const first = cards.filter({ hasText: alarming.name });
  for (const sign of ['Alarme', 'Ignição ligada', 'Liberado', 'Bateria 84 %'])
    await expect(first.getByRole('img', { name: sign })).toBeVisible();
  const second = cards.filter({ hasText: locked.name });
  for (const sign of ['Bloqueado', 'Ignição desligada', 'Bateria 30 %'])
    await expect(second.getByRole('img', { name: sign })).toBeVisible();
  await expect(cards.filter({ hasText: 'CCC sem posição' })).toContainText('Nunca');
  for (const card of await cards.all()) expect(await fits(card)).toBe(true);

  const progress = strip.getByRole('progressbar');
  await expect(progress).toHaveAccessibleName('Página 1 de 2');
  await expect(strip.getByRole('button', { name: 'Página anterior' })).toBeDisabled();
  await strip.getByRole('button', { name: 'Próxima página' }).click();
  await expect(progress).toHaveAccessibleName('Página 2 de 2');
  await expect(cards).toHaveCount(2);
  await expect(strip.getByText('5–6')).toBeVisible();
  await strip.getByRole('button', { name: 'Página anterior' }).click();

  // What the tracker says next is on the card within moments.
  await sendFromPhone(server, locked.uniqueId, { ...place, battery: 5, blocked: false, ignition: true });
  for (const sign of ['Liberado', 'Ignição ligada', 'Bateria 100 %'])
    await expect(second.getByRole('img', { name: sign })).toBeVisible();
});

test('[STRIP-01] [STRIP-02] [MAP-15] the unfolded strip is narrowed by text, state and device, and chooses one', async ({
  page,
  server,
  admin,
}) => {
  const { email, alarming, locked, last } = await layOut(server, admin);
  await openAs(page, server, email, '/admin');
  const strip = stripOf(page);
  const cards = strip.getByRole('listitem');
  await strip.getByRole('button', { name: /^Ver todos/ }).click();
  await expect(cards).toHaveCount(6);
  const scroller = strip.getByRole('list').locator('..');
  expect((await scroller.boundingBox())?.height).toBe(400);
  for (const tool of await page.getByLabel('Ferramentas do mapa').getByRole('button').all()) {
    await tool.click({ trial: true });
  }
  for (const card of await cards.all()) expect(await fits(card)).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);

  // Case and accents apart; not before the pause in typing.
  const search = strip.getByRole('searchbox', { name: 'Buscar' });
  await page.evaluate(timeNarrowing);
  await search.fill('ultimo');
  await expect(cards).toHaveCount(1);
  expect(await page.evaluate<number>('window.narrowedAfterMs')).toBeGreaterThanOrEqual(750);
  await expect(cards).toContainText(last.name);
  await search.fill('ninguém');
  await expect(strip.getByText('Nenhum resultado encontrado!')).toBeVisible();
  await search.fill('');
  await expect(cards).toHaveCount(6);

  await strip.getByRole('combobox', { name: 'Estado' }).click();
  await page.getByRole('option', { name: 'Alarme', exact: true }).click();
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText(alarming.name);
  await strip.getByRole('button', { name: 'Limpar' }).click();
  await expect(cards).toHaveCount(6);
  await strip.getByRole('combobox', { name: 'Dispositivo' }).fill('bbb');
  await page.getByRole('option', { name: locked.name }).click();
  await expect(cards).toHaveCount(1);
  await strip.getByRole('button', { name: 'Limpar' }).click();
  await expect(cards).toHaveCount(6);

  // One without a position is told and not selected, another is.
  await cards.filter({ hasText: arabicName }).getByRole('button').click();
  await expect(page.getByText('Dispositivo selecionado nunca foi posicionado!')).toBeVisible();
  await expect(page.getByRole('region', { name: /Detalhes de/ })).toHaveCount(0);
  await cards.filter({ hasText: locked.name }).getByRole('button').click();
  await expect(page.getByRole('region', { name: `Detalhes de ${locked.name}` })).toBeVisible();
  await strip.getByRole('button', { name: 'Recolher' }).click();
  await expect(cards).toHaveCount(4);
});

test('[STRIP-01] [ERR-03] a strip whose devices do not come says so, and shows them once they do', async ({
  page,
  server,
  admin,
}) => {
  const { email, alarming } = await layOut(server, admin);
  const fail = (route: Route) => route.fulfill({ status: 500, json: {} });
  await page.route(devicesOrPositions, fail);
  await page.route(snapshot, fail);
  await page.addInitScript(holdTimers);
  await openAs(page, server, email, '/admin');
  const strip = stripOf(page);
  const failure = strip.getByRole('alert');
  const retry = strip.getByRole('button', { name: 'Tentar de novo' });

  // First nothing is known of the fleet, then nothing of what its cards show.
  await expect(failure).toContainText('Não foi possível carregar');
  await page.unroute(snapshot);
  await expect(strip.getByRole('button', { name: /^Ver todos/ })).toBeVisible({ timeout: 15_000 });
  await expect(failure).toContainText('Não foi possível carregar');
  await expect(strip.getByRole('listitem')).toHaveCount(0);
  await strip.getByRole('button', { name: /^Ver todos/ }).click();
  await expect(failure).toContainText('Não foi possível carregar');
  await expect(strip.getByRole('listitem')).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);

  // nothing comes by itself: neither before the click, which takes the button away, nor in its place
  await page.evaluate('window.waits = true');
  await page.unroute(devicesOrPositions);
  await retry.click();
  await expect(strip.getByText(alarming.name)).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test.describe('a client with an English browser in the dark', () => {
  test.use({ locale: 'en-GB', colorScheme: 'dark', viewport: { width: 360, height: 740 } });

  test('[STRIP-01] sees his vehicles on a phone', async ({ page, server, admin }) => {
    const number = fresh();
    const email = `strip-client-${number}@journey.local`;
    const user = await admin.createUser({ email, password });
    const device = await admin.createDevice({ uniqueId: imeiOf(number), name: longName });
    await admin.link(user.id, device.id);
    await sendFromPhone(server, device.uniqueId, { ...place, batt: 12 });
    await openAs(page, server, email, '/client');
    const strip = stripOf(page);
    await expect(strip.getByRole('button', { name: 'Show all devices' })).toBeVisible();
    await expect(strip.getByRole('img', { name: 'Battery 12 %' })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await strip.getByRole('button', { name: 'Show all devices' }).click();
    await expect(strip.getByRole('searchbox', { name: 'Search' })).toBeVisible();
    expect(await fits(strip.getByRole('listitem').first())).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
