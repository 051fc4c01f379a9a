import { expect, test } from 'vitest';
import { readImageHeader } from '../../platform/images/image-header.ts';
import { loadSharp } from '../../platform/images/smaller-image.ts';
import { pngImage } from '../../testing/images.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { app, kysely } = await createTestApp();
const at = (host: string, url: string) => app.inject({ url, headers: { host } });

await kysely
  .insertInto('company_logos')
  .values({ name: 'aurora.png', type: 'image/png', bytes: pngImage(350, 350) })
  .execute();
await kysely
  .insertInto('company_configurations')
  .values({
    label: 'aurora',
    name: 'Aurora Rastreamento',
    theme: '#aa5500',
    logo_url: '/api/company/logos/aurora.png',
  })
  .execute();

test('[APP-01] the app installs under the company’s name and colour, by the host it is opened at; elsewhere under the product’s', async () => {
  const own = await at('aurora.example.com', '/manifest.webmanifest');
  expect(own.headers['content-type']).toMatch(/^application\/manifest\+json/);
  expect(own.json()).toMatchObject({
    name: 'Aurora Rastreamento',
    short_name: 'Aurora',
    theme_color: '#aa5500',
    ...{ display: 'standalone', start_url: '/', scope: '/', id: '/' },
  });
  for (const host of ['127.0.0.1:8080', 'other.example.com', '[::1]:80'])
    expect((await at(host, '/manifest.webmanifest')).json()).toMatchObject({ name: 'Atalaia' });
});

test('[APP-01] every icon of the manifest is a picture of the size it says, one of them safe to be cut round', async () => {
  const { icons } = (await at('aurora.example.com', '/manifest.webmanifest')).json();
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  for (const host of ['aurora.example.com', 'other.example.com'])
    for (const { src, sizes, type } of icons) {
      const icon = await at(host, src);
      expect(icon.headers['content-type']).toBe(type);
      const { width, height } = readImageHeader(icon.rawPayload) ?? {};
      expect(`${width}x${height}`).toBe(sizes);
    }
  const [own, product] = await Promise.all(
    ['aurora.example.com', 'other.example.com'].map((host) => at(host, '/app-icon/192.png')),
  );
  expect(own?.rawPayload.equals(product?.rawPayload ?? Buffer.alloc(0))).toBe(false);
  expect((await at('other.example.com', '/app-icon/7.png')).statusCode).toBe(404);
});

test('[APP-01] of a maskable icon only the ground reaches its rim: a round launcher cuts nothing of the logo', async () => {
  const icon = await at('aurora.example.com', '/app-icon/maskable-512.png');
  const sharp = await loadSharp();
  if (!sharp) throw new Error('sharp is not here');
  const raw = sharp(icon.rawPayload) as unknown as { raw(): { toBuffer(): Promise<Buffer> } };
  const pixels = await raw.raw().toBuffer();
  const channels = pixels.length / (512 * 512);
  const greyAt = (x: number, y: number) => pixels[(y * 512 + x) * channels];
  // the logo is grey all over, the ground white; a circle of two fifths of the edge is always seen
  expect(greyAt(256, 256)).toBe(0x7f);
  for (const [x, y] of [
    [256, 50],
    [50, 256],
    [97, 97],
    [460, 256],
  ] as const)
    expect(greyAt(x, y)).toBe(255);
});
