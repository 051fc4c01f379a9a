import { type Cut, createCuttingFramer, cutError, misplaced, misplacedSoFar } from '../framing.ts';
import type { Framer } from '../protocol.ts';
import { byteText } from '../wire/byte-text.ts';

/** Answers to configuration queries are the longest reports, below 2 kB. */
export const suntechMaxFrameBytes = 4096;

const packedStart = 0x02;
const packedEnd = 0x03;
/** Kinds of the packed universal reports. */
const universalStarts: ReadonlySet<number> = new Set([0x81, 0x82]);
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const semicolon = 0x3b;

/** The longest header in use is `ST3310UEX` with a letter or two more. */
const maxHeaderBytes = 14;

/** The manuals allow 500 bytes of serial data in a report. */
const maxSerialBytes = 1024;

function isHeaderByte(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39);
}

/** Series and kinds begin with a letter; fields in the middle of a report mostly do not. */
function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Bytes of the header field, -1 when the text is no report, undefined while that is open. */
function headerBytes(bytes: Uint8Array): number | undefined {
  const most = Math.min(bytes.length, maxHeaderBytes);
  for (let at = 0; at < most; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === semicolon) return at >= 3 ? at : -1;
    if (!isHeaderByte(byte)) return -1;
  }
  return most === maxHeaderBytes ? -1 : undefined;
}

/** Up to the data: place, six fields, ports, length. */
const legacySerial =
  /^[A-Z0-9]{5,}UEX;(?:[^;\r]*;){3,12}?[+-]?\d+\.\d+;[+-]?\d+\.\d+;(?:[^;\r]*;){6}[01]{6,8};(\d{1,4});/;
const universalSerial = /^UEX;[^;\r]*;([0-9A-Fa-f]{1,8});/;

/**
 * Where the serial data of a `UEX` report ends, which may hold line ends of its own; 0 for every other report. What
 * reports it precedes the first line end.
 */
function serialEnd(bytes: Uint8Array, header: number, firstLineEnd: number): number {
  if (byteText(bytes, Math.max(0, header - 3), header) !== 'UEX') return 0;
  const text = byteText(bytes, 0, firstLineEnd);
  const legacy = legacySerial.exec(text);
  if (legacy) return endOf(bytes, legacy[0].length, Number(legacy[1]));
  const universal = universalSerial.exec(text);
  if (!universal) return 0;
  let fields = 0;
  const map = Number.parseInt(universal[1] ?? '0', 16);
  for (let bit = 1; bit <= 18; bit += 1) fields += (map >>> bit) & 1;
  let at = universal[0].length;
  for (; fields > 0 && at > 0; fields -= 1) at = text.indexOf(';', at) + 1;
  const length = at > 0 ? /^(\d{1,4});/.exec(text.slice(at, at + 5)) : null;
  return length ? endOf(bytes, at + length[0].length, Number(length[1])) : 0;
}

function endOf(bytes: Uint8Array, from: number, length: number): number {
  if (length > maxSerialBytes) return 0;
  const end = from + length;
  return end < bytes.length && bytes[end] !== semicolon ? 0 : end;
}

function cutText(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  const header = isFirst && isDigit(bytes[0]) ? -1 : headerBytes(bytes);
  let at = bytes.indexOf(carriageReturn, examined);
  if (header === -1 && isFirst) {
    return at < 0 ? misplacedSoFar(bytes, isFirst) : misplaced(at + 1, isFirst);
  }
  if (at < 0) return { kind: 'more', examined: bytes.length };
  if (header === undefined || header < 0) return { kind: 'skip', length: at + 1 };
  const end = serialEnd(bytes, header, at);
  if (end > at) {
    const next = bytes.indexOf(carriageReturn, end);
    if (next < 0) return { kind: 'more', examined: at };
    at = next;
  }
  return { kind: 'frame', length: at + 1 };
}

function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  const first = bytes[0] ?? 0;
  if (first === lineFeed || first === carriageReturn || first === packedEnd)
    return { kind: 'skip', length: 1 };
  if (isFirst && (first === 0 || (first >= 0x80 && !universalStarts.has(first))))
    return misplaced(1, isFirst);
  if (first !== packedStart && first < 0x80) return cutText(bytes, examined, isFirst);
  if (bytes.length < 3) return { kind: 'more', examined: 0 };
  const declaredBytes = (bytes[1] ?? 0) * 256 + (bytes[2] ?? 0);
  if (declaredBytes < 8 || declaredBytes > suntechMaxFrameBytes - 4)
    return isFirst
      ? misplaced(1, isFirst)
      : cutError('bad-length', `a packed report of ${declaredBytes} bytes`);
  const end = declaredBytes + 3;
  if (bytes.length < end) return { kind: 'more', examined: 0 };
  const counted = first !== packedStart || bytes[end - 1] === packedEnd;
  if (!counted && bytes.length < end + 1) return { kind: 'more', examined: 0 };
  return { kind: 'frame', length: counted ? end : end + 1 };
}

/** Cuts reports: text up to its carriage return, packed ones by their length. */
export function createSuntechFramer(): Framer {
  return createCuttingFramer(cut, { maxFrameBytes: suntechMaxFrameBytes, maxSkippedBytes: 1024 });
}
