/**
 * tk103: KX402 and TK103 trackers of many makers, and those of Vjoy Car. Text between parentheses (`message.ts`):
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
import { byteText, withoutControls } from '../wire/byte-text.ts';
import type { DateOrder } from '../wire/digit-clock.ts';
import { TextFields } from '../wire/text-fields.ts';
import { alarmType, isEventType, readType } from './alarm-types.ts';
import { tk103Commands } from './commands.ts';
import { readBattery, readBraces, readCell, readSurroundings } from './field-reports.ts';
import { type Place, readPlace } from './place.ts';
import { createTk103Framer, tk103MaxFrameBytes } from './tk103-framer.ts';

/**
 * What the manager of an electric vehicle's battery reports (BS50, hexadecimal, least significant byte first; BS51, groups
 * `key:hexadecimal` between commas):
 *
 *     BS50  header 3 | cells u8 | 24 × mV u16 | not charging u8 | 0.1 A u16 | 0.01 V u16 | percent u8 | …
 *     BS51  90: 0.1 V u16, 0.1 V u16, 0.1 A u16 above 30000, 0.1 % u16 | 91: highest cell mV u16, number, lowest mV u16,
 *           number | 92: hottest °C u8 above 40, number, coldest, number | 96: part, then °C u8 above 40 of each cell
 *
 * Source: public decoders; the groups bear the numbers of the Daly manager's own messages, and their layout.
 */

const cellsAt = 4;
const stateAt = cellsAt + 24 * 2;

function u16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256;
}

function bytesIn(hex: string): Uint8Array {
  return /^(?:[0-9A-Fa-f]{2})+$/.test(hex) ? Buffer.from(hex, 'hex') : new Uint8Array(0);
}

function readPack(data: string, attributes: AttributeDraft): boolean {
  const bytes = bytesIn(data);
  if (bytes.length < stateAt + 6) return false;
  const cells = Math.min(24, bytes[3] ?? 0);
  for (let cell = 0; cell < cells; cell += 1) {
    attributes[`cell${cell + 1}Voltage`] = u16(bytes, cellsAt + cell * 2) / 1000;
  }
  attributes.charge = bytes[stateAt] === 0;
  attributes.batteryCurrent = u16(bytes, stateAt + 1) / 10;
  attributes.battery = u16(bytes, stateAt + 3) / 100;
  const percent = bytes[stateAt + 5] ?? 0;
  if (percent <= 100) attributes.batteryLevel = percent;
  return true;
}

const groups = new TextFields(',');
const pair = new TextFields(':');

const cellsInPart = 7;

/** A part counts from 1 and has seven cells; of one that is not there a byte is 0. */
function setCellTemperatures(bytes: Uint8Array, attributes: AttributeDraft): void {
  const first = Math.max(0, (bytes[0] ?? 1) - 1) * cellsInPart;
  for (let at = 1; at <= cellsInPart && at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > 0) attributes[`cellTemp${first + at}`] = byte - 40;
  }
}

function readGroups(data: string, attributes: AttributeDraft): boolean {
  let known = false;
  const { bytes: text } = groups.open(Buffer.from(data, 'latin1'));
  for (let at = 0; at < groups.count; at += 1) {
    pair.open(text, groups.start(at), groups.end(at));
    const bytes = bytesIn(pair.text(1));
    if (pair.is(0, '90') && bytes.length >= 8) {
      attributes.battery = u16(bytes, 0) / 10;
      attributes.batteryCurrent = (u16(bytes, 4) - 30_000) / 10;
      const percent = u16(bytes, 6) / 10;
      if (percent <= 100) attributes.batteryLevel = percent;
      known = true;
    } else if (pair.is(0, '92') && bytes.length >= 4) {
      attributes.temp1 = (bytes[0] ?? 0) - 40;
      attributes.temp2 = (bytes[2] ?? 0) - 40;
      known = true;
    } else if (pair.is(0, '91') && bytes.length >= 6) {
      attributes.maxCellVoltage = u16(bytes, 0) / 1000;
      attributes.minCellVoltage = u16(bytes, 3) / 1000;
      known = true;
    } else if (pair.is(0, '96') && bytes.length >= 2) {
      setCellTemperatures(bytes, attributes);
      known = true;
    }
  }
  return known;
}

