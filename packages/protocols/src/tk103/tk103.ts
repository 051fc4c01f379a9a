/**
 * tk103: KX402 and TK103 trackers of many makers, and those of Vjoy Car. Text between parentheses:
 *
 *     BP05 sign-in, answered AP05      BP00 handshake, answered AP01HSO      BO01 alarm, answered AS01
 *     BR00… and most others: a place (`place.ts`)                            B… without a place: answers to commands
 *
 * Source: KX402 "GPRS Communication Protocol" 1.5.
 */

import { byTransport, decodeDatagram } from '../datagram.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import { type AttributeDraft, draftAt, type PositionDraft } from '../position-draft.ts';
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
import {
  byteText,
  digitsEnd,
  isDigit,
  trimmedEnd,
  trimmedStart,
  withoutControls,
} from '../wire/byte-text.ts';
import type { DateOrder } from '../wire/digit-clock.ts';
import { TextFields } from '../wire/text-fields.ts';
import { alarmType, isEventType, readType } from './alarm-types.ts';
import { tk103Commands } from './commands.ts';
import {
  type Data,
  readBattery,
  readBatteryManager,
  readBraces,
  readCell,
  readSurroundings,
} from './field-reports.ts';
import { type Place, placeBehindWords, readPlace } from './place.ts';
import { createTk103Framer, tk103MaxFrameBytes } from './tk103-framer.ts';

/**
 * What is between the parentheses, in two forms:
 *
 *     ID TYPE data      twelve signs, four signs, the rest without a break
 *     ID,TYPE,data      an id of any length, all between commas
 *
 * An id of the first may be filled up with zero bytes, or be of 8 to 20 digits; then its type is a B, a letter and two digits.
 */
interface Tk103Message {
  readonly idFrom: number;
  readonly idTo: number;
  /** Where the id as the tracker writes it ends, with what fills it up: answers repeat it. */
  readonly writtenTo: number;
  readonly type: string;
  readonly data: Data;
  /** The form between commas, whose dates begin with the day. */
  readonly hasCommas: boolean;
}

const idLength = 12;
const typeLength = 4;
const leastIdSigns = 8;
const comma = 0x2c;

function isCapital(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x41 && byte <= 0x5a;
}

function isAlphanumeric(byte: number | undefined): boolean {
  return isDigit(byte) || (byte !== undefined && isCapital(byte & 0xdf));
}

function alphanumericEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isAlphanumeric(bytes[at])) at += 1;
  return at;
}

/** Two capitals, then two that may be digits. */
function isTypeAt(bytes: Uint8Array, at: number, to: number): boolean {
  if (at + typeLength > to || !isCapital(bytes[at]) || !isCapital(bytes[at + 1])) return false;
  return [bytes[at + 2], bytes[at + 3]].every((byte) => isCapital(byte) || isDigit(byte));
}

/** Trackers send one type of message for the most part. */
const types = new TextFields('');

function typeAt(bytes: Uint8Array, at: number): string {
  return types.open(bytes, at, at + typeLength).repeated(0);
}

const openSign = 0x28;
const closeSign = 0x29;

/** The message in a text with or without its parentheses, or undefined when it is neither form. */
function openMessage(bytes: Uint8Array): Tk103Message | undefined {
  let from = trimmedStart(bytes, 0, bytes.length);
  let to = trimmedEnd(bytes, from, bytes.length);
  if (bytes[from] === openSign) from += 1;
  if (to > from && bytes[to - 1] === closeSign) to -= 1;
  const usualTo = from + idLength;
  let idTo = alphanumericEnd(bytes, from, Math.min(usualTo, to));
  const signs = idTo - from;
  let filledTo = idTo;
  while (filledTo < usualTo && bytes[filledTo] === 0) filledTo += 1;
  if (signs >= leastIdSigns && filledTo === usualTo && isTypeAt(bytes, usualTo, to)) {
    return messageAt(bytes, [from, idTo, usualTo], usualTo, to, false);
  }
  idTo = digitsEnd(bytes, from, to);
  const digits = idTo - from;
  const isAnswer = bytes[idTo] === 0x42 && isDigit(bytes[idTo + 2]) && isDigit(bytes[idTo + 3]);
  if (digits >= leastIdSigns && digits <= mostIdSigns && isAnswer && isTypeAt(bytes, idTo, to)) {
    return messageAt(bytes, [from, idTo, idTo], idTo, to, false);
  }
  idTo = alphanumericEnd(bytes, from, to);
  const isId = idTo - from >= 4 && idTo - from <= mostIdSigns && bytes[idTo] === comma;
  return isId && isTypeAt(bytes, idTo + 1, to)
    ? messageAt(bytes, [from, idTo, idTo], idTo + 1, to, true)
    : undefined;
}

const mostIdSigns = 20;

function messageAt(
  bytes: Uint8Array,
  [idFrom, idTo, writtenTo]: readonly [number, number, number],
  typeFrom: number,
  to: number,
  hasCommas: boolean,
): Tk103Message {
  const behind = typeFrom + typeLength;
  const from = hasCommas && bytes[behind] === comma && behind < to ? behind + 1 : behind;
  return { idFrom, idTo, writtenTo, type: typeAt(bytes, typeFrom), data: { bytes, from, to }, hasCommas };
}

