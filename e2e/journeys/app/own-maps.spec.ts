/** Maps of the installation's own, without the internet (TILE-01), and one of a server that goes away (TILE-02). */

import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pmtilesFile } from '@atalaia/fixtures/pmtiles-file';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, test } from '../../fixtures/journey.ts';
import { centreOf, mapBox, zoomOf } from '../../fixtures/map-probe.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';

test.use({ drawsLand: true });

const here = { latitude: -3.7319, longitude: -38.5267 };

/** A street of some width, a park and a block, round the place. */
function cityFile(name: string, attribution: string): Buffer {
  const { latitude: lat, longitude: lon } = here;
  const square = (by: number): [number, number][] => [
    [lon - by, lat - by],
    [lon + by, lat - by],
    [lon + by, lat + by],
    [lon - by, lat + by],
  ];
  return pmtilesFile({
    ...{ minZoom: 0, maxZoom: 15, about: [lon, lat] },
    metadata: { name, attribution },
    features: [
      { layer: 'earth', type: 'area', places: square(0.4), words: { kind: 'earth' } },
      {
        layer: 'roads',
        type: 'line',
        places: [
          [lon - 0.3, lat],
          [lon + 0.3, lat],
        ],
        words: { kind: 'highway', kind_detail: 'motorway', name: 'Avenida Beira-Mar' },
      },
      {
        layer: 'places',
        type: 'point',
        places: [[lon, lat + 0.001]],
        words: { kind: 'locality', name: 'Fortaleza' },
      },
    ],
  });
}

test('[TILE-01] files dropped into the folder are base maps to choose from, in both themes, without the internet', async ({
  page,
  server,
  admin,
}) => {
  const folder = join(server.dataDir, 'maps');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'ceara.pmtiles'), cityFile('Ceará', '<a>© OpenStreetMap</a>'));
  await writeFile(join(folder, 'outra.pmtiles'), cityFile('Outra cidade', '© Prefeitura'));
  const number = fresh();
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Rua ${number}` });
  const monitor = await createMonitor(admin);
  await admin.link(monitor.id, device.id);
  // beside the street, so that the mark is not on it
  await sendFromPhone(server, device.uniqueId, {
    lat: here.latitude,
    lon: here.longitude + 0.0009,
    speed: 0,
  });
  // no internet
  await page.route(
    (url) => url.origin !== server.origin,
    (route) => route.abort(),
  );
  await openAs(page, server, monitor.email, '/admin');
  const attribution = page.getByText('© OpenStreetMap', { exact: true });
  // nobody named another map: the first file of the folder is shown
  await expect(attribution).toBeVisible();
  await page.getByRole('region', { name: 'Dispositivos' }).getByRole('button', { name: device.name }).click();
  await expect
    .poll(() => page.evaluate<number>('window.__atalaiaMap?.zoom() ?? 0'))
    .toBeGreaterThanOrEqual(16);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousFindings(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Tipo de mapa' }).click();
  await page.getByRole('radio', { name: 'Outra cidade' }).check({ force: true });
  await expect(page.getByText('© Prefeitura', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('© Prefeitura', { exact: true })).toBeVisible();
  // the other journeys of this server begin on the map that they always did
  await rm(folder, { recursive: true });
});

test('[TILE-02] a tile server of one’s own is named, and while it is away the shipped map stands in for it and says so', async ({
  page,
  server,
  admin,
}) => {
  let isAway = false;
  const tile = cityTile();
  const tiles = createServer((_request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.writeHead(isAway ? 503 : 200).end(isAway ? '' : tile);
  });
  tiles.listen(0, '127.0.0.1');
  await once(tiles, 'listening');
  const origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`;
  const settings = await admin.get<object & { attributes: object }>('server');
  const attributes = { ...settings.attributes, 'ui.mapAttribution': '© Nosso mapa' };
  await admin.put('server', { map: 'custom', mapUrl: `${origin}/{z}/{x}/{y}.pbf`, attributes });
  try {
    const monitor = await createMonitor(admin);
    await openAs(page, server, monitor.email, '/admin');
    await expect(page.getByText('© Nosso mapa', { exact: true })).toBeVisible();
    isAway = true;
    await page.reload();
    await expect(page.getByText('O mapa escolhido não responde: este é o mapa básico')).toBeVisible();
    await expect(page.getByText('© Nosso mapa', { exact: true })).toHaveCount(0);
    isAway = false;
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await expect(page.getByText('© Nosso mapa', { exact: true })).toBeVisible();
    await expect(page.getByText('O mapa escolhido não responde: este é o mapa básico')).toHaveCount(0);
  } finally {
    await admin.put('server', { map: null, mapUrl: null, attributes: settings.attributes });
    tiles.close();
  }
});

