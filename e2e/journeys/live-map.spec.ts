import { connectGt06 } from '../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, moving, openAs, password, test } from '../fixtures/journey.ts';
import {
  centreOf,
  clustersOf,
  mapBox,
  markerOf,
  restingCentreOf,
  screenPointOf,
  untilLive,
  zoomOf,
} from '../fixtures/map-probe.ts';

test.use(moving);

const place = { latitude: -3.73187, longitude: -38.52672 };

test('[MAP-02] [PANEL-01] bytes on the gt06 port move the marker within a second, and the panel follows', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `operator-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({
    uniqueId: imeiOf(number),
    name: `QRS4B17 · ${number}`,
    attributes: { speedLimit: 80 / 1.852 },
  });
  await admin.link(user.id, device.id);
  const tracker = await connectGt06(server, device.uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now() - 60_000, ...place, speedKph: 30, courseDegrees: 45 });

  await openAs(page, server, email, '/admin');
  await expect.poll(async () => (await markerOf(page, device.id))?.colour).toBe('ignition');
  const point = await screenPointOf(page, device.id);
  await page.mouse.click(point.x, point.y);
  const panel = page.getByRole('region', { name: `Detalhes de ${device.name}` });
  await expect(panel.getByTitle('Velocidade', { exact: true })).toHaveText(/^30(,0)?$/);
  await expect.poll(() => zoomOf(page)).toBe(18);
  await expect(panel.getByText(device.uniqueId).filter({ visible: true })).toHaveCount(1);
  await expect(panel.getByTitle('Latitude/longitude')).toHaveText(/3,7318\d+.*38,5267\d+/);
  await expect(panel.getByText('Não identificado')).toBeVisible();
  await expect(panel.getByRole('img', { name: /Limite de velocidade: 80/ })).toBeVisible();
  await expect(panel.getByTitle('Última atualização')).toHaveText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);

  const before = await markerOf(page, device.id);
  const sentAtMs = Date.now();
  const moved = { latitude: place.latitude + 0.0005, longitude: place.longitude + 0.0005 };
  await tracker.sendPosition({ fixTimeMs: sentAtMs, ...moved, speedKph: 62, courseDegrees: 90 });
  await expect
    .poll(async () => (await markerOf(page, device.id))?.x, { intervals: [20] })
    .toBeGreaterThan((before?.x ?? 0) + 20);
  expect(Date.now() - sentAtMs).toBeLessThan(1000);
  await expect(panel.getByTitle('Velocidade', { exact: true })).toHaveText(/^62(,0)?$/, { timeout: 1000 });
  await expect(panel.getByTitle('Direção')).toHaveText('E');
  await tracker.close();
});

test('[MAP-06] following keeps the vehicle in the centre until the map is dragged or zoomed', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `follower-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Seguido ${number}` });
  await admin.link(user.id, device.id);
  const tracker = await connectGt06(server, device.uniqueId);
  const drive = (step: number) =>
    tracker.sendPosition({
      fixTimeMs: Date.now(),
      latitude: place.latitude + step * 0.001,
      longitude: place.longitude,
      speedKph: 40,
    });
  await drive(0);
  await openAs(page, server, email, '/admin');
  await expect.poll(async () => (await markerOf(page, device.id))?.colour).toBe('ignition');
  const point = await screenPointOf(page, device.id);
  await page.mouse.click(point.x, point.y);
  const follow = page.getByRole('region', { name: /Detalhes de/ }).getByRole('button', { name: 'Seguir' });
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await drive(1);
  await expect.poll(async () => (await centreOf(page)).latitude).toBeCloseTo(place.latitude + 0.001, 3);

  const box = await mapBox(page);
  await page.mouse.move(box.x + box.width / 2 + 150, box.y + box.height / 2 + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2 + 40, { steps: 8 });
  await page.mouse.up();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  const held = await restingCentreOf(page);
  const markerBefore = await markerOf(page, device.id);
  await drive(2);
  await expect.poll(async () => (await markerOf(page, device.id))?.y).not.toBe(markerBefore?.y);
  expect((await centreOf(page)).latitude).toBeCloseTo(held.latitude, 6);

  await follow.click();
  await expect.poll(async () => (await centreOf(page)).latitude).toBeCloseTo(place.latitude + 0.002, 3);
  await page.getByRole('button', { name: 'Afastar' }).click();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await tracker.close();
});

test('[MAP-05] [MAP-07] clusters open no panel, a marker selects, the empty map deselects', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `clusters-${number}@journey.local`;
  const user = await admin.createUser({
    email,
    password,
    attributes: { profile: 'central' },
    latitude: place.latitude,
    longitude: place.longitude,
    zoom: 12,
  });
  const devices = [];
  for (let n = 0; n < 10; n += 1) {
    const one = fresh();
    const device = await admin.createDevice({ uniqueId: imeiOf(one), name: `Junto ${one}` });
    await admin.link(user.id, device.id);
    devices.push(device);
    const tracker = await connectGt06(server, device.uniqueId);
    const apart = n === 9 ? 0.05 : n * 0.00001;
    await tracker.sendPosition({
      fixTimeMs: Date.now(),
      latitude: place.latitude + apart,
      longitude: place.longitude,
    });
    await tracker.close();
  }
  await openAs(page, server, email, '/admin');
  const sizes = async () => (await clustersOf(page)).map(({ size }) => size);
  await expect.poll(sizes).toEqual([9]);
  expect(await zoomOf(page)).toBe(12);
  const [cluster] = await clustersOf(page);
  const box = await mapBox(page);
  await page.mouse.click(box.x + (cluster?.x ?? 0), box.y + (cluster?.y ?? 0));
  // Longer than a double click may take.
  await page.waitForTimeout(800);
  await expect(page.getByRole('region', { name: /Detalhes de/ })).toHaveCount(0);

  await page.reload();
  await expect.poll(sizes).toEqual([9]);
  const alone = devices[9];
  const point = await screenPointOf(page, alone?.id ?? 0);
  await page.mouse.click(point.x, point.y);
  await expect(page.getByRole('region', { name: `Detalhes de ${alone?.name}` })).toBeVisible();
  await expect.poll(() => zoomOf(page)).toBe(18);
  await page.waitForTimeout(800);
  // Above the strip along the map's foot, beside the panel.
  await page.mouse.click(box.x + box.width / 2 + 200, box.y + box.height / 2 - 100);
  await expect(page.getByRole('region', { name: /Detalhes de/ })).toHaveCount(0);
});

test('[MAP-01] the legend counts each state, and a lost connection turns its vehicle grey', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `legend-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Legenda ${number}` });
  await admin.link(user.id, device.id);
  const tracker = await connectGt06(server, device.uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, ignition: false });
  await openAs(page, server, email, '/admin');
  const legend = page.getByLabel('Legenda');
  for (const label of ['Online', 'Ligado', 'Desconhecido', 'Alarme', 'Offline'])
    await expect(legend).toContainText(label);
  await expect(legend).toContainText(/Online\s*1/);
  await expect.poll(async () => (await markerOf(page, device.id))?.colour).toBe('online');
  await tracker.close();
  await expect(legend).toContainText(/Offline\s*1/);
  await expect.poll(async () => (await markerOf(page, device.id))?.colour).toBe('offline');
});

test('[MAP-15] a device that never had a position is told and not selected', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `never-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Nunca ${number}` });
  await admin.link(user.id, device.id);
  await openAs(page, server, email, '/admin');
  // the list of events holds what happens while it is looked at
  await untilLive(page);
  const tracker = await connectGt06(server, device.uniqueId);
  await page.getByRole('tab', { name: /^Eventos/ }).click();
  const card = page
    .getByRole('list', { name: 'Eventos ao vivo' })
    .getByRole('button', { name: new RegExp(device.name) });
  await card.first().click();
  await expect(page.getByText('Dispositivo selecionado nunca foi posicionado!')).toBeVisible();
  await expect(page.getByRole('region', { name: /Detalhes de/ })).toHaveCount(0);
  await tracker.close();
});

test('[MAP-08] a map that nobody placed starts at zoom 4 over Brazil', async ({ page, server, admin }) => {
  const email = `start-${fresh()}@journey.local`;
  await admin.createUser({ email, password, attributes: { profile: 'central' } });
  await openAs(page, server, email, '/admin');
  await expect.poll(() => zoomOf(page)).toBe(4);
  const centre = await centreOf(page);
  expect(centre.latitude).toBeCloseTo(-14.2, 6);
  expect(centre.longitude).toBeCloseTo(-51.9, 6);
});

test('[MAP-04] devices and alarms are on, labels and follow off, and each can be switched', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `tools-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Visível ${number}` });
  await admin.link(user.id, device.id);
  const tracker = await connectGt06(server, device.uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place });
  await openAs(page, server, email, '/admin');
  const tools = page.getByLabel('Ferramentas do mapa');
  const tool = (name: string) => tools.getByRole('button', { name, exact: true });
  await expect(tool('Dispositivos')).toHaveAttribute('aria-pressed', 'true');
  await expect(tool('Alarmes')).toHaveAttribute('aria-pressed', 'true');
  await expect(tool('Nomes')).toHaveAttribute('aria-pressed', 'false');
  await expect(tool('Seguir')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(async () => (await markerOf(page, device.id))?.deviceId).toBe(device.id);
  await tool('Dispositivos').click();
  await expect(tool('Dispositivos')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(async () => await markerOf(page, device.id)).toBeUndefined();
  await tracker.close();
});
