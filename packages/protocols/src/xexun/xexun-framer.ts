/**
 * The end of a report follows from what comes after its IMEI: satellites, altitude and battery belong to it up to the line's
 * end; anything else (a length, a checksum that may be any byte) does not, and the next report may follow at once.
 */

import { type Cut, createCuttingFramer, misplaced, misplacedSoFar } from '../framing.ts';
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

function lineEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) if (isLineEnd(bytes[at])) return at;
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

function markIndex(bytes: Uint8Array, from: number): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(mark, from);
}

function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  if (isLineEnd(bytes[0]) || bytes[0] === 0x20) return { kind: 'skip', length: 1 };
  const opening = byteText(bytes, 0, Math.min(bytes.length, 6));
  if (isFirst && bytes[0] === 0) return misplaced(1, isFirst);
  if (isFirst && !mayOpen(opening)) {
    const last = lineEnd(bytes, 0);
    return last < 0 ? misplacedSoFar(bytes, isFirst) : misplaced(last + 1, isFirst);
  }
  if (opening.startsWith('TK,') || opening.startsWith('HI,')) {
    const last = lineEnd(bytes, examined);
    return last < 0 ? { kind: 'more', examined: bytes.length } : { kind: 'frame', length: last + 1 };
  }
  const at = markIndex(bytes, Math.max(0, examined - mark.length));
  // a line without an IMEI is no report, but for the break that some firmware puts before the signal
  for (let last = lineEnd(bytes, 0); last >= 0 && (at < 0 || last < at); ) {
    let next = last + 1;
    while (isLineEnd(bytes[next])) next += 1;
    if (next === bytes.length) return { kind: 'more', examined: 0 };
    if (bytes[next] !== comma) return { kind: 'skip', length: next };
    last = lineEnd(bytes, next);
  }
  return at < 0 ? { kind: 'more', examined: bytes.length } : cutReport(bytes, at);
}

/** Cuts reports of one connection; lines that are none are passed over. */
export function createXexunFramer(): Framer {
  return createCuttingFramer(cut, { maxFrameBytes: xexunMaxFrameBytes, maxSkippedBytes: 512 });
}
