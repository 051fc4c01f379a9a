/**
 * gl200: Queclink trackers, named by the field after the first of them. Text messages in `text-message.ts` and
 * `text-report.ts`, binary ones in `hex-message.ts`; both come on one port, over TCP and UDP.
 *
 * Every message may be answered with `+SACK:<count>$`, and a heartbeat with `+SACK:GTHBD,<version>,<count>$`. A tracker that
 * was commanded to wait for the answer (AT+GTSRI, `SACK Enable`) sends again what is not answered; others ignore it. It goes to
 * all but those whose device says no (`gl200.sack`). Source: GL300 @Track Air Interface Protocol 1.02, 3.4 and 3.5.
 */

import { byTransport, decodeDatagram } from '../datagram.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage, speakerOf } from '../decoded.ts';
import type { PositionDraft } from '../position-draft.ts';
import type {
  DecodeContext,
  Decoded,
  Frame,
  Protocol,
  ProtocolFacts,
  Reply,
  TrackerMessage,
  TrackerSession,
} from '../protocol.ts';
import { byteText, withoutControls } from '../wire/byte-text.ts';
import { gl200Commands } from './commands.ts';
import { createGl200Framer, gl200MaxFrameBytes, isBinary, isLogin, isNameless } from './gl200-framer.ts';
import { readHexLocation } from './hex-location.ts';
import { hexCount, isIntact } from './hex-message.ts';
import { findUniqueId, readHexInformation, readHexState } from './hex-state.ts';
import { rememberSender } from './memory.ts';
import { openText, type TextMessage } from './text-message.ts';
import { readReport } from './text-report.ts';

const gl200Facts: ProtocolFacts = Object.freeze({
  models: [
    'Queclink GV (vehicles): GV50P, GV55, GV56, GV57, GV58, GV65, GV75, GV200, GV300, GV310, GV350, GV500, GV600, GV800',
    'Queclink GL (assets and persons): GL50, GL200, GL300, GL320M, GL500, GL530',
    'Queclink GMT100, GB100, GT501, CV100, CV200; of the first generation GL100 and GT300',
  ],
  reads: [
    'Text: +RESP and, from the memory, +BUFF, over TCP and UDP, answered with +SACK',
    'Places: FRI with up to fifteen, ERI with its mask (one-wire, vehicle bus, fuel, radio and Bluetooth sensors), RTL, PNL, DAT',
    'Events: SOS, SPD, TOW, GEO, PEO, GIN, GOT, GES, HBM, CRA, IGN, IGF, IGL, VGN, VGF, VGL, STT, NMR, IDN, IDF, DIS, DOS, AIS, MPN, MPF, EPN, EPF, EPS, BPL, BTC, STC, JDR, JDS, GPJ, ANT, RMD, TMP, FLA, SOA, IDA, DAR, BAA, BID and others by their place',
    'Diagnosis and vehicle bus: OBD, OSM, CAN with both masks',
    'State: INF, VER, BAT, CSQ, CID, PNA, PFA, GSM, LBS, WIF; heartbeat HBD; answers +ACK',
    'Binary (HEX): +RSP, +EVT, +INF, +HBD, +ACK, +CRD and from the memory +BSP, +BVT, +BNF, +BRD, with checksum',
  ],
  sources: [
    'Queclink, @Track Air Interface Protocol of GV300 0.7, GV200 3.20 and 5.01, GL300 1.02, GMT100 1.0, GT300 4.00',
    'github.com/traccar/traccar: Gl200TextProtocolDecoder, Gl200BinaryProtocolDecoder, Gl200FrameDecoder, issue 5964 (GV56)',
    'github.com/jaayesta/queclink-parser; notes on GV310LAU and GV350CEU in public repositories',
  ],
});

