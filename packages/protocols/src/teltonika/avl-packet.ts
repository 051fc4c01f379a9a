/**
 * What Teltonika trackers send over TCP, and the same codecs inside their UDP channel:
 *
 *     sign-in   length u16 | IMEI as text                                  answered 01 (welcome) or 00
 *     data      00 00 00 00 | length u32 | codec u8 | count u8 | … | count u8 | 00 00, CRC-16/IBM u16
 *     ping      FF
 *
 * Length and CRC run from the codec to the second count. Data is answered with the count of records taken, u32.
 */

import type { DecodeError } from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { crc16Ibm } from '../wire/crc.ts';

/** Codec, counts and what is between them. */
export interface AvlData {
  readonly codec: number;
  readonly count: number;
  /** The records or messages, without the counts; a new reader at every call. */
  body(): ByteReader;
}

const headerBytes = 8;
const crcBytes = 4;

/** Opens `codec … count` (no header, no CRC). */
export function openData(bytes: Uint8Array, from: number, to: number): AvlData | DecodeError {
  if (to - from < 3) return { code: 'bad-length', message: `${to - from} bytes of data` };
  const count = bytes[from + 1] ?? 0;
  if (count !== bytes[to - 1]) {
    return { code: 'bad-length', message: `${count} records at the start, ${bytes[to - 1]} at the end` };
  }
  return { codec: bytes[from] ?? 0, count, body: () => new ByteReader(bytes, from + 2, to - 1) };
}

/** Opens a TCP data packet. */
export function openPacket(frame: Uint8Array): AvlData | DecodeError {
  const header = new ByteReader(frame);
  const preamble = header.u32();
  const dataBytes = header.u32();
  const to = headerBytes + dataBytes;
  if (header.overrun || preamble !== 0 || frame.length !== to + crcBytes) {
    return { code: 'bad-length', message: `a packet of ${frame.length} bytes` };
  }
  const frameCrc = new ByteReader(frame, to).u32();
  if (frameCrc !== crc16Ibm(frame, headerBytes, to))
    return { code: 'bad-checksum', message: 'CRC-16 of the packet' };
  return openData(frame, headerBytes, to);
}

/** A data packet as bytes, for commands and for the simulator: `data` runs from the codec to the second count. */
export function sealPacket(data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(headerBytes + data.length + crcBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(4, data.length);
  bytes.set(data, headerBytes);
  view.setUint32(headerBytes + data.length, crc16Ibm(data));
  return bytes;
}
