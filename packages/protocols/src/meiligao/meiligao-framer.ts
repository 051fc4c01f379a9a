import { type Cut, createCuttingFramer, cutError, misplaced } from '../framing.ts';
import type { Framer } from '../protocol.ts';
import { idDigitsIn, leastPacketBytes } from './packet.ts';

/** Reports are about 100 bytes; a packet of reports sent again holds up to 255 of them. */
export const meiligaoMaxFrameBytes = 32_768;

const mostSkippedBytes = 512;

/** Up to the end of the id. */
const headBytes = 11;

const dollar = 0x24;
const at = 0x40;
const aliveByte = 0x00;

/** Whether the bytes may start a packet, as far as they go. */
function startsPacket(bytes: Uint8Array): boolean {
  const mark = bytes[0];
  if (mark !== dollar && mark !== at) return false;
  if (bytes.length > 1 && bytes[1] !== mark) return false;
  if (bytes.length >= 4 && lengthIn(bytes) < leastPacketBytes) return false;
  return bytes.length < headBytes || idDigitsIn(bytes) !== undefined;
}

function lengthIn(bytes: Uint8Array): number {
  return (bytes[2] ?? 0) * 256 + (bytes[3] ?? 0);
}

/**
 * Cuts packets by the length they state. Once a packet was cut, a zero byte is a sign of life; other bytes between two
 * packets are passed over.
 */
function cut(bytes: Uint8Array, _examined: number, isFirst: boolean): Cut {
  if (!startsPacket(bytes)) {
    return !isFirst && bytes[0] === aliveByte ? { kind: 'frame', length: 1 } : misplaced(1, isFirst);
  }
  if (bytes.length < headBytes) return { kind: 'more', examined: 0 };
  const length = lengthIn(bytes);
  if (length > meiligaoMaxFrameBytes) {
    return isFirst ? misplaced(1, isFirst) : cutError('bad-length', `a packet of ${length} bytes`);
  }
  return bytes.length < length ? { kind: 'more', examined: 0, needed: length } : { kind: 'frame', length };
}

export function createMeiligaoFramer(): Framer {
  return createCuttingFramer(cut, {
    maxFrameBytes: meiligaoMaxFrameBytes,
    maxSkippedBytes: mostSkippedBytes,
  });
}
