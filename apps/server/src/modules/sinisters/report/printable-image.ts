import { inflateSync } from 'node:zlib';
import { readImageHeader } from '../../../reading/image-header.ts';
import type { Picture } from './sheet.ts';

/** A PNG of the largest size that is taken, four channels of 16 bits a pixel. */
const mostPixelBytes = 50_000_000 * 8;

/**
 * An image as a page takes it; undefined when it cannot be shown. A PNG is unpacked to see: one that is cut off or damaged would end the whole
 * report while it is drawn. A JPEG goes into the PDF as it is.
 */
export function pictureOf(bytes: Buffer): Picture | undefined {
  const header = readImageHeader(bytes);
  if (!header || header.type === 'image/webp') return undefined;
  if (header.type === 'image/png' && !unpacks(bytes)) return undefined;
  return { bytes, edge: Math.max(header.width, header.height) };
}

function unpacks(bytes: Buffer): boolean {
  try {
    return inflateSync(pixelData(bytes), { maxOutputLength: mostPixelBytes }).length > 0;
  } catch {
    return false;
  }
}

/** The IDAT chunks of a PNG, one after the other: length, type, data, check sum (PNG specification, 5.3). */
function pixelData(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(parts);
}
