/**
 * Every screen of an administrator, a fleet and a client as it is drawn on a desk and on a phone: nothing that axe calls
 * serious, no text cut without a sign, no page wider than its window. `EVERY_SCREEN=1` looks in both themes and languages
 * at every size; without it at each size in one of the four, and axe looks at every other screen on a desk, at the rest on a
 * phone.
 */
import type { Api } from '@atalaia/fixtures/api';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { makeFleet } from '../fixtures/fleet.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../fixtures/journey.ts';
import { cutTexts, smallTargets } from '../fixtures/look-of-screen.ts';
import { createCustomer } from '../fixtures/open-case.ts';
import { sendFromPhone } from '../fixtures/phone.ts';

test.describe.configure({ mode: 'parallel' });

const lists = [
  ...['sinister', 'customers', 'device', 'users', 'groups', 'geofences', 'drivers', 'notifications'],
  ...['calendars', 'maintenance', 'attributes', 'commands', 'responders', 'scheduled-reports'],
  ...['mirrors', 'campaigns', 'companies'],
];
const pages = [
  ...['desk', 'unknown-trackers', 'fleet-control', 'reconciliation', 'contact-requests', 'sharing'],
  ...['handled-events', 'audit', 'server', 'account', 'sessions'],
];
/** The map of `/admin` is for a desk (AUTH-11). */
const besideMap = [
  '/admin',
  '/admin/dashboard',
  '/admin/follow',
  '/admin/chart/communication',
  '/admin/desk',
];

const sizes = {
  '1366 × 768': { width: 1366, height: 768 },
  '1920 × 1080': { width: 1920, height: 1080 },
  '844 × 390': { width: 844, height: 390 },
  '390 × 844': { width: 390, height: 844 },
} as const;
type Size = keyof typeof sizes;

const isWhole = process.env.EVERY_SCREEN === '1';
const usual: Record<Size, string> = {
  '1366 × 768': 'dark en',
  '1920 × 1080': 'light pt-BR',
  '844 × 390': 'light en',
  '390 × 844': 'dark pt-BR',
};
const axeFrom: Partial<Record<Size, number>> = { '1366 × 768': 0, '390 × 844': 1 };

/** Longer names than anybody gives, so that what has no room for them shows it. */
async function longNames(admin: Api) {
  const number = fresh();
  const customer = await createCustomer(
    admin,
    `Transportadora Interestadual de Cargas Perigosas e Refrigeradas do Vale ${number}`,
  );
  const outer = await admin.post<{ id: number }>('groups', { name: `Regional Nordeste e Norte ${number}` });
  const group = await admin.post<{ id: number }>('groups', {
    ...{ name: `Frota refrigerada de longa distância ${number}`, groupId: outer.id },
  });
  const device = await admin.createDevice({
    ...{ uniqueId: imeiOf(number), name: `QRS4B17 · Volkswagen Constellation 24.280 ${number}` },
    ...{ groupId: group.id, customerId: customer.id },
    attributes: { plate: 'QRS4B17', vehicleModel: 'Volkswagen Constellation 24.280' },
  });
  await admin.post('drivers', {
    name: `Maria Aparecida dos Santos Albuquerque ${number}`,
    uniqueId: `${number}`,
  });
  await admin.post('maintenance', {
    ...{
      name: `Troca de óleo e filtros ${number}`,
      type: 'totalDistance',
      start: 10_000_000,
      period: 10_000_000,
    },
    attributes: {},
  });
  return device;
}

/** The lists in which nothing is added: a case is opened at its vehicle. */
const withoutAdd = ['sinister'];

/** Goes there as a link of the page does, and waits until it is drawn, in a frame of its own. */
async function show(page: Page, path: string) {
  await page.evaluate("for (const frame of document.querySelectorAll('main')) frame.dataset.former = ''");
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  // under every page lies the map, which stays
  if (path === '/admin') await expect(page.locator('main:not(#live-map)')).toHaveCount(0);
  else await expect(page.locator('main:not([data-former], #live-map)').first()).toBeVisible();
  await drawn(page);
}

const drawn = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator(
          'main [aria-busy="true"], [role="dialog"] [aria-busy="true"], [role="status"] [aria-busy="true"]',
        )
        .count(),
    )
    .toBe(0);

test('[UNIT-06] a text that is cut at its side, at its foot or by what is around it is told, one that ends in dots is not', async ({
  page,
}) => {
  const words = 'Transportadora Interestadual';
  await page.setContent(`<div style="width: 40px; overflow: hidden; white-space: nowrap"><span>A ${words}</span></div>
    <p style="width: 40px; overflow: hidden; white-space: nowrap">B ${words}</p>
    <p style="height: 12px; overflow: hidden">C ${words}<br>${words}</p>
    <p style="width: 40px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">D ${words}</p>
    <div style="width: 4000px">E</div>`);
  expect((await cutTexts(page)).map((fault) => fault.replace(/ «(.).*/s, ' $1'))).toEqual([
    'the page is 4008 px wide in a window of 1366',
    ...['cut at the edge of what is around it: span A', 'cut at its side: p B', 'cut at its foot: p C'],
  ]);
});

