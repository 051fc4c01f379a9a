import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jpegImage, pngImage } from '../../testing/images.ts';
import { readImageHeader } from './image-header.ts';
import { isWholeImage } from './whole-image.ts';

async function isWhole(bytes: Buffer): Promise<boolean> {
  const header = readImageHeader(bytes);
  return header !== undefined && isWholeImage(bytes, header);
}

test('[SEC-01] an image is whole as it was made, and nowhere it is cut off', async () => {
  for (const image of [pngImage(40, 30), jpegImage(40, 30)]) {
    expect(await isWhole(image)).toBe(true);
    expect(await isWhole(Buffer.concat([image, Buffer.from('what a camera appends')]))).toBe(true);
    for (let cut = 1; cut < image.length; cut++) expect(await isWhole(image.subarray(0, -cut))).toBe(false);
  }
});

test('[SEC-01] a PNG with a changed byte, or with more or fewer pixels than its size says, is not whole', async () => {
  const image = pngImage(40, 30);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 29, max: image.length - 9 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, by) => {
        const changed = Buffer.from(image);
        changed[at] = (changed[at] ?? 0) ^ by;
        expect(await isWhole(changed)).toBe(false);
      },
    ),
  );
  const headOf = (bytes: Buffer) => bytes.subarray(0, 33);
  const rest = (bytes: Buffer) => bytes.subarray(33);
  expect(await isWhole(Buffer.concat([headOf(pngImage(1, 1)), rest(image)]))).toBe(false);
  expect(await isWhole(Buffer.concat([headOf(pngImage(400, 300)), rest(image)]))).toBe(false);
});
