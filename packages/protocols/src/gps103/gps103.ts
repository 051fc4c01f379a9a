/**
 * gps103: Coban and the many that copied it (GPS102 to GPS107, TK103B, 303, 306, 311, 403). Messages of text, each ended by
 * a semicolon; a datagram may hold several:
 *
 *     ##,imei:ID,A;      sign-in, answered LOAD
 *     ID;                heartbeat, answered ON
 *     imei:ID,keyword,…; reports (`location-report.ts`) and pieces of photos
 *
 * A call for help repeats until `**,imei:ID,E;` comes.
 * Source: Coban "GPRS protocol" (protocol 18 out, 12 out) and "GPRS data protocol".
 */

import { byTransport, decodeDatagram } from '../datagram.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import { type Cut, createCuttingFramer, misplaced } from '../framing.ts';
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
import { byteText } from '../wire/byte-text.ts';
import { areDigits } from '../wire/field-text.ts';
import { TextFields } from '../wire/text-fields.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { gps103Commands } from './commands.ts';
import { isAnswer, isCallForHelp, isPhotoPiece, usesNumericCommands } from './keyword.ts';
import { readDecimalReport, readLocation, readObd } from './location-report.ts';

const gps103Facts: ProtocolFacts = Object.freeze({
  models: [
    'Coban: GPS102, GPS103, GPS104, GPS105, GPS106, GPS107, TK103B, TK106, GPS301, TK303, TK304, TK305, GPS306, TK311, GPS401, GPS403',
    'Heacent, Rewire and many without a name that copy them',
  ],
  reads: [
    'Sign-in, bare heartbeats, heartbeats written before a report',
    'Place by GPS in protocol 12 and 18, with ignition, door, fuel, temperature and odometer where the unit sends them',
    'Reports without a fix, with area and cell',
    'Alarms by word: help me, low battery, move, speed, stockade, ac, door, sensor, acc, accident, bonnet, foot brake, harsh driving, temperature, oil, DTC',
    'Answers to commands by letter and by number, with the state of block and arming',
    'Readings of the vehicle’s computer (OBD)',
    'Reports in decimal degrees, closed by an asterisk',
    'Pieces of photos count as a sign of life; the picture is not kept',
  ],
  sources: [
    'Coban, GPRS protocol, 2014-12-12 (protocol 12 out, 18 out), and GPRS data protocol of TK102 to TK106B',
    'GPS103, TK303 and GPS403 user manuals, for SMS',
    'Public decoders, for the decimal report and for words that no document lists',
  ],
});

/** A piece of a photo in hexadecimal is the longest message, near 2 kB. */
const gps103MaxFrameBytes = 4096;

const semicolon = 0x3b;
const hash = 0x23;
const asterisk = 0x2a;
const lineFeed = 0x0a;

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0d || byte === lineFeed;
}

/** Whether this byte ends a message; the two asterisks before a command do not. */
function isEnd(byte: number, at: number): boolean {
  return byte === semicolon || byte === lineFeed || (byte === asterisk && at > 1);
}

function cutMessage(bytes: Uint8Array, examined: number): Cut {
  for (let at = examined; at < bytes.length; at += 1) {
    if (isEnd(bytes[at] ?? 0, at)) return { kind: 'frame', length: at + 1 };
  }
  return { kind: 'more', examined: bytes.length };
}

const marks: readonly string[] = Object.freeze(['##,', '**,', 'imei:']);
const idMark = Buffer.from('imei:');

function isIdMark(bytes: Uint8Array, at: number): boolean {
  return idMark.every((byte, index) => bytes[at + index] === byte);
}

/** A sign-in, a command or a report up to its end, a heartbeat's number before it or not, no other begun within. */
function messageBytes(bytes: Uint8Array): number {
  const isMarked = (bytes[0] === hash || bytes[0] === asterisk) && markState(bytes) === 'is';
  let from = isMarked ? 3 : 0;
  while (!isMarked && isDigit(bytes[from])) from += 1;
  if ((!isMarked && from > 0 && from < leastIdDigits) || !isIdMark(bytes, from)) return 0;
  const found = cutMessage(bytes, 0);
  if (found.kind !== 'frame') return 0;
  for (let at = from + 1; at < found.length; at += 1) if (isIdMark(bytes, at)) return 0;
  return found.length;
}

