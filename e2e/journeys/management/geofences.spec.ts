import { readFileSync } from 'node:fs';
import type { Geofence } from '@atalaia/contract/rules/geofence';
import { parseArea } from '@atalaia/domain/geo/geofence-area';
import { distanceMetres } from '@atalaia/domain/geo/geometry';
import { administrator } from '@atalaia/fixtures/running-server';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { clickPlaces, dragPlace, drawnArea, pointOf, restDrawing } from '../../fixtures/drawing.ts';
import { makeFleet, openFromMenu } from '../../fixtures/fleet.ts';
import { expect, fresh, imeiOf, openAs, test } from '../../fixtures/journey.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';
import { checkHidden } from '../../fixtures/resource-list.ts';

const fortaleza = { latitude: -3.7319, longitude: -38.5267 };
const beside = (north: number, east: number) => ({
  latitude: fortaleza.latitude + north / 1000,
  longitude: fortaleza.longitude + east / 1000,
});

const areaOf = ({ area: text }: Geofence) => {
  const { area } = parseArea(text);
  if (!area) throw new Error(`nobody can read ${text}`);
  return area;
};

/** By three pixels of zoom 17. */
const near = (one: typeof fortaleza, other: typeof fortaleza) => distanceMetres(one, other) < 4;

async function centreOnFortaleza(page: Page, label: string) {
  await page.getByLabel(label, { exact: true }).first().fill('-3,7319 -38,5267');
  // the strip's vehicles are options too
  await page.locator('[role=option]:not([data-device-id])').first().click();
  await restDrawing(page, fortaleza);
}