function say(text: string): Uint8Array {
  // a small array of its own costs less than a Buffer
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

const noReplies: readonly Reply[] = Object.freeze([]);

/** The acknowledgement of a message, after what it brought is kept. */
function acknowledged(
  bytes: Uint8Array,
  messages: readonly TrackerMessage[],
  context: DecodeContext,
): readonly Reply[] {
  if (context.settings?.attributes?.['gl200.sack'] === false) return noReplies;
  return [{ after: messages[0]?.kind === 'position' ? 'commit' : 'login', bytes }];
}

/** `+SACK:` and what follows it. */
const sackHead = say('+SACK:0000$');
const countDigits = 4;
const countFrom = sackHead.length - countDigits - 1;

/** The acknowledgement of the message whose count is at an index. */
function sackOf({ fields, countAt }: TextMessage): Uint8Array {
  const bytes = new Uint8Array(sackHead.length);
  for (let at = 0; at < sackHead.length; at += 1) {
    const isCount = at >= countFrom && at < countFrom + countDigits;
    bytes[at] = isCount ? fields.byte(countAt, at - countFrom) : (sackHead[at] ?? 0);
  }
  return bytes;
}

/** The same of a count as text. */
function sackOfText(count: string): Uint8Array {
  return say(`+SACK:${count}$`);
}

function heartbeatReply(version: string, count: string): Reply {
  return { after: 'login', bytes: say(`+SACK:GTHBD,${version},${count}$`) };
}

function messagesOf(uniqueIds: readonly string[], drafts: readonly PositionDraft[]): TrackerMessage[] {
  const [first] = drafts;
  if (first === undefined) return [heartbeatMessage(uniqueIds)];
  if (drafts.length === 1) return [positionMessage(uniqueIds, first)];
  return drafts.map((draft) => positionMessage(uniqueIds, draft));
}

/** Command and its own fields, without the serial that the command had. */
function answerText({ kind, fields, from, end }: TextMessage): string {
  let text = `GT${kind}`;
  for (let at = from; at < end - 1; at += 1) if (!fields.isEmpty(at)) text += `,${fields.text(at)}`;
  return withoutControls(text);
}

/** `+LGN:…`: who speaks is the only thing that it says. */
function decodeLogin(frame: Frame, session: TrackerSession): Decoded {
  const [, uniqueId] = /,(\d{15})(?=,|$)/.exec(byteText(frame, 0, frame.length - 1)) ?? [];
  if (uniqueId === undefined) return decodedError(session, 'bad-value', 'a sign-in that names no tracker');
  return decodedAs(rememberSender(session, uniqueId, ''), [{ kind: 'login', uniqueIds: [uniqueId] }]);
}

function decodeText(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  if (isLogin(frame)) return decodeLogin(frame, session);
  const message = openText(frame, session.uniqueId, context.settings?.timezone);
  if (!message)
    return decodedError(session, 'bad-value', 'a text whose beginning or end is not of the protocol');
  const { head, kind, version, uniqueId, fields, countAt } = message;
  const uniqueIds = [uniqueId];
  if (head === 'ACK') {
    const next = rememberSender(session, uniqueId, version);
    if (kind === 'HBD')
      return decodedAs(next, [heartbeatMessage(uniqueIds)], [heartbeatReply(version, fields.text(countAt))]);
    const messages: TrackerMessage[] = [{ kind: 'commandResult', uniqueIds, result: answerText(message) }];
    return decodedAs(next, messages, acknowledged(sackOf(message), messages, context));
  }
  const drafts = readReport(message, context.receivedMs);
  const output = drafts[drafts.length - 1]?.attributes.output;
  const next = rememberSender(session, uniqueId, version, typeof output === 'number' ? output : undefined);
  const messages = messagesOf(uniqueIds, drafts);
  return decodedAs(next, messages, acknowledged(sackOf(message), messages, context));
}

const locationHeaders: ReadonlySet<string> = new Set(['+RSP', '+BSP', '+EVT', '+BVT', '+OBD', '+BBD']);
const informationHeaders: ReadonlySet<string> = new Set(['+INF', '+BNF']);

function decodeHexState(
  header: string,
  frame: Frame,
  session: TrackerSession,
  context: DecodeContext,
): Decoded {
  const state = readHexState(frame);
  const uniqueIds = state?.uniqueId === undefined ? speakerOf(session) : [state.uniqueId];
  if (!state || uniqueIds[0] === undefined)
    return decodedError(session, 'bad-value', `${header} names no tracker`);
  const { version, type, tail } = state;
  const count = hexCount(tail.count);
  const next = rememberSender(session, uniqueIds[0], version);
  if (header === '+HBD')
    return decodedAs(next, [heartbeatMessage(uniqueIds)], [heartbeatReply(version, count)]);
  if (header === '+LGN')
    return decodedAs(next, [{ kind: 'login', uniqueIds }], acknowledged(sackOfText(count), [], context));
  const messages: TrackerMessage[] =
    header === '+ACK'
      ? [{ kind: 'commandResult', uniqueIds, result: `ACK ${type}` }]
      : [heartbeatMessage(uniqueIds)];
  return decodedAs(next, messages, acknowledged(sackOfText(count), messages, context));
}

/** A message without a name says who speaks, where it does. */
function decodeNameless(frame: Frame, session: TrackerSession): Decoded {
  const uniqueId = findUniqueId(frame) ?? session.uniqueId;
  if (uniqueId === undefined) return decodedError(session, 'unknown-type', 'a head without a name');
  return decodedAs(rememberSender(session, uniqueId, ''), [heartbeatMessage([uniqueId])]);
}

function decodeHex(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  if (isNameless(frame)) return decodeNameless(frame, session);
  if (!isIntact(frame))
    return decodedError(session, 'bad-checksum', 'the checksum is not that of the message');
  const header = byteText(frame, 0, 4);
  if (!locationHeaders.has(header) && !informationHeaders.has(header)) {
    return decodeHexState(header, frame, session, context);
  }
  const report = locationHeaders.has(header)
    ? readHexLocation(frame, context.receivedMs)
    : readHexInformation(frame, context.receivedMs);
  if (!report) return decodedError(session, 'bad-value', `a ${header} whose fields do not fit`);
  const drafts = 'drafts' in report ? report.drafts : [report.draft];
  const messages = messagesOf([report.uniqueId], drafts);
  const replies = acknowledged(sackOfText(hexCount(report.tail.count)), messages, context);
  return decodedAs(rememberSender(session, report.uniqueId, ''), messages, replies);
}

function decodeMessage(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  return isBinary(frame) ? decodeHex(frame, session, context) : decodeText(frame, session, context);
}

export const gl200: Protocol = Object.freeze({
  name: 'gl200',
  port: 5004,
  transports: ['tcp', 'udp'],
  idleTimeoutMs: 30 * 60_000,
  maxFrameBytes: gl200MaxFrameBytes,
  createFramer: createGl200Framer,
  decode: byTransport(decodeMessage, decodeDatagram(createGl200Framer, decodeMessage)),
  commands: gl200Commands,
  facts: gl200Facts,
} as const);
