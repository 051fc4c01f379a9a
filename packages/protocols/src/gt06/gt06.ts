/**
 * gt06: Concox, Jimi, and the many trackers that speak like them (GT02, GT06N, JM01, X3, GK310, WeTrack, AZ735, …).
 * The packet is described in `packet.ts`; which handler reads which packet in `packet-handlers.ts`.
 */
import { decodedError, speakerOf } from '../decoded.ts';
import type { DecodeContext, Decoded, Frame, Protocol, TrackerSession } from '../protocol.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { gt06Commands } from './commands.ts';
import { gt06Facts } from './facts.ts';
import { createGt06Framer, gt06MaxFrameBytes } from './gt06-framer.ts';
import { decodeLogin } from './login.ts';
import { openPacket } from './packet.ts';
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