test('[GEO-01] [LIST-04] an administrator draws by mouse, moves, adds and takes away corners; the API holds what was drawn', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const stored = async () =>
    (await admin.get<Geofence[]>(`geofences?keyword=${number}`)).toSorted((a, b) => a.id - b.id);
  await admin.post('geofences', { name: `Vizinha ${number}`, area: 'CIRCLE (-3.7325 -38.5270, 40)' });
  await openAs(page, server, administrator.email, '/admin/manage/geofences');
  await page.getByLabel('Buscar na lista').fill(`${number}`);
  const form = page.locator('form');
  await expect(page.getByRole('row', { name: new RegExp(`Vizinha ${number}.*Círculo`) })).toBeVisible();

  await page.getByRole('button', { name: 'Adicionar [F1]' }).click();
  await page.getByRole('button', { name: 'Salvar [F8]' }).click();
  await expect(page.getByText('Nome é necessário')).toBeVisible();
  await expect(page.getByText('É preciso definir a área da Cerca')).toBeVisible();
  const map = page.getByRole('application', { name: 'Área: mapa para desenhar' });
  expect((await map.boundingBox())?.height).toBeCloseTo(400, -1);

  // A circle: centre and edge.
  await form.getByLabel('Nome', { exact: false }).first().fill(`Círculo ${number}`);
  await centreOnFortaleza(page, 'Endereço ou lugar');
  // what was found has a circle round it at once; another is drawn in its place
  await expect(form.getByLabel('Raio (m)')).toHaveValue('200');
  await page.getByRole('button', { name: 'Apagar o desenho' }).click();
  await clickPlaces(page, [fortaleza, beside(0, 1)]);
  await expect(form.getByLabel('Raio (m)')).not.toHaveValue('');
  await expect(page.getByText(/^Raio: 11\d m$/)).toBeVisible();
  await form.getByLabel('Limite de velocidade').fill('80,5');
  await page.keyboard.press('F8');
  await expect(page.getByText('Seus dados foram salvos')).toBeVisible();
  const circle = (await stored())[1];
  expect(circle).toMatchObject({ name: `Círculo ${number}`, attributes: { speedLimit: 80.5 / 1.852 } });
  const round = circle && areaOf(circle);
  if (round?.kind !== 'circle') throw new Error(`no circle: ${circle?.area}`);
  expect(near(round.centre, fortaleza)).toBe(true);
  expect(Math.abs(round.radiusMetres - distanceMetres(fortaleza, beside(0, 1)))).toBeLessThan(2);

  // A polygon: drawn, a point taken back, a corner moved, one added, one taken away.
  await page.getByRole('button', { name: 'Adicionar [F1]' }).click();
  await form.getByLabel('Nome', { exact: false }).first().fill(`Polígono ${number}`);
  await checkHidden(page.getByRole('radio', { name: 'Polígono' }));
  await centreOnFortaleza(page, 'Endereço ou lugar');
  await clickPlaces(page, [beside(1.4, -2), beside(1.4, 1.2), beside(0.4, 2)]);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await clickPlaces(page, [beside(-1, 1.2), beside(-1, -2), beside(1.4, -2)]);
  await expect(page.getByText(/^Perímetro: .* · 4 pontos$/)).toBeVisible();
  await dragPlace(page, beside(-1, 1.2), beside(-1.2, 1.8));
  await dragPlace(page, beside(1.4, -0.4), beside(1.8, -0.4));
  await expect(page.getByText(/ · 5 pontos$/)).toBeVisible();
  const removed = await pointOf(page, beside(1.4, -2));
  await page.keyboard.down('Alt');
  await page.mouse.move(removed.x, removed.y, { steps: 2 });
  await page.mouse.click(removed.x, removed.y);
  await expect(page.getByText(/ · 4 pontos$/)).toBeVisible();
  await page.keyboard.up('Alt');
  const shown = await drawnArea(page);
  await page.keyboard.press('F8');
  await expect(page.getByRole('row', { name: new RegExp(`Polígono ${number}`) })).toBeVisible();
  const polygon = (await stored())[2];
  expect(polygon?.area).toBe(shown);
  const cornered = polygon && areaOf(polygon);
  if (cornered?.kind !== 'polygon') throw new Error(`no polygon: ${polygon?.area}`);
  for (const [at, place] of [
    beside(1.8, -0.4),
    beside(1.4, 1.2),
    beside(-1.2, 1.8),
    beside(-1, -2),
  ].entries())
    expect(
      cornered.corners.some((corner) => near(corner, place)),
      `corner ${at}`,
    ).toBe(true);

  // Opened again: edited, in both themes, and nothing serious found by axe.
  await page.getByRole('row', { name: new RegExp(`Círculo ${number}`) }).click();
  await page.getByRole('button', { name: 'Editar [F2]' }).click();
  await expect(form.getByLabel('Limite de velocidade')).toHaveValue('80,5');
  await restDrawing(page, fortaleza);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await seriousFindings(page), colorScheme).toEqual([]);
  }
  await checkHidden(page.getByRole('radio', { name: 'Linha' }));
  await clickPlaces(page, [beside(0, -1), beside(0.5, 0), beside(0, 1), beside(0, 1)]);
  await form.getByLabel('Distância da linha (m)').fill('12,5');
  await form.getByLabel('Limite de velocidade').fill('');
  await page.getByRole('button', { name: 'Atualizar [F8]' }).click();
  await expect(page.getByText('Seus dados foram atualizados')).toBeVisible();
  const line = (await stored())[1];
  expect(line?.id).toBe(circle?.id);
  expect(line?.area).toMatch(/^LINESTRING \(-3\.73\d+ -38\.52\d+, [^,]*, [^,]*\)$/);
  expect(line?.attributes).toEqual({ polylineDistance: 12.5 });
});

