import { connectGt06 } from '../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, moving, openAs, password, test } from '../fixtures/journey.ts';
import { lighthouseFindings } from '../fixtures/lighthouse-rules.ts';
import { mapBox, markerOf, restingCentreOf, screenPointOf, zoomOf } from '../fixtures/map-probe.ts';

test.use(moving);

const place = { latitude: -3.73187, longitude: -38.52672 };

test('[MAP-11] the search on the map finds by name and unique id from two characters on, and selects', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `searcher-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'client' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Açaí ${number}` });
  await admin.link(user.id, device.id);
  const tracker = await connectGt06(server, device.uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place });
  await openAs(page, server, email, '/client');
  await expect.poll(async () => (await markerOf(page, device.id))?.deviceId).toBe(device.id);

  const button = page.getByRole('button', { name: 'Buscar dispositivo' });
  await button.click();
  const field = page.getByRole('searchbox', { name: 'Buscar dispositivo' });
  await expect(field).toBeFocused();
  await field.fill('a');
  await expect(page.getByText('Digite ao menos 2 caracteres.')).toBeVisible();
  await field.fill('zz');
  await expect(page.getByText('Nada encontrado!')).toBeVisible();
  await field.fill('acai');
  // with its unique id: the list of the vehicles in view says other things of it
  const offered = page.getByRole('option', { name: new RegExp(`${device.name}.*${device.uniqueId}`) });
  await expect(offered).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.click();
  await field.fill(device.uniqueId.slice(-9));
  await expect(offered).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: `Detalhes de ${device.name}` })).toBeVisible();
  await expect.poll(() => zoomOf(page)).toBe(18);
  await tracker.close();
});

test('[KEPT-03] [MAP-04] [MAP-14] a line is measured by quick clicks, the basic map says why it is shown, choices are remembered', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `measurer-${number}@journey.local`;
  await admin.createUser({ email, password, attributes: { profile: 'central' } });
  await openAs(page, server, email, '/admin');
  const tools = page.getByLabel('Ferramentas do mapa');
  await tools.getByRole('button', { name: 'Medir distância' }).click();
  const box = await mapBox(page);
  // the wheel looks closer though the focus is elsewhere
  await page.mouse.move(box.x + 380, box.y + 300);
  await page.mouse.wheel(0, -300);
  await expect.poll(() => zoomOf(page)).toBeGreaterThan(4);
  await restingCentreOf(page);
  // as fast as a hand can: two points are no double click
  for (const [x, y] of [
    [300, 250],
    [380, 330],
    [460, 250],
  ] as const)
    await page.mouse.click(box.x + x, box.y + y);
  const length = page.locator('output').filter({ hasText: 'km' });
  const threePoints = await length.textContent();
  await page.getByRole('button', { name: 'Desfazer último ponto' }).click();
  await expect(length).not.toHaveText(threePoints ?? '');
  await page.mouse.click(box.x + 460, box.y + 250);
  await expect(length).toHaveText(threePoints ?? '');
  await page.mouse.dblclick(box.x + 540, box.y + 330);
  await expect(page.getByText('Medição concluída. Clique no mapa para começar outra.')).toBeVisible();
  await page.getByRole('button', { name: 'Fechar medição' }).click();

  await tools.getByRole('button', { name: 'Tipo de mapa' }).click();
  // journeys run without the internet
  await expect(page.getByText('Sem acesso ao serviço de mapas: mostrando o mapa básico.')).toBeVisible();
  await page.getByRole('radio', { name: 'Satélite' }).check();
  await page.keyboard.press('Escape');
  await tools.getByRole('button', { name: 'Nomes', exact: true }).click();
  await page.reload();
  await expect(tools.getByRole('button', { name: 'Nomes', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await tools.getByRole('button', { name: 'Tipo de mapa' }).click();
  await expect(page.getByRole('radio', { name: 'Satélite' })).toBeChecked();
});

test('[MAP-03] the page may ask for the tiles of every base map that the settings name', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `tiles-${number}@journey.local`;
  await admin.createUser({ email, password, attributes: { profile: 'central' }, map: 'yandexMap' });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  const requested = new Set<string>();
  page.on('request', (request) => requested.add(new URL(request.url()).host));
  await openAs(page, server, email, '/admin');
  await expect
    .poll(() => [...requested].filter((host) => host.endsWith('yandex.net')).length)
    .toBeGreaterThan(0);
  expect(refused).toEqual([]);
});

for (const [theme, locale] of [
  ['light', 'pt-BR'],
  ['dark', 'en'],
] as const) {
  test(`[UNIT-06] /login and /admin pass every audit of Lighthouse's accessibility score, ${theme}, ${locale}`, async ({
    browser,
    server,
    admin,
  }) => {
    const number = fresh();
    const email = `audit-${number}@journey.local`;
    const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
    const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Auditado ${number}` });
    await admin.link(user.id, device.id);
    const tracker = await connectGt06(server, device.uniqueId);
    await tracker.sendPosition({ fixTimeMs: Date.now(), ...place });
    const context = await browser.newContext({ colorScheme: theme, locale });
    const page = await context.newPage();
    await page.goto(`${server.origin}/login`);
    await expect(page.getByRole('button', { name: /^(Entrar|Sign in)$/ })).toBeVisible();
    expect(await lighthouseFindings(page)).toEqual([]);
    await openAs(page, server, email, '/admin');
    await expect.poll(async () => (await markerOf(page, device.id))?.deviceId).toBe(device.id);
    expect(await lighthouseFindings(page)).toEqual([]);
    const point = await screenPointOf(page, device.id);
    await page.mouse.click(point.x, point.y);
    await expect(page.getByRole('region', { name: /Detalhes de|Details of/ })).toBeVisible();
    expect(await lighthouseFindings(page)).toEqual([]);
    await tracker.close();
    await context.close();
  });
}
