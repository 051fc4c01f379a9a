/**
 * The end of a report follows from what comes after its IMEI: satellites, altitude and battery belong to it up to the line's
 * end; anything else (a length, a checksum that may be any byte) does not, and the next report may follow at once.
 */

import { type Cut, createCuttingFramer, misplaced, misplacedSoFar, mostLeadingBytes } from '../framing.ts';
import type { Framer } from '../protocol.ts';
import { byteText } from '../wire/byte-text.ts';

/** A report has below 200 bytes. */
export const xexunMaxFrameBytes = 1024;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const comma = 0x2c;

/** How a connection may begin: a serial number or a telephone, the sentence itself, or a report of the XT series. */
const openings = ['GPRMC', 'GNRMC', '$GPRMC', '$GNRMC', 'TK,', 'HI,'];

function mayOpen(text: string): boolean {
  if (/^[\d+,]/.test(text)) return true;
  return openings.some((opening) => opening.startsWith(text.slice(0, opening.length)));
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === lineFeed || byte === carriageReturn;
}

function lineEnd(bytes: Uint8Array, from: number, to = bytes.length): number {
  for (let at = from; at < to; at += 1) if (isLineEnd(bytes[at])) return at;
  return -1;
}

/** Satellites, altitude, and the battery's `F:` or `L:`. */
const detail = /^\d{1,2},(?:-?\d{1,6}\.\d+)?,[FL]:/;
/** What may still become that. */
const openDetail = /^\d{0,2}$|^\d{1,2},-?\d{0,6}(?:\.\d*)?$|^\d{1,2},(?:-?\d{1,6}\.\d+)?,[FL]?$/;

/** The report whose `imei:` is at `at`. */
function cutReport(bytes: Uint8Array, at: number): Cut {
  let end = at + 5;
  while (isDigit(bytes[end])) end += 1;
  if (end === bytes.length) return { kind: 'more', examined: 0 };
  if (bytes[end] !== comma) return { kind: 'frame', length: end };
  const behind = byteText(bytes, end + 1, Math.min(bytes.length, end + 24));
  const isDetail = detail.test(behind);
  if (!isDetail)
    return openDetail.test(behind) ? { kind: 'more', examined: 0 } : { kind: 'frame', length: end + 1 };
  const last = lineEnd(bytes, end);
  return last < 0 ? { kind: 'more', examined: 0 } : { kind: 'frame', length: last + 1 };
}

const mark = Buffer.from('imei:');
const markEnd = 0x3a;

function isMark(bytes: Uint8Array, at: number): boolean {
  for (let index = 0; index < mark.length; index += 1) if (bytes[at + index] !== mark[index]) return false;
  return true;
}

/** Where `imei:` is from an index on, -1 when nowhere: known by its colon, of which a report has few. */
function markIndex(bytes: Uint8Array, from: number): number {
  for (let at = from + mark.length - 1; at < bytes.length; at += 1) {
    if (bytes[at] === markEnd && isMark(bytes, at + 1 - mark.length)) return at + 1 - mark.length;
  }
  return -1;
}

/** Whether a message of the XT series begins: `TK,` or `HI,`. */
function isOfXt(bytes: Uint8Array): boolean {
  if (bytes[2] !== comma) return false;
  return (bytes[0] === 0x54 && bytes[1] === 0x4b) || (bytes[0] === 0x48 && bytes[1] === 0x49);
}

/** A sentence, and the numbers before it; the same as far as the bytes go. */
const numberedSentence = /[\d+,]{0,40}\$?G[PN]RMC,/;
const openSentence = /[\d+,]{0,40}\$?(?:G(?:[PN](?:R(?:M(?:C,?)?)?)?)?)?$/;
const sentenceBytes = 48;

/** Whether a sentence begins in what may precede the first report, or may begin there as far as the bytes go. */
function holdsSentence(bytes: Uint8Array): boolean {
  const text = byteText(bytes, 0, mostLeadingBytes + sentenceBytes);
  const found = numberedSentence.exec(text);
  if (found) return found.index <= mostLeadingBytes;
  const open = text.length === bytes.length ? openSentence.exec(text) : null;
  return open !== null && open.index <= mostLeadingBytes;
}

function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  if (isLineEnd(bytes[0]) || bytes[0] === 0x20) return { kind: 'skip', length: 1 };
  if (isFirst && bytes[0] === 0) return misplaced(1, isFirst);
  if (isFirst && !mayOpen(byteText(bytes, 0, 6))) {
    const last = lineEnd(bytes, 0);
    if (last < 0 && holdsSentence(bytes)) return { kind: 'more', examined: 0 };
    return last < 0 ? misplacedSoFar(bytes, isFirst) : misplaced(last + 1, isFirst);
  }
  if (isOfXt(bytes)) {
    const last = lineEnd(bytes, examined);
    return last < 0 ? { kind: 'more', examined: bytes.length } : { kind: 'frame', length: last + 1 };
  }
  const at = markIndex(bytes, Math.max(0, examined - mark.length));
  // a line without an IMEI is no report, but for the break that some firmware puts before the signal
  const to = at < 0 ? bytes.length : at;
  for (let last = lineEnd(bytes, 0, to); last >= 0; ) {
    let next = last + 1;
    while (isLineEnd(bytes[next])) next += 1;
    if (next === bytes.length) return { kind: 'more', examined: 0 };
    if (bytes[next] !== comma) return { kind: 'skip', length: next };
    last = lineEnd(bytes, next, to);
  }
  return at < 0 ? { kind: 'more', examined: bytes.length } : cutReport(bytes, at);
}

const sentence = /^[\d+,]{0,40}\$?G[PN]RMC,/;

/** From its sentence, or the numbers before it, to its IMEI, no other begun within. */
function messageBytes(bytes: Uint8Array): number {
  if (!sentence.test(byteText(bytes, 0, sentenceBytes))) return 0;
  const found = cut(bytes, 0, false);
  if (found.kind !== 'frame') return 0;
  const text = byteText(bytes, 0, found.length);
  return text.indexOf('RMC,') === text.lastIndexOf('RMC,') ? found.length : 0;
}

const letterG = 0x47;

function sentenceBefore(frame: Uint8Array, to: number): number {
  let at = to;
  while (at >= 0 && !/^G[PN]RMC,/.test(byteText(frame, at, at + 6))) {
    at = at === 0 ? -1 : frame.lastIndexOf(letterG, at - 1);
  }
  return at;
}

/** The last sentence begun in what ends with one IMEI, where another is before it. */
function restart(frame: Uint8Array): number {
  const last = sentenceBefore(frame, frame.lastIndexOf(letterG));
  return last > 0 && sentenceBefore(frame, last - 1) >= 0 ? last : 0;
}

/** Cuts reports of one connection; lines that are none are passed over. */
export function createXexunFramer(): Framer {
  return createCuttingFramer(cut, {
    ...{ maxFrameBytes: xexunMaxFrameBytes, maxSkippedBytes: 512 },
    ...{ opening: { messageBytes, mayEnd: (bytes) => markIndex(bytes, 0) >= 0 }, restart },
  });
}
