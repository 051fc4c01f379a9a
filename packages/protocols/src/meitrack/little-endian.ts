/** Numbers of the binary reports, least significant byte first, over a reader that never throws. */
import type { ByteReader } from '../wire/byte-reader.ts';

/** Binary reports count seconds from 2000-01-01. */
const epochMs = Date.UTC(2000, 0, 1);

export function u16(reader: ByteReader): number {
  const low = reader.u8();
  return low + reader.u8() * 256;
}

export function i16(reader: ByteReader): number {
  const value = u16(reader);
  return value > 0x7fff ? value - 0x1_0000 : value;
}

export function u32(reader: ByteReader): number {
  return reader.u32LittleEndian();
}

/** As a signed number of 32 bits. */
export function signed32(value: number): number {
  return value > 0x7fff_ffff ? value - 0x1_0000_0000 : value;
}

/** ms since 1970 UTC. */
export function instantOfSeconds(seconds: number): number {
  return epochMs + seconds * 1000;
}