/** Sets what is reported; false when the data is none of it. */
function readBatteryManager(type: string, data: string, attributes: AttributeDraft): boolean {
  return type === 'BS50' ? readPack(data, attributes) : readGroups(data, attributes);
}

/**
 * What is between the parentheses, in two forms:
 *
 *     ID TYPE data      twelve signs, four signs, the rest without a break
 *     ID,TYPE,data      an id of any length, all between commas
 */
interface Tk103Message {
  readonly id: string;
  /** The id as the tracker writes it, with what fills it up: answers repeat it. */
  readonly written: string;
  readonly type: string;
  readonly data: string;
  /** The form between commas, whose dates begin with the day. */
  readonly hasCommas: boolean;
}

const idLength = 12;
const idPattern = /^[0-9A-Za-z]{4,20}$/;
/** Shorter ones are filled up with zero bytes. */
const compactId = /^([0-9A-Za-z]{8,12})\0*$/;
/** Some units have an id of another length; then it is of digits. */
const otherCompact = /^(\d{8,20})(B[A-Z]\d\d)/;
const typePattern = /^[A-Z]{2}[0-9A-Z]{2}$/;

/** The message in a text with or without its parentheses, or undefined when it is neither form. */
function openMessage(text: string): Tk103Message | undefined {
  const body = text.slice(text.startsWith('(') ? 1 : 0, text.endsWith(')') ? -1 : text.length);
  const compactType = body.slice(idLength, idLength + 4);
  const written = body.slice(0, idLength);
  const [, compact] = compactId.exec(written) ?? [];
  if (typePattern.test(compactType) && compact !== undefined) {
    return {
      id: compact,
      written,
      type: compactType,
      data: body.slice(idLength + 4),
      hasCommas: false,
    };
  }
  const [head, id = '', type = ''] = otherCompact.exec(body) ?? [];
  if (head !== undefined) return { id, written: id, type, data: body.slice(head.length), hasCommas: false };
  return openFields(body);
}

