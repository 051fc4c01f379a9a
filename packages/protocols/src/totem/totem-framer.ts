import { type Cut, createCuttingFramer, misplaced } from '../framing.ts';
import type { Framer } from '../protocol.ts';
import { byteText } from '../wire/byte-text.ts';
import { isNewer } from './frame.ts';

/** The decimal length has four digits, and begins with a zero. */
export const totemMaxFrameBytes = 1024;

const dollar = 0x24;

/** How each envelope writes its length, and the least it can be: that of the envelope, in the older one with IMEI and bar. */
const newer = Object.freeze({ digits: 4, radix: 10, form: /^0\d{0,3}$/, least: 10 });
const older = Object.freeze({ digits: 2, radix: 16, form: /^[0-9A-Fa-f]{1,2}$/, least: 20 });

/** What the bytes start, as far as they go: the length of a message, undefined while that is open, -1 for none. */
function lengthIn(bytes: Uint8Array): number | undefined {
  if (bytes[0] !== dollar || (bytes.length > 1 && bytes[1] !== dollar)) return -1;
  if (bytes.length < 3) return undefined;
  const { digits, radix, form, least } = isNewer(bytes) ? newer : older;
  const lengthText = byteText(bytes, 2, Math.min(bytes.length, 2 + digits));
  if (!form.test(lengthText)) return -1;
  if (lengthText.length < digits) return undefined;
  const length = Number.parseInt(lengthText, radix);
  return length >= least ? length : -1;
}

function cut(bytes: Uint8Array, _examined: number, isFirst: boolean): Cut {
  const length = lengthIn(bytes);
  if (length === -1) return misplaced(1, isFirst);
  if (length === undefined) return { kind: 'more', examined: 0 };
  return bytes.length < length ? { kind: 'more', examined: 0, needed: length } : { kind: 'frame', length };
}

/** Cuts messages by the length they state; what is between two of them (line ends, mostly) is passed over. */
export function createTotemFramer(): Framer {
  return createCuttingFramer(cut, { maxFrameBytes: totemMaxFrameBytes, maxSkippedBytes: 256 });
}
