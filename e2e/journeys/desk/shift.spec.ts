import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, test } from '../../fixtures/journey.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';

test('[SHIFT-02] [SHIFT-03] who leaves has a vehicle watched and hands over; who comes reads the list and accepts it', async ({
  page,
  server,
  admin,
  browser,
}) => {
  const [leaver, comer] = [await createMonitor(admin), await createMonitor(admin)];
  const number = fresh();
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Turno ${number}` });
  for (const { id } of [leaver, comer]) await admin.link(id, device.id);
  const place = { lat: -3.73187, lon: -38.52672, speed: 0 };
  await sendFromPhone(server, device.uniqueId, { ...place, timestamp: Math.round(Date.now() / 1000) });

  await openAs(page, server, leaver.email, `/admin/events/devices/${device.id}`);
  await page.getByRole('button', { name: 'Vigiar' }).click();
  const dialog = page.getByRole('dialog', { name: `Vigiar ${device.name}` });
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Carga valiosa');
  await dialog.getByRole('button', { name: 'Vigiar' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Vigiar' })).toHaveAttribute('aria-pressed', 'true');
  // on the map and in the strip
  await expect(page.getByRole('img', { name: /^Em vigilância até .*: Carga valiosa$/ })).toHaveCount(2);

  await page.goto(`${server.origin}/admin/desk/handovers`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Carga valiosa' }).first()).toContainText(
    device.name,
  );
  await page.getByRole('textbox', { name: 'O que quem chega precisa saber' }).fill(`Olho no ${number}.`);
  await page.getByRole('button', { name: 'Passar o turno' }).click();
  await expect(page.getByRole('article').filter({ hasText: `Olho no ${number}.` })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  const context = await browser.newContext({ locale: 'en-GB', colorScheme: 'dark' });
  const next = await context.newPage();
  await openAs(next, server, comer.email, '/admin/desk/handovers');
  const card = next.getByRole('article').filter({ hasText: `Olho no ${number}.` });
  await expect(card).toContainText('Carga valiosa');
  await card.getByRole('button', { name: 'Read and accepted' }).click();
  await expect(card).toContainText('Accepted by');
  expect(await seriousFindings(next)).toEqual([]);
  await next.goto(`${server.origin}/admin/desk/watched`);
  await next
    .getByRole('row')
    .filter({ hasText: device.name })
    .getByRole('button', { name: 'End watching' })
    .click();
  await expect(next.getByRole('row').filter({ hasText: device.name })).toHaveCount(0);
  await context.close();
});
