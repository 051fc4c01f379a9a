import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import type { Page } from '@playwright/test';
import { connectGt06 } from '../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, signIn, test } from '../fixtures/journey.ts';

const areas = ['/admin', '/fleet', '/client'];

test('[ROUTE-02] a stranger is led to the login from every guarded address', async ({ page, server }) => {
  for (const path of ['/', ...areas, '/admin/whatever', '/admin/manage/device', '/admin/reports#trip']) {
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

test('[ROUTE-04] [AUTH-08] an event’s and a device’s address open them, also after the sign-in they led to', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `deep-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Fundo ${number}` });
  await admin.link(user.id, device.id);
  const tracker = await connectGt06(server, device.uniqueId);
  const place = { latitude: -3.7, longitude: -38.5 };
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place });
  const details = page.getByRole('region', { name: `Detalhes de ${device.name}` });

  await page.goto(`${server.origin}/admin/events/devices/${device.id}`);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Usuário ou e-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/events/devices/${device.id}$`));
  await expect(details).toBeVisible();
  await expect.poll(() => page.evaluate('window.__atalaiaMap?.state().zoom')).toBe(18);
  await expect(page).toHaveTitle('Mapa ao vivo · Atalaia');

  await page.goto(`${server.origin}/admin`);
  await expect(page.getByRole('main')).toBeVisible();
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, alarm: 'sos' });
  await tracker.close();
  await expect(page.getByRole('list', { name: 'Alarmes por tratar' })).toContainText('SOS');
  await page.getByRole('button', { name: /^SOS/ }).first().click();
  await expect(page).toHaveURL(/\/admin\/desk\/\d+$/);
  await expect(page).toHaveTitle(/Mesa de alarmes · Atalaia$/);
  const alarmId = /\d+$/.exec(page.url())?.[0];
  const { events } = await admin.get<AlarmDetail>(`alarms/${alarmId}`);
  const eventId = events[0]?.eventId;
  // An event with an alarm is the alarm's screen.
  await page.goto(`${server.origin}/admin/events/${eventId}`);
  await expect(page).toHaveURL(new RegExp(`/admin/desk/${alarmId}$`));
  for (const shows of [`/admin/devices/${eventId}`, `/admin/devices?eventId=${eventId}`]) {
    await page.goto(`${server.origin}${shows}`);
    await expect(page.getByRole('region', { name: 'Evento', exact: true })).toContainText('SOS');
    await expect(page.getByLabel('Comentário *')).toHaveCount(0);
  }
});

const views: readonly (readonly [spelling: string, title: string])[] = [
  ['device', 'Dispositivos'],
  ['devices', 'Dispositivos'],
  ['account', 'Minha conta'],
  ['users', 'Usuários'],
  ['user', 'Usuários'],
  ['groups', 'Grupos'],
  ['geofences', 'Cercas'],
  ['sinister', 'Sinistros'],
  ['drivers', 'Motoristas'],
  ['notifications', 'Notificações'],
  ['calendars', 'Calendários'],
  ['maintenance', 'Manutenções'],
  ['server', 'Servidor'],
  ['customers', 'Clientes'],
  ['unknown-tracker', 'Rastreadores desconhecidos'],
  ['sharing', 'Links de localização'],
  ['audits', 'Auditoria'],
  ['session', 'Segurança'],
];

/** Goes to an address of the site without loading the page anew. */
async function visit(page: Page, path: string) {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}

test('[ROUTE-05] every view has its title and a close button back to the map; a word that is none is a page with a way home', async ({
  page,
  server,
  admin,
}) => {
  const email = `views-${fresh()}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  await openAs(page, server, email, '/admin');
  for (const [spelling, title] of views) {
    await visit(page, `/admin/manage/${spelling}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await expect(page).toHaveTitle(new RegExp(`${title} · Atalaia$`));
    await page.getByRole('main').getByRole('button', { name: 'Fechar', exact: true }).click();
    await expect(page).toHaveURL(/\/admin$/);
  }
  await page.goto(`${server.origin}/admin/manage/server`);
  await expect(page.getByText('Impor as configurações do servidor')).toBeVisible();
  await page.goto(`${server.origin}/admin/manage/nothing`);
  await expect(page.getByText('Página não encontrada')).toBeVisible();
});

test('[ROUTE-10] the server’s view leads a monitor back to the map, and his menu does not name it', async ({
  page,
  server,
  admin,
}) => {
  const email = `no-server-${fresh()}@journey.local`;
  await admin.createUser({ email, password, attributes: { profile: 'central' } });
  await openAs(page, server, email, '/admin');
  for (const spelling of ['server', 'servers']) {
    await page.goto(`${server.origin}/admin/manage/${spelling}`);
    await expect(page).toHaveURL(/\/admin$/);
  }
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await expect(menu.getByRole('link', { name: 'Manutenções' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Servidor' })).toHaveCount(0);
});

test('[ROUTE-06] [ROUTE-08] a report’s address shows it again after a reload, and closing it leads home by profile', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Relatado ${number}` });
  const tracker = await connectGt06(server, device.uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now(), latitude: -3.7, longitude: -38.5 });
  await tracker.close();
  const day = 86_400_000;
  const query = new URLSearchParams({
    deviceId: String(device.id),
    from: new Date(Date.now() - day).toISOString(),
    to: new Date(Date.now() + day).toISOString(),
  });
  const homes = [
    { home: '/admin', at: '/admin/reports', user: { attributes: { profile: 'central' } } },
    { home: '/client', at: '/client', user: {} },
  ];
  for (const { home, at, user } of homes) {
    const email = `report-${fresh()}@journey.local`;
    const { id } = await admin.createUser({ email, password, ...user });
    await admin.link(id, device.id);
    await openAs(page, server, email, home);
    for (const [name, title] of [
      ['route', 'Histórico de Rotas'],
      ['summary', 'Resumos'],
    ] as const) {
      await page.goto(`${server.origin}${at}?${query}#${name}`);
      const report = page.getByRole('region', { name: title });
      await expect(report.getByRole('row').nth(1)).toContainText(device.name);
      await page.reload();
      await expect(report.getByRole('row').nth(1)).toContainText(device.name);
      await report.getByRole('button', { name: 'Fechar' }).click();
      await expect(page).toHaveURL(new RegExp(`${home}$`));
      await expect(report).toHaveCount(0);
    }
    await page.evaluate('sessionStorage.clear()');
  }
});

