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
import { type Cut, createCuttingFramer, misplaced } from '../framing.ts';
import type { Framer } from '../protocol.ts';
import { byteText } from '../wire/byte-text.ts';
import { areDigits, hexIn } from '../wire/field-text.ts';

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

const serialBytes = 4;
const hexDigits = Buffer.from('0123456789ABCDEF', 'latin1');

/** A message of the newer envelope whose content is the four bytes at an index of another. */
export function sealSerial(type: string, frame: Uint8Array, from: number): Uint8Array {
  const head = `$$0014${type}`;
  const bytes = new Uint8Array(head.length + serialBytes + 2);
  let checksum = 0;
  for (let at = 0; at < bytes.length - 2; at += 1) {
    const byte = at < head.length ? head.charCodeAt(at) : (frame[from + at - head.length] ?? 0);
    bytes[at] = byte;
    checksum ^= byte;
  }
  bytes[bytes.length - 2] = hexDigits[checksum >> 4] ?? 0;
  bytes[bytes.length - 1] = hexDigits[checksum & 0x0f] ?? 0;
  return bytes;
}

/** The decimal length has four digits, and begins with a zero. */
export const totemMaxFrameBytes = 1024;

const dollar = 0x24;

/** How each envelope writes its length, and the least it can be: that of the envelope, in the older one with IMEI and bar. */
const newer = Object.freeze({ digits: 4, radix: 10, form: /^0\d{0,3}$/, least: 10 });
const older = Object.freeze({ digits: 2, radix: 16, form: /^[0-9A-Fa-f]{1,2}$/, least: 20 });

/** What the bytes start, as far as they go: the length of a message, undefined while that is open, -1 for none. */
function lengthIn(bytes: Uint8Array): number | undefined {
  if (bytes[0] !== dollar || (bytes.length > 1 && bytes[1] !== dollar)) return -1;
  if (bytes.length < 3) return undefined;
  const { digits, radix, form, least } = isNewer(bytes) ? newer : older;
  const lengthText = byteText(bytes, 2, Math.min(bytes.length, 2 + digits));
  if (!form.test(lengthText)) return -1;
  if (lengthText.length < digits) return undefined;
  const length = Number.parseInt(lengthText, radix);
  return length >= least ? length : -1;
}

function cut(bytes: Uint8Array, _examined: number, isFirst: boolean): Cut {
  const length = lengthIn(bytes);
  if (length === -1) return misplaced(1, isFirst);
  if (length === undefined) return { kind: 'more', examined: 0 };
  return bytes.length < length ? { kind: 'more', examined: 0, needed: length } : { kind: 'frame', length };
}

const bar = 0x7c;
const imeiDigits = 15;

function hasTwoDollars(bytes: Uint8Array, from: number, to: number): boolean {
  const at = bytes.indexOf(dollar, from);
  return at >= 0 && at + 1 < to && (bytes[at + 1] === dollar || hasTwoDollars(bytes, at + 1, to));
}

/** With a right checksum, or of the older envelope with an IMEI and a bar, and no other begun within. */
function messageBytes(bytes: Uint8Array): number {
  const length = lengthIn(bytes) ?? 0;
  if (length <= 0 || length > bytes.length) return 0;
  if (isNewer(bytes)) return isWhole(bytes.subarray(0, length)) ? length : 0;
  const imeiAt = 2 + older.digits;
  const isImei = areDigits(byteText(bytes, imeiAt, imeiAt + imeiDigits), 0, imeiDigits);
  return isImei && bytes[imeiAt + imeiDigits] === bar && !hasTwoDollars(bytes, 2, length) ? length : 0;
}

/** The first message begun within what a length says; none has two dollars of its own, nor one at its end. */
function restart(frame: Uint8Array): number {
  const end = frame.length;
  for (let at = frame.indexOf(dollar, 2); at >= 0; at = frame.indexOf(dollar, at + 1)) {
    if (at + 1 === end || frame[at + 1] === dollar) return isNewer(frame) && isWhole(frame) ? 0 : at;
  }
  return 0;
}

/** Cuts messages by the length they state; what is between two of them (line ends, mostly) is passed over. */
export function createTotemFramer(): Framer {
  return createCuttingFramer(cut, {
    ...{ maxFrameBytes: totemMaxFrameBytes, maxSkippedBytes: 256 },
    ...{ opening: { messageBytes, mayBegin: (bytes) => lengthIn(bytes) !== -1 }, restart },
  });
}
