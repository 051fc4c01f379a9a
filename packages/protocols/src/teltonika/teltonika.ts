/**
 * teltonika: FMB, FMC, FMM and their kin over TCP and UDP. Packets in `avl-packet.ts`, records in `avl-record.ts`,
 * answers to commands in `serial-message.ts`, names of the elements in `io-elements.ts`.
 */

import { byTransport } from '../datagram.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage, speakerOf } from '../decoded.ts';
import { type Cut, createCuttingFramer, cutError, misplaced } from '../framing.ts';
import type { PositionDraft } from '../position-draft.ts';
import type {
  DecodeContext,
  Decoded,
  DecodeError,
  Frame,
  Framer,
  Protocol,
  ProtocolFacts,
  Reply,
  TrackerMessage,
  TrackerSession,
} from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { byteText } from '../wire/byte-text.ts';
import { type AvlData, openData, openPacket } from './avl-packet.ts';
import { readRecords, recordCodecs } from './avl-record.ts';
import { teltonikaCommands } from './commands.ts';
import { gh3000Codec, readGh3000Records } from './gh3000-record.ts';
import { messageCodecs, readMessages } from './serial-message.ts';

const teltonikaFacts: ProtocolFacts = Object.freeze({
  models: [
    'Teltonika FMB: FMB001, FMB010, FMB110, FMB120, FMB125, FMB130, FMB140, FMB150, FMB202, FMB204, FMB640, FMB920, FMB930, FMB965',
    'Teltonika FMC and FMM: FMC001, FMC125, FMC130, FMC150, FMC230, FMC640, FMC650, FMC880, FMC920, FMM001, FMM125, FMM130',
    'Teltonika, older and personal: FM1000 to FM6300, FMT100, FMU130, GH3000, GH5200, TMT250, TAT100, TFT100',
  ],
  reads: [
    'Sign-in by IMEI over TCP, and the channel of datagrams with its acknowledgements',
    'Records of codec 8, 8 extended and 16, and of codec 7 (GH3000)',
    'Answers and texts of codec 12, 13, 14 and 15',
    'Elements by their ids, with names and scales as data; those of variable width (beacons, VIN) and the halves of a tachograph card too',
  ],
  sources: [
    'Teltonika Telematics Wiki, Data Sending Protocols; Codec for communication over GPRS messages; SMS/GPRS commands',
    'Teltonika Telematics Wiki, Data Sending Parameters ID of FMB120, FMB640 and FMC130',
  ],
});

/** Records are packed up to about 1.3 kB; trackers with many elements and camera pieces go beyond. */
const teltonikaMaxFrameBytes = 32_768;

const pingByte = 0xff;

/** An IMEI has fifteen digits; some models send a serial of another length. */
const imeiLengths = Object.freeze({ least: 8, most: 20 });

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function cutSignIn(bytes: Uint8Array): Cut {
  const length = bytes[1] ?? 0;
  if (bytes[0] !== 0 || length < imeiLengths.least || length > imeiLengths.most) {
    return cutError('no-frame', 'neither a sign-in nor a data packet');
  }
  if (!bytes.subarray(2, 2 + length).every(isDigit))
    return cutError('no-frame', 'the sign-in is not an IMEI');
  return bytes.length < 2 + length ? { kind: 'more', examined: 0 } : { kind: 'frame', length: 2 + length };
}

function cutPacket(bytes: Uint8Array): Cut {
  if (bytes[0] === pingByte) return { kind: 'frame', length: 1 };
  if (bytes.length < 2) return bytes[0] === 0 ? { kind: 'more', examined: 0 } : cutSignIn(bytes);
  if (bytes[0] !== 0 || bytes[1] !== 0) return cutSignIn(bytes);
  if (bytes[2] || bytes[3]) return cutError('no-frame', 'a data packet starts with four zero bytes');
  if (bytes.length < 8) return { kind: 'more', examined: 0 };
  const dataBytes = new DataView(bytes.buffer, bytes.byteOffset + 4, 4).getUint32(0);
  const length = dataBytes + 12;
  if (dataBytes < 3 || length > teltonikaMaxFrameBytes)
    return cutError('bad-length', `data of ${dataBytes} bytes`);
  return bytes.length < length ? { kind: 'more', examined: 0 } : { kind: 'frame', length };
}