test('[APP-02] a link that is drawn as a button is met by a thumb as one, and a link within a text is not', async ({
  page,
}) => {
  await page.setContent(`<a href="#" style="display: inline-flex; padding: 0 10px; height: 32px">Abrir</a>
    <p>Veja <a href="#" style="padding: 0 2px">aqui</a></p>
    <a href="#" style="display: inline-flex; padding: 0 10px; height: 44px">Fechar</a>`);
  expect((await smallTargets(page)).map((target) => target.replace(/ .*/, ''))).toEqual(['Abrir']);
});

test.describe('on a phone', () => {
  test.use({ viewport: sizes['390 × 844'], hasTouch: true, isMobile: true });

  test('[LIST-04] [APP-02] every page of a long list is in reach', async ({ page, server, admin }) => {
    const number = fresh();
    for (let at = 0; at < 65; at += 1)
      await admin.post('drivers', { name: `Motorista ${number} ${at}`, uniqueId: `${number}-${at}` });
    const email = `all-${fresh()}@journey.local`;
    await admin.createUser({ email, password, administrator: true });
    await openAs(page, server, email, '/admin/manage/drivers');
    await page.getByRole('searchbox', { name: 'Buscar na lista' }).fill(`${number}`);
    const pages = page.getByRole('navigation', { name: 'Páginas' });
    const next = pages.getByRole('button', { name: 'Próxima página' });
    await expect(page.getByRole('status').filter({ hasText: 'de 65' })).toBeVisible();
    for (let shown = 1; shown < 7; shown += 1) {
      expect(await cutTexts(page)).toEqual([]);
      const box = await next.boundingBox();
      expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
      await expect(pages.getByRole('button', { name: 'Página 1', exact: true })).toBeVisible();
      await next.tap();
      await expect(pages.getByRole('button', { name: `Página ${shown + 1}` })).toHaveAttribute(
        'aria-current',
        'page',
      );
    }
    await expect(next).toBeDisabled();
  });

  test('[LIST-04] [APP-02] rows stay in sight below what is done with those that are marked, on a low screen too', async ({
    page,
    server,
    admin,
  }) => {
    const number = fresh();
    for (let at = 0; at < 5; at += 1)
      await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `Baú ${number} ${at}` });
    const email = `all-${fresh()}@journey.local`;
    await admin.createUser({ email, password, administrator: true });
    await page.setViewportSize({ width: 375, height: 553 });
    await openAs(page, server, email, '/admin/manage/device');
    const search = page.getByRole('searchbox', { name: 'Buscar na lista' });
    const one = page.getByText('1 selecionada', { exact: true });
    const heightOfTable = async () => (await page.getByRole('grid').locator('..').boundingBox())?.height ?? 0;
    // a single row, with the names of its columns above it
    await search.fill(`${number} 4`);
    await expect(page.getByText('1–1 de 1')).toBeVisible();
    const last = page.getByRole('row', { name: new RegExp(`Baú ${number} 4`) });
    await last.getByRole('checkbox').tap();
    await expect(one).toBeVisible();
    expect(await heightOfTable()).toBeGreaterThan(70);
    await expect(last).toBeInViewport();
    await last.getByRole('checkbox').tap();
    await expect(one).toBeHidden();

    await page.setViewportSize({ width: 390, height: 660 });
    await search.fill(`${number}`);
    const row = page.getByRole('row', { name: new RegExp(`Baú ${number} 0`) });
    await row.getByRole('checkbox').tap();
    await expect(one).toBeVisible();
    expect(await heightOfTable()).toBeGreaterThan(200);
    await expect(row).toBeInViewport();
  });

  test('[BACK-05] [APP-02] whom a campaign tells is not squeezed into a line on a phone held sideways', async ({
    page,
    server,
    admin,
  }) => {
    const number = fresh();
    const deviceIds: number[] = [];
    for (let at = 0; at < 5; at += 1) {
      const unique = { uniqueId: imeiOf(fresh()), name: `Baú ${number} ${at}` };
      deviceIds.push((await admin.createDevice(unique)).id);
    }
    const name = `Transportadora Interestadual de Cargas Perigosas e Refrigeradas do Vale ${number}`;
    await admin.post('campaigns', { name, host: 'velho.example', deviceIds });
    const email = `all-${fresh()}@journey.local`;
    await admin.createUser({ email, password, administrator: true });
    await page.setViewportSize({ width: 844, height: 390 });
    await openAs(page, server, email, '/admin/manage/campaigns');
    await page.getByRole('gridcell', { name }).tap();
    const table = page.getByRole('group', { name });
    await expect(table.getByText(`Baú ${number} 4`)).toBeAttached();
    expect((await table.boundingBox())?.height ?? 0).toBeGreaterThan(150);
  });
});

