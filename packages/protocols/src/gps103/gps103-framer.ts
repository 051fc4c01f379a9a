import { type Cut, createCuttingFramer, cutError } from '../framing.ts';
import type { Framer } from '../protocol.ts';

/** A piece of a photo in hexadecimal is the longest message, near 2 kB. */
export const gps103MaxFrameBytes = 4096;

const semicolon = 0x3b;
const asterisk = 0x2a;
const lineFeed = 0x0a;
const hash = 0x23;
const letterI = 0x69;

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0d || byte === lineFeed;
}

/** What a message may begin with: `##,`, `imei:`, an IMEI, or `**,` of the server's side. */
function isStart(byte: number): boolean {
  return byte === hash || byte === letterI || byte === asterisk || (byte >= 0x30 && byte <= 0x39);
}

/** Whether this byte ends a message; the two asterisks before a command do not. */
function isEnd(byte: number, at: number): boolean {
  return byte === semicolon || byte === lineFeed || (byte === asterisk && at > 1);
}

function cut(bytes: Uint8Array, examined: number, consumed: number): Cut {
  const first = bytes[0] ?? 0;
  if (isBlank(first)) return { kind: 'skip', length: 1 };
  if (consumed === 0 && !isStart(first))
    return cutError('no-frame', 'the connection does not start with a message');
  for (let at = examined; at < bytes.length; at += 1) {
    if (isEnd(bytes[at] ?? 0, at)) return { kind: 'frame', length: at + 1 };
  }
  return { kind: 'more', examined: bytes.length };
}

/** Cuts messages at their semicolon, line feed or closing asterisk. */
export function createGps103Framer(): Framer {
  return createCuttingFramer(cut, { maxFrameBytes: gps103MaxFrameBytes, maxSkippedBytes: 1024 });
}