const tk103Facts: ProtocolFacts = Object.freeze({
  models: [
    'KX402, TK103, TK103B and TK102B of many makers, GT02A, TK05, TK10, TK15, TK20',
    'Vjoy Car: T0024, T0026, T1024, T1080, T12, T13, T18, T18H, T580W',
    'EC-546, TT0024 and others that name no maker',
  ],
  reads: [
    'Sign-in with and without IMEI and place (BP05), handshake (BP00)',
    'Places in the form without breaks and in that between commas, with power, ignition, inputs, odometer and temperature',
    'Alarms by number (BO01, BQ81, ALARM) and by type (ZC, DW), also without a place',
    'Cells (BZ00, braces) and Wi-Fi points (DW5x)',
    'Battery reports (ZC20), battery managers of electric vehicles (BS50, BS51), VIN (BV00)',
    'Answers to commands; the relay’s state in BV01',
  ],
  sources: [
    'KX402, GPRS Communication Protocol, 1.5',
    'TK103 GPS vehicle tracker user manual, for SMS',
    'Vjoy Car documents and public decoders, for types and digits that those do not describe',
  ],
});

/** What is a report even when its data is broken; every other B type answers a command. */
const reportTypes: ReadonlySet<string> = new Set([
  ...['BO01', 'BO02', 'BP02', 'BP04', 'BP05', 'BQ81', 'BR00', 'BR01', 'BR02'],
  ...['BS50', 'BS51', 'BZ00'],
]);

/** Vjoy Car's units come with it in place of BP05. */
const registrationType = 'ZC01';

function memoryOf({ memory }: TrackerSession): { readonly imei?: unknown; readonly reportsCut?: unknown } {
  return memory ?? {};
}

/** The session with the tracker's id, and what is new; the same object where nothing is. Another inherits nothing. */
function remember(session: TrackerSession, id: string, key: string, value: unknown): TrackerSession {
  const isSame = session.uniqueId === id;
  if (value === undefined || (isSame && session.memory?.[key] === value))
    return isSame ? session : { uniqueId: id };
  return { uniqueId: id, memory: { ...(isSame && session.memory), [key]: value } };
}

function reply(after: Reply['after'], text: string): Reply {
  return { after, bytes: Buffer.from(text, 'latin1') };
}

/** A unit that once reported that the engine is cut reports with the same digit that it is not. */
function setBlocked(place: Place, reportsCut: boolean): void {
  if (place.cutDigit || reportsCut) place.draft.attributes.blocked = place.cutDigit === true;
}

/** Of a lithium cell, volts. */
const leastVolts = 2.5;
const mostVolts = 4.5;

const words = new TextFields('');

/** Behind the word of a handshake some units report their battery, hundredths of a volt in four hexadecimal digits. */
function handshakeState({ bytes, from, to }: Data): AttributeDraft {
  const at = to - 4;
  if (at - 3 < from || !words.open(bytes, at - 3, at).is(0, 'HSO')) return {};
  const volts = (words.open(bytes, at, to).hex(0) ?? 0) / 100;
  return volts >= leastVolts && volts <= mostVolts ? { battery: volts } : {};
}

const vinSigns = 17;

/** Reports whose form follows from their type. */
function readByType(type: string, data: Data, context: DecodeContext): PositionDraft | undefined {
  const { bytes, from, to } = data;
  const zone = context.settings?.timezone;
  if (type === 'ZC20') return readBattery(data, zone);
  const brace = bytes.indexOf(openBrace, from);
  if (brace >= 0 && brace < to) return readBraces(data, context.receivedMs);
  if (type === 'BZ00') return readCell(data, context.receivedMs);
  const draft = draftAt(context.receivedMs);
  if (type === 'BV00' && to - from === vinSigns && alphanumericEnd(bytes, from, to) === to) {
    draft.attributes.vin = byteText(bytes, from, to);
    return draft;
  }
  if (type === 'BS50' || type === 'BS51') {
    return readBatteryManager(type, data, draft.attributes) ? draft : undefined;
  }
  if (!type.startsWith('DW') && !type.startsWith('ZC')) return undefined;
  const around = readSurroundings(data, zone) ?? (isEventType(type) ? draft : undefined);
  if (around) readType(type, '', around.attributes);
  return around;
}

const openBrace = 0x7b;

/** Reports that may have words of their own before their place; in other types those are an answer. */
const wordyTypes: ReadonlySet<string> = new Set(['BP02', 'BP04', 'BP05', 'BR00', 'BR01', 'BR02']);

/** The place of a report: at its start, or behind words. */
function placeIn(type: string, data: Data, order: DateOrder, context: DecodeContext): Place | undefined {
  const { bytes, from, to } = data;
  const zone = context.settings?.timezone;
  const first = readPlace(bytes, from, to, order, zone, context.receivedMs);
  if (first || !wordyTypes.has(type)) return first;
  const start = placeBehindWords(bytes, from, to);
  return start < 0 ? undefined : readPlace(bytes, start, to, order, zone, context.receivedMs);
}