for (const [size, viewport] of Object.entries(sizes) as [Size, (typeof sizes)[Size]][])
  for (const way of ['light pt-BR', 'dark pt-BR', 'light en', 'dark en'])
    if (isWhole || usual[size] === way) {
      const [theme, locale] = way.split(' ') as ['light' | 'dark', string];
      const isPhone = viewport.width < 1000;

      test.describe(`${size}, ${theme}, ${locale}`, () => {
        test.use({ viewport, colorScheme: theme, locale, hasTouch: isPhone, isMobile: isPhone });
        test.setTimeout(180_000);

        let looked = 0;
        test.beforeEach(() => {
          looked = 0;
        });

        /** What is wrong with a screen, by its name: all of them are told at once. */
        const faultsOf = async (page: Page, name: string) => {
          const faults = await cutTexts(page);
          if (isPhone) faults.push(...(await smallTargets(page)).map((target) => `too small: ${target}`));
          const from = axeFrom[size];
          looked += 1;
          if (isWhole || (from !== undefined && (looked + from) % 2 === 0))
            faults.push(...(await seriousFindings(page)));
          return faults.map((fault) => `${name}: ${fault}`);
        };

        test('[UNIT-06] [APP-02] [LIST-04] no list or form of the management is cut, hard to hit, or a barrier', async ({
          page,
          server,
          admin,
        }) => {
          await longNames(admin);
          const email = `all-${fresh()}@journey.local`;
          await admin.createUser({ email, password, administrator: true });
          const faults: string[] = [];
          await openAs(page, server, email, '/admin/manage/device');
          for (const view of lists) {
            await show(page, `/admin/manage/${view}`);
            await expect(
              page.locator('main:not([data-former], #live-map)').getByRole('searchbox').last(),
            ).toBeVisible();
            await drawn(page);
            faults.push(...(await faultsOf(page, view)));
            const add = page.getByRole('button', { name: /^(Adicionar|Add)( \[F1\])?$/ });
            expect(await add.count(), `${view} has a form`).toBe(withoutAdd.includes(view) ? 0 : 1);
            if (withoutAdd.includes(view)) continue;
            await add.click();
            await expect(page.getByRole('button', { name: /^(Salvar|Save)( \[F8\])?$/ })).toBeVisible();
            await drawn(page);
            faults.push(...(await faultsOf(page, `form of ${view}`)));
            await page.getByRole('button', { name: /^(Voltar|Back)( \[ESC\])?$/ }).click();
          }
          expect(faults).toEqual([]);
        });

        test('[UNIT-06] [APP-02] [ROUTE-05] no other page of the management is cut, hard to hit, or a barrier', async ({
          page,
          server,
          admin,
        }) => {
          const device = await longNames(admin);
          await sendFromPhone(server, device.uniqueId, { lat: -3.73, lon: -38.52, speed: 30 });
          const email = `all-${fresh()}@journey.local`;
          await admin.createUser({ email, password, administrator: true });
          const faults: string[] = [];
          await openAs(page, server, email, '/admin/manage/device');
          for (const view of pages) {
            await show(page, `/admin/manage/${view}`);
            await expect(
              page.locator('main:not([data-former], #live-map)').getByRole('heading', { level: 1 }),
            ).toBeVisible();
            faults.push(...(await faultsOf(page, view)));
          }
          if (!isPhone)
            for (const path of besideMap) {
              await show(page, path);
              faults.push(...(await faultsOf(page, path)));
            }
          expect(faults).toEqual([]);
        });

        test('[UNIT-06] [APP-02] [AUTH-01] sign-in, and the home of a client and of a fleet, are not cut, hard to hit, or a barrier', async ({
          page,
          server,
          admin,
        }) => {
          const device = await longNames(admin);
          await sendFromPhone(server, device.uniqueId, { lat: -3.73, lon: -38.52, speed: 30 });
          const faults: string[] = [];
          await page.goto(`${server.origin}/login`);
          await expect(page.getByRole('button', { name: /^(Entrar|Sign in)$/ })).toBeVisible();
          faults.push(...(await faultsOf(page, 'login')));
          const client = `all-${fresh()}@journey.local`;
          await admin.link((await admin.createUser({ email: client, password })).id, device.id);
          await openAs(page, server, client, '/client');
          await expect(page.getByText('Constellation').first()).toBeVisible();
          faults.push(...(await faultsOf(page, 'client')));
          const fleet = `all-${fresh()}@journey.local`;
          await makeFleet(admin, fleet, [device.id]);
          await openAs(page, server, fleet, '/fleet');
          await expect(page.getByText('Constellation').first()).toBeVisible();
          faults.push(...(await faultsOf(page, 'fleet')));
          expect(faults).toEqual([]);
        });
      });
    }