/** The last report begun within a message, the mark of a sign-in before it or not; a heartbeat's number before it is its own. */
function restart(frame: Uint8Array): number {
  let at = frame.length - 1;
  while (at > 0 && !(frame[at] === idMark[0] && isIdMark(frame, at))) at -= 1;
  if (frame.subarray(0, at).every(isDigit)) return 0;
  const isMarked = at >= 3 && (frame[at - 3] === hash || frame[at - 3] === asterisk);
  return isMarked && markState(frame.subarray(at - 3)) === 'is' ? at - 3 : at;
}

/** How the bytes and one of the marks agree: all of it, as far as the bytes go, or not. */
function markState(bytes: Uint8Array): 'is' | 'may' | 'not' {
  const states = marks.map((mark) => {
    const text = byteText(bytes, 0, Math.min(bytes.length, mark.length));
    return text === mark ? 'is' : mark.startsWith(text) ? 'may' : 'not';
  });
  return states.includes('is') ? 'is' : states.includes('may') ? 'may' : 'not';
}

/** Digits that a number alone has at least, as a heartbeat. */
const leastIdDigits = 8;

/** The same of what a connection begins with, which may be a number too. */
function startState(bytes: Uint8Array): 'is' | 'may' | 'not' {
  let digits = 0;
  while (digits < leastIdDigits && isDigit(bytes[digits])) digits += 1;
  if (digits === leastIdDigits) return 'is';
  return digits > 0 && digits === bytes.length ? 'may' : markState(bytes);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/**
 * Cuts messages at their semicolon, line feed or closing asterisk. Behind bytes at the start that belong to nothing, one
 * of the two marks begins a message; a number alone does not.
 */
function createGps103Framer(): Framer {
  let isAmongNoise = false;

  function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
    const first = bytes[0] ?? 0;
    if (isBlank(first)) return { kind: 'skip', length: 1 };
    if (isFirst && first === 0) return misplaced(1, isFirst);
    if (isFirst && !isAmongNoise) {
      const state = startState(bytes);
      if (state === 'may') return { kind: 'more', examined: 0 };
      isAmongNoise = state === 'not';
    }
    if (isAmongNoise) {
      const state = markState(bytes);
      if (state === 'may') return { kind: 'more', examined: 0 };
      if (state === 'not') return misplaced(1, isFirst);
      isAmongNoise = false;
    }
    return cutMessage(bytes, examined);
  }

  return createCuttingFramer(cut, {
    ...{ maxFrameBytes: gps103MaxFrameBytes, maxSkippedBytes: 1024 },
    opening: { messageBytes, mayEnd: (bytes, from) => cutMessage(bytes, from).kind === 'frame' },
    restart,
  });
}

/** An IMEI, or a number that someone set, has no more digits. */
const mostIdDigits = 20;

function isUniqueId(text: string): boolean {
  return text.length <= mostIdDigits && areDigits(text, 0, text.length);
}

interface Reading {
  readonly session: TrackerSession;
  readonly messages: readonly TrackerMessage[];
  readonly replies?: readonly Reply[];
}

function reply(after: Reply['after'], text: string): Reply {
  return { after, bytes: Buffer.from(text, 'latin1') };
}

function failure(code: string, message: string): DecodeError {
  return { code, message };
}

interface Memory {
  /** Minutes by which the tracker's clock is ahead of UTC. */
  readonly offsetMinutes?: number | undefined;
  /** It names its commands by number. */
  readonly numbers?: boolean | undefined;
}

/** The session with what is new in it; the same object where nothing is. Another tracker inherits nothing. */
function remember(session: TrackerSession, uniqueId: string, changes: Memory): TrackerSession {
  const isSame = session.uniqueId === uniqueId;
  const former: Memory = (isSame && session.memory) || {};
  const { offsetMinutes = former.offsetMinutes, numbers = former.numbers } = changes;
  if (offsetMinutes === former.offsetMinutes && numbers === former.numbers) {
    return isSame ? session : { uniqueId };
  }
  return {
    uniqueId,
    memory: {
      ...(offsetMinutes !== undefined && { offsetMinutes }),
      ...(numbers !== undefined && { numbers }),
    },
  };
}

function zoneOf({ memory }: TrackerSession, { settings }: DecodeContext): Zone {
  const reported = memory?.offsetMinutes;
  return settings?.timezone ?? (typeof reported === 'number' ? reported : undefined);
}

const endSigns = ';*\r\n ';

