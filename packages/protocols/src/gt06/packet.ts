/**
 * A gt06 packet on the wire (Concox "GPS Tracker Communication Protocol" GT06, GT06N, X3, JM-VL; the clones agree):
 *
 *     78 78 | length u8  | type u8 | content | serial u16 | CRC-ITU u16 | 0D 0A
 *     79 79 | length u16 | type u8 | content | serial u16 | CRC-ITU u16 | 0D 0A
 *
 * Length counts type, content, serial and CRC. The CRC runs from the length to the serial. Numbers are big-endian.
 * Some clones write a length that is two short, so the sizes here come from the frame, not from its length field.
 *
 * One kind has no CRC and no serial (Wi-Fi packets 0x17 and 0x69 of small personal trackers); its length byte counts
 * the access points: `78 78 | n | type | time BCD 6 | n × (MAC 6, signal) | m | MCC 2, MNC | m × (LAC 2, CI 2, signal) | 0D 0A`.
 * Some firmware writes one zero before the end.
 */

import type { DecodeError, Frame } from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { crcItu } from '../wire/crc.ts';

export interface Packet {
  /** The 79 79 form. */
  readonly long: boolean;
  readonly type: number;
  readonly serial: number;
  readonly contentBytes: number;
  /** How many access points the Wi-Fi form without CRC holds; absent in every other packet. */
  readonly accessPoints?: number;
  /** The content from its first byte; a new reader at every call. */
  content(): ByteReader;
}

const shortMark = 0x78;
const longMark = 0x79;

/** Types that also come without CRC, with the access points counted in place of a length. */
export const uncheckedWifiTypes: ReadonlySet<number> = new Set([0x17, 0x69]);

/** Bytes of the packet that its header promises; undefined while the header is not whole. */
export function declaredBytes(bytes: Uint8Array): number | undefined {
  if (bytes[0] === longMark) {
    return bytes.length < 4 ? undefined : (bytes[2] ?? 0) * 256 + (bytes[3] ?? 0) + 6;
  }
  return bytes.length < 3 ? undefined : (bytes[2] ?? 0) + 5;
}

export function startsPacket(first: number | undefined, second: number | undefined): boolean {
  return first === second && (first === shortMark || first === longMark);
}

/** Bytes of an unchecked Wi-Fi packet; undefined while its counts are not all there. */
export function uncheckedWifiBytes(bytes: Uint8Array): number | undefined {
  const cellCountAt = 10 + (bytes[2] ?? 0) * 7;
  const cellCount = bytes[cellCountAt];
  if (cellCount === undefined) return undefined;
  const end = cellCountAt + 1 + 3 + cellCount * 5 + 2;
  return bytes[end - 2] === 0 && bytes[end - 1] === 0x0d ? end + 1 : end;
}

/** True when the bytes before a 0D 0A at the end carry the right CRC. */
export function hasGoodCrc(bytes: Uint8Array, end: number): boolean {
  const crcAt = end - 4;
  if (crcAt < 6) return false;
  return crcItu(bytes, 2, crcAt) === (bytes[crcAt] ?? 0) * 256 + (bytes[crcAt + 1] ?? 0);
}

function endsPacket(bytes: Uint8Array): boolean {
  return bytes[bytes.length - 2] === 0x0d && bytes[bytes.length - 1] === 0x0a;
}

/** Opens a frame; `no-frame`, `bad-length` or `bad-checksum` when it is none. */
export function openPacket(frame: Frame): Packet | DecodeError {
  if (!startsPacket(frame[0], frame[1]) || !endsPacket(frame)) {
    return { code: 'no-frame', message: 'no packet between 7878 or 7979 and 0D0A' };
  }
  const long = frame[0] === longMark;
  const typeAt = long ? 4 : 3;
  const type = frame[typeAt] ?? 0;
  if (!long && uncheckedWifiTypes.has(type) && !hasGoodCrc(frame, frame.length)) {
    if (uncheckedWifiBytes(frame) === frame.length) return uncheckedPacket(frame, type);
  }
  const serialAt = frame.length - 6;
  if (serialAt <= typeAt) return { code: 'bad-length', message: `a packet of ${frame.length} bytes` };
  if (!hasGoodCrc(frame, frame.length)) {
    return { code: 'bad-checksum', message: `CRC of packet type 0x${type.toString(16)}` };
  }
  return {
    long,
    type,
    serial: (frame[serialAt] ?? 0) * 256 + (frame[serialAt + 1] ?? 0),
    contentBytes: serialAt - typeAt - 1,
    content: () => new ByteReader(frame, typeAt + 1, serialAt),
  };
}

function uncheckedPacket(frame: Frame, type: number): Packet {
  const to = frame.length - 2;
  const content = () => new ByteReader(frame, 4, to);
  return { long: false, type, serial: 0, contentBytes: to - 4, accessPoints: frame[2] ?? 0, content };
}

/** A packet as bytes: replies, and the simulator's own. Content may hold up to 250 bytes in the short form. */
export function sealPacket(type: number, serial: number, content: Uint8Array, long = false): Uint8Array {
  const typeAt = long ? 4 : 3;
  const serialAt = typeAt + 1 + content.length;
  const bytes = new Uint8Array(serialAt + 6);
  const length = content.length + 5;
  bytes[0] = long ? longMark : shortMark;
  bytes[1] = long ? longMark : shortMark;
  if (long) bytes[2] = length >> 8;
  bytes[typeAt - 1] = length & 0xff;
  bytes[typeAt] = type;
  if (content.length > 0) bytes.set(content, typeAt + 1);
  bytes[serialAt] = serial >> 8;
  bytes[serialAt + 1] = serial & 0xff;
  const crc = crcItu(bytes, 2, serialAt + 2);
  bytes[serialAt + 2] = crc >> 8;
  bytes[serialAt + 3] = crc & 0xff;
  bytes[serialAt + 4] = 0x0d;
  bytes[serialAt + 5] = 0x0a;
  return bytes;
}
