import type { Page } from '@playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { drivenDevice } from '../fixtures/drive.ts';
import { expect, fresh, password, signIn, test } from '../fixtures/journey.ts';

const minuteMs = 60_000;

const onMap = (page: Page) => page.evaluate<{ isRinged: boolean }>('window.__atalaiaMap.report()');

test('[REP-02] [REP-05] [REP-07] [ROUTE-06] a client on a phone of 360 px, in English: an empty period is widened, an event shows its place, a broken link says so', async ({
  page,
  server,
  admin,
}) => {
  const endMs = Math.floor(Date.now() / minuteMs) * minuteMs;
  const device = await drivenDevice(server, admin, endMs);
  const email = `phone-reports-${fresh()}@journey.local`;
  const user = await admin.createUser({ email, password });
  await admin.link(user.id, device.id);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => localStorage.setItem('atalaia.language', 'en'));
  await signIn(page, server, email, /\/client$/);

  const instant = (minutesAgo: number) => new Date(endMs - minutesAgo * minuteMs).toISOString();
  await page.goto(`${server.origin}/client?deviceId=${device.id}&from=${instant(3)}&to=${instant(2)}#event`);
  const report = page.getByRole('region', { name: 'Event History' });
  await expect(report).toContainText('No data in this period.');
  await report.getByRole('button', { name: 'Widen to 1 day' }).click();
  await expect(page).toHaveURL(/\/client\?.*#event$/);
  const moving = report.getByRole('row', { name: /Ignition on/ }).first();
  await moving.click();
  await expect(moving).toHaveAttribute('aria-selected', 'true');
  await expect.poll(async () => (await onMap(page)).isRinged).toBe(true);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  expect(await seriousFindings(page)).toEqual([]);

  await page.goto(`${server.origin}/client?deviceId=${device.id}#route`);
  await expect(page.getByText('Invalid data for type Route')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(/\/client$/);
});
