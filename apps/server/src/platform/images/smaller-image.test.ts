import { expect, test } from 'vitest';
import { pngImage } from '../../testing/images.ts';
import { readImageHeader } from './image-header.ts';
import { loadSharp, smallerImage } from './smaller-image.ts';

const sizeOf = (bytes: Buffer | undefined) => {
  const { type, width, height } = (bytes && readImageHeader(bytes)) || {};
  return [type, width, height];
};

test('[SIN-09] an image is made smaller to its longer edge, of the same type; a smaller one stays byte for byte', async () => {
  expect(sizeOf(await smallerImage(pngImage(4000, 1000), 2560))).toEqual(['image/png', 2560, 640]);
  const small = pngImage(2560, 10);
  expect(await smallerImage(small, 2560)).toBe(small);
});

test('[SIN-09] a photograph is stored upright, and what the camera noted stays with it', async () => {
  const sharp = await loadSharp();
  if (!sharp) throw new Error('sharp is not installed');
  const photo = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#888' } })
    .jpeg()
    .withExif({ IFD0: { Model: 'Camera' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const smaller = await smallerImage(photo, 1000);
  expect(sizeOf(smaller)).toEqual(['image/jpeg', 500, 1000]);
  const { exif, orientation } = await sharp(smaller ?? Buffer.alloc(0)).metadata();
  expect(exif?.toString('latin1')).toContain('Camera');
  expect([undefined, 1]).toContain(orientation);
});

test('[SEC-01] one that has too many pixels, or says so, is never unpacked', async () => {
  const lying = Buffer.from(pngImage(10, 10));
  lying.writeUInt32BE(60_000, 16);
  lying.writeUInt32BE(60_000, 20);
  expect(await smallerImage(lying, 2560)).toBeUndefined();
  const sharp = await loadSharp();
  const vast = { width: 8_000, height: 7_000, channels: 3, background: '#888' };
  const whole = (await sharp?.({ create: vast }).jpeg().toBuffer()) ?? Buffer.alloc(0);
  expect(readImageHeader(whole)).toMatchObject({ width: 8_000, height: 7_000 });
  expect(await smallerImage(whole, 2560)).toBeUndefined();
  lying.writeUInt32BE(6_000, 16);
  lying.writeUInt32BE(6_000, 20);
  expect(await smallerImage(lying, 2560)).toBeUndefined();
});
