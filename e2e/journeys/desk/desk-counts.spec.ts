import type { Device } from '@atalaia/contract/devices/device';
import type { Page } from '@playwright/test';
import { actsOf, countActs } from '../../fixtures/counted-acts.ts';
import { expect, fresh, imeiOf, openAs, test } from '../../fixtures/journey.ts';
import { centreOf, restingCentreOf, untilLive, zoomOf } from '../../fixtures/map-probe.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';

const place = { lat: -3.73187, lon: -38.52672, speed: 0 };
const alarmsOf = (page: Page) => page.getByRole('list', { name: 'Alarmes por tratar' });
const workOf = (page: Page) => page.getByRole('complementary', { name: 'Atendimento do alarme' });
const noteOf = (page: Page) => workOf(page).getByLabel('Observação');

test('[DESK-07] [DESK-08] three keys or two clicks from the siren to the handled alarm; Ctrl+Enter opens the next, and closing brings back the view of before', async ({
  page,
  server,
  admin,
}) => {
  const operator = await createMonitor(admin);
  const devices: Device[] = [];
  for (let made = 0; made < 4; made += 1) {
    const number = fresh();
    const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Conta ${number}` });
    await admin.link(operator.id, device.id);
    devices.push(device);
  }
  await openAs(page, server, operator.email, '/admin');
  for (const { uniqueId } of devices)
    await sendFromPhone(server, uniqueId, {
      ...place,
      timestamp: Math.round(Date.now() / 1000),
      alarm: 'sos',
    });
  await expect(alarmsOf(page).getByRole('article')).toHaveCount(4);

  // By keys: take the most urgent, close it as confirmed.
  await countActs(page);
  await page.keyboard.press('F1');
  await expect(noteOf(page)).toBeFocused();
  await expect(workOf(page).getByRole('button', { name: /^Confirmado/ })).toBeEnabled();
  await page.keyboard.press('F2');
  await expect(page.getByText('Alarme encerrado: Confirmado')).toBeVisible();
  expect(await actsOf(page)).toBeLessThanOrEqual(3);

  // By clicks: the hand on the card, the outcome.
  await expect(alarmsOf(page).getByRole('article')).toHaveCount(3);
  await countActs(page);
  await alarmsOf(page)
    .getByRole('button', { name: /^Assumir/ })
    .first()
    .click();
  await workOf(page)
    .getByRole('button', { name: /^Alarme falso/ })
    .click();
  await expect(page.getByText('Alarme encerrado: Alarme falso')).toBeVisible();
  expect(await actsOf(page)).toBeLessThanOrEqual(2);

  // The view that he leaves: a place and a zoom of his own, the feed in front.
  await expect(alarmsOf(page).getByRole('article')).toHaveCount(2);
  await untilLive(page);
  await page.getByRole('button', { name: 'Afastar' }).click();
  const centre = await restingCentreOf(page);
  // the way there is drawn
  await expect.poll(async () => Number.isInteger(await zoomOf(page))).toBe(true);
  const zoom = await zoomOf(page);
  await page.getByRole('tab', { name: /^Eventos/ }).click();

  // Words without an outcome handle the event, and the next one is open, with the focus where one types.
  await page.keyboard.press('F1');
  await expect(noteOf(page)).toBeFocused();
  const first = page.url();
  await page.keyboard.type('Falei com o titular, tudo certo.');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/admin\/desk\/\d+$/);
  await expect(page).not.toHaveURL(first);
  await expect(workOf(page)).toContainText('Com você');
  await expect(noteOf(page)).toBeFocused();
  await expect(noteOf(page)).toHaveValue('');
  await page.keyboard.press('Control+Enter');
  await expect(workOf(page)).toContainText('Escreva o que foi feito ou escolha um desfecho.');
  await page.keyboard.type('Idem.');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('tab', { name: /^Eventos/ })).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => zoomOf(page)).toBe(zoom);
  const after = await centreOf(page);
  expect(after.latitude).toBeCloseTo(centre.latitude, 3);
  expect(after.longitude).toBeCloseTo(centre.longitude, 3);
});

test('[DESK-15] a call is an open case after five keys beside the plate', async ({ page, server, admin }) => {
  const operator = await createMonitor(admin);
  const plate = `QQ${String(fresh()).slice(-5)}`;
  for (const name of [`${plate} · Chamado`, `Outro de ${plate}`]) {
    const device = await admin.createDevice({
      ...{ uniqueId: imeiOf(fresh()), name },
      attributes: { plate: name.startsWith(plate) ? plate : '' },
    });
    await admin.link(operator.id, device.id);
  }
  await openAs(page, server, operator.email, '/admin');
  await untilLive(page);

  await countActs(page);
  await page.keyboard.press('F4');
  const dialog = page.getByRole('dialog', { name: 'Novo atendimento' });
  await expect(dialog.getByLabel('Placa, telefone, CPF/CNPJ ou nome')).toBeFocused();
  await page.keyboard.type(plate);
  // what is not found yet is waited for: the key that is pressed too early does nothing wrong
  await expect(dialog.getByRole('radio', { name: `${plate} · Chamado` })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Pedido de bloqueio' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(workOf(page).getByRole('heading', { name: 'Pedido de bloqueio' })).toBeVisible();
  await expect(workOf(page)).toContainText(`${plate} · Chamado`);
  await expect(workOf(page)).toContainText('Com você');
  await expect(noteOf(page)).toBeFocused();
  expect((await actsOf(page)) - plate.length).toBeLessThanOrEqual(6);
});