function openFields(body: string): Tk103Message | undefined {
  const comma = body.indexOf(',');
  const id = body.slice(0, comma);
  const type = body.slice(comma + 1, comma + 5);
  if (comma < 0 || !idPattern.test(id) || !typePattern.test(type)) return undefined;
  return { id, written: id, type, data: body.slice(comma + 5).replace(/^,/, ''), hasCommas: true };
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

const imeiPattern = /^[1-9]\d{14}$/;

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
function remember(session: TrackerSession, id: string, changes: Record<string, unknown>): TrackerSession {
  const isSame = session.uniqueId === id;
  const memory = (isSame && session.memory) || {};
  const changed = Object.keys(changes).filter(
    (key) => changes[key] !== undefined && changes[key] !== memory[key],
  );
  if (changed.length === 0) return isSame ? session : { uniqueId: id };
  return {
    uniqueId: id,
    memory: { ...memory, ...Object.fromEntries(changed.map((key) => [key, changes[key]])) },
  };
}

function reply(after: Reply['after'], text: string): Reply {
  return { after, bytes: Buffer.from(text, 'latin1') };
}

/** A unit that once reported that the engine is cut reports with the same digit that it is not. */
function setBlocked(place: Place, reportsCut: boolean): void {
  if (place.cutDigit || reportsCut) place.draft.attributes.blocked = place.cutDigit === true;
}

/** Behind the word of a handshake some units report their battery, hundredths of a volt. */
const handshakeBattery = /HSO([0-9A-Fa-f]{4})$/;
/** Of a lithium cell, volts. */
const leastVolts = 2.5;
const mostVolts = 4.5;

function handshakeState(data: string): AttributeDraft {
  const volts = Number.parseInt(handshakeBattery.exec(data)?.[1] ?? '0', 16) / 100;
  return volts >= leastVolts && volts <= mostVolts ? { battery: volts } : {};
}

/** Reports whose form follows from their type. */
function readByType(type: string, data: string, context: DecodeContext): PositionDraft | undefined {
  const zone = context.settings?.timezone;
  if (type === 'ZC20') return readBattery(data, zone);
  if (data.includes('{')) return readBraces(data, context.receivedMs);
  if (type === 'BZ00') return readCell(data, context.receivedMs);
  const draft = draftAt(context.receivedMs);
  if (type === 'BV00' && /^[0-9A-Za-z]{17}$/.test(data)) {
    draft.attributes.vin = data;
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

const anyPlace = /\d{6},?[AV],? *\d{3,5}\.\d{1,8}[NS]/;

/** Reports that may have words of their own before their place; in other types those are an answer. */
const wordyTypes: ReadonlySet<string> = new Set(['BP02', 'BP04', 'BP05', 'BR00', 'BR01', 'BR02']);

/** The place of a report: at its start, or behind words. */
function placeIn(type: string, data: string, order: DateOrder, context: DecodeContext): Place | undefined {
  const zone = context.settings?.timezone;
  const first = readPlace(data, order, zone, context.receivedMs);
  if (first || !wordyTypes.has(type)) return first;
  const start = data.search(anyPlace);
  return start < 0 ? undefined : readPlace(data.slice(start), order, zone, context.receivedMs);
}

/** The answer to a command as text; undefined when the message is none. */
function answerIn(type: string, data: string): string | undefined {
  if (type === 'ZC03') return withoutControls(/\$([^$]*)/.exec(data)?.[1] ?? data);
  return type.startsWith('B') && !reportTypes.has(type) ? withoutControls(type + data) : undefined;
}

function decodeFrame(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const message = openMessage(byteText(frame).trim());
  if (!message) return decodedError(session, 'unknown-type', 'a message without id and type');
  const { id, written, type, hasCommas } = message;
  const digits = /^(\d{15})/.exec(message.data)?.[1];
  const imei = type.startsWith('BP') && digits !== undefined && imeiPattern.test(digits) ? digits : undefined;
  const known = remember(session, id, { imei });
  const knownImei = memoryOf(known).imei;
  const uniqueIds = typeof knownImei === 'string' && knownImei !== id ? [id, knownImei] : [id];
  if (type === 'BP00')
    return decodedAs(
      known,
      [heartbeatMessage(uniqueIds, handshakeState(message.data))],
      [reply('login', `(${written}AP01HSO)`)],
    );
  const alarm = /^,?ALARM,(\d+),\d+,/.exec(message.data);
  const data = alarm ? message.data.slice(alarm[0].length) : message.data;
  const order = hasCommas ? 'ddMMyy' : 'yyMMdd';
  const place = placeIn(type, data, order, context);
  const messages: TrackerMessage[] = [];
  const replies: Reply[] = [];
  if (type === 'BP05') {
    messages.push({ kind: 'login', uniqueIds });
    replies.push(reply('login', `(${written}AP05)`));
  }
  if (place) {
    const code = alarm?.[1] ?? place.code;
    readType(alarm && type !== 'BQ81' ? alarmType : type, code, place.draft.attributes);
    setBlocked(place, memoryOf(known).reportsCut === true);
    messages.push(positionMessage(uniqueIds, place.draft));
    if (type === alarmType) replies.push(reply('commit', `(${written}AS01${code.charAt(0)})`));
    return decodedAs(remember(known, id, { reportsCut: place.cutDigit || undefined }), messages, replies);
  }
  const report = readByType(type, data, context);
  if (report) return decodedAs(known, [...messages, positionMessage(uniqueIds, report)], replies);
  if (messages.length > 0) return decodedAs(known, messages, replies);
  if (type === registrationType) return decodedAs(known, [{ kind: 'login', uniqueIds }]);
  const result = answerIn(type, data);
  if (result === undefined) return decodedError(known, 'bad-value', `a ${type} whose data does not fit`);
  messages.push({ kind: 'commandResult', uniqueIds, result });
  const relay = type === 'BV01' ? /^[01]/.exec(data)?.[0] : undefined;
  if (relay !== undefined) messages.push(heartbeatMessage(uniqueIds, { blocked: relay === '0' }));
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
