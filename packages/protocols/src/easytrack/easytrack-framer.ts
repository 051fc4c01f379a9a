import { type Cut, createCuttingFramer, misplaced } from '../framing.ts';
import type { Framer } from '../protocol.ts';

/** The longest reports, of OBD, are below 200 bytes. */
export const easytrackMaxFrameBytes = 2048;

const asterisk = 0x2a;
const comma = 0x2c;
const hash = 0x23;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** `*ET,` and the first digit of the id. */
const headBytes = 5;

function isCapital(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Whether the bytes may start a message, as far as they go. */
function startsMessage(bytes: Uint8Array): boolean {
  const most = Math.min(bytes.length, headBytes);
  for (let at = 0; at < most; at += 1) {
    const byte = bytes[at] ?? 0;
    if (at === 0 && byte !== asterisk) return false;
    if ((at === 1 || at === 2) && !isCapital(byte) && !isDigit(byte)) return false;
    if (at === 3 && byte !== comma) return false;
    if (at === 4 && !isDigit(byte)) return false;
  }
  return true;
}

function endIn(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === hash || byte === carriageReturn || byte === lineFeed) return at;
  }
  return -1;
}

function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  if (!startsMessage(bytes)) return misplaced(1, isFirst);
  const end = endIn(bytes, examined);
  return end < 0 ? { kind: 'more', examined: bytes.length } : { kind: 'frame', length: end + 1 };
}

/** Cuts messages from their asterisk up to `#` or, where firmware leaves it out, the line end. */
export function createEasytrackFramer(): Framer {
  return createCuttingFramer(cut, { maxFrameBytes: easytrackMaxFrameBytes, maxSkippedBytes: 512 });
}
