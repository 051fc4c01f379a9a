import { crc32 } from 'node:zlib';

export interface PngChunk {
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