/** Zero bytes before a sign-in look like a data packet whose codec is one of its digits. */
const codecAt = 8;

function cut(bytes: Uint8Array, _examined: number, isFirst: boolean): Cut {
  if (isFirst && bytes[0] === pingByte) return misplaced(1, isFirst);
  const found = cutPacket(bytes);
  if (!isFirst) return found;
  if (found.kind === 'error') return misplaced(1, isFirst);
  if (bytes[0] !== 0 || bytes[1] !== 0) return found;
  if (bytes.length > codecAt) return isDigit(bytes[codecAt]) ? misplaced(1, isFirst) : found;
  return { kind: 'more', examined: 0 };
}

const dataCodecs: ReadonlySet<number> = new Set([
  ...recordCodecs.keys(),
  ...messageCodecs.keys(),
  gh3000Codec,
]);

/** A sign-in of digits, or data of a known codec, as far as the bytes go. */
function mayBegin(bytes: Uint8Array): boolean {
  const found = cutPacket(bytes);
  if (bytes[0] !== 0 || found.kind === 'error') return false;
  return bytes.length <= codecAt || bytes[1] !== 0 || dataCodecs.has(bytes[codecAt] ?? 0);
}

/** A whole sign-in, or data with a right CRC. */
function messageBytes(bytes: Uint8Array): number {
  if (!mayBegin(bytes)) return 0;
  const found = cutPacket(bytes);
  if (found.kind !== 'frame') return 0;
  const isMessage = bytes[1] !== 0 || !('code' in openPacket(bytes.subarray(0, found.length)));
  return isMessage ? found.length : 0;
}

/**
 * Cuts sign-ins, data packets and pings. A stream that loses its step later has no mark to find it again: it ends.
 */
function createTeltonikaFramer(): Framer {
  return createCuttingFramer(cut, {
    ...{ maxFrameBytes: teltonikaMaxFrameBytes, maxSkippedBytes: 0 },
    opening: { messageBytes, mayBegin },
  });
}

const welcome: Reply = Object.freeze({ after: 'login', bytes: Uint8Array.of(1) });
const refusal: Reply = Object.freeze({ after: 'refusal', bytes: Uint8Array.of(0) });

/** The records taken, as the tracker waits for them: what is not counted it sends again. One answer a count, made once. */
const taken: readonly (readonly Reply[])[] = Object.freeze(
  Array.from({ length: 256 }, (_, count): readonly Reply[] => [
    { after: 'commit', bytes: Uint8Array.of(0, 0, 0, count) },
  ]),
);
const noneTaken: readonly Reply[] = Object.freeze([{ after: 'login', bytes: Uint8Array.of(0, 0, 0, 0) }]);

function decodeSignIn(frame: Frame, session: TrackerSession): Decoded {
  const imei = byteText(frame, 2);
  if ((frame[0] ?? 0) * 256 + (frame[1] ?? 0) !== imei.length || !/^\d{8,20}$/.test(imei)) {
    return decodedError(session, 'bad-value', 'the sign-in is not an IMEI');
  }
  return decodedAs({ uniqueId: imei }, [{ kind: 'login', uniqueIds: [imei] }], [welcome, refusal]);
}

/** Output 1 is what a block switches on (`commands.ts`): whoever reports it reports the block. */
function withBlock(draft: PositionDraft): PositionDraft {
  const { out1 } = draft.attributes;
  if (typeof out1 === 'boolean') draft.attributes.blocked = out1;
  return draft;
}

