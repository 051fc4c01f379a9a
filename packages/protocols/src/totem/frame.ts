/**
 * The two envelopes of totem:
 *
 *     $$ | length, two hexadecimal digits | IMEI | `|` | code, two hexadecimal digits | … | checksum, four digits
 *     $$ | length, four decimal digits | type, two hexadecimal digits | IMEI | `|` | … | serial, four digits | checksum
 *
 * Both lengths are those of the whole message, without a line end behind it. The older one's checksum is computed in one way by one maker and in another
 * by the next, so that it says nothing here; the newer one's is the exclusive or of all bytes before it, two hexadecimal
 * digits. Sources: AVL02 user guide 1.5, 3; Totem AT09 protocol 2.43, 2.1; public decoders.
 */
import { byteText } from '../wire/byte-text.ts';
import { hexIn } from '../wire/field-text.ts';

const zero = 0x30;

/** Hexadecimal lengths below 16 do not exist: a zero begins a decimal one. */
export function isNewer(frame: Uint8Array): boolean {
  return frame[2] === zero;
}

function exclusiveOr(bytes: Uint8Array, to: number): number {
  let value = 0;
  for (let index = 0; index < to; index += 1) value ^= bytes[index] ?? 0;
  return value;
}

function twoDigits(value: number): string {
  return value.toString(16).toUpperCase().padStart(2, '0');
}

/** Whether the last two digits of a message of the newer envelope are its checksum. */
export function isWhole(frame: Uint8Array): boolean {
  const end = frame.length - 2;
  return hexIn(byteText(frame, end)) === exclusiveOr(frame, end);
}

/** A message of the newer envelope: type and content. */
export function sealMessage(type: string, content: string): Uint8Array {
  const length = String(10 + content.length).padStart(4, '0');
  const text = `$$${length}${type}${content}`;
  let checksum = 0;
  for (let at = 0; at < text.length; at += 1) checksum ^= text.charCodeAt(at) & 0xff;
  return Buffer.from(text + twoDigits(checksum), 'latin1');
}