test('[ERR-03] a page whose texts do not come says so and asks for them no longer, and is whole once it is loaded again', async ({
  page,
  server,
}) => {
  let requests = 0;
  const texts = /\/assets\/pt-br-map-.*\.js/;
  await page.route(texts, (route) => {
    requests += 1;
    return route.abort();
  });
  await page.goto(`${server.origin}/police/${'a'.repeat(32)}`);
  const failure = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar' });
  await expect(failure).toBeVisible();
  await expect(page).toHaveTitle('Atalaia');
  // ahead of the page's own script, by its start and by its screen
  expect(requests).toBeGreaterThan(0);
  expect(requests).toBeLessThan(5);
  await page.unroute(texts);
  await failure.getByRole('button', { name: 'Recarregar a página' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Veículo procurado' })).toBeVisible();
  await expect(page).toHaveTitle('Veículo procurado · Atalaia');
});

test('[ROUTE-09] any other path is a page with a way home, and a shared link needs no sign-in', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origin}/no/such/place`);
  await expect(page.getByText('Página não encontrada')).toBeVisible();
  await expect(page).toHaveTitle('Página não encontrada · Atalaia');
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${server.origin}/shared/${'a'.repeat(32)}`);
  await expect(page).toHaveURL(/\/shared\//);
  await expect(page.getByText('Link inválido ou expirado!')).toBeVisible();
});
