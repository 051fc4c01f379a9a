/**
 * jt808: the Chinese standard JT/T 808 of 2011, 2013 and 2019, and the many trackers that speak it with items of their own
 * (Jimi, Concox, Huabao, SeeWorld, Jointech, AOVX, Meitrack's cameras, …). The packet is described in `packet.ts`, the
 * location in `location.ts`, its items in `location-items.ts` and `maker-items.ts`.
 */
import { decodedAs, decodedError, heartbeatMessage } from '../decoded.ts';
import type { DecodeContext, Decoded, Frame, Protocol, ProtocolFacts, TrackerSession } from '../protocol.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { imeiIn } from './account.ts';
import { jt808Commands } from './commands.ts';
import { decodeSentence } from './jointech.ts';
import { createJt808Framer, jt808MaxFrameBytes } from './jt808-framer.ts';
import { answer, results, type Sender } from './message.ts';
import { handlers, mediaType } from './message-handlers.ts';
import { idText, openPacket, type Packet, type Part } from './packet.ts';

/**
 * Messages that come in parts (JT/T 808, 4.4.3): held in the session until the last is there. Nothing of them is
 * acknowledged before that, as nothing of them is stored.
 */

/** More than this is a film or an update, which is not taken. */
const mostParts = 64;

/** By index: serial and body, hexadecimal. */
type HeldParts = Readonly<Record<string, { readonly serial: number; readonly body: string }>>;

/** Parts that have come of the message that is coming. */
interface Held {
  readonly type: number;
  readonly total: number;
  readonly parts: HeldParts;
}

function heldIn(session: TrackerSession): Held | undefined {
  const gathered = session.memory?.parts;
  return typeof gathered === 'object' && gathered !== null ? (gathered as Held) : undefined;
}

function withHeld(session: TrackerSession, gathered: Held | undefined): TrackerSession {
  const { parts: _, ...memory } = session.memory ?? {};
  return { ...session, memory: gathered ? { ...memory, parts: gathered } : memory };
}

interface Gathered {
  readonly session: TrackerSession;
  /** The whole message, once it is there. */
  readonly packet?: Packet;
  /** The parts before the last, which are to be acknowledged with it. */
  readonly earlier: readonly Packet[];
}

/** Takes a part. A part of another message begins anew: what is missing comes again whole. */
function gatherPart(packet: Packet, part: Part, session: TrackerSession): Gathered {
  const before = heldIn(session);
  const isSame = before?.type === packet.type && before.total === part.total;
  const parts: HeldParts = {
    ...(isSame && before.parts),
    [part.index]: { serial: packet.serial, body: Buffer.from(packet.body).toString('hex') },
  };
  if (Object.keys(parts).length < part.total) {
    return { session: withHeld(session, { type: packet.type, total: part.total, parts }), earlier: [] };
  }
  const ordered = Object.entries(parts).sort(([one], [other]) => Number(one) - Number(other));
  const earlier = ordered.map(([, { serial }]) => ({ ...packet, serial }));
  const body = Uint8Array.from(
    Buffer.concat(ordered.map(([, gathered]) => Buffer.from(gathered.body, 'hex'))),
  );
  return {
    session: withHeld(session, undefined),
    packet: { ...packet, body },
    earlier: earlier.filter(({ serial }) => serial !== packet.serial),
  };
}

const jt808Facts: ProtocolFacts = Object.freeze({
  models: [
    'Any unit of JT/T 808 of 2011, 2013 and 2019',
    'Jimi: JC181, JC371, JC450, VL300, LL series',
    'Huabao: HB-A5 and kin, on-board units with $OBD-RT',
    'SeeWorld, Wanway: W15L, S-series',
    'G10LS and other trackers of the same maker',
    'Jointech: JT701, G-360P, G-508P locks',
    'AOVX: AL300, GL100; BSJ; Meitrack cameras',
  ],
  reads: [
    'Headers of 2011, 2013 and 2019, delimiters 7E and E7, messages in parts',
    'Registration 0100, authentication 0102, heartbeats 0002 and 0506, clocks 0004 and 0109',
    'Locations 0200, 0201, 0500, batches 0704 and 0210, locks 5501 and 5502',
    'Items of the standard and of the makers, cells, access points, sensors, on-board diagnostics',
    'Driver cards 0702, transparent data 0900, accelerations 2070, sentences in brackets',
    'Answers 0001, 0104, 0107, 0108, 0302, 0701, 1300, 6006',
  ],
  sources: [
    'JT/T 808-2011, JT/T 808-2013, JT/T 808-2019',
    'AIPorto GPS-Tracker-SDK: JT/T808 protocol for G10LS',
    'traccar: Jt808ProtocolDecoder, Jt808FrameDecoder, Jt808ProtocolEncoder',
  ],
});

