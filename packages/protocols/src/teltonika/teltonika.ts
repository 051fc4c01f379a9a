/**
 * teltonika: FMB, FMC, FMM and their kin over TCP and UDP. Packets in `avl-packet.ts`, records in `avl-record.ts`,
 * answers to commands in `serial-message.ts`, names of the elements in `io-elements.ts`.
 */
import { byteText } from '../byte-text.ts';
import { byTransport } from '../datagram.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage, speakerOf } from '../decoded.ts';
import type { PositionDraft } from '../position-draft.ts';
import type {
  DecodeContext,
  Decoded,
  DecodeError,
  Frame,
  Protocol,
  Reply,
  TrackerMessage,
  TrackerSession,
} from '../protocol.ts';
import { type AvlData, openPacket } from './avl-packet.ts';
import { readRecords, recordCodecs } from './avl-record.ts';
import { teltonikaCommands } from './commands.ts';
import { teltonikaFacts } from './facts.ts';
import { gh3000Codec, readGh3000Records } from './gh3000-record.ts';
import { messageCodecs, readMessages } from './serial-message.ts';
import { createTeltonikaFramer, teltonikaMaxFrameBytes } from './teltonika-framer.ts';
import { datagramAnswer, openDatagram } from './udp-channel.ts';

const welcome: Reply = Object.freeze({ after: 'login', bytes: Uint8Array.of(1) });
const refusal: Reply = Object.freeze({ after: 'refusal', bytes: Uint8Array.of(0) });

/** The records taken, as the tracker waits for them: what is not counted it sends again. */
function taken(count: number): Uint8Array {
  return Uint8Array.of(0, 0, 0, count);
}

function decodeSignIn(frame: Frame, session: TrackerSession): Decoded {
  const imei = byteText(frame, 2);
  if ((frame[0] ?? 0) * 256 + (frame[1] ?? 0) !== imei.length || !/^\d{8,20}$/.test(imei)) {
    return decodedError(session, 'bad-value', 'the sign-in is not an IMEI');
  }
  return decodedAs({ uniqueId: imei }, [{ kind: 'login', uniqueIds: [imei] }], [welcome, refusal]);
}

/** Output 1 is what a block switches on (`commands.ts`): whoever tells of it tells of the block. */
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
    return decodedError(session, error.code, error.message, [{ after: 'login', bytes: taken(0) }]);
  }
  const answered = !messageCodecs.has(data.codec);
  return decodedAs(session, messages, answered ? [{ after: 'commit', bytes: taken(data.count) }] : []);
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
