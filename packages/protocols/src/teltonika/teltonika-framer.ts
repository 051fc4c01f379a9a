import { type Cut, createCuttingFramer, cutError } from '../framing.ts';
import type { Framer } from '../protocol.ts';

/** Records are packed up to about 1.3 kB; trackers with many elements and camera pieces go beyond. */
export const teltonikaMaxFrameBytes = 32_768;

const pingByte = 0xff;

/** An IMEI has fifteen digits; some models send a serial of another length. */
const imeiLengths = Object.freeze({ least: 8, most: 20 });

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function cutSignIn(bytes: Uint8Array): Cut {
  const length = bytes[1] ?? 0;
  if (bytes[0] !== 0 || length < imeiLengths.least || length > imeiLengths.most) {
    return cutError('no-frame', 'neither a sign-in nor a data packet');
  }
  if (!bytes.subarray(2, 2 + length).every(isDigit))
    return cutError('no-frame', 'the sign-in is not an IMEI');
  return bytes.length < 2 + length ? { kind: 'more', examined: 0 } : { kind: 'frame', length: 2 + length };
}

function cut(bytes: Uint8Array): Cut {
  if (bytes[0] === pingByte) return { kind: 'frame', length: 1 };
  if (bytes.length < 2) return bytes[0] === 0 ? { kind: 'more', examined: 0 } : cutSignIn(bytes);
  if (bytes[0] !== 0 || bytes[1] !== 0) return cutSignIn(bytes);
  if (bytes[2] || bytes[3]) return cutError('no-frame', 'a data packet starts with four zero bytes');
  if (bytes.length < 8) return { kind: 'more', examined: 0 };
  const dataBytes = new DataView(bytes.buffer, bytes.byteOffset + 4, 4).getUint32(0);
  const length = dataBytes + 12;
  if (dataBytes < 3 || length > teltonikaMaxFrameBytes)
    return cutError('bad-length', `data of ${dataBytes} bytes`);
  return bytes.length < length ? { kind: 'more', examined: 0 } : { kind: 'frame', length };
}

/** Cuts sign-ins, data packets and pings. A stream that loses its step has no mark to find it again: it ends. */
export function createTeltonikaFramer(): Framer {
  return createCuttingFramer(cut, { maxFrameBytes: teltonikaMaxFrameBytes, maxSkippedBytes: 0 });
}
