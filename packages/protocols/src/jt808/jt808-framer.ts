import { type Cut, createCuttingFramer, misplaced } from '../framing.ts';
import type { Framer } from '../protocol.ts';
import { isAsLongAsStated, unescaped, xorOf } from './packet.ts';

/** A body has 1023 bytes, or 8191 where the encryption's bits count too; any byte may take two. */
export const jt808MaxFrameBytes = 17_000;

const maxSkippedBytes = 2048;

/** Jointech's sentences in brackets are short. */
const maxSentenceBytes = 512;

const openBracket = 0x28;
const closeBracket = 0x29;

function isDelimiter(byte: number | undefined): boolean {
  return byte === 0x7e || byte === 0xe7;
}

function nextStart(bytes: Uint8Array): number {
  for (let at = 1; at < bytes.length; at += 1) {
    if (isDelimiter(bytes[at]) || bytes[at] === openBracket) return at;
  }
  return bytes.length;
}

function cutSentence(bytes: Uint8Array, examined: number): Cut {
  for (let at = Math.max(1, examined); at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === closeBracket) return { kind: 'frame', length: at + 1 };
    const isText = byte >= 0x20 && byte < 0x7e && byte !== openBracket;
    if (at >= maxSentenceBytes || !isText) return { kind: 'skip', length: at };
  }
  return { kind: 'more', examined: bytes.length };
}

/**
 * From one delimiter to the next. Two together hold nothing: the first of them ended a packet whose start was lost. What
 * is between two packets, or before the first, is passed over.
 */
function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  const first = bytes[0];
  if (first === openBracket) return cutSentence(bytes, examined);
  if (!isDelimiter(first)) return misplaced(nextStart(bytes), isFirst);
  // no packet is of such a type: the delimiter ended a broken one, and a sentence is behind it
  if (!isFirst && bytes[1] === openBracket) return { kind: 'skip', length: 1 };
  const end = bytes.indexOf(first ?? 0, Math.max(1, examined));
  if (end < 0) return { kind: 'more', examined: bytes.length };
  if (end === 1) return { kind: 'skip', length: 1 };
  const length = end + 1;
  // what ends a packet that was broken off begins the next
  return isIntact(bytes, end) ? { kind: 'frame', length } : { kind: 'frame', length, used: end };
}

/** Id, properties and phone of the header, serial number and checksum. */
const leastBytes = 12;

/** Whether the checksum of the packet up to the delimiter at `end` is right. */
function isIntact(bytes: Uint8Array, end: number): boolean {
  if (end < leastBytes) return false;
  const plain = unescaped(bytes.subarray(1, end), bytes[0] === 0xe7 ? 0xe7 : 0x7e);
  return xorOf(plain, 0, plain.length) === 0;
}

/** With a right checksum, as what is between two delimiters has by chance one time in 256, and as long as it says. */
function messageBytes(bytes: Uint8Array): number {
  const first = bytes[0];
  if (!isDelimiter(first)) return 0;
  const end = bytes.indexOf(first ?? 0, 1);
  return end > 0 && isAsLongAsStated(bytes.subarray(0, end + 1)) ? end + 1 : 0;
}

/** Cuts packets between 7E or E7, and sentences in brackets. */
export function createJt808Framer(): Framer {
  return createCuttingFramer(cut, {
    ...{ maxFrameBytes: jt808MaxFrameBytes, maxSkippedBytes },
    opening: { messageBytes },
  });
}
