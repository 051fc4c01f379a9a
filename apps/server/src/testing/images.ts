/** Small images for tests of uploads, made from their formats' own rules. */
import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one colour. */
export function pngImage(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + width * 3, 0x7f);
  row[0] = 0;
  const pixels = deflateSync(Buffer.concat(Array<Buffer>(height).fill(row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The head of a JPEG: an APP0 segment, then the frame header but for its last byte. */
export function jpegHead(width: number, height: number): Buffer {
  const head = Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc2001108000000000301220002110103110',
    'hex',
  );
  const frame = head.indexOf(Buffer.from([0xff, 0xc2]));
  head.writeUInt16BE(height, frame + 5);
  head.writeUInt16BE(width, frame + 7);
  return head;
}

/** A JPEG whose frame header is whole, with a scan and its end; what the scan holds is no picture. */
export function jpegImage(width: number, height: number): Buffer {
  return Buffer.concat([
    jpegHead(width, height),
    Buffer.from('01ffda000c03010002110311003f00d2ff00cfffd9', 'hex'),
  ]);
}

export const dataUrlOf = (bytes: Buffer, type = 'image/png') =>
  `data:${type};base64,${bytes.toString('base64')}`;
