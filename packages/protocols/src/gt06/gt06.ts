/**
 * gt06: Concox, Jimi, and the many trackers that speak like them (GT02, GT06N, JM01, X3, GK310, WeTrack, AZ735, …).
 * The packet is described in `packet.ts`; which handler reads which packet in `packet-handlers.ts`.
 */
import { decodedAs, decodedError, speakerOf } from '../decoded.ts';
import { type Cut, createCuttingFramer, cutError, misplaced } from '../framing.ts';
import type {
  DecodeContext,
  Decoded,
  Frame,
  Framer,
  Protocol,
  ProtocolFacts,
  TrackerSession,
} from '../protocol.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { gt06Commands } from './commands.ts';
import {
  declaredBytes,
  hasGoodCrc,
  openPacket,
  type Packet,
  startsPacket,
  uncheckedWifiBytes,
  uncheckedWifiTypes,
} from './packet.ts';
import { acknowledge } from './packet-handler.ts';
import { handlerFor } from './packet-handlers.ts';

/** Photos and module reports come in pieces far below this. */
const gt06MaxFrameBytes = 8192;

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
  return { kind: 'skip', length: 2, decided: last };
}

/** With a right CRC, where the header says or two bytes later. */
function messageBytes(bytes: Uint8Array): number {
  if (!startsPacket(bytes[0], bytes[1])) return 0;
  const declared = declaredBytes(bytes) ?? gt06MaxFrameBytes;
  for (const end of [declared, declared + 2]) {
    const hasTail = end <= bytes.length && bytes[end - 2] === 0x0d && bytes[end - 1] === 0x0a;
    if (hasTail && hasGoodCrc(bytes, end)) return end;
  }
  return 0;
}

/** Cuts 7878 and 7979 packets; after a damaged one it goes on at the next start. */
function createGt06Framer(): Framer {
  return createCuttingFramer(cut, {
    ...{ maxFrameBytes: gt06MaxFrameBytes, maxSkippedBytes },
    opening: { messageBytes },
  });
}

const gt06Facts: ProtocolFacts = Object.freeze({
  models: [
    'Concox: GT02, GT06, GT06N, GT300, GT800, GV20, GV40, AT4, HVT001, OB22, Qbit, TR06, X1, X3',
    'Jimi: JM01, JM-LL01, JM-LL301, JM-VG01U to JM-VG04Q, JM-VL01 to JM-VL04, JM-VL103M, JC100, JC200, JC400',
    'Clones: GK310, JV200, WeTrack2, AZ735, NT20, VL100, QH302R, VXT01, S5, the LW line and many without a name',
  ],
  reads: [
    'Short (7878) and long (7979) packets, with extended types of the long form',
    'Login, with the time zone that the tracker states',
    'Location by GPS (0x10, 0x11, 0x12, 0x22, 0x31, 0xA0 and their kin), with or without cell, mileage and course bits',
    'Location by cells and Wi-Fi (LBS, 2G to 4G, 0x17, 0x18, 0x24, 0x28, 0x2C, 0x69, 0xA1)',
    'Alarms with and without a place, also of cameras and of X3 and GT06N extensions; codes of twelve bits of the VL842',
    'Alarms in their documented place whatever else the packet holds: with fields behind them that no document has, a battery or signal of another scale, no cell, or a clock that was reset (then one of the time of receipt, at an outdated place)',
    'A packet whose ending no document has: its place alone when clock and fix are beyond doubt, the rest as hexadecimal (data); never an alarm, an ignition or a block',
    'Status and heartbeats, OBD, serial data, asset locks, information packets (0x94), modular packets (0x70), lists of states and of devices heard by radio (0xF1, 0xF2). The last two bytes of 0x13, an alarm with some models and a voltage with others, are an SOS, a power cut or a vibration beside a language (1 or 2); any other alarm once the tracker has sent a language alone; none once it has sent a voltage',
    'Answers to commands (0x15, 0x21), and to time requests (0x8A)',
  ],
  sources: [
    'Concox, GPS Tracker Communication Protocol: GT06 1.02, GT06N, X3, JM-VL',
    'Concox, command lists of GT06N and X3',
    'Public decoders, for types and clones that no document describes',
  ],
});

const loginType = 0x01;

function zoneOf(session: TrackerSession, context: DecodeContext): Zone {
  const reported = session.memory?.offsetMinutes;
  return context.settings?.timezone ?? (typeof reported === 'number' ? reported : undefined);
}

function decode(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const packet = openPacket(frame);
  if ('code' in packet) return decodedError(session, packet.code, packet.message);
  if (packet.type === loginType) return decodeLogin(packet);
  if (session.uniqueId === undefined) {
    return decodedError(session, 'no-login', `packet 0x${packet.type.toString(16)} before the login`);
  }
  const handler = handlerFor(packet);
  if (!handler) {
    const message = `packet 0x${packet.type.toString(16)}`;
    return decodedError(session, 'unknown-type', message, packet.long ? [] : [acknowledge(packet, 'login')]);
  }
  return handler(packet, { session, uniqueIds: speakerOf(session), context, zone: zoneOf(session, context) });
}

export const gt06: Protocol = Object.freeze({
  name: 'gt06',
  port: 5023,
  transports: ['tcp'],
  idleTimeoutMs: 15 * 60_000,
  maxFrameBytes: gt06MaxFrameBytes,
  createFramer: createGt06Framer,
  decode,
  commands: gt06Commands,
  facts: gt06Facts,
} as const);

/**
 * Time zone word: the upper twelve bits hold hours × 100 + minutes, bit 3 is west; minutes east of UTC.
 * A tracker that reports one sends its times in it (Concox GT06N protocol, login; command `GMT`).
 */
function offsetMinutes(word: number): number {
  const clock = word >> 4;
  const minutes = Math.floor(clock / 100) * 60 + (clock % 100);
  return word & 0x08 ? -minutes : minutes;
}

/** The largest offset in use is 14 hours; more is a model that means something else by these bytes. */
const maxOffsetMinutes = 14 * 60;

/**
 * 0x01: IMEI as eight bytes of packed decimals, then perhaps a model word, then perhaps time zone and language.
 * The IMEI has fifteen digits behind a 0; a number of sixteen digits is also tried unchanged.
 */
function decodeLogin(packet: Packet): Decoded {
  const session: TrackerSession = {};
  const reader = packet.content();
  const digits = reader.hex(8);
  if (reader.overrun) return decodedError(session, 'bad-length', `login of ${packet.contentBytes} bytes`);
  const uniqueId = digits.slice(1);
  const uniqueIds = digits.startsWith('0') ? [uniqueId] : [uniqueId, digits];
  reader.skip(2);
  const offset = reader.remaining >= 2 ? offsetMinutes(reader.u16()) : 0;
  const known = offset !== 0 && Math.abs(offset) <= maxOffsetMinutes;
  const next = known ? { uniqueId, memory: { offsetMinutes: offset } } : { uniqueId };
  return decodedAs(next, [{ kind: 'login', uniqueIds }], [acknowledge(packet, 'login')]);
}
