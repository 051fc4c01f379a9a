import { expect, test } from 'vitest';
import { pngImage } from '../../testing/images.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { app, ask, world, kysely } = await createTestApp();
const { token } = await world.person({ device_limit: -1 });
const png = { 'content-type': 'image/png' };
const made = await ask('POST', '/api/devices', { token, body: { name: 'Van', uniqueId: 'img-1' } });
const id: number = made.body.id;
const upload = (body: unknown, headers: Record<string, string> = png) =>
  ask('POST', `/api/devices/${id}/image`, { token, body, headers });

test('[API-02] a device’s picture is uploaded as it is; its name is answered, and it is shown by number and identifier', async () => {
  const picture = pngImage(40, 30);
  const sent = await upload(picture);
  expect([sent.status, sent.text]).toEqual([200, 'device.png']);
  for (const url of [`/api/devices/${id}/image`, '/api/media/img-1/device.png']) {
    const shown = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
    expect(shown.rawPayload.equals(picture)).toBe(true);
  }
  const again = pngImage(10, 10);
  await upload(again);
  const stored = await kysely.selectFrom('device_images').select('bytes').execute();
  expect(stored.map(({ bytes }) => bytes.equals(again))).toEqual([true]);
  await ask('DELETE', `/api/devices/${id}`, { token });
  expect((await ask('GET', '/api/media/img-1/device.png', { token })).status).toBe(404);
});

test('[SEC-01] what is no image, is damaged, or has too many pixels is refused by what it is and not by what it is called', async () => {
  const other = await ask('POST', '/api/devices', { token, body: { name: 'Van', uniqueId: 'img-2' } });
  const send = (body: unknown, headers: Record<string, string> = png) =>
    ask('POST', `/api/devices/${other.body.id}/image`, { token, body, headers });
  const webp = Buffer.concat([Buffer.from('RIFF0000WEBPVP8X'), Buffer.alloc(14)]);
  const refusals = [
    [await send(Buffer.from('<svg/>')), 415],
    [await send(webp), 415],
    [await send(Buffer.from('x'), { 'content-type': 'text/html' }), 415],
    [await send({ data: 'x' }, { 'content-type': 'application/json' }), 415],
    [await send(pngImage(40, 30).subarray(0, 60)), 400],
    [
      await send(
        Buffer.concat([
          pngImage(4, 4).subarray(0, 16),
          Buffer.from([0, 1, 0, 0, 0, 1, 0, 0]),
          pngImage(4, 4).subarray(24),
        ]),
      ),
      413,
    ],
  ] as const;
  expect(refusals.map(([{ status }]) => status)).toEqual(refusals.map(([, status]) => status));
  expect((await ask('GET', `/api/devices/${other.body.id}/image`, { token })).status).toBe(404);
});
