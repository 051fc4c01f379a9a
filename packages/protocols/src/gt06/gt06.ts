/**
 * gt06: Concox, Jimi, and the many trackers that speak like them (GT02, GT06N, JM01, X3, GK310, WeTrack, AZ735, …).
 * The packet is described in `packet.ts`; which handler reads which packet in `packet-handlers.ts`.
 */
import { decodedAs, decodedError, speakerOf } from '../decoded.ts';
import type { DecodeContext, Decoded, Frame, Protocol, ProtocolFacts, TrackerSession } from '../protocol.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { gt06Commands } from './commands.ts';
import { createGt06Framer, gt06MaxFrameBytes } from './gt06-framer.ts';
import { openPacket, type Packet } from './packet.ts';
import { acknowledge } from './packet-handler.ts';
import { handlerFor } from './packet-handlers.ts';

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
