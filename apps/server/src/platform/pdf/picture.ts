/** Images as a page of a PDF takes them. */
import { inflateSync } from 'node:zlib';
import { readImageHeader } from '../images/image-header.ts';
import { pngChunks } from '../images/whole-image.ts';
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

function pixelData(bytes: Buffer): Buffer {
  return Buffer.concat([...pngChunks(bytes)].flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])));
}
