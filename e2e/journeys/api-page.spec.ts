import { expect, test } from '../fixtures/journey.ts';

test('[API-01] the reference page of the API shows a route and its fields, and its own policy stops nothing of it', async ({
  page,
  server,
}) => {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(server.origin))
      faults.push(request.url());
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${server.origin}/api/docs#/groups/postGroups`);
  const route = page.locator('#operations-groups-postGroups');
  await expect(route).toContainText('Creates a group');
  await expect(route).toContainText('Idempotency-Key');
  await expect(route).toContainText('Too many requests');
  const dark = page.locator('html.dark-mode');
  await expect(dark).toHaveCount(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect(dark).toHaveCount(1);
  await expect(page.getByText('Atalaia').first()).toBeVisible();
  expect(faults).toEqual([]);
});
