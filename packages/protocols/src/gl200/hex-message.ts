/**
 * A binary message of the @Track protocol, opened. It ends with the count u16, the checksum u16 and 0D 0A; the checksum is
 * CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF) from behind the header. The unique id is eight bytes: an IMEI with two
 * digits a byte (the fifteenth alone in the last), an IMEI as one number, or the device's name as text.
 * Source: GV200 @Track Air Interface Protocol 5.01, 4 (layouts, the IMEI example `0D 39 5A 18 44 0B 16 00`); the checksum
 * worked out from the three examples there; IMEI as a number: github.com/traccar/traccar Gl200BinaryProtocolDecoder.
 */
import { ByteReader } from '../wire/byte-reader.ts';
import { byteText, hexText } from '../wire/byte-text.ts';
import { instantOf } from '../wire/tracker-clock.ts';

export const tailBytes = 6;

const crcTable = Uint16Array.from({ length: 256 }, (_, value) => {
  let remainder = value << 8;
  for (let bit = 0; bit < 8; bit += 1)
    remainder = remainder & 0x8000 ? (remainder << 1) ^ 0x1021 : remainder << 1;
  return remainder & 0xffff;
});

/** CRC-16/CCITT-FALSE of `bytes[from, to)`. `123456789` gives 0x29B1. */
export function crcCcitt(bytes: Uint8Array, from: number, to: number): number {
  let remainder = 0xffff;
  for (let at = from; at < to; at += 1) {
    const index = (remainder >>> 8) ^ (bytes[at] ?? 0);
    remainder = ((remainder << 8) & 0xffff) ^ (crcTable[index] ?? 0);
  }
  return remainder;
}

/** Whether the end is whole and the checksum right; some models count the header in. */
export function isIntact(frame: Uint8Array): boolean {
  const end = frame.length;
  if (frame[end - 2] !== 0x0d || frame[end - 1] !== 0x0a) return false;
  const checksum = (frame[end - 4] ?? 0) * 256 + (frame[end - 3] ?? 0);
  return checksum === crcCcitt(frame, 4, end - 4) || checksum === crcCcitt(frame, 0, end - 4);
}

/** Seven bytes `year u16 | month | day | hour | minute | second`; undefined for a date that no calendar has. */
export function readHexClock(reader: ByteReader): number | undefined {
  return instantOf({
    year: reader.u16(),
    month: reader.u8(),
    day: reader.u8(),
    hour: reader.u8(),
    minute: reader.u8(),
    second: reader.u8(),
  });
}

const nameText = /^[0-9A-Za-z_?-]{1,8}$/;

/** Seven bytes of two digits and one of one; undefined when a byte is more. */
function digitPairs(bytes: Uint8Array): string | undefined {
  let value = 0;
  for (let at = 0; at < 7; at += 1) {
    const pair = bytes[at] ?? 0;
    if (pair > 99) return undefined;
    value = value * 100 + pair;
  }
  const last = bytes[7] ?? 0;
  return last > 9 ? undefined : String(value * 10 + last).padStart(15, '0');
}

/** Eight bytes of unique id; undefined when they name no tracker. */
export function readUniqueId(reader: ByteReader): string | undefined {
  const bytes = reader.bytes(8);
  if (bytes.length < 8) return undefined;
  const digits = bytes[0] === 0 ? undefined : digitPairs(bytes);
  if (digits !== undefined) return digits;
  if (bytes[0] === 0) {
    const whole = BigInt(`0x${hexText(bytes)}`);
    return whole >= 10n ** 12n && whole < 10n ** 15n ? String(whole).padStart(15, '0') : undefined;
  }
  const name = byteText(bytes).replace(/\0+$/, '');
  return nameText.test(name) ? name : undefined;
}

export interface HexTail {
  /** Undefined when the mask left it out. */
  readonly sentMs?: number;
  readonly count: number;
}

/** Send time and count before the checksum. */
export function readTailOf(frame: Uint8Array, hasTime: boolean): HexTail {
  const end = frame.length - tailBytes;
  const count = (frame[end] ?? 0) * 256 + (frame[end + 1] ?? 0);
  const sentMs = hasTime ? readHexClock(new ByteReader(frame, Math.max(0, end - 7), end)) : undefined;
  return sentMs === undefined ? { count } : { sentMs, count };
}

export function hexCount(count: number): string {
  return count.toString(16).toUpperCase().padStart(4, '0');
}
