import { type Cut, createCuttingFramer, misplaced } from '../framing.ts';
import type { Framer } from '../protocol.ts';
import { byteText } from '../wire/byte-text.ts';

/** Answers as free text and lists of Wi-Fi points are the longest, below 1 kB. */
export const tk103MaxFrameBytes = 2048;

const open = 0x28;
const close = 0x29;
const bracket = 0x5b;
const closeBracket = 0x5d;
const dollar = 0x24;

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0d || byte === 0x0a || byte === 0;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Free text is between two dollar signs, and may hold the sign that ends a message. */
function isInText(bytes: Uint8Array, at: number): boolean {
  let dollars = 0;
  for (
    let index = bytes.indexOf(dollar);
    index >= 0 && index < at;
    index = bytes.indexOf(dollar, index + 1)
  ) {
    dollars += 1;
  }
  return dollars % 2 === 1;
}

const begin = '[begin]';

/** How many of the first bytes are those of `[begin]`; a bracket of a log has fewer. */
function beginBytes(bytes: Uint8Array): number {
  let at = 0;
  while (at < begin.length && bytes[at] === begin.charCodeAt(at)) at += 1;
  return at;
}

/** `[begin]…[end]`, as the alternative commands are written. */
function cutBrackets(bytes: Uint8Array, examined: number): Cut {
  for (let at = bytes.indexOf(closeBracket, examined); at >= 0; at = bytes.indexOf(closeBracket, at + 1)) {
    if (byteText(bytes, Math.max(0, at - 4), at) === '[end') return { kind: 'frame', length: at + 1 };
  }
  return { kind: 'more', examined: bytes.length };
}

function isLineEnd(byte: number): boolean {
  return byte === 0x0d || byte === 0x0a;
}

/** A message without its first parenthesis, which some units leave out: up to the last one, or the line's end. */
function cutBare(bytes: Uint8Array, examined: number): Cut {
  for (let at = examined; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === close || isLineEnd(byte)) return { kind: 'frame', length: at + 1 };
    if (byte === open) return { kind: 'skip', length: at };
  }
  return { kind: 'more', examined: bytes.length };
}

/** The id that begins a message is of digits, so many at least. */
const leastIdDigits = 8;
/** Ids of the usual form, and the parenthesis before them. */
const mostIdBytes = 13;

/** Digits at the start, counted up to that; undefined while more may come. */
function digitsAhead(bytes: Uint8Array): number | undefined {
  for (let at = 0; at < leastIdDigits; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) return undefined;
    if (!isDigit(byte)) return at;
  }
  return leastIdDigits;
}

/** Bytes before what may be a message. */
function bytesBefore(bytes: Uint8Array, mayStart: (byte: number) => boolean): number {
  const next = bytes.findIndex(mayStart);
  return next < 0 ? bytes.length : next;
}

const isMark = (byte: number) => byte === open || byte === bracket;

/** Whether a message may start here, as far as its bytes go. */
function isStart(bytes: Uint8Array): boolean {
  if (bytes[0] === open) return true;
  const same = beginBytes(bytes);
  return same > 0 && (same === bytes.length || same === begin.length);
}

/** Where a second message starts before the id of the first has ended: that one was broken off. 0 when none does. */
function restart(bytes: Uint8Array): number {
  for (let at = 1; at < mostIdBytes; at += 1) {
    if (bytes[at] === open) return at;
    if (bytes[at] === close) return 0;
  }
  return 0;
}

function cutMessage(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  if (bytes[0] === bracket) {
    return bytes.length < begin.length ? { kind: 'more', examined: 0 } : cutBrackets(bytes, examined);
  }
  const start = restart(bytes);
  if (start > 0) return misplaced(start, isFirst);
  const from = Math.max(0, examined - longestBehind);
  for (let at = bytes.indexOf(close, from); at >= 0; at = bytes.indexOf(close, at + 1)) {
    const ends = (at >= examined && !isInText(bytes, at)) || isFollowed(bytes, at + 1);
    if (ends) return { kind: 'frame', length: at + 1 };
  }
  return { kind: 'more', examined: bytes.length };
}

/** Line end, parenthesis and id of the message behind one. */
const longestBehind = 2 + 1 + leastIdDigits + 1;

/** Whether another message follows at once: what is before it has ended, in its text or not. */
function isFollowed(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (at < from + 2 && isBlank(bytes[at] ?? open)) at += 1;
  return bytes[at] === open && hasId(bytes, at);
}

/** Whether an id begins behind a parenthesis. */
function hasId(bytes: Uint8Array, at: number): boolean {
  for (let next = at + 1; next <= at + leastIdDigits; next += 1) if (!isDigit(bytes[next] ?? 0)) return false;
  return true;
}

/** Up to its parenthesis, no other begun within. */
function messageBytes(bytes: Uint8Array): number {
  if (bytes[0] !== open || !hasId(bytes, 0)) return 0;
  let end = bytes.indexOf(close);
  while (end >= 0 && isInText(bytes, end)) end = bytes.indexOf(close, end + 1);
  for (let at = bytes.indexOf(open, 1); at >= 0 && at < end; at = bytes.indexOf(open, at + 1)) {
    if (hasId(bytes, at)) return 0;
  }
  return end + 1;
}

/** The last message begun within another, not in its text; a text without an end is none. */
function nextBegun(frame: Uint8Array): number {
  const isOpen = isInText(frame, frame.length);
  let at = frame.lastIndexOf(open);
  while (at > 0 && (!hasId(frame, at) || (!isOpen && isInText(frame, at)))) {
    at = frame.lastIndexOf(open, at - 1);
  }
  return Math.max(0, at);
}

/**
 * Cuts messages between parentheses; what is between two messages, or before the first, is passed over. A message without
 * its parenthesis is known behind another or at the very start, never behind bytes that belong to nothing.
 */
export function createTk103Framer(): Framer {
  let isAmongNoise = false;

  function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
    const first = bytes[0] ?? 0;
    if (isStart(bytes)) {
      if (first === open || bytes.length >= begin.length) isAmongNoise = false;
      return cutMessage(bytes, examined, isFirst);
    }
    if (isAmongNoise) return misplaced(1 + bytesBefore(bytes.subarray(1), isMark), isFirst);
    if (isDigit(first)) {
      const digits = isFirst ? digitsAhead(bytes) : leastIdDigits;
      if (digits === undefined) return { kind: 'more', examined: 0 };
      if (digits >= leastIdDigits) return cutBare(bytes, examined);
    }
    isAmongNoise = isFirst && !isBlank(first);
    const before = isFirst ? 1 : 1 + bytesBefore(bytes.subarray(1), (byte) => isMark(byte) || isDigit(byte));
    return misplaced(before, isFirst);
  }

  return createCuttingFramer(cut, {
    ...{ maxFrameBytes: tk103MaxFrameBytes, maxSkippedBytes: 256 },
    ...{ opening: { messageBytes }, restart: nextBegun },
  });
}
