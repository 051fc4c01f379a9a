import { expect, fresh, imeiOf, password, signIn, test } from '../fixtures/journey.ts';

const areas = ['/admin', '/fleet', '/client'];

test('[ROUTE-02] a stranger is led to the login from every guarded address', async ({ page, server }) => {
  for (const path of ['/', ...areas, '/admin/whatever']) {
    await page.goto(`${server.origin}${path}`);
    await expect(page).toHaveURL(/\/login$/);
  }
});

const profiles = [
  { profile: 'monitor', home: '/admin', devices: 0, user: { attributes: { profile: 'central' } } },
  { profile: 'admin', home: '/admin', devices: 0, user: { administrator: true } },
  { profile: 'fleet', home: '/fleet', devices: 6, user: {} },
  { profile: 'client', home: '/client', devices: 2, user: {} },
];

for (const { profile, home, devices, user } of profiles) {
  test(`[ROUTE-01] [ROUTE-03] [AUTH-09] profile ${profile} lives in ${home} and is turned back from the other areas`, async ({
    page,
    server,
    admin,
  }) => {
    const email = `${profile}-${fresh()}@journey.local`;
    const { id } = await admin.createUser({ email, password, ...user });
    for (let n = 0; n < devices; n += 1) {
      const number = fresh();
      const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `${profile} ${number}` });
      await admin.link(id, device.id);
    }
    const here = new RegExp(`${home}$`);
    await signIn(page, server, email, here);
    for (const path of ['/', '/login', ...areas]) {
      await page.goto(`${server.origin}${path}`);
      await expect(page).toHaveURL(here);
      await expect(page.getByRole('main')).toBeVisible();
    }
  });
}

test('[ROUTE-09] any other path is a page with a way home, and a shared link needs no sign-in', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origin}/no/such/place`);
  await expect(page.getByText('Página não encontrada')).toBeVisible();
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${server.origin}/shared/${'a'.repeat(32)}`);
  await expect(page).toHaveURL(/\/shared\//);
  await expect(page.getByText('Link inválido ou expirado!')).toBeVisible();
});
