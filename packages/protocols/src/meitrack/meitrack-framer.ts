import { type Cut, createCuttingFramer, cutError, misplaced } from '../framing.ts';
import type { Framer } from '../protocol.ts';

/** Reports are below 1100 bytes; a batch of a cache that is emptied, or a piece of a picture, goes beyond. */
export const meitrackMaxFrameBytes = 16_384;

const dollar = 0x24;
const at = 0x40;
const comma = 0x2c;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

const zero = 0x30;
const headerBytes = 3;
const maxLengthDigits = 5;
/** Comma, a short id, comma, command, asterisk, checksum, line end. */
const leastLength = 14;

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isMark(byte: number | undefined): boolean {
  return byte === dollar || byte === at;
}

/** Where the comma behind the length is; -1 when the bytes start no message, undefined while that is open. */
function commaPlace(bytes: Uint8Array): number | undefined {
  if (!isMark(bytes[0])) return -1;
  if (bytes.length > 1 && bytes[1] !== bytes[0]) return -1;
  if (bytes.length > 2 && ((bytes[2] ?? 0) < 0x21 || (bytes[2] ?? 0) > 0x7e)) return -1;
  for (let index = headerBytes; index < bytes.length; index += 1) {
    if (bytes[index] === comma) return index > headerBytes ? index : -1;
    if (!isDigit(bytes[index]) || index >= headerBytes + maxLengthDigits) return -1;
  }
  return undefined;
}

function endsLine(bytes: Uint8Array, end: number): boolean {
  return bytes[end - 2] === carriageReturn && bytes[end - 1] === lineFeed;
}

function lineEnd(bytes: Uint8Array, from: number): number {
  for (let found = bytes.indexOf(lineFeed, from); found >= 0; found = bytes.indexOf(lineFeed, found + 1)) {
    if (bytes[found - 1] === carriageReturn) return found + 1;
  }
  return -1;
}

function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  const place = commaPlace(bytes);
  if (place === -1) return misplaced(1, isFirst);
  if (place === undefined) return { kind: 'more', examined: 0 };
  let declaredBytes = 0;
  for (let at = headerBytes; at < place; at += 1)
    declaredBytes = declaredBytes * 10 + (bytes[at] ?? 0) - zero;
  if (declaredBytes < leastLength || declaredBytes > meitrackMaxFrameBytes - place) {
    return isFirst ? misplaced(1, isFirst) : cutError('bad-length', `a message of ${declaredBytes} bytes`);
  }
  const end = place + declaredBytes;
  if (bytes.length < end) return { kind: 'more', examined: 0, needed: end };
  if (endsLine(bytes, end)) return { kind: 'frame', length: end };
  // some firmware counts wrongly: then the first line end is the message's own
  const own = lineEnd(bytes, Math.max(place, examined - 1));
  return own > 0 ? { kind: 'frame', length: own } : { kind: 'more', examined: bytes.length };
}

/** Cuts messages by the length they state, or by their line end where that length is wrong. */
export function createMeitrackFramer(): Framer {
  return createCuttingFramer(cut, { maxFrameBytes: meitrackMaxFrameBytes, maxSkippedBytes: 1024 });
}