/** The packet's messages, or why there are none. */
function messagesOf(
  data: AvlData,
  uniqueIds: readonly string[],
  context: DecodeContext,
): readonly TrackerMessage[] | DecodeError {
  if (messageCodecs.has(data.codec)) {
    const messages = readMessages(data, uniqueIds, context);
    return messages ?? { code: 'bad-length', message: `messages of codec ${data.codec} do not fit` };
  }
  const drafts = readPositions(data);
  if (drafts === undefined) return { code: 'unknown-type', message: `codec ${data.codec}` };
  if (drafts === 'misfit') return { code: 'bad-length', message: `${data.count} records do not fit` };
  return drafts.map((draft) => positionMessage(uniqueIds, withBlock(draft)));
}

function readPositions(data: AvlData): PositionDraft[] | 'misfit' | undefined {
  if (data.codec === gh3000Codec) return readGh3000Records(data.body(), data.count) ?? 'misfit';
  const codec = recordCodecs.get(data.codec);
  return codec && (readRecords(data.body, codec, data.count) ?? 'misfit');
}

function decodeTcp(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const uniqueIds = speakerOf(session);
  if (frame.length === 1) {
    return decodedAs(session, uniqueIds.length > 0 ? [heartbeatMessage(uniqueIds)] : []);
  }
  if (frame[0] !== 0 || frame[1] !== 0) return decodeSignIn(frame, session);
  if (uniqueIds.length === 0) return decodedError(session, 'no-login', 'data before the sign-in');
  const data = openPacket(frame);
  const messages = 'code' in data ? data : messagesOf(data, uniqueIds, context);
  if ('code' in data || 'code' in messages) {
    const error = 'code' in messages ? messages : { code: 'bad-length', message: '' };
    return decodedError(session, error.code, error.message, noneTaken);
  }
  const answered = !messageCodecs.has(data.codec);
  return decodedAs(session, messages, answered ? taken[data.count] : undefined);
}

function decodeUdp(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const datagram = openDatagram(frame);
  if ('code' in datagram) return decodedError(session, datagram.code, datagram.message);
  const { imei, data } = datagram;
  const messages = messagesOf(data, [imei], context);
  if ('code' in messages) return decodedError(session, messages.code, messages.message);
  return decodedAs({ uniqueId: imei }, messages, [
    { after: 'commit', bytes: datagramAnswer(datagram, data.count) },
  ]);
}

export const teltonika: Protocol = Object.freeze({
  name: 'teltonika',
  port: 5027,
  transports: ['tcp', 'udp'],
  idleTimeoutMs: 15 * 60_000,
  maxFrameBytes: teltonikaMaxFrameBytes,
  createFramer: createTeltonikaFramer,
  decode: byTransport(decodeTcp, decodeUdp),
  commands: teltonikaCommands,
  facts: teltonikaFacts,
} as const);

/**
 * Teltonika's UDP channel: length u16 | packet id u16 | 01 | AVL packet id u8 | IMEI length u16, IMEI | codec … count.
 * Length counts everything behind itself. Answered: 00 05 | packet id | 01 | AVL packet id | records taken u8.
 * There is no CRC: UDP has its own.
 */
interface Datagram {
  readonly packetId: number;
  readonly avlPacketId: number;
  readonly imei: string;
  readonly data: AvlData;
}

function openDatagram(bytes: Uint8Array): Datagram | DecodeError {
  const reader = new ByteReader(bytes);
  const length = reader.u16();
  const packetId = reader.u16();
  reader.skip(1);
  const avlPacketId = reader.u8();
  const imei = reader.text(reader.u16());
  if (reader.overrun || length + 2 !== bytes.length) {
    return { code: 'bad-length', message: `a datagram of ${bytes.length} bytes` };
  }
  if (!/^\d{8,20}$/.test(imei)) return { code: 'bad-value', message: 'the datagram names no IMEI' };
  const data = openData(bytes, bytes.length - reader.remaining, bytes.length);
  return 'code' in data ? data : { packetId, avlPacketId, imei, data };
}

function datagramAnswer({ packetId, avlPacketId }: Datagram, count: number): Uint8Array {
  return Uint8Array.of(0, 5, packetId >> 8, packetId & 0xff, 1, avlPacketId, count);
}
