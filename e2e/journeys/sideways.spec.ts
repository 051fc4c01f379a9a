import type { Locator, Page } from '@playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { makeFleet } from '../fixtures/fleet.ts';
import { connectGt06 } from '../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../fixtures/journey.ts';
import { screenPointOf } from '../fixtures/map-probe.ts';

/** A phone held sideways: some of those that are about, the least first. */
const sizes = [
  { width: 667, height: 375 },
  { width: 740, height: 360 },
  { width: 932, height: 430 },
  { width: 844, height: 390 },
];

test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });

interface InPage {
  contains(other: unknown): boolean;
  scrollIntoView(how: { block: 'center' }): void;
  getBoundingClientRect(): { left: number; top: number; right: number; bottom: number };
}

interface Window {
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly document: { elementFromPoint(x: number, y: number): unknown };
}

/** The whole of it is in the window, and nothing over its middle. */
const isInView = (element: Locator) =>
  element.evaluate((shown: InPage) => {
    const { innerWidth, innerHeight, document } = globalThis as unknown as Window;
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return isInside && shown.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });

const expectInView = (element: Locator, what: string) =>
  expect.poll(() => isInView(element), what).toBe(true);

/** It may have to be scrolled to, clear of a title that stays above what scrolls; what is laid out meanwhile scrolls it away. */
const expectReachable = (element: Locator, what: string) =>
  expect
    .poll(async () => {
      await element.evaluate((shown: InPage) => shown.scrollIntoView({ block: 'center' }));
      return isInView(element);
    }, what)
    .toBe(true);

const isOnMap = (page: Page, { x, y }: { x: number; y: number }) =>
  page.evaluate<boolean>(`document.elementFromPoint(${x}, ${y})?.closest('.ol-viewport') !== null`);

for (const area of ['client', 'fleet'] as const) {
  test(`[AUTH-11] [PANEL-01] [PANEL-02] on a phone held sideways a vehicle of /${area} is read, worked with and closed beside the map`, async ({
    page,
    server,
    admin,
  }) => {
    const number = fresh();
    const plate = `LOW${String(number).slice(-4)}`;
    const device = await admin.createDevice({
      uniqueId: imeiOf(number),
      name: `Deitado ${number}`,
      attributes: { plate },
    });
    const email = `sideways-${number}@journey.local`;
    if (area === 'fleet') await makeFleet(admin, email, [device.id]);
    else await admin.link((await admin.createUser({ email, password })).id, device.id);
    const tracker = await connectGt06(server, device.uniqueId);
    await tracker.sendPosition({
      ...{ fixTimeMs: Date.now(), latitude: -3.73187, longitude: -38.52672 },
      ...{ speedKph: 63, ignition: true },
    });
    await openAs(page, server, email, `/${area}`);
    const sheet = page.getByRole('region', { name: 'Veículos e detalhes' });
    // whose only vehicle it is has it chosen already
    if (area === 'client') await sheet.getByRole('button', { name: 'Fechar', exact: true }).tap();

    for (const size of sizes) {
      const at = `at ${size.width} × ${size.height}`;
      await page.setViewportSize(size);
      // says of what waits: it is never folded with the other tools
      await expectInView(page.getByRole('button', { name: /^Eventos: / }), `the bell ${at}`);
      await sheet.getByRole('button', { name: /^Painel recolhido/ }).tap();
      const card = page
        .getByRole('region', { name: 'Dispositivos' })
        .getByRole('button', { name: device.name });
      await expectReachable(card, `the card ${at}`);
      await card.tap();
      const panel = page.getByRole('region', { name: `Detalhes de ${device.name}` });
      const facts: [string, Locator][] = [
        ['name', panel.getByRole('heading', { name: device.name })],
        ['plate', panel.getByText(plate, { exact: true })],
        ['state', panel.getByText('Ligado', { exact: true })],
        ['speed', panel.getByTitle('Velocidade', { exact: true })],
        ['time', panel.getByTitle('Última atualização')],
        ['address', panel.getByText(/Fortaleza/).first()],
      ];
      for (const [what, fact] of facts) await expectReachable(fact, `${what} ${at}`);
      await expect(panel.getByTitle('Velocidade', { exact: true })).toHaveText('63');
      await expect
        .poll(async () => isOnMap(page, await screenPointOf(page, device.id)), `the vehicle on the map ${at}`)
        .toBe(true);

      for (const name of ['Rota', 'Seguir', 'Cerca', 'Compartilhar', 'Bloquear', 'Liberar']) {
        await expectReachable(panel.getByRole('button', { name, exact: true }), `${name} ${at}`);
      }
      const follow = panel.getByRole('button', { name: 'Seguir' });
      const wasOn = await follow.getAttribute('aria-pressed');
      await follow.tap();
      await expect(follow).not.toHaveAttribute('aria-pressed', wasOn ?? '');
      const close = panel.getByRole('button', { name: 'Fechar' });
      await expectReachable(close, `the way to close it ${at}`);
      await close.tap();
      await expect(panel).toHaveCount(0);
    }
    expect(await seriousFindings(page)).toEqual([]);
    await tracker.close();
  });
}

