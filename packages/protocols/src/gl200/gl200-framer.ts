/**
 * Cuts messages: text up to `$` (the first generation ends with 0), binary by its length, which counts everything from the
 * header to the last two bytes 0D 0A. Where the length is depends on the header, and a bit of the mask may leave it out;
 * the message then ends where 0D 0A follow a right checksum:
 *
 *     +RSP +BSP +EVT +BVT  type u8 | mask u32 | [length u16]      +INF +BNF  type u8 | mask u16 | [mask u16] | [length u16]
 *     +CRD +BRD +LGN       type u8 | mask u8 | [length u16]       +ACK       type u8 | mask u8 | [length u8]
 *     +HBD                 mask u8 | [length u8]                  + 00   length u16, of all of it
 *
 * Source: GV200 @Track Air Interface Protocol 5.01, 4 (its +INF example has no length); github.com/traccar/traccar
 * Gl200FrameDecoder.
 */
import { type Cut, createCuttingFramer, cutError, misplaced } from '../framing.ts';
import type { Framer } from '../protocol.ts';
import { isIntact } from './hex-message.ts';

/** A list of all settings is the longest message, below 2 kB; fifteen places take as much. */
export const gl200MaxFrameBytes = 4096;

const plus = 0x2b;
const dollar = 0x24;
const lineFeed = 0x0a;
const letterL = 0x4c;
const loginHead = '+LGN:';
const textHeads: readonly string[] = ['+RESP:', '+BUFF:', '+ACK:', loginHead, '+SACK', 'AT+GT'];

interface BinaryHead {
  /** Where the length may be; the first that the end confirms is taken. */
  readonly lengthsAt: readonly number[];
  readonly lengthBytes: 1 | 2;
  /** The byte of the mask, and its bit, that say that there is a length. */
  readonly maskAt: number;
  readonly lengthBit: number;
}

const location: BinaryHead = { lengthsAt: [9], lengthBytes: 2, maskAt: 8, lengthBit: 0x80 };
const information: BinaryHead = { lengthsAt: [7, 9], lengthBytes: 2, maskAt: 6, lengthBit: 0x01 };
const crash: BinaryHead = { lengthsAt: [6], lengthBytes: 2, maskAt: 5, lengthBit: 0x01 };

const namedHeads: ReadonlyMap<string, BinaryHead> = new Map([
  ['+RSP', location],
  ['+BSP', location],
  ['+EVT', location],
  ['+BVT', location],
  ['+OBD', location],
  ['+BBD', location],
  ['+INF', information],
  ['+BNF', information],
  ['+CRD', crash],
  ['+BRD', crash],
  ['+LGN', crash],
  ['+ACK', { lengthsAt: [6], lengthBytes: 1, maskAt: 5, lengthBit: 0x01 }],
  ['+HBD', { lengthsAt: [5], lengthBytes: 1, maskAt: 4, lengthBit: 0x01 }],
]);

const binaryNames: readonly string[] = Object.freeze([...namedHeads.keys()]);

/** Four bytes as one number, which is found faster than their text. */
function wordOf(bytes: Uint8Array): number {
  return ((bytes[0] ?? 0) << 24) | ((bytes[1] ?? 0) << 16) | ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0);
}

const binaryHeads: ReadonlyMap<number, BinaryHead> = new Map(
  [...namedHeads].map(([name, head]) => [wordOf(Buffer.from(name)), head]),
);

const leastBinaryBytes = 13;

/** A head without a name: a zero behind the plus, then the length. What it reports is in no document at hand. */
export function isNameless(bytes: Uint8Array): boolean {
  return bytes[0] === plus && bytes[1] === 0;
}

function cutNameless(bytes: Uint8Array, isFirst: boolean): Cut {
  if (bytes.length < 4) return more;
  const length = (bytes[2] ?? 0) * 256 + (bytes[3] ?? 0);
  if (length < leastBinaryBytes || length > gl200MaxFrameBytes) return misplaced(1, isFirst);
  return bytes.length < length ? { kind: 'more', examined: 0, needed: length } : { kind: 'frame', length };
}

const more: Cut = { kind: 'more', examined: 0 };

export function isBinary(bytes: Uint8Array): boolean {
  return bytes[0] === plus && bytes[4] !== 0x3a && (isNameless(bytes) || binaryHeads.has(wordOf(bytes)));
}

function cutText(bytes: Uint8Array, examined: number): Cut {
  for (let at = Math.max(examined, 4); at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === dollar || byte === 0) return { kind: 'frame', length: at + 1 };
  }
  return { kind: 'more', examined: bytes.length };
}

function hasTail(bytes: Uint8Array, end: number): boolean {
  return bytes[end - 2] === 0x0d && bytes[end - 1] === 0x0a;
}

/** A message without a length: up to the first end with a right checksum. */
function cutUnmeasured(bytes: Uint8Array, examined: number): Cut {
  for (let end = Math.max(examined, leastBinaryBytes); end <= bytes.length; end += 1) {
    if (hasTail(bytes, end) && isIntact(bytes.subarray(0, end))) return { kind: 'frame', length: end };
  }
  return { kind: 'more', examined: bytes.length };
}