const dollar = 0x24;

/** The answer to a command as text; undefined when the message is none. */
function answerIn(type: string, { bytes, from, to }: Data): string | undefined {
  if (type === 'ZC03') {
    const start = bytes.indexOf(dollar, from) + 1;
    if (start === 0 || start > to) return withoutControls(byteText(bytes, from, to));
    const end = bytes.indexOf(dollar, start);
    return withoutControls(byteText(bytes, start, end < 0 ? to : Math.min(end, to)));
  }
  const isAnswer = type.startsWith('B') && !reportTypes.has(type);
  return isAnswer ? withoutControls(type + byteText(bytes, from, to)) : undefined;
}

const imeiDigits = 15;

/** The IMEI that some types begin their data with. */
function imeiIn(type: string, { bytes, from, to }: Data): string | undefined {
  if (!type.startsWith('BP') || from + imeiDigits > to || bytes[from] === 0x30) return undefined;
  const end = digitsEnd(bytes, from, from + imeiDigits);
  return end === from + imeiDigits ? byteText(bytes, from, end) : undefined;
}

const alarms = new TextFields(',');

interface Alarm {
  /** The first of its digits. */
  readonly code: string;
  readonly data: Data;
}

/** `ALARM,`, two numbers and their commas before the data itself. */
function alarmIn({ bytes, from, to }: Data): Alarm | undefined {
  const first = bytes[from] === comma ? from + 1 : from;
  if (bytes[first] !== 0x41 || bytes[first + 1] !== 0x4c) return undefined;
  alarms.open(bytes, first, to, 4);
  if (alarms.count < 4 || !alarms.is(0, 'ALARM') || !alarms.areDigits(1) || !alarms.areDigits(2))
    return undefined;
  const code = String.fromCharCode(alarms.byte(1));
  return { code, data: { bytes, from: alarms.start(3), to } };
}

/** Who speaks, without making the text anew. */
function idOf(bytes: Uint8Array, from: number, to: number, { uniqueId }: TrackerSession): string {
  words.open(bytes, from, to);
  return uniqueId !== undefined && words.is(0, uniqueId) ? uniqueId : words.text(0);
}

function decodeFrame(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const message = openMessage(frame);
  if (!message) return decodedError(session, 'unknown-type', 'a message without id and type');
  const { idFrom, idTo, writtenTo, type, hasCommas } = message;
  const id = idOf(frame, idFrom, idTo, session);
  const written = () => (writtenTo === idTo ? id : byteText(frame, idFrom, writtenTo));
  const known = remember(session, id, 'imei', imeiIn(type, message.data));
  const knownImei = memoryOf(known).imei;
  const uniqueIds = typeof knownImei === 'string' && knownImei !== id ? [id, knownImei] : [id];
  if (type === 'BP00')
    return decodedAs(
      known,
      [heartbeatMessage(uniqueIds, handshakeState(message.data))],
      [reply('login', `(${written()}AP01HSO)`)],
    );
  const alarm = alarmIn(message.data);
  const data = alarm?.data ?? message.data;
  const place = placeIn(type, data, hasCommas ? 'ddMMyy' : 'yyMMdd', context);
  const messages: TrackerMessage[] = [];
  const replies: Reply[] = [];
  if (type === 'BP05') {
    messages.push({ kind: 'login', uniqueIds });
    replies.push(reply('login', `(${written()}AP05)`));
  }
  if (place) {
    const code = alarm?.code ?? place.code;
    readType(alarm && type !== 'BQ81' ? alarmType : type, code, place.draft.attributes);
    setBlocked(place, memoryOf(known).reportsCut === true);
    messages.push(positionMessage(uniqueIds, place.draft));
    if (type === alarmType) replies.push(reply('commit', `(${written()}AS01${code})`));
    return decodedAs(remember(known, id, 'reportsCut', place.cutDigit || undefined), messages, replies);
  }
  const report = readByType(type, data, context);
  if (report) return decodedAs(known, [...messages, positionMessage(uniqueIds, report)], replies);
  if (messages.length > 0) return decodedAs(known, messages, replies);
  if (type === registrationType) return decodedAs(known, [{ kind: 'login', uniqueIds }]);
  const result = answerIn(type, data);
  if (result === undefined) return decodedError(known, 'bad-value', `a ${type} whose data does not fit`);
  messages.push({ kind: 'commandResult', uniqueIds, result });
  const relay = type === 'BV01' ? frame[data.from] : undefined;
  if (relay === 0x30 || relay === 0x31)
    messages.push(heartbeatMessage(uniqueIds, { blocked: relay === 0x30 }));
  return decodedAs(known, messages);
}

export const tk103: Protocol = Object.freeze({
  name: 'tk103',
  port: 5002,
  transports: ['tcp', 'udp'],
  idleTimeoutMs: 15 * 60_000,
  maxFrameBytes: tk103MaxFrameBytes,
  createFramer: createTk103Framer,
  decode: byTransport(decodeFrame, decodeDatagram(createTk103Framer, decodeFrame)),
  commands: tk103Commands,
  facts: tk103Facts,
} as const);