test('[AUTH-11] on a phone held sideways the sign-in, the menu, a form and a question can be used to their last button', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Janela ${number}` });
  const email = `windows-${number}@journey.local`;
  await admin.link((await admin.createUser({ email, password })).id, device.id);
  await page.goto(`${server.origin}/login`);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectReachable(page.getByRole('button', { name: 'Entrar' }), `sign in at ${size.width}`);
  }
  await openAs(page, server, email, '/client');

  const open = async (name: string) => {
    await page.getByRole('button', { name: 'Abrir o menu' }).tap();
    const menu = page.getByRole('dialog', { name: 'Menu principal' });
    await expectReachable(menu.getByRole('button', { name: 'Sair' }), 'the way out');
    const entry = menu.getByRole('button', { name, exact: true });
    if (!(await entry.isVisible())) await menu.getByText('Mais', { exact: true }).tap();
    await expectReachable(entry, name);
    await entry.tap();
  };
  const dialog = page.getByRole('dialog');
  const close = () => dialog.getByRole('button', { name: 'Fechar', exact: true }).first().tap();
  for (const size of sizes) {
    const at = `at ${size.width} × ${size.height}`;
    await page.setViewportSize(size);
    await open('Enviar Comando');
    await expectReachable(dialog.getByRole('button', { name: 'Enviar', exact: true }), `send ${at}`);
    await close();

    await open('Dispositivos');
    await expectReachable(dialog.getByRole('row', { name: device.name }), `a row ${at}`);
    await close();

    await open('Minha conta');
    const name = dialog.getByRole('textbox', { name: /^Nome/ });
    await expectReachable(name, `a field ${at}`);
    await name.fill(`Janela ${size.width}`);
    await expectReachable(dialog.getByRole('button', { name: /^Atualizar/ }), `save ${at}`);
    await dialog.getByRole('button', { name: 'Voltar', exact: true }).tap();
    const question = page.getByRole('dialog', { name: 'Alterações não salvas' });
    await expectReachable(question.getByRole('button', { name: 'Descartar' }), `discard ${at}`);
    await question.getByRole('button', { name: 'Descartar' }).tap();
    await expect(dialog).toHaveCount(0);
  }
});

test('[LIST-02] on a phone held sideways the rows of an administrator’s list are reached, and marked ones are not below what is done with them', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `sideways-${number}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  for (const part of [1, 2])
    await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `Deitado ${number} ${part}` });
  await openAs(page, server, email, '/admin/manage/device');
  await page.getByRole('searchbox', { name: 'Buscar na lista' }).fill(`Deitado ${number}`);
  const rows = page.getByRole('row', { name: new RegExp(`Deitado ${number}`) });
  await expect(rows).toHaveCount(2);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectReachable(rows.nth(1).getByRole('checkbox'), `a row at ${size.width}`);
  }
  await rows.nth(1).getByRole('checkbox').tap();
  await expectInView(rows.nth(1).getByRole('checkbox'), 'the marked row');
});
