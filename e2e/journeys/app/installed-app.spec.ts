import { signInToApi } from '@atalaia/fixtures/api';
import { wholeChromiumWithoutGraphics } from '@atalaia/fixtures/chromium-launch';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, fresh, imeiOf, password, test } from '../../fixtures/journey.ts';
import { markerOf } from '../../fixtures/map-probe.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';
import { startPushMaker } from '../../fixtures/push-maker.ts';

test.use({
  launchOptions: wholeChromiumWithoutGraphics,
  drawsLand: true,
  ...{ serviceWorkers: 'allow', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
});

/** As somebody who chose to stay signed in. */
async function openHome(page: Page, { origin }: RunningServer, email: string) {
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate(`(async () => {
    const body = new URLSearchParams(${JSON.stringify({ email, password })});
    const answer = await fetch('/api/session', { method: 'POST', body });
    localStorage.setItem('atalaia.token', (await answer.json()).token);
  })()`);
  await page.goto(`${origin}/client`);
}

/** What is kept of a person: all but what everybody is shown before the sign-in. */
const keptOfPerson = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('kept-'));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const paths = requests.flat().map(({ url }) => new URL(url).pathname);
    return paths.filter((path) => !/^\\/api\\/(server|maps|company\\/configurations\\/[^/]+)$/.test(path));
  })()`);

/** What Lighthouse asks of an app that installs, read off the page itself. */
async function installFindings(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(async () => {
    const findings = [];
    const link = document.querySelector('link[rel="manifest"]');
    if (!link) return ['no manifest'];
    const manifest = await (await fetch(link.href)).json();
    for (const name of ['name', 'short_name', 'start_url', 'display', 'theme_color', 'background_color'])
      if (!manifest[name]) findings.push('no ' + name);
    if (!['standalone', 'fullscreen', 'minimal-ui'].includes(manifest.display)) findings.push('display');
    for (const { src, sizes } of manifest.icons) {
      const picture = await createImageBitmap(await (await fetch(src)).blob());
      if (picture.width + 'x' + picture.height !== sizes) findings.push(src + ' is no ' + sizes);
    }
    for (const [size, purpose] of [['192x192', 'any'], ['512x512', 'any'], ['512x512', 'maskable']])
      if (!manifest.icons.some((icon) => icon.sizes === size && icon.purpose === purpose)) findings.push(size + purpose);
    if (!navigator.serviceWorker.controller) findings.push('no worker has the page');
    const registration = await navigator.serviceWorker.getRegistration();
    if (!new URL(manifest.start_url, location.href).href.startsWith(registration?.scope)) findings.push('scope');
    if (!document.querySelector('meta[name="viewport"]')) findings.push('viewport');
    if (!document.querySelector('meta[name="theme-color"]')) findings.push('theme-color');
    if (!document.querySelector('link[rel="apple-touch-icon"]')) findings.push('apple-touch-icon');
    return findings;
  })()`);
}

/** What the browser does with a push that its maker hands it; no page of the product has to be open. */
async function deliverPush(context: BrowserContext, origin: string, data: string) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await page.goto(`${origin}/favicon.svg`);
  const shown = () =>
    page.evaluate<{ title: string; body: string }[]>(`navigator.serviceWorker.getRegistration()
      .then((registration) => registration.getNotifications())
      .then((all) => all.map(({ title, body }) => ({ title, body })))`);
  await expect.poll(async () => (await shown()).length).toBe(1);
  const [notification] = await shown();
  await page.close();
  return notification;
}

test('[APP-01] the app installs, opens without a server with the last state and its age, rings while it is closed, and keeps nothing after a sign-out', async ({
  page,
  context,
}) => {
  test.setTimeout(150_000);
  const maker = await startPushMaker();
  const server = await startServer({ env: { PUSH_ORIGINS: maker.origin } });
  try {
    const admin = await signInToApi(server.origin, administrator.email, administrator.password);
    const number = fresh();
    const email = `cliente-${number}@example.com`;
    const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Gol ${number}` });
    const person = { email, password, attributes: { profile: 'client' } };
    const user = await admin.createUser(person);
    await admin.link(user.id, device.id);
    await sendFromPhone(server, device.uniqueId, { lat: -3.73, lon: -38.52, speed: 0 });

    await context.grantPermissions(['notifications'], { origin: server.origin });
    // the maker of a browser is a system outside: what it would answer to `subscribe`
    await context.addInitScript(`(() => {
      const subscription = { toJSON: () => (${JSON.stringify(maker.subscription)}), unsubscribe: async () => true };
      let made = null;
      PushManager.prototype.subscribe = async () => (made = subscription);
      PushManager.prototype.getSubscription = async () => made;
    })()`);
    await openHome(page, server, email);
    // the app is installed behind what the page itself needs
    const hasWorker = () => page.evaluate('Boolean(navigator.serviceWorker.controller)');
    await expect.poll(hasWorker, { timeout: 30_000 }).toBe(true);
    // from now on everything goes through the worker
    await page.reload();
    await expect.poll(async () => (await markerOf(page, device.id))?.deviceId).toBe(device.id);
    expect(await installFindings(page)).toEqual([]);

    await page.getByRole('button', { name: /^Minha conta/ }).click();
    await page.getByRole('menuitem', { name: 'Ativar avisos neste aparelho' }).click();
    await page.getByRole('button', { name: /^Minha conta/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Desativar avisos neste aparelho' })).toBeVisible();
    await page.keyboard.press('Escape');
    const notification = { type: 'ignitionOn', always: true, notificators: 'mobile' };
    const own = await signInToApi(server.origin, email, password);
    await own.post('notifications', notification);
    const away = await context.newPage();
    await page.close();
    await sendFromPhone(server, device.uniqueId, { lat: -3.73, lon: -38.52, speed: 0, ignition: true });
    await sendFromPhone(server, device.uniqueId, { lat: -3.73, lon: -38.52, speed: 0, ignition: false });
    await sendFromPhone(server, device.uniqueId, { lat: -3.73, lon: -38.52, speed: 0, ignition: true });
    await expect.poll(() => maker.pushes.length).toBeGreaterThan(0);
    const said = maker.read(maker.pushes[0] ?? Buffer.alloc(0));
    expect(await deliverPush(context, server.origin, said)).toMatchObject({
      title: `Ignição ligada · Gol ${number}`,
      body: expect.stringContaining(`Gol ${number}`),
    });

    await server.end();
    await away.goto(`${server.origin}/`);
    await expect(away).toHaveURL(/\/client$/);
    await expect(away.getByText(/Sem conexão: situação de há/)).toBeVisible();
    await expect(away.getByText(`Gol ${number}`).first()).toBeVisible();
    await expect.poll(async () => (await markerOf(away, device.id))?.deviceId).toBe(device.id);

    await server.restart();
    await away.reload();
    await expect(away.getByText(/Sem conexão/)).toHaveCount(0);
    expect(await keptOfPerson(away)).not.toEqual([]);
    await away.getByRole('button', { name: /^Minha conta/ }).click();
    await away.getByRole('menuitem', { name: 'Sair' }).click();
    await expect(away).toHaveURL(/\/login$/);
    await expect.poll(() => keptOfPerson(away)).toEqual([]);
    await server.end();
    await away.goto(`${server.origin}/client`);
    await expect(away).toHaveURL(/\/login$/);
    await expect(away.getByText(`Gol ${number}`)).toHaveCount(0);
    expect(maker.pushes.length).toBeLessThan(4);
  } finally {
    await server.stop();
    await maker.close();
  }
});