/** The index of the last sign before what ends a message. */
function lastSign(text: string): number {
  let at = text.length - 1;
  while (at >= 0 && endSigns.includes(text.charAt(at))) at -= 1;
  return at;
}

const reports = new TextFields(',');
const reportMark = 'imei:';

/** A report from its mark on, at an index of the frame, which is `text`. */
function readReport(
  frame: Frame,
  text: string,
  at: number,
  session: TrackerSession,
  context: DecodeContext,
): Reading | DecodeError {
  const isDecimal = text.endsWith('*');
  const from = at + reportMark.length;
  const fields = reports.open(frame, from, Math.max(from, lastSign(text) + 1));
  const { uniqueId: known } = session;
  const uniqueId = known !== undefined && fields.is(0, known) ? known : fields.text(0);
  const keyword = fields.repeated(1);
  if (!isUniqueId(uniqueId)) return failure('bad-value', 'the report names no tracker');
  const uniqueIds = [uniqueId];
  const next = remember(session, uniqueId, {});
  if (fields.count <= 2 && keyword.length < 2)
    return { session: next, messages: [{ kind: 'login', uniqueIds }], replies: [reply('login', 'LOAD')] };
  if (isPhotoPiece(keyword)) return { session: next, messages: [heartbeatMessage(uniqueIds)] };
  const zone = zoneOf(next, context);
  const only = (draft: PositionDraft | undefined): Reading | DecodeError =>
    draft
      ? { session: next, messages: [positionMessage(uniqueIds, draft)] }
      : failure('bad-value', 'a report whose fields do not fit');
  if (isDecimal) return only(readDecimalReport(fields));
  if (keyword === 'OBD') return only(readObd(fields, zone));
  const location = readLocation(keyword, fields, zone, context.receivedMs);
  if (!location) return only(undefined);
  const { draft, offsetMinutes } = location;
  const last = remember(next, uniqueId, { offsetMinutes, numbers: usesNumericCommands(keyword) });
  const position = positionMessage(uniqueIds, draft);
  if (isAnswer(keyword))
    return { session: last, messages: [position, { kind: 'commandResult', uniqueIds, result: keyword }] };
  const replies = isCallForHelp(keyword) ? [reply('commit', `**,imei:${uniqueId},E;`)] : [];
  return { session: last, messages: [position], replies };
}

const login = /^##,imei:(\d+),?A?[;\r\n*]*$/;
const heartbeat = /^(\d+)[;\r\n]+$/;

/** One message with the byte that ends it. */
function readMessage(frame: Frame, session: TrackerSession, context: DecodeContext): Reading | DecodeError {
  const text = byteText(frame);
  if (text.startsWith(reportMark)) return readReport(frame, text, 0, session, context);
  const uniqueId = login.exec(text)?.[1];
  if (uniqueId !== undefined && isUniqueId(uniqueId)) {
    const messages: TrackerMessage[] = [{ kind: 'login', uniqueIds: [uniqueId] }];
    return { session: remember(session, uniqueId, {}), messages, replies: [reply('login', 'LOAD')] };
  }
  const alive = heartbeat.exec(text)?.[1];
  if (alive !== undefined && isUniqueId(alive)) {
    const next = remember(session, alive, {});
    return { session: next, messages: [heartbeatMessage([alive])], replies: [reply('login', 'ON')] };
  }
  // some firmware writes a heartbeat and a report in one
  const at = text.indexOf(reportMark);
  if (at < 0 || !/^\d*$/.test(text.slice(0, at)))
    return failure('unknown-type', 'a message of no known kind');
  const reading = readReport(frame, text, at, session, context);
  if ('code' in reading) return reading;
  return { ...reading, replies: [reply('login', 'ON'), ...(reading.replies ?? [])] };
}

function decodeFrame(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const reading = readMessage(frame, session, context);
  if ('code' in reading) return decodedError(session, reading.code, reading.message);
  return decodedAs(reading.session, reading.messages, reading.replies);
}

export const gps103: Protocol = Object.freeze({
  name: 'gps103',
  port: 5001,
  transports: ['tcp', 'udp'],
  idleTimeoutMs: 10 * 60_000,
  maxFrameBytes: gps103MaxFrameBytes,
  createFramer: createGps103Framer,
  decode: byTransport(decodeFrame, decodeDatagram(createGps103Framer, decodeFrame)),
  commands: gps103Commands,
  facts: gps103Facts,
} as const);