test.describe('an English browser', () => {
  test.use({ locale: 'en-GB' });

  test('[KEPT-04] [GEO-01] a monitor types an area by the keyboard alone; files come in whole or not at all, and go out again', async ({
    page,
    server,
    admin,
  }) => {
    const number = fresh();
    const user = await createMonitor(admin);
    const { email } = user;
    const stored = () => admin.get<Geofence[]>(`geofences?userId=${user.id}`);
    await openAs(page, server, email, '/admin/manage/geofences');
    await expect(page.getByText('No records found')).toBeVisible();

    await page.keyboard.press('F1');
    await expect(page.getByRole('application', { name: 'Area: map to draw on' })).toBeVisible();
    await expect(page.locator('form').getByLabel('Name', { exact: false }).first()).toBeFocused();
    await page.keyboard.type(`Yard ${number}`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('radio', { name: 'Circle' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Polygon' })).toBeChecked();
    const points = page.getByLabel('Points (latitude, longitude)');
    for (let pressed = 0; pressed < 20; pressed += 1) {
      if ((await points.and(page.locator(':focus')).count()) > 0) break;
      await page.keyboard.press('Tab');
    }
    await expect(points).toBeFocused();
    await page.keyboard.type('-3.73 -38.53\n-3.73 -38.52\nhere');
    await expect(
      page.getByText('Line 3: write latitude and longitude, like -3.7319, -38.5267.'),
    ).toBeVisible();
    await page.keyboard.press('F8');
    await expect(page.getByText('Correct the area: what is typed cannot be drawn.')).toBeVisible();
    for (const _ of 'here') await page.keyboard.press('Backspace');
    await page.keyboard.type('-3.74 -38.52');
    await expect.poll(() => drawnArea(page)).toContain('POLYGON');
    await page.keyboard.press('F8');
    await expect(page.getByText('Your data has been saved')).toBeVisible();
    const area = 'POLYGON ((-3.73 -38.53, -3.73 -38.52, -3.74 -38.52, -3.73 -38.53))';
    expect(await stored()).toMatchObject([{ name: `Yard ${number}`, area }]);

    const choose = async (name: string, text: string) => {
      await page.locator('input[type=file]').setInputFiles({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(text),
      });
    };
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import geofences' });
    await choose('torn.kml', '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark>');
    await expect(dialog.getByRole('alert')).toContainText('torn.kml was not imported.');
    await expect(dialog.getByRole('alert')).toContainText('not valid KML');
    const feature = (name: string, geometry: object) => ({ type: 'Feature', properties: { name }, geometry });
    const line = { type: 'LineString', coordinates: [[-38.5, -3.7], [-38.6, -3.8]] }; // biome-ignore format: one line
    const point = { type: 'Point', coordinates: [-38.5, -3.7] };
    const good = feature(`Road ${number}`, line);
    await choose(
      'one-bad.geojson',
      JSON.stringify({ type: 'FeatureCollection', features: [good, feature('Pin', point)] }),
    );
    await expect(dialog.getByRole('alert')).toContainText(
      'Shape 2 (Pin): is a point without the property radius',
    );
    await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
    expect(await stored()).toHaveLength(1);
    expect(await seriousFindings(page)).toEqual([]);
    const round = {
      ...feature(`Depot ${number}`, point),
      properties: { name: `Depot ${number}`, radius: 75 },
    };
    await choose('two.geojson', JSON.stringify({ type: 'FeatureCollection', features: [good, round] }));
    await dialog.getByRole('button', { name: 'Import 2 geofences' }).click();
    await expect(page.getByText('2 geofences imported')).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(`Depot ${number}.*Circle`) })).toBeVisible();

    // What goes out as KML comes in as it was.
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'KML' }).click();
    const kml = readFileSync(await (await coming).path(), 'utf8');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await choose('again.kml', kml);
    await dialog.getByRole('button', { name: 'Import 3 geofences' }).click();
    await expect(page.getByText('3 geofences imported')).toBeVisible();
    const areas = (await stored()).map((geofence) => geofence.area).toSorted();
    expect(areas).toEqual(
      [area, 'LINESTRING (-3.7 -38.5, -3.8 -38.6)', 'CIRCLE (-3.7 -38.5, 75)']
        .flatMap((text) => [text, text])
        .toSorted(),
    );
  });
});

test('[ROLE-04] [LIST-05] a geofence made for a device is linked to it; a fleet reads its geofences and changes none', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const number = fresh();
  const uniqueId = imeiOf(number);
  const device = await admin.createDevice({ uniqueId, name: `Frota ${number}` });
  await sendFromPhone(server, uniqueId, { lat: fortaleza.latitude, lon: fortaleza.longitude });
  const email = `fleet-${number}@journey.local`;
  await makeFleet(admin, email, [device.id]);

  await openAs(page, server, administrator.email, `/admin/events/devices/${device.id}`);
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await expect(page.getByText('Cerca criada com sucesso')).toBeVisible();
  const linked = await admin.get<Geofence[]>(`geofences?deviceId=${device.id}`);
  expect(linked).toMatchObject([{ name: `Cerca_${device.name}`, area: 'CIRCLE (-3.7319 -38.5267, 20)' }]);

  const own = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await openAs(own, server, email, '/fleet');
  await openFromMenu(own, 'Cercas', 'Mais');
  const list = own.getByRole('dialog', { name: 'Cercas' });
  await expect(list.getByRole('row', { name: new RegExp(`Cerca_${device.name}.*Círculo`) })).toBeVisible();
  await expect(list.getByRole('button', { name: /Adicionar|Editar|Remover|Importar/ })).toHaveCount(0);
  await expect(list.getByRole('button', { name: 'Exportar' })).toBeVisible();
  expect(await seriousFindings(own)).toEqual([]);
  await own.context().close();
});
