import type { Geofence } from '@atalaia/contract/rules/geofence';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { connectGt06 } from '../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../fixtures/journey.ts';
import { sendFromPhone } from '../fixtures/phone.ts';

const place = { latitude: -3.73187, longitude: -38.52672 };

const panelOf = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^(Detalhes de|Details of) ${name}`) });

/** The device's panel, opened by its address; the map has it once its panel says how fast it is. */
async function openPanel(page: Page, origin: string, device: { id: number; name: string }) {
  await page.goto(`${origin}/admin/events/devices/${device.id}`);
  const panel = panelOf(page, device.name);
  await expect(panel.getByTitle(/^(Velocidade|Speed)$/)).toBeVisible();
  return panel;
}

test('[PANEL-03] [CMD-05] [CMD-07] a block is asked twice on a moving vehicle, reaches the tracker, and its answer is shown', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `blocker-${number}@journey.local`;
  // a supervisor releases without the owner's pass phrase (BLOCK-06)
  const rights = { deskRole: 'supervisor' as const, attributes: { profile: 'central' } };
  const user = await admin.createUser({ email, password, ...rights });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Bloqueado ${number}` });
  await admin.link(user.id, device.id);
  const received: string[] = [];
  let answers = true;
  const events = {
    onCommand(text: string) {
      received.push(text);
      return answers ? 'Cut off the fuel supply: Success!' : undefined;
    },
  };
  const tracker = await connectGt06(server, device.uniqueId, events);
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, speedKph: 62 });
  await openAs(page, server, email, '/admin');
  const panel = await openPanel(page, server.origin, device);

  // nothing looks possible that no network would carry
  const block = panel.getByRole('button', { name: 'Bloquear' });
  await page.context().setOffline(true);
  await expect(block).toHaveAttribute('aria-disabled', 'true');
  await expect(block).toHaveAttribute('title', 'Sem conexão: nenhum comando pode ser enviado agora.');
  await page.context().setOffline(false);
  await expect(block).not.toHaveAttribute('aria-disabled');

  await block.click();
  const dialog = page.getByRole('dialog', { name: 'Bloquear' });
  await expect(dialog).toContainText(`Tem certeza que deseja bloquear o veículo ${device.name} ?`);
  await expect(dialog).toContainText(
    /O veículo está em movimento: 62 km\/h na última posição, há \d+ (s|min)\./,
  );
  await expect(dialog).toContainText('Está acima de 20 km/h. Para bloquear agora, confirme e diga por quê.');
  const reason = dialog.getByRole('combobox', { name: 'Motivo' });
  await expect(reason).toBeFocused();
  await reason.click();
  await page.getByRole('option', { name: 'Roubo' }).click();
  await dialog.getByLabel('Bloquear agora').check();
  await expect(dialog.getByRole('button', { name: 'Bloquear' })).toBeDisabled();
  expect(received).toEqual([]);
  await dialog.getByLabel('Por que bloquear agora mesmo assim').fill('Roubo confirmado pelo cliente');
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Bloquear' }).click();
  await expect(page.getByText('Comando enviado ao equipamento.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect.poll(() => received).toEqual(['Relay,1#']);
  const state = panel.getByRole('status');
  await expect(state).toContainText('respondido');
  await expect(state).toContainText('O rastreador confirmou o comando.');
  await state.getByText('Resposta como ele a enviou').click();
  await expect(state).toContainText('Cut off the fuel supply: Success!');
  // Only the tracker's own report says that it is blocked.
  const blocked = panel.locator('[data-tone]').filter({ hasText: /^Bloqueado$/ });
  await expect(blocked).toBeHidden();
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, blocked: true, alarm: 'sos' });
  await expect(blocked).toBeVisible();

  // One that is away gets it when it is back, before the eyes of who sent it.
  await tracker.close();
  await expect(panel.getByText('Offline', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Liberar' }).click();
  const release = page.getByRole('dialog', { name: 'Liberar' });
  await expect(release).toContainText(`Tem certeza que deseja desbloquear o veículo ${device.name} ?`);
  await release.getByRole('button', { name: 'Cancelar' }).click();
  await expect(release).toBeHidden();
  expect(received).toHaveLength(1);
  await panel.getByRole('button', { name: 'Liberar' }).click();
  await expect(release.getByLabel('Motivo da liberação')).toBeFocused();
  await release.getByLabel('Motivo da liberação').fill('Veículo recuperado');
  await release.getByRole('button', { name: 'Liberar' }).click();
  await expect(page.getByText('Pedido feito: será enviado quando o rastreador se conectar.')).toBeVisible();
  await expect(state).toContainText(/na fila.*vence em .* \d\d:\d\d:\d\d/);
  const back = await connectGt06(server, device.uniqueId, events);
  await expect.poll(() => received).toEqual(['Relay,1#', 'Relay,0#']);
  await expect(state).toContainText('respondido');

  // One that takes the command and keeps silent.
  answers = false;
  await expect(panel.getByText('Bloqueio: Confirmado')).toBeHidden();
  await panel.getByRole('button', { name: 'Liberar' }).click();
  await release.getByLabel('Motivo da liberação').fill('De novo');
  await release.getByRole('button', { name: 'Liberar' }).click();
  await expect.poll(() => received).toHaveLength(3);
  await expect(state).toContainText(/enviado.*Esperando a resposta do equipamento/);
  await back.close();
});

