import { pipeline } from 'node:stream/promises';
import { crc32, createInflate } from 'node:zlib';
import type { ImageHeader } from './image-header.ts';

/**
 * Whether an image is there to its end. A PNG's chunks bear out their check sums and its pixels unpack, piece by piece
 * and beside the event loop; of a JPEG the segments up to the scan are followed, and the scan has its end.
 */
export async function isWholeImage(bytes: Buffer, header: ImageHeader): Promise<boolean> {
  if (header.type === 'image/webp') return false;
  return header.type === 'image/png' ? isWholePng(bytes, header) : isWholeJpeg(bytes);
}

async function isWholePng(bytes: Buffer, { width, height }: ImageHeader): Promise<boolean> {
  const pixels: Buffer[] = [];
  for (const { type, data, isSound } of pngChunks(bytes)) {
    if (!isSound) return false;
    if (type === 'IDAT') pixels.push(data);
    if (type === 'IEND') {
      const count = await unpackedCount(pixels, mostBytes(width, height));
      return count !== undefined && count >= (width * height) / 8;
    }
  }
  return false;
}

/** Four channels of 16 bits a pixel, and a byte before each row of each of seven passes. */
const mostBytes = (width: number, height: number) => (8 * width + 7) * height;

/** Bytes; undefined when they are not what was packed, or more than `most`. */
async function unpackedCount(pieces: readonly Buffer[], most: number): Promise<number | undefined> {
  let count = 0;
  const measure = async (unpacked: AsyncIterable<Buffer>) => {
    for await (const piece of unpacked) {
      count += piece.length;
      if (count > most) throw new RangeError('more than an image of its size holds');
    }
  };
  try {
    await pipeline(pieces, createInflate(), measure);
    return count;
  } catch {
    return undefined;
  }
}

const startOfScan = 0xda;
const endOfImage = Buffer.from([0xff, 0xd9]);

/** Within a scan 0xFF is followed by 0 or a restart, so the two bytes of the end are nowhere else (ITU T.81, B.1.1.5). */
function isWholeJpeg(bytes: Buffer): boolean {
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return false;
    const marker = bytes[at + 1];
    if (marker === startOfScan) return bytes.lastIndexOf(endOfImage) > at;
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

interface PngChunk {
  readonly type: string;
  readonly data: Buffer;
  /** The bytes are those that were written, by their check sum. */
  readonly isSound: boolean;
}

/** The chunks of a PNG as far as they are whole: length, type, data, check sum (PNG specification, 5.3). */
export function* pngChunks(bytes: Buffer): Generator<PngChunk> {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const dataEnd = at + 8 + bytes.readUInt32BE(at);
    if (dataEnd + 4 > bytes.length) return;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const isSound = crc32(bytes.subarray(at + 4, dataEnd)) === bytes.readUInt32BE(dataEnd);
    yield { type, data: bytes.subarray(at + 8, dataEnd), isSound };
    at = dataEnd + 4;
  }
}
