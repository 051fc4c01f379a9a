import type { Device } from '@atalaia/contract/devices/device';
import type { Api } from '@atalaia/fixtures/api';
import type { RunningServer } from '@atalaia/fixtures/running-server';
import { tenActs } from '@atalaia/fixtures/ten-acts';
import type { Page } from '@playwright/test';
import { actsOf, countActs } from '../../fixtures/counted-acts.ts';
import { connectGt06 } from '../../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, test } from '../../fixtures/journey.ts';
import { markerOf, untilLive } from '../../fixtures/map-probe.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { createCustomer } from '../../fixtures/open-case.ts';

const place = { latitude: -23.5503, longitude: -46.6339 };

/** Does it, and counts as the table of `docs/screens.md` does. */
async function counted(
  page: Page,
  name: keyof typeof tenActs,
  typed: number,
  act: () => Promise<void>,
): Promise<void> {
  const { what, count } = tenActs[name];
  expect(count, 'an act is at most three clicks or keys').toBeLessThanOrEqual(3);
  await countActs(page);
  await act();
  expect((await actsOf(page)) - typed, what).toBe(count);
}

/** An operator before his map with one vehicle that stands at a known place, and its tracker. */
async function atTheMap(page: Page, server: RunningServer, admin: Api) {
  const operator = await createMonitor(admin);
  const number = fresh();
  const customer = await createCustomer(admin, `Dona ${number}`);
  const plate = `QQ${String(number).slice(-5)}`;
  const device: Device = await admin.createDevice({
    ...{ uniqueId: imeiOf(number), name: `${plate} · Contado`, customerId: customer.id },
    attributes: { plate, blockInstalled: 'yes' },
  });
  await admin.link(operator.id, device.id);
  const received: string[] = [];
  const tracker = await connectGt06(server, device.uniqueId, {
    onCommand(text: string) {
      received.push(text);
      return 'Success!';
    },
  });
  const nowMs = Date.now();
  await tracker.sendPosition({ fixTimeMs: nowMs - 120_000, ...place, ignition: true, speedKph: 20 });
  await tracker.sendPosition({ fixTimeMs: nowMs - 1000, ...place, ignition: false, speedKph: 0 });
  await openAs(page, server, operator.email, '/admin');
  await untilLive(page);
  const panel = page.getByRole('region', { name: `Detalhes de ${device.name}` });
  return { device, plate, tracker, received, panel };
}

test('[SHELL-02] [ROUTE-04] [REP-01] [PANEL-05] [DESK-07] [MAP-01] a plate and where it is after two keys; its events and its route today one click from there, a link two, an alarm two keys, who is silent one', async ({
  page,
  server,
  admin,
}) => {
  const { device, plate, tracker, panel } = await atTheMap(page, server, admin);

  // find a plate, and see where it is: the search's key, the plate, Enter
  await counted(page, 'find', plate.length, async () => {
    await page.keyboard.press('/');
    await page.keyboard.type(plate);
    await expect(page.getByRole('option').first()).toContainText(plate);
    await page.keyboard.press('Enter');
    await expect(panel).toBeVisible();
  });
  // and there it is already
  await expect(panel).toContainText(/São Paulo, SP|Sé, SP/);
  await expect.poll(() => markerOf(page, device.id)).toBeDefined();
  expect((await actsOf(page)) - plate.length).toBe(tenActs.see.count);

  await counted(page, 'events', 0, async () => {
    await panel.getByRole('button', { name: 'Eventos', exact: true }).click();
    await expect(panel.getByText('Ignição desligada').first()).toBeVisible();
  });

  await counted(page, 'route', 0, async () => {
    await panel.getByRole('button', { name: 'Rota de hoje' }).click();
    await expect(page.getByRole('region', { name: 'Histórico de Rotas' })).toContainText('2 linhas');
  });
  await page.getByRole('button', { name: 'Fechar', exact: true }).last().click();

  // the panel still shows its events: what can be done stands there too
  await counted(page, 'share', 0, async () => {
    await panel.getByRole('button', { name: 'Compartilhar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compartilhar localização' });
    await expect(dialog.getByLabel('24 horas')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Link')).toHaveValue(/\/shared\//);
  });
  await page.keyboard.press('Escape');

  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, alarm: 'sos' });
  const alarms = page.getByRole('list', { name: 'Alarmes por tratar' });
  await expect(alarms.getByRole('article')).toHaveCount(1);
  await counted(page, 'alarm', 0, async () => {
    await page.keyboard.press('F1');
    const work = page.getByRole('complementary', { name: 'Atendimento do alarme' });
    await expect(work.getByRole('button', { name: /^Confirmado/ })).toBeEnabled();
    await page.keyboard.press('F2');
    await expect(page.getByText('Alarme encerrado: Confirmado')).toBeVisible();
  });

  await tracker.close();
  await counted(page, 'silent', 0, async () => {
    await page
      .getByRole('list', { name: 'Legenda' })
      .getByRole('button', { name: /^Offline/ })
      .click();
    await expect(page.getByRole('region', { name: 'Dispositivos', exact: true })).toContainText(plate);
  });
});

test('[BLOCK-01] [PANEL-06] [SIN-09] a vehicle is blocked after three clicks, an incident opened and an occurrence added after three acts beside the text', async ({
  page,
  server,
  admin,
}) => {
  const { device, tracker, received, panel } = await atTheMap(page, server, admin);
  await page.goto(`${server.origin}/admin/events/devices/${device.id}`);
  await expect(panel.getByTitle('Velocidade', { exact: true })).toBeVisible();

  await counted(page, 'block', 0, async () => {
    await panel.getByRole('button', { name: 'Bloquear' }).click();
    await page.getByRole('option', { name: 'Teste' }).click();
    await page.getByRole('dialog', { name: 'Bloquear' }).getByRole('button', { name: 'Bloquear' }).click();
    await expect.poll(() => received.length).toBeGreaterThan(0);
  });

  const told = 'Levado na porta de casa';
  await counted(page, 'incident', told.length, async () => {
    await panel.getByRole('button', { name: 'Abrir Sinistro' }).click();
    await page.getByRole('option', { name: 'Roubo' }).click();
    await expect(page.getByLabel('Descrição *')).toBeFocused();
    await page.keyboard.type(told);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Sinistro Aberto com Sucesso')).toBeVisible();
  });

  const added = 'Equipe a caminho';
  await counted(page, 'occurrence', added.length, async () => {
    await page.getByRole('button', { name: /^Nova ocorrência/ }).click();
    await page.getByRole('option', { name: 'Apoio a caminho' }).click();
    await expect(page.getByLabel('Descrição *')).toBeFocused();
    await page.keyboard.type(added);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Ocorrência Adicionada com Sucesso')).toBeVisible();
  });
  await tracker.close();
});
