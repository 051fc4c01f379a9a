/** mxt: Maxtrack's MXT and MTC units. The packet is described in `packet.ts`, the position in `position.ts`. */
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import type { DecodeContext, Decoded, Frame, Protocol, TrackerSession } from '../protocol.ts';
import { mxtCommands } from './commands.ts';
import { mxtFacts } from './facts.ts';
import { createMxtFramer, mxtMaxFrameBytes } from './mxt-framer.ts';
import { acknowledgementOf, openPacket, type Packet, packetTypes } from './packet.ts';
import { readPosition } from './position.ts';

function sessionAfter({ serialNumber, descriptor }: Packet, session: TrackerSession): TrackerSession {
  const uniqueId = String(serialNumber);
  if (session.uniqueId === uniqueId && session.memory?.descriptor === descriptor) return session;
  return { uniqueId, memory: { descriptor } };
}

function decode(frame: Frame, before: TrackerSession, context: DecodeContext): Decoded {
  const packet = openPacket(frame);
  if ('code' in packet) return decodedError(before, packet.code, packet.message);
  const session = sessionAfter(packet, before);
  const uniqueIds = [String(packet.serialNumber)];
  if (packet.type === packetTypes.acknowledged || packet.type === packetTypes.refused) {
    const result = packet.type === packetTypes.acknowledged ? 'acknowledged' : 'refused';
    return decodedAs(session, [{ kind: 'commandResult', uniqueIds, result }]);
  }
  if (packet.type !== packetTypes.position) return decodedAs(session, [heartbeatMessage(uniqueIds)]);
  const draft = readPosition(packet.body, context);
  if (!draft) return decodedError(before, 'bad-length', `position of ${packet.body.length} bytes`);
  return decodedAs(
    session,
    [positionMessage(uniqueIds, draft)],
    [{ after: 'commit', bytes: acknowledgementOf(packet) }],
  );
}

export const mxt: Protocol = Object.freeze({
  name: 'mxt',
  port: 5087,
  transports: ['tcp'],
  idleTimeoutMs: 15 * 60_000,
  maxFrameBytes: mxtMaxFrameBytes,
  createFramer: createMxtFramer,
  decode,
  commands: mxtCommands,
  facts: mxtFacts,
} as const);
