/** mxt: Maxtrack's MXT and MTC units. The packet is described in `packet.ts`, the position in `position.ts`. */

import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import { textSetting } from '../device-settings.ts';
import { type Cut, createCuttingFramer, misplaced } from '../framing.ts';
import type {
  CommandEncoder,
  DecodeContext,
  Decoded,
  Frame,
  Framer,
  Protocol,
  ProtocolFacts,
  TrackerSession,
  WireContext,
} from '../protocol.ts';
import {
  acknowledgementOf,
  openPacket,
  type Packet,
  packetEnd,
  packetStart,
  packetTypes,
  sealPacket,
  usualDescriptor,
} from './packet.ts';
import { readPosition } from './position.ts';

const mxtFacts: ProtocolFacts = Object.freeze({
  models: [
    'Maxtrack: MXT-100, MXT-140, MXT-142, MXT-150, MXT-151',
    'Maxtrack: MTC-500, MTC-550, MTC-600, MTC-700',
  ],
  reads: [
    'Positions 31 with all eight groups: reception, odometer, hours, reason, supply and battery, driver',
    'Acknowledgements 02 and refusals 03 of commands; any other packet is a sign of life',
    'Commands as the maker’s confidential document has them, given in hexadecimal by the device’s settings',
  ],
  sources: ['traccar: MxtProtocolDecoder, MxtFrameDecoder and issue 2847'],
});

//  * Commands to Maxtrack units. Their bodies are in the maker's document alone, which is confidential: whoever has it writes
// type and body, in hexadecimal, into the device's attributes `mxt.blockCommand` and `mxt.releaseCommand`, or into a custom
// command; here they become packets with descriptor, serial number, CRC and escapes. Without the attribute a block is refused
// rather than guessed. The same digits are all that an SMS could say. The unit answers with 02 or 03.

/** Characters: a body of 512 bytes. */
const longest = 1026;

const hexadecimal = /^([\da-f]{2})+$/i;

function packetWords(text: string | undefined): string | undefined {
  const digits = text?.replace(/\s/g, '').toLowerCase();
  return digits !== undefined && hexadecimal.test(digits) ? digits : undefined;
}

function fromSetting(key: string): CommandTemplate {
  return (_values, { settings }) => packetWords(textSetting(settings, key));
}

function seal(words: string, { session, uniqueId }: WireContext): Uint8Array {
  const [type = 0, ...body] = Buffer.from(words, 'hex');
  const descriptor = Number(session.memory?.descriptor ?? usualDescriptor) & 0xff;
  const serialNumber = Number(session.uniqueId ?? uniqueId.replace(/\D/g, '').slice(-9));
  return sealPacket(descriptor, type, serialNumber, Uint8Array.from(body));
}

const mxtCommands: CommandEncoder = createCommandEncoder({
  longest,
  templates: {
    custom: (values) => packetWords(values.text('data')),
    engineStop: fromSetting('mxt.blockCommand'),
    engineResume: fromSetting('mxt.releaseCommand'),
  },
  seal,
});

const mxtMaxFrameBytes = 2048;
const maxSkippedBytes = 1024;

/** From 01 to 04, neither of which is inside a packet: an 01 on the way begins anew. */
function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  if (bytes[0] !== packetStart) {
    const start = bytes.indexOf(packetStart);
    return misplaced(start < 0 ? bytes.length : start, isFirst);
  }
  for (let at = Math.max(1, examined); at < bytes.length; at += 1) {
    if (bytes[at] === packetEnd) return { kind: 'frame', length: at + 1 };
    if (bytes[at] === packetStart) return misplaced(at, isFirst);
  }
  return { kind: 'more', examined: bytes.length };
}

/** Cuts packets between 01 and 04. */
function createMxtFramer(): Framer {
  return createCuttingFramer(cut, { maxFrameBytes: mxtMaxFrameBytes, maxSkippedBytes });
}

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
