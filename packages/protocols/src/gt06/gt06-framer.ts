import { type Cut, createCuttingFramer, cutError, misplaced } from '../framing.ts';
import type { Framer } from '../protocol.ts';
import { declaredBytes, hasGoodCrc, startsPacket, uncheckedWifiBytes, uncheckedWifiTypes } from './packet.ts';

/** Photos and module reports come in pieces far below this. */
export const gt06MaxFrameBytes = 8192;

/** Two damaged packets of ordinary size may be between two good ones. */
const maxSkippedBytes = 600;

/**
 * The first 0D 0A from `from` on that ends a packet: where the header says (or two bytes later, as some clones count),
 * or before that where the CRC agrees.
 */
function packetEnd(bytes: Uint8Array, from: number, declared: number): number {
  let at = bytes.indexOf(0x0d, from);
  while (at >= 0 && at + 1 < bytes.length && at <= declared) {
    if (bytes[at + 1] === 0x0a) {
      const end = at + 2;
      if (end === declared || end === declared + 2 || hasGoodCrc(bytes, end)) return end;
    }
    at = bytes.indexOf(0x0d, at + 1);
  }
  return -1;
}

function nextStart(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (startsPacket(bytes[at], bytes[at + 1])) return at;
  }
  return bytes.length - 1;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 0x0d || byte === 0x0a;
}

/** Not a packet where one must start. */
function toNextStart(bytes: Uint8Array, isFirst: boolean): Cut {
  return misplaced(Math.max(1, nextStart(bytes, 1)), isFirst);
}

function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  if (bytes[0] !== 0x78 && bytes[0] !== 0x79) return toNextStart(bytes, isFirst);
  if (bytes.length < 2) return { kind: 'more', examined: 0 };
  if (bytes[1] !== bytes[0]) return toNextStart(bytes, isFirst);
  const declared = declaredBytes(bytes);
  if (declared === undefined) return { kind: 'more', examined: 0 };
  if (declared > gt06MaxFrameBytes) {
    return isFirst ? toNextStart(bytes, isFirst) : cutError('bad-length', `a packet of ${declared} bytes`);
  }
  const end = packetEnd(bytes, Math.max(examined, 4), declared);
  if (end > 0) return { kind: 'frame', length: end };
  let last = declared + 2;
  if (bytes[0] === 0x78 && uncheckedWifiTypes.has(bytes[3] ?? 0)) {
    const wifiBytes = uncheckedWifiBytes(bytes);
    if (wifiBytes !== undefined && bytes.length >= wifiBytes && isLineEnd(bytes[wifiBytes - 1])) {
      return { kind: 'frame', length: wifiBytes };
    }
    last = Math.max(last, wifiBytes ?? bytes.length + 1);
  }
  if (bytes.length < last) return { kind: 'more', examined: bytes.length - 1 };
  // its mark alone: what follows is judged as it comes, in one read or byte by byte
  return { kind: 'skip', length: 2 };
}

/** Cuts 7878 and 7979 packets; after a damaged one it goes on at the next start. */
export function createGt06Framer(): Framer {
  return createCuttingFramer(cut, { maxFrameBytes: gt06MaxFrameBytes, maxSkippedBytes });
}
