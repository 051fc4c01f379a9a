/**
 * The packet of meiligao, numbers most significant byte first:
 *
 *     $$ | length of the whole packet u16 | id, 7 bytes | command u16 | data | CRC-CCITT u16 of all before it | 0D 0A
 *
 * The id is packed decimals, its unused end filled with F: what was set in the tracker, or the first 14 digits of the IMEI.
 * The server's packets begin with @@, and some trackers' own. Source: Meiligao GPRS Communication Protocol 1.45 and 2.1, I.
 */

import type { DecodeError } from '../protocol.ts';
import { hexText } from '../wire/byte-text.ts';
import { crcCcitt } from '../wire/crc.ts';

const dollar = 0x24;
const at = 0x40;
const idFrom = 4;
const idTo = 11;
const dataFrom = 13;

/** CRC and line end. */
const tailBytes = 4;
export const leastPacketBytes = dataFrom + tailBytes;

export interface Packet {
  readonly id: Uint8Array;
  /** The digits of the id; empty for an id that was never set. */
  readonly idDigits: string;
  readonly command: number;
  readonly data: Uint8Array;
}

/** How many digits the id has before its filling; -1 when the seven bytes are no packed decimals. */
export function idLengthIn(bytes: Uint8Array): number {
  let digits = 0;
  let isFilling = false;
  for (let nibble = 0; nibble < (idTo - idFrom) * 2; nibble += 1) {
    const byte = bytes[idFrom + (nibble >> 1)] ?? 0;
    const digit = nibble % 2 === 0 ? byte >> 4 : byte & 0x0f;
    if (digit === filling) isFilling = true;
    else if (digit > 9 || isFilling) return -1;
    else digits += 1;
  }
  return digits;
}

const filling = 0x0f;

/** Takes a packet of a tracker apart, its CRC examined. */
export function openPacket(frame: Uint8Array): Packet | DecodeError {
  if (frame[0] !== dollar && frame[0] !== at)
    return { code: 'unknown-type', message: 'no packet of a tracker' };
  if (frame.length < leastPacketBytes) return { code: 'bad-length', message: `${frame.length} bytes` };
  const end = frame.length - tailBytes;
  const frameCrc = (frame[end] ?? 0) * 256 + (frame[end + 1] ?? 0);
  if (frameCrc !== crcCcitt(frame, 0, end))
    return { code: 'bad-checksum', message: `CRC ${frameCrc.toString(16)}` };
  const idLength = idLengthIn(frame);
  if (idLength < 0) return { code: 'bad-value', message: 'the id is no packed decimals' };
  return {
    id: frame.subarray(idFrom, idTo),
    idDigits: hexText(frame, idFrom, idTo).slice(0, idLength),
    command: (frame[11] ?? 0) * 256 + (frame[12] ?? 0),
    data: frame.subarray(dataFrom, end),
  };
}

/** A packet of the server's. */
export function sealPacket(id: Uint8Array, command: number, data: Uint8Array): Uint8Array {
  const packet = new Uint8Array(leastPacketBytes + data.length);
  const view = new DataView(packet.buffer);
  packet.set([0x40, 0x40]);
  view.setUint16(2, packet.length);
  packet.set(id.subarray(0, 7), idFrom);
  view.setUint16(11, command);
  packet.set(data, dataFrom);
  const end = packet.length - tailBytes;
  view.setUint16(end, crcCcitt(packet, 0, end));
  packet.set([0x0d, 0x0a], end + 2);
  return packet;
}

/** An id of at most 14 digits as its seven bytes: a 15th, the check digit of an IMEI, has no place. */
export function idBytes(uniqueId: string): Uint8Array {
  return Buffer.from(uniqueId.replace(/\D/g, '').slice(0, 14).padEnd(14, 'f'), 'hex');
}