test('[PANEL-02] [PANEL-04] [MAP-09] trace, follow, geofence and street view of the selected vehicle', async ({
  page,
  context,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `actions-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Ações ${number}` });
  await admin.link(user.id, device.id);
  const tracker = await connectGt06(server, device.uniqueId);
  for (let step = 5; step >= 0; step -= 1) {
    const fixTimeMs = Date.now() - step * 20_000;
    await tracker.sendPosition({
      fixTimeMs,
      ...place,
      latitude: place.latitude - step * 0.0004,
      speedKph: 30,
    });
  }
  await openAs(page, server, email, '/admin');
  const panel = await openPanel(page, server.origin, device);
  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  const traced = () => page.evaluate<number[]>('window.__atalaiaMap.state().tracedDeviceIds');

  const way = page.waitForResponse((response) => /positions\?deviceId=\d+&from=/.test(response.url()));
  await button('Rota').click();
  await expect(button('Rota')).toHaveAttribute('aria-pressed', 'true');
  expect(await (await way).json()).toHaveLength(6);
  expect(await traced()).toEqual([device.id]);
  await button('Rota').click();
  await expect(button('Rota')).toHaveAttribute('aria-pressed', 'false');
  expect(await traced()).toEqual([]);

  await button('Cerca').click();
  await expect(page.getByText('Cerca criada com sucesso')).toBeVisible();
  const [geofence] = await admin.get<Geofence[]>(`geofences?deviceId=${device.id}&direct=true`);
  expect(geofence?.name).toBe(`Cerca_${device.name}`);
  expect(geofence?.area).toMatch(/^CIRCLE \(-3\.7318\d* -38\.5267\d*, 20\)$/);

  await context.route(/google\.com/, (route) => route.fulfill({ body: 'street' }));
  const opened = context.waitForEvent('page');
  await button('Ver na rua').click();
  const street = await opened;
  await expect.poll(() => street.url()).toMatch(/^https:\/\/www\.google\.com\/maps\/@\?.*viewpoint=-3\.7318/);
  await street.close();
  await panel.getByRole('button', { name: 'Fechar' }).click();
  await expect(panel).toBeHidden();
  await tracker.close();
});

test.describe('an English browser in the dark', () => {
  test.use({ locale: 'en-GB', colorScheme: 'dark' });

  test('[PANEL-01] [PANEL-02] the driver is told by his key; the longest and a right-to-left name hide no action', async ({
    page,
    server,
    admin,
  }) => {
    const number = fresh();
    const email = `names-${number}@journey.local`;
    const user = await admin.createUser({
      email,
      password,
      coordinateFormat: 'dms',
      attributes: { profile: 'central' },
    });
    const driver = await admin.post<{ id: number }>('drivers', { name: 'Ana Paula', uniqueId: `K${number}` });
    await admin.post('permissions', { userId: user.id, driverId: driver.id });
    const long = `${number} ${'Caminhão muito comprido '.repeat(9)}`.slice(0, 200);
    const device = await admin.createDevice({ uniqueId: imeiOf(number), name: long });
    const arabic = await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `شاحنة التوصيل ${number}` });
    for (const { id } of [device, arabic]) await admin.link(user.id, id);
    const fix = { lat: place.latitude, lon: place.longitude, speed: 33 };
    await sendFromPhone(server, device.uniqueId, { ...fix, driverUniqueId: `K${number}` });
    const tracker = await connectGt06(server, arabic.uniqueId);
    await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, speedKph: 33 });

    await openAs(page, server, email, '/admin');
    const panel = await openPanel(page, server.origin, device);
    await expect(panel.getByText('Ana Paula')).toBeVisible();
    await expect(panel.getByTitle('Latitude/longitude')).toHaveText(/3° 43' .*38° 31' /);
    await expectAllActionsInView(page, device.name, { takesCommands: false });
    expect(await seriousFindings(page)).toEqual([]);

    const other = await openPanel(page, server.origin, arabic);
    await expect(other.getByText('Not identified')).toBeVisible();
    await expectAllActionsInView(page, arabic.name, { takesCommands: true });
    await expect(other.getByRole('heading')).toHaveText(arabic.name);

    await other.getByRole('button', { name: 'Block', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Block' });
    await expect(dialog).toContainText(`Are you sure you want to block the vehicle ${arabic.name}?`);
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await tracker.close();
  });

  async function expectAllActionsInView(
    page: Page,
    name: string,
    { takesCommands }: { readonly takesCommands: boolean },
  ) {
    const panel = panelOf(page, name.slice(0, 40));
    const actions = [
      'Trace',
      'Follow',
      'Geofence',
      'Share',
      'Street view',
      'Open Incident',
      'Block',
      'Release',
    ];
    for (const action of actions) {
      const button = panel.getByRole('button', { name: action, exact: true });
      await expect(button).toBeInViewport({ ratio: 1 });
      const isHindered = !takesCommands && ['Block', 'Release'].includes(action);
      if (isHindered) await expect(button).toHaveAttribute('title', /does not support this command/);
      // Nothing is over it.
      else await button.click({ trial: true });
    }
    await expect(panel.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1366);
  }
});
