import {
  type Cut,
  createCuttingFramer,
  cutError,
  misplaced,
  misplacedSoFar,
  mostLeadingBytes,
} from '../framing.ts';
import type { Framer } from '../protocol.ts';
import { byteText, hexText } from '../wire/byte-text.ts';
import { areDigits } from '../wire/field-text.ts';
import { readUniversalBinary } from './universal-binary.ts';
import { readZipReport } from './zip-report.ts';

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

/** Place, state and ports take less. */
const longestBeforeSerial = 400;

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

interface Serial {
  readonly from: number;
  readonly to: number;
}

/**
 * Where the serial data of a `UEX` report is, which may hold line ends of its own; undefined for every other report. What
 * reports it precedes the first line end.
 */
function serialIn(bytes: Uint8Array, header: number, firstLineEnd: number): Serial | undefined {
  if (byteText(bytes, Math.max(0, header - 3), header) !== 'UEX') return undefined;
  const text = byteText(bytes, 0, firstLineEnd);
  const legacy = legacySerial.exec(text);
  if (legacy) return serialOf(bytes, legacy[0].length, Number(legacy[1]));
  const universal = universalSerial.exec(text);
  if (!universal) return undefined;
  let fields = 0;
  const map = Number.parseInt(universal[1] ?? '0', 16);
  for (let bit = 1; bit <= 18; bit += 1) fields += (map >>> bit) & 1;
  let at = universal[0].length;
  for (; fields > 0 && at > 0; fields -= 1) at = text.indexOf(';', at) + 1;
  const length = at > 0 ? /^(\d{1,4});/.exec(text.slice(at, at + 5)) : null;
  return length ? serialOf(bytes, at + length[0].length, Number(length[1])) : undefined;
}

function serialOf(bytes: Uint8Array, from: number, length: number): Serial | undefined {
  if (length > maxSerialBytes) return undefined;
  const to = from + length;
  return to < bytes.length && bytes[to] !== semicolon ? undefined : { from, to };
}

/** How reports begin: the header of an older series and an id, one of the ST900's with its kind, a universal one with id and map. */
const headForms: readonly RegExp[] = [
  /^S[AT]\d{3,4}[A-Z]{3,5};(?:Res;)?\d{5,15};/,
  /^ST9\d\d[A-Z]?;[A-Z][a-z]+;\d{5,15};/,
  /^[A-Z]{3};\d{6,15};[0-9A-Fa-f]{6,8};/,
];
const longestHead = 48;

function isHead(bytes: Uint8Array, at: number): boolean {
  const text = byteText(bytes, at, at + longestHead);
  return headForms.some((form) => form.test(text));
}

function isCapital(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x41 && byte <= 0x5a;
}

/** Whether a report begins in what may precede the first one, or may begin there as far as the bytes go. */
function holdsHead(bytes: Uint8Array): boolean {
  for (let at = 1; at <= mostLeadingBytes && at < bytes.length; at += 1) {
    if (!isCapital(bytes[at])) continue;
    if (isHead(bytes, at)) return true;
    const isOpen = bytes.length - at < longestHead;
    if (isOpen && bytes.subarray(at).every((byte) => byte === semicolon || isHeaderByte(byte))) return true;
  }
  return false;
}

/** Where the last report begins in what may precede the first one; 0 when none does. */
function headWithin(bytes: Uint8Array, to: number): number {
  let at = Math.min(to, mostLeadingBytes);
  while (at > 0 && !(isCapital(bytes[at]) && isHead(bytes, at))) at -= 1;
  return at;
}

/** A line that is no report: up to the report that begins in it, or to its end at an index; -1 while that is open. */
function misplacedLine(bytes: Uint8Array, at: number): Cut {
  return at < 0 ? misplacedSoFar(bytes, true) : misplaced(headWithin(bytes, at) || at + 1, true);
}

function cutText(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  const header = isFirst && isDigit(bytes[0]) ? -1 : headerBytes(bytes);
  let at = bytes.indexOf(carriageReturn, examined);
  if (header === -1 && isFirst) {
    return at >= 0 || !holdsHead(bytes) ? misplacedLine(bytes, at) : { kind: 'more', examined: bytes.length };
  }
  if (at < 0) return { kind: 'more', examined: bytes.length };
  if (header === undefined || header < 0) return { kind: 'skip', length: at + 1 };
  const end = serialIn(bytes, header, at)?.to ?? 0;
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

function hasHeadWithin(bytes: Uint8Array, to: number): boolean {
  for (let at = 1; at + 2 < to; at += 1) {
    if (isCapital(bytes[at]) && isHead(bytes, at)) return true;
  }
  return false;
}

const letterS = 0x53;

/** What a head has in its first bytes, so that few are looked at as a whole. */
function mayBeHead(bytes: Uint8Array, at: number): boolean {
  if (!isCapital(bytes[at])) return false;
  const [second, third] = [bytes[at + 1], bytes[at + 2]];
  if (bytes[at] === letterS && isDigit(third)) return second === 0x41 || second === 0x54;
  return isCapital(second) && isCapital(third) && bytes[at + 3] === semicolon;
}

/** What an attached device sends in the report that begins at an index, where all of it is there. */
function wholeSerial(frame: Uint8Array, at: number): Serial | undefined {
  const bytes = frame.subarray(at);
  const serial = serialIn(bytes, Math.max(0, headerBytes(bytes) ?? 0), longestBeforeSerial);
  return serial && serial.to < bytes.length ? { from: at + serial.from, to: at + serial.to } : undefined;
}

/** The last report begun within one of text, but for what an attached device sends. */
function restart(frame: Uint8Array): number {
  const first = frame[0] ?? 0;
  if (first === packedStart || first >= 0x80) return 0;
  let last = 0;
  for (let at = 4; at + 2 < frame.length; at += 1) {
    if (!mayBeHead(frame, at) || !isHead(frame, at)) continue;
    const serial = wholeSerial(frame, last);
    if (serial && at >= serial.from && at < serial.to) at = serial.to;
    else last = at;
  }
  return last;
}

/** A report whose head is there: of a packed one as far as its id. */
function mayBegin(bytes: Uint8Array): boolean {
  const first = bytes[0] ?? 0;
  if (isCapital(first)) return isHead(bytes, 0);
  const idAt = first === packedStart ? 4 : universalStarts.has(first) ? 3 : 0;
  return idAt > 0 && bytes.length >= idAt + 4 && areDigits(hexText(bytes, idAt, idAt + 4), 0, 8);
}

function messageBytes(bytes: Uint8Array): number {
  const first = bytes[0] ?? 0;
  const isPacked = first === packedStart || universalStarts.has(first);
  if (!isPacked && (!isHeaderByte(first) || !isHead(bytes, 0))) return 0;
  const found = cut(bytes, 0, false);
  if (found.kind !== 'frame') return 0;
  if (!isPacked) return hasHeadWithin(bytes, found.length) ? 0 : found.length;
  if (first === packedStart && bytes[found.length - 1] !== packedEnd) return 0;
  const frame = bytes.subarray(0, found.length);
  const report = first === packedStart ? readZipReport(frame, 0) : readUniversalBinary(frame, 0);
  return report ? found.length : 0;
}

/** Cuts reports: text up to its carriage return, packed ones by their length. */
export function createSuntechFramer(): Framer {
  return createCuttingFramer(cut, {
    ...{ maxFrameBytes: suntechMaxFrameBytes, maxSkippedBytes: 1024 },
    ...{ opening: { messageBytes, mayBegin }, restart },
  });
}