function cutBinary(bytes: Uint8Array, head: BinaryHead, examined: number, isFirst: boolean): Cut {
  const { lengthsAt, lengthBytes, maskAt, lengthBit } = head;
  if (bytes.length <= maskAt) return more;
  if (((bytes[maskAt] ?? 0) & lengthBit) === 0) return cutUnmeasured(bytes, examined);
  for (const at of lengthsAt) {
    if (bytes.length < at + lengthBytes) return more;
    const first = bytes[at] ?? 0;
    const length = lengthBytes === 1 ? first : first * 256 + (bytes[at + 1] ?? 0);
    if (length < leastBinaryBytes || length > gl200MaxFrameBytes) continue;
    if (bytes.length < length) return { kind: 'more', examined: 0, needed: length };
    if (hasTail(bytes, length)) return { kind: 'frame', length };
  }
  return isFirst ? misplaced(1, isFirst) : cutError('bad-length', 'no end where the length says');
}

/** How many of the first bytes are those of the head. */
function sharedBytes(bytes: Uint8Array, head: string): number {
  const most = Math.min(bytes.length, head.length);
  let at = 0;
  while (at < most && bytes[at] === head.charCodeAt(at)) at += 1;
  return at;
}

/** Whether a text begins with `+LGN:`. */
export function isLogin(bytes: Uint8Array): boolean {
  return bytes[1] === letterL && sharedBytes(bytes, loginHead) === loginHead.length;
}

/** Whether the bytes are, or may become, the beginning of a text message. */
function textHeadState(bytes: Uint8Array): 'is' | 'may' | 'not' {
  let mayBe = false;
  for (const head of textHeads) {
    const shared = sharedBytes(bytes, head);
    if (shared === head.length) return 'is';
    if (shared === bytes.length) mayBe = true;
  }
  return mayBe ? 'may' : 'not';
}

const letterA = 0x41;

function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  if (bytes[0] !== plus && bytes[0] !== letterA) return misplaced(1, isFirst);
  if (isNameless(bytes)) return cutNameless(bytes, isFirst);
  const state = textHeadState(bytes);
  if (state === 'is') return cutText(bytes, examined);
  const binaryHead = binaryHeads.get(wordOf(bytes));
  // +ACK begins text and binary alike
  if (binaryHead && bytes.length > 4) return cutBinary(bytes, binaryHead, examined, isFirst);
  const mayBeBinary =
    bytes.length <= 4 && binaryNames.some((name) => sharedBytes(bytes, name) === bytes.length);
  return state === 'may' || mayBeBinary ? more : misplaced(1, isFirst);
}

/** Whether a head is there whole, of text or binary. */
function hasHead(bytes: Uint8Array): boolean {
  return textHeadState(bytes) === 'is' || (bytes.length > 4 && isBinary(bytes) && !isNameless(bytes));
}

function hasHeadWithin(bytes: Uint8Array, to: number): boolean {
  for (let at = bytes.indexOf(plus, 1); at >= 0 && at < to; at = bytes.indexOf(plus, at + 1)) {
    if (textHeadState(bytes.subarray(at, to)) === 'is') return true;
  }
  return false;
}

/** A text with no other begun within, or binary with a right checksum. */
function messageBytes(bytes: Uint8Array): number {
  if (bytes[0] !== plus || !hasHead(bytes)) return 0;
  const found = cut(bytes, 0, true);
  if (found.kind !== 'frame') return 0;
  const isText = textHeadState(bytes) === 'is';
  if (isText) return hasHeadWithin(bytes, found.length) ? 0 : found.length;
  return isIntact(bytes.subarray(0, found.length)) ? found.length : 0;
}

/** Type, mask and the first of an id, of which no report has printable ones alone. */
const surelyBinaryBytes = 32;

/** Whether binary begins in a text, with a byte that no text has; the last one is what the text was cut at. */
function beginsBinary(frame: Uint8Array, at: number): boolean {
  const bytes = frame.subarray(at, Math.min(at + surelyBinaryBytes, frame.length - 1));
  return hasHead(bytes) && isBinary(bytes) && bytes.some((byte) => byte < 0x20);
}

/** What begins within a text that has no end of its own: the first binary, or the last text. */
function restart(frame: Uint8Array): number {
  if (isBinary(frame)) return 0;
  for (let sign = frame.indexOf(plus, 1); sign >= 0; sign = frame.indexOf(plus, sign + 1)) {
    if (beginsBinary(frame, sign)) return sign;
  }
  let at = frame.lastIndexOf(plus);
  while (at > 0 && textHeadState(frame.subarray(at)) !== 'is') at = frame.lastIndexOf(plus, at - 1);
  // a command that a tracker repeats has its sign behind two letters
  return Math.max(0, at);
}

/** Text ends by one of two signs, binary by a line's end. */
function mayEnd(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === dollar || byte === 0 || byte === lineFeed) return true;
  }
  return false;
}

/** Cuts text and binary messages out of one stream. */
export function createGl200Framer(): Framer {
  return createCuttingFramer(cut, {
    ...{ maxFrameBytes: gl200MaxFrameBytes, maxSkippedBytes: 1024 },
    ...{ opening: { messageBytes, mayBegin: hasHead, mayEnd }, restart },
  });
}
