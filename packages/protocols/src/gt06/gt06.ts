/**
 * gt06: Concox, Jimi, and the many trackers that speak like them (GT02, GT06N, JM01, X3, GK310, WeTrack, AZ735, …).
 * The packet is described in `packet.ts`; which handler reads which packet in `packet-handlers.ts`.
 */
import { decodedAs, decodedError, speakerOf } from '../decoded.ts';
import type { DecodeContext, Decoded, Frame, Protocol, TrackerSession } from '../protocol.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { gt06Commands } from './commands.ts';
import { gt06Facts } from './facts.ts';
import { createGt06Framer, gt06MaxFrameBytes } from './gt06-framer.ts';
import { openPacket, type Packet } from './packet.ts';
import { acknowledge } from './packet-handler.ts';
import { handlerFor } from './packet-handlers.ts';

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
