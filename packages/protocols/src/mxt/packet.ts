/**
 * The packet of Maxtrack's MXT and MTC units, least significant byte first:
 *
 *     01 | descriptor u8 | type u8 | serial number u32 | body | CRC-16/XMODEM u16 | 04
 *
 * Between the ends 01, 04, 10, 11 and 13 are written as 10 and themselves plus 20. The CRC runs from the descriptor to the
 * end of the body. Types: 02 acknowledged, 03 refused, 31 position. Answered: 02 with the CRC of what is answered as body.
 * Sources: traccar's MXT decoder and its issue 2847 (with bytes that both CRCs were tried on).
 */

import type { DecodeError } from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { crcXmodem } from '../wire/crc.ts';

export const packetStart = 0x01;
export const packetEnd = 0x04;
const escapeByte = 0x10;
const escapeShift = 0x20;
const escaped: ReadonlySet<number> = new Set([0x01, 0x04, 0x10, 0x11, 0x13]);

export const packetTypes = Object.freeze({ acknowledged: 0x02, refused: 0x03, position: 0x31 });

/** Descriptor of the MXT-14x, which most of these units are. */
export const usualDescriptor = 0xa6;

export interface Packet {
  readonly descriptor: number;
  readonly type: number;
  /** Number of the unit, as its label has it. */
  readonly serialNumber: number;
  readonly body: Uint8Array;
  readonly crc: number;
}

/** Descriptor, type, serial number, CRC. */
const leastBytes = 8;

function withoutEscapes(frame: Uint8Array): Uint8Array | undefined {
  const content = new Uint8Array(Math.max(0, frame.length - 2));
  let count = 0;
  for (let index = 1; index < frame.length - 1; index += 1) {
    let byte = frame[index] ?? 0;
    if (byte === escapeByte) {
      index += 1;
      byte = (frame[index] ?? 0) - escapeShift;
      if (index >= frame.length - 1 || !escaped.has(byte)) return undefined;
    }
    content[count] = byte;
    count += 1;
  }
  return content.subarray(0, count);
}

/** The packet in a frame with its ends, or why it is none. */
export function openPacket(frame: Uint8Array): Packet | DecodeError {
  const content = withoutEscapes(frame);
  if (content === undefined) return { code: 'bad-value', message: 'an escape that stands for nothing' };
  if (content.length < leastBytes)
    return { code: 'bad-length', message: `packet of ${content.length} bytes` };
  const end = content.length - 2;
  const crc = (content[end] ?? 0) | ((content[end + 1] ?? 0) << 8);
  if (crcXmodem(content, 0, end) !== crc) {
    return { code: 'bad-checksum', message: 'the CRC of the packet is not what it says' };
  }
  const reader = new ByteReader(content, 0, end);
  const descriptor = reader.u8();
  const type = reader.u8();
  const serialNumber = reader.u32LittleEndian();
  return { descriptor, type, serialNumber, body: reader.rest(), crc };
}

/** A packet with its CRC and escapes, between its ends. */
export function sealPacket(
  descriptor: number,
  type: number,
  serialNumber: number,
  body: Uint8Array,
): Uint8Array {
  const content = Buffer.alloc(leastBytes + body.length);
  content.writeUInt8(descriptor, 0);
  content.writeUInt8(type, 1);
  content.writeUInt32LE(serialNumber >>> 0, 2);
  content.set(body, 6);
  content.writeUInt16LE(crcXmodem(content, 0, content.length - 2), content.length - 2);
  const bytes: number[] = [packetStart];
  for (const byte of content) {
    if (escaped.has(byte)) bytes.push(escapeByte, byte + escapeShift);
    else bytes.push(byte);
  }
  bytes.push(packetEnd);
  return Uint8Array.from(bytes);
}

/** What a unit waits for after a position; it sends the position again until then. */
export function acknowledgementOf({ descriptor, serialNumber, crc }: Packet): Uint8Array {
  const body = Uint8Array.of(crc & 0xff, crc >> 8);
  return sealPacket(descriptor, packetTypes.acknowledged, serialNumber, body);
}