/** China has one zone, UTC+8, all year. */
const chinaMinutes = 8 * 60;

const authenticationType = 0x0102;

function zoneOf(context: DecodeContext): Zone {
  return context.settings?.timezone ?? chinaMinutes;
}

function rememberedImei(session: TrackerSession): string | undefined {
  const imei = session.memory?.imei;
  return typeof imei === 'string' ? imei : undefined;
}

/** The id with and without the zeros it is filled up with, and the IMEI where the authentication reported one. */
function namesOf(id: string, imei: string | undefined): string[] {
  const text = idText(id);
  const short = text.replace(/^0+(?=.)/, '');
  const names = short === text ? [text] : [short, text];
  if (imei !== undefined && !names.includes(imei)) names.push(imei);
  return names;
}

/** The session that knows how this tracker is addressed; the same one when nothing is new. */
function sessionAfter(packet: Packet, session: TrackerSession): TrackerSession {
  const { id, version, delimiter } = packet.address;
  const sent = packet.type === authenticationType ? imeiIn(packet.body) : undefined;
  const imei = sent ?? rememberedImei(session);
  const { memory } = session;
  const isKnown =
    memory?.id === id && memory.version === version && memory.delimiter === delimiter && memory.imei === imei;
  if (isKnown) return session;
  const names = namesOf(id, imei);
  return {
    ...(names[0] !== undefined && { uniqueId: names[0] }),
    memory: {
      id,
      names,
      delimiter,
      ...(version !== undefined && { version }),
      ...(imei !== undefined && { imei }),
    },
  };
}

function handle(packet: Packet, sender: Sender): Decoded {
  const handler = handlers.get(packet.type);
  if (handler) return handler(packet, sender);
  const unsupported = answer(packet, 'login', results.unsupported);
  const message = `message 0x${packet.type.toString(16).padStart(4, '0')}`;
  return decodedError(sender.session, 'unknown-type', message, [unsupported]);
}

/** A part waits for the others; those of pictures and films are only acknowledged. */
function handlePart(packet: Packet, sender: Sender): Decoded {
  const { part } = packet;
  if (part === undefined) return handle(packet, sender);
  if (part.index < 1 || part.index > part.total) {
    return decodedError(sender.session, 'bad-value', `part ${part.index} of ${part.total}`);
  }
  if (packet.type === mediaType) return handle(packet, sender);
  if (part.total > mostParts) {
    return decodedError(sender.session, 'bad-length', `${part.total} parts`, [
      answer(packet, 'login', results.unsupported),
    ]);
  }
  const { session, packet: whole, earlier } = gatherPart(packet, part, sender.session);
  if (!whole) return decodedAs(session, [heartbeatMessage(sender.uniqueIds)]);
  const decoded = handle(whole, { ...sender, session });
  if (decoded.error) return decoded;
  const after = decoded.replies[0]?.after;
  const more = after === undefined ? [] : earlier.map((one) => answer(one, after));
  return { ...decoded, replies: [...more, ...decoded.replies] };
}

function senderOf(session: TrackerSession, context: DecodeContext): Sender {
  const names = session.memory?.names;
  return { session, uniqueIds: Array.isArray(names) ? names : [], context, zone: zoneOf(context) };
}

const openBracket = 0x28;

function decode(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  if (frame[0] === openBracket) return decodeSentence(frame, senderOf(session, context));
  const packet = openPacket(frame);
  if ('code' in packet) return decodedError(session, packet.code, packet.message);
  return handlePart(packet, senderOf(sessionAfter(packet, session), context));
}

export const jt808: Protocol = Object.freeze({
  name: 'jt808',
  port: 5015,
  transports: ['tcp'],
  idleTimeoutMs: 15 * 60_000,
  maxFrameBytes: jt808MaxFrameBytes,
  createFramer: createJt808Framer,
  decode,
  commands: jt808Commands,
  facts: jt808Facts,
} as const);
