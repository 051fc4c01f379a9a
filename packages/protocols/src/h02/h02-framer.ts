import { type Cut, createCuttingFramer, misplaced } from '../framing.ts';
import type { Framer } from '../protocol.ts';
import { byteText } from '../wire/byte-text.ts';
import { areDigits } from '../wire/field-text.ts';
import { readBinaryReport } from './binary-report.ts';

/** Answers as the text of an SMS are the longest messages, below 1 kB. */
export const h02MaxFrameBytes = 2048;

/** The content of a binary report is in its first 32 bytes; units that send 42 or 45 are cut there too. */
const binaryBytes = 32;

const asterisk = 0x2a;
const hash = 0x23;
const dollar = 0x24;
const comma = 0x2c;

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));
}

/** Two packed decimals from `least` to `most`. */
function isPacked(byte: number | undefined, least: number, most: number): boolean {
  if (byte === undefined || (byte >> 4) * 10 + (byte & 15) > most || (byte & 15) > 9) return false;
  return (byte >> 4) * 10 + (byte & 15) >= least;
}

function isClockAt(bytes: Uint8Array, at: number): boolean {
  const [hour, minute, second] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  const [day, month, year] = [bytes[at + 3], bytes[at + 4], bytes[at + 5]];
  if (!isPacked(hour, 0, 23) || !isPacked(minute, 0, 59) || !isPacked(second, 0, 59)) return false;
  return isPacked(day, 1, 31) && isPacked(month, 1, 12) && isPacked(year, 0, 99);
}

/** Where the clock of a binary report may be: behind an id of five bytes, or of eight. */
const clocks = Object.freeze({ shortId: 6, longId: 9 });
const clockPlaces: readonly number[] = Object.freeze([clocks.shortId, clocks.longId]);

/** Degrees and minutes of a latitude, ten thousandths behind them. */
function isLatitudeAt(bytes: Uint8Array, at: number): boolean {
  if (!isPacked(bytes[at], 0, 90) || !isPacked(bytes[at + 1], 0, 59)) return false;
  return isPacked(bytes[at + 2], 0, 99) && isPacked(bytes[at + 3], 0, 99);
}

function hasHead(bytes: Uint8Array, clockAt: number): boolean {
  return isClockAt(bytes, clockAt) && isLatitudeAt(bytes, clockAt + 6);
}

/** Whether a report in packed decimals begins here, as far as its clock and its latitude show. */
function startsBinary(bytes: Uint8Array): boolean {
  return clockPlaces.some((at) => hasHead(bytes, at));
}

/** Whether all digits of a report in packed decimals fit. */
function isReport(bytes: Uint8Array): boolean {
  return readBinaryReport(bytes.subarray(0, binaryBytes), undefined) !== undefined;
}

/** `*HQ,`: the maker in two letters. */
function startsText(bytes: Uint8Array): boolean {
  return isLetter(bytes[1]) && isLetter(bytes[2]) && bytes[3] === comma;
}

function cutBinary(bytes: Uint8Array): Cut | undefined {
  const headEnd = clocks.longId + (bytes[1] === dollar ? 11 : 10);
  if (bytes.length < headEnd) return { kind: 'more', examined: 0, needed: headEnd };
  if (!startsBinary(bytes)) return undefined;
  if (bytes.length < binaryBytes) return { kind: 'more', examined: 0, needed: binaryBytes };
  return isLoneSign(bytes) ? undefined : { kind: 'frame', length: binaryBytes };
}

/**
 * Whether the first of two signs belongs to no report. The second may be an id's first digits: then all fits as it stands, and
 * never its clock one byte off too, which would have the year for its month.
 */
function isLoneSign(bytes: Uint8Array): boolean {
  if (bytes[1] !== dollar) return false;
  return clockPlaces.some((at) => hasHead(bytes, at + 1) && (hasHead(bytes, at) || !isReport(bytes)));
}

function cutText(bytes: Uint8Array, examined: number): Cut | undefined {
  if (bytes.length < 4) return { kind: 'more', examined: 0, needed: 4 };
  if (!startsText(bytes)) return undefined;
  const end = bytes.indexOf(hash, examined);
  return end < 0 ? { kind: 'more', examined: bytes.length } : { kind: 'frame', length: end + 1 };
}

function isStart(byte: number): boolean {
  return byte === asterisk || byte === dollar;
}

function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  const first = bytes[0] ?? 0;
  const found =
    first === asterisk ? cutText(bytes, examined) : first === dollar ? cutBinary(bytes) : undefined;
  if (found) return found;
  const next = bytes.subarray(1).findIndex(isStart);
  return misplaced(next < 0 ? bytes.length : next + 1, isFirst);
}

/** A text with no other begun within, or packed decimals that are a report. */
function messageBytes(bytes: Uint8Array): number {
  if (bytes[0] === dollar) {
    return bytes.length >= binaryBytes && startsBinary(bytes) && isReport(bytes) ? binaryBytes : 0;
  }
  if (bytes[0] !== asterisk || !startsText(bytes)) return 0;
  const end = bytes.indexOf(hash);
  const next = bytes.indexOf(asterisk, 1);
  return end < 0 || (next >= 0 && next < end) ? 0 : end + 1;
}

const leastIdDigits = 8;
const idFrom = 4;
/** Up to the latitude's end, behind the longer id. */
const longestHead = clocks.longId + 10;

/** Two digits of a text as one byte. */
function packedAt(frame: Uint8Array, at: number): number {
  return ((frame[at] ?? 0) & 0x0f) * 16 + ((frame[at + 1] ?? 0) & 0x0f);
}

/**
 * Whether packed decimals begin in a text, as far as it goes: its hash may be one of their digits. They have the id of the text,
 * or a byte that no text has.
 */
function mayBeBinary(frame: Uint8Array, at: number): boolean {
  const known = frame.subarray(at, at + longestHead);
  const id = known.subarray(1, clocks.shortId);
  if (!id.every((byte) => isPacked(byte, 0, 99))) return false;
  const isOwn = id.every((byte, index) => byte === packedAt(frame, idFrom + 2 * index));
  if (!isOwn && known.every((byte) => byte >= 0x20 && byte < 0x7f)) return false;
  const filled = new Uint8Array(longestHead).fill(1);
  filled.set(known);
  return startsBinary(filled);
}

/** What begins within a text that has no hash of its own: the first packed decimals, or the last text, its id as a whole. */
function restart(frame: Uint8Array): number {
  if (frame[0] !== asterisk) return 0;
  for (let sign = frame.indexOf(dollar); sign >= 0; sign = frame.indexOf(dollar, sign + 1)) {
    if (mayBeBinary(frame, sign)) return sign;
  }
  let at = frame.lastIndexOf(asterisk);
  while (
    at > 0 &&
    !(
      startsText(frame.subarray(at)) &&
      areDigits(byteText(frame, at + idFrom, at + idFrom + leastIdDigits), 0, leastIdDigits)
    )
  ) {
    at = frame.lastIndexOf(asterisk, at - 1);
  }
  return at;
}

/**
 * Cuts text up to its hash, and binary reports by their length; what is between is passed over, as data passed through is:
 * 32 bytes behind an X, whose end only the next report shows.
 */
export function createH02Framer(): Framer {
  return createCuttingFramer(cut, {
    ...{ maxFrameBytes: h02MaxFrameBytes, maxSkippedBytes: 2048 },
    ...{
      opening: { messageBytes, mayBegin: (bytes) => bytes[0] === dollar && startsBinary(bytes) },
      restart,
    },
  });
}
