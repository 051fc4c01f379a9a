import { type Cut, createCuttingFramer, cutError } from '../framing.ts';
import type { Framer } from '../protocol.ts';
import { packetEnd, packetStart } from './packet.ts';

export const mxtMaxFrameBytes = 2048;
const maxSkippedBytes = 1024;

/** From 01 to 04, neither of which stands inside a packet: an 01 on the way begins anew. */
function cut(bytes: Uint8Array, examined: number, consumed: number): Cut {
  if (bytes[0] !== packetStart) {
    if (consumed === 0) return cutError('no-frame', 'the connection does not start with 01');
    const start = bytes.indexOf(packetStart);
    return { kind: 'skip', length: start < 0 ? bytes.length : start };
  }
  for (let at = Math.max(1, examined); at < bytes.length; at += 1) {
    if (bytes[at] === packetEnd) return { kind: 'frame', length: at + 1 };
    if (bytes[at] === packetStart) return { kind: 'skip', length: at };
  }
  return { kind: 'more', examined: bytes.length };
}

/** Cuts packets between 01 and 04. */
export function createMxtFramer(): Framer {
  return createCuttingFramer(cut, { maxFrameBytes: mxtMaxFrameBytes, maxSkippedBytes });
}