/** A tile in which there is nothing: a layer without features. */
function cityTile(): Buffer {
  return Buffer.from([0x1a, 0x09, 0x0a, 0x05, ...Buffer.from('earth'), 0x78, 0x02]);
}

test('[TILE-01] [TILE-02] at zoom 18 a street of a file of one’s own is drawn in its colour, as wide as one is, in both themes', async ({
  page,
  server,
  admin,
}) => {
  const folder = join(server.dataDir, 'maps');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'ruas.pmtiles'), cityFile('Ruas', '© OpenStreetMap'));
  const number = fresh();
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Esquina ${number}` });
  const monitor = await createMonitor(admin);
  await admin.link(monitor.id, device.id);
  // 60 m beside the street, so that neither its mark nor its name lies on it
  await sendFromPhone(server, device.uniqueId, {
    lat: here.latitude - 0.00055,
    lon: here.longitude,
    speed: 0,
  });
  await page.route(
    (url) => url.origin !== server.origin,
    (route) => route.abort(),
  );
  await openAs(page, server, monitor.email, '/admin');
  await page.getByRole('region', { name: 'Dispositivos' }).getByRole('button', { name: device.name }).click();
  await expect.poll(() => zoomOf(page)).toBeGreaterThanOrEqual(16);
  const closer = page.getByRole('button', { name: 'Aproximar' });
  while ((await zoomOf(page)) < 18) {
    const before = await zoomOf(page);
    await closer.click();
    await expect.poll(() => zoomOf(page)).toBeGreaterThan(before);
  }
  await expect.poll(() => zoomOf(page)).toBe(18);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // across the street, beside the mark: the ground, the street, and the ground again
    await expect.poll(async () => (await coloursAcross(page)).met).toEqual(['ground', 'street', 'ground']);
    expect((await coloursAcross(page)).wide).toBeGreaterThan(8);
  }
  await rm(folder, { recursive: true });
});

/** What is met on the way north over the street, as the theme's tokens colour it, and how many pixels of it are street. */
async function coloursAcross(page: Page) {
  const { latitude, longitude } = await centreOf(page);
  const pixelsPerDegree = (256 * 2 ** 18) / 360;
  const box = await mapBox(page);
  const x = box.width / 2 + (here.longitude - 0.00015 - longitude) * pixelsPerDegree;
  const y = box.height / 2 - (here.latitude - latitude) * pixelsPerDegree;
  return page.evaluate<{ met: string[]; wide: number }>(`(() => {
    const probe = document.createElement('canvas').getContext('2d');
    const colourOf = (css) => {
      const shown = document.body.appendChild(document.createElement('i'));
      shown.style.color = css;
      probe.fillStyle = getComputedStyle(shown).color;
      shown.remove();
      probe.fillRect(0, 0, 1, 1);
      return [...probe.getImageData(0, 0, 1, 1).data];
    };
    const named = {
      ground: colourOf('var(--map-land)'),
      street: colourOf('color-mix(in oklab, var(--map-road) 78%, #e0a030)'),
    };
    const map = document.querySelector('.map-vector canvas, canvas.map-vector');
    if (!map) return { met: [], wide: 0 };
    const scale = map.width / map.getBoundingClientRect().width;
    const column = map.getContext('2d').getImageData(${x} * scale, (${y} - 40) * scale, 1, 80 * scale).data;
    const met = [];
    let wide = 0;
    for (let at = 0; at < column.length; at += 4) {
      const near = Object.keys(named).find((name) =>
        [0, 1, 2].every((part) => Math.abs(column[at + part] - named[name][part]) <= 2),
      );
      if (near === 'street') wide += 1 / scale;
      if (near && met.at(-1) !== near) met.push(near);
    }
    return { met, wide };
  })()`);
}
