import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jpegHead, pngImage } from '../../testing/images.ts';
import { readImageHeader } from './image-header.ts';

function webp(chunk: string, fill: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 0, 'latin1');
  bytes.write(`WEBP${chunk}`, 8, 'latin1');
  fill(bytes);
  return bytes;
}

test('[SEC-01] type and size of an image are read from its bytes', () => {
  expect(readImageHeader(pngImage(350, 20))).toEqual({ type: 'image/png', width: 350, height: 20 });
  expect(readImageHeader(jpegHead(640, 480))).toEqual({ type: 'image/jpeg', width: 640, height: 480 });
  const lossy = webp('VP8 ', (bytes) => {
    bytes.writeUInt16LE(350, 26);
    bytes.writeUInt16LE(351, 28);
  });
  const lossless = webp('VP8L', (bytes) => bytes.writeUInt32LE(349 | (350 << 14), 21));
  const extended = webp('VP8X', (bytes) => {
    bytes.writeUIntLE(349, 24, 3);
    bytes.writeUIntLE(350, 27, 3);
  });
  for (const bytes of [lossy, lossless, extended]) {
    expect(readImageHeader(bytes)).toEqual({ type: 'image/webp', width: 350, height: 351 });
  }
});

test('[SEC-01] what only claims to be an image is none', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="350" height="350"><script/></svg>');
  expect([svg, Buffer.alloc(0), pngImage(5, 5).subarray(0, 20), pngImage(0, 5)].map(readImageHeader)).toEqual(
    [undefined, undefined, undefined, undefined],
  );
});

test('no bytes make the reading of a header throw or never end', () => {
  const starts = [Buffer.alloc(0), jpegHead(3, 3), pngImage(3, 3), Buffer.from('RIFF0000WEBPVP8X')];
  fc.assert(
    fc.property(
      fc.constantFrom(...starts),
      fc.nat(60),
      fc.uint8Array({ maxLength: 200 }),
      (start, cut, rest) => {
        readImageHeader(Buffer.concat([start.subarray(0, cut), rest]));
      },
    ),
  );
});
