/**
 * easytrack: the E3 family, much used in Brazil, and the ET trackers before it.
 *
 *     * maker, two letters | , | id | , | name, two letters | , … #
 *
 * Reports are described in `report.ts`, reports without a place in `other-reports.ts`. Every message names its tracker.
 * TX and MQ test the line: they are given back as they came, and what they report counts. The E3+ 4G (`easytrack.e3plus` of the device) waits for an ACK
 * to its reports.
 */

import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import { type Cut, createCuttingFramer, misplaced } from '../framing.ts';
import { draftAt, type PositionDraft } from '../position-draft.ts';
import type {
  CommandContext,
  CommandEncoder,
  DecodeContext,
  Decoded,
  Frame,
  Framer,
  Protocol,
  ProtocolFacts,
  Reply,
  TrackerSession,
} from '../protocol.ts';
import { byteText, withoutControls } from '../wire/byte-text.ts';
import { TextFields } from '../wire/text-fields.ts';
import { isPlus, readReport } from './report.ts';

/** The longest reports, of OBD, are below 200 bytes. */
const easytrackMaxFrameBytes = 2048;

const asterisk = 0x2a;
const comma = 0x2c;
const hash = 0x23;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** `*ET,` and the first digit of the id. */
const headBytes = 5;

function isCapital(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Whether the bytes may start a message, as far as they go. */
function startsMessage(bytes: Uint8Array): boolean {
  const most = Math.min(bytes.length, headBytes);
  for (let at = 0; at < most; at += 1) {
    const byte = bytes[at] ?? 0;
    if (at === 0 && byte !== asterisk) return false;
    if ((at === 1 || at === 2) && !isCapital(byte) && !isDigit(byte)) return false;
    if (at === 3 && byte !== comma) return false;
    if (at === 4 && !isDigit(byte)) return false;
  }
  return true;
}

function isEnd(byte: number | undefined): boolean {
  return byte === hash || byte === carriageReturn || byte === lineFeed;
}

function endIn(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) if (isEnd(bytes[at])) return at;
  return -1;
}

function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  if (!startsMessage(bytes)) return misplaced(1, isFirst);
  const end = endIn(bytes, examined);
  return end < 0 ? { kind: 'more', examined: bytes.length } : { kind: 'frame', length: end + 1 };
}

/** Up to its end, no other begun within. */
function messageBytes(bytes: Uint8Array): number {
  if (bytes[0] !== asterisk || !startsMessage(bytes)) return 0;
  const end = endIn(bytes, 0);
  const next = bytes.indexOf(asterisk, 1);
  return end < 0 || (next >= 0 && next < end) ? 0 : end + 1;
}

/** The last message begun within another. */
function restart(frame: Uint8Array): number {
  let at = frame.lastIndexOf(asterisk);
  while (at > 0 && (frame.length < at + headBytes || !startsMessage(frame.subarray(at)))) {
    at = frame.lastIndexOf(asterisk, at - 1);
  }
  return Math.max(0, at);
}

/** Cuts messages from their asterisk up to `#` or, where firmware leaves it out, the line end. */
function createEasytrackFramer(): Framer {
  return createCuttingFramer(cut, {
    ...{ maxFrameBytes: easytrackMaxFrameBytes, maxSkippedBytes: 512 },
    ...{ opening: { messageBytes }, restart },
  });
}

const reports = new TextFields(',');
/** Where what a message says begins: behind maker, id and name. */
const content = 3;

/**
 * JZ, a report without a place, of the cell heard: 1 when the tracker requests an address, cell, area, country, network, all
 * in decimals. Source: public decoders.
 */
function readCellReport(fields: TextFields, receivedMs: number): PositionDraft | undefined {
  const [cellId, locationAreaCode] = [fields.integer(content + 1), fields.integer(content + 2)];
  const [mobileCountryCode, mobileNetworkCode] = [fields.integer(content + 3), fields.integer(content + 4)];
  if (cellId === undefined || locationAreaCode === undefined) return undefined;
  if (mobileCountryCode === undefined || mobileNetworkCode === undefined) return undefined;
  const draft = draftAt(receivedMs);
  if (mobileCountryCode > 0 && cellId > 0) {
    draft.network = {
      cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId }],
    };
  }
  return draft;
}

const obdKeys: ReadonlyMap<string, readonly [key: string, convert?: (value: number) => number]> = new Map([
  ['V', ['power']],
  ['R', ['rpm']],
  ['S', ['obdSpeed']],
  ['P', ['throttle']],
  ['O', ['engineLoad']],
  ['C', ['engineTemp']],
  ['L', ['fuelLevel']],
  ['M', ['obdOdometer', (kilometres: number) => Math.round(kilometres * 1000)]],
  ['F', ['fuelConsumption']],
  ['T', ['runtime', (seconds: number) => seconds * 1000]],
]);

const dollar = 0x24;
const readings = new TextFields(';');

/** OB: `BD$V13.8;R2150;S080;…`, a letter and its value: volts, rpm, km/h, throttle %, load %, coolant °C, fuel %, km, s. */
function readObdReport(fields: TextFields, receivedMs: number): PositionDraft | undefined {
  const { bytes } = fields;
  const end = fields.end(fields.count - 1);
  const start = fields.has(content) ? bytes.indexOf(dollar, fields.start(content)) : -1;
  if (start < 0 || start >= end) return undefined;
  const draft = draftAt(receivedMs);
  readings.open(bytes, start + 1, end);
  for (let at = 0; at < readings.count; at += 1) {
    const entry = obdKeys.get(String.fromCharCode(readings.byte(at)));
    const value = readings.numberWithin(at, 1);
    if (!entry || value === undefined) continue;
    const scaled = entry[1] ? entry[1](value) : value;
    if (entry[0] === 'fuelLevel' && scaled > 100) continue;
    draft.attributes[entry[0]] = scaled;
  }
  return Object.keys(draft.attributes).length > 0 ? draft : undefined;
}

const easytrackFacts: ProtocolFacts = Object.freeze({
  models: ['BWS: E3, E3+, E3+ 4G', 'Easytrack: ET-01, ET300, ET600 and clones'],
  reads: [
    'Reports of every name (HB, DW, AM, CC and others) with status, mileage, altitude, card, temperature, hour meter',
    'Cells (JZ), OBD (OB), registration (RG), tests of the line (TX, MQ)',
    'Answers to commands',
  ],
  sources: [
    'BWS IoT, E3 family communication protocol 3.7.2',
    'Public decoders, and captures that owners of E3 trackers published',
  ],
});

/** The two letters with which a tracker begins its messages, remembered with its session. */
const usualMaker = 'ET';

function makerOf({ memory }: TrackerSession): string {
  return typeof memory?.maker === 'string' ? memory.maker : usualMaker;
}

/** The session of a tracker that spoke so; the same object where nothing is new. */
function withMaker(session: TrackerSession, uniqueId: string, maker: string): TrackerSession {
  if (session.uniqueId === uniqueId && makerOf(session) === maker) return session;
  return maker === usualMaker ? { uniqueId } : { uniqueId, memory: { ...session.memory, maker } };
}

/**
 * Commands to easytrack trackers: `*ET,id,FD,Y1#`, the two letters before the id those that the tracker itself uses. FD
 * cuts (Y1) and gives back (Y2), arms (F1) and disarms (F2); the answer is a message of the same name.
 * Sources: BWS, E3 communication protocol 3.7.2, 3.4; public servers. CommandTemplate for intervals and single places are in no
 * document at hand: `custom` says them.
 */
function say({ uniqueId, session }: CommandContext, words: string): string {
  return `*${makerOf(session)},${uniqueId},${words}#`;
}

function alarmMode(words: string): CommandTemplate {
  return (_values, context) => say(context, `FD,${words}`);
}

const easytrackCommands: CommandEncoder = createCommandEncoder({
  longest: 500,
  templates: {
    /** What follows the id: `FD,Y1`. */
    custom: (values, context) => {
      const data = values.text('data');
      return data.includes('#') ? undefined : say(context, data);
    },
    engineStop: alarmMode('Y1'),
    engineResume: alarmMode('Y2'),
    alarmArm: alarmMode('F1'),
    alarmDisarm: alarmMode('F2'),
  },
  seal: (words) => Buffer.from(words, 'latin1'),
});

const registration = 'RG';
const cell = 'JZ';
const obd = 'OB';
const lineTests: ReadonlySet<string> = new Set(['TX', 'MQ']);
const acknowledged: ReadonlySet<string> = new Set(['HB', 'CC', 'AM', 'DW', 'JZ']);

/** Names that ask the tracker for something: without a report they are its answers. */
const answers: ReadonlySet<string> = new Set(['FD', 'GZ', 'FE', 'DW', 'UP']);

function reply(after: Reply['after'], text: string): Reply {
  return { after, bytes: Buffer.from(text, 'latin1') };
}

function readDraft(name: string, fields: TextFields, context: DecodeContext): PositionDraft | undefined {
  if (name === cell) return readCellReport(fields, context.receivedMs);
  if (name === obd) return readObdReport(fields, context.receivedMs);
  const draft = readReport(fields, content, context);
  if (draft) draft.attributes.command = name;
  return draft;
}

/** A cell for which the tracker wants an address gets none: the word that ends its waiting. */
function repliesTo(name: string, head: string, fields: TextFields, plus: boolean): Reply[] {
  const replies: Reply[] = [];
  if (plus && acknowledged.has(name)) replies.push(reply('commit', `${head},ACK#`));
  if (name === cell && fields.is(content, '1')) replies.push(reply('commit', `${head},undefined#`));
  return replies;
}

const makerForm = /^[A-Z0-9]{2}$/;
const nameForm = /^[A-Za-z0-9]{2}$/;

/** Where a message ends: before `#` and line end. */
function endOf(frame: Frame): number {
  let end = frame.length;
  while (end > 0 && isEnd(frame[end - 1])) end -= 1;
  return end;
}

/** The id, `known` where it is that; undefined when it is none. */
function idIn(fields: TextFields, known: string | undefined): string | undefined {
  if (known !== undefined && fields.is(1, known)) return known;
  const length = fields.length(1);
  return length >= 4 && length <= 20 && fields.areDigits(1) ? fields.text(1) : undefined;
}

function decode(frame: Frame, before: TrackerSession, context: DecodeContext): Decoded {
  const end = endOf(frame);
  const fields = reports.open(frame, 0, end);
  const maker = frame[0] === asterisk && fields.length(0) === 3 ? fields.repeated(0).slice(1) : '';
  const uniqueId = idIn(fields, before.uniqueId);
  const name = fields.repeated(2);
  if (!makerForm.test(maker) || uniqueId === undefined || !nameForm.test(name)) {
    return decodedError(before, 'bad-value', 'a message without id or name');
  }
  const session = withMaker(before, uniqueId, maker);
  const uniqueIds = [uniqueId];
  const draft = readDraft(name, fields, context);
  const isLineTest = lineTests.has(name);
  if (draft) {
    const replies = isLineTest
      ? [reply('commit', `${byteText(frame, 0, end)}#`)]
      : repliesTo(name, `*${maker},${uniqueId},${name}`, fields, isPlus(context));
    return decodedAs(session, [positionMessage(uniqueIds, draft)], replies);
  }
  if (isLineTest)
    return decodedAs(session, [heartbeatMessage(uniqueIds)], [reply('login', `${byteText(frame, 0, end)}#`)]);
  if (name === registration) return decodedAs(session, [{ kind: 'login', uniqueIds }]);
  const isReport = fields.has(content + 1) && (fields.is(content, 'A') || fields.is(content, 'V'));
  if (isReport || name === cell || name === obd) {
    return decodedError(session, 'bad-value', `a ${name} whose fields do not fit`);
  }
  if (!answers.has(name)) return decodedAs(session, [heartbeatMessage(uniqueIds)]);
  const words = fields.joined(content);
  const result = withoutControls(words === '' ? name : `${name},${words}`);
  return decodedAs(session, [{ kind: 'commandResult', uniqueIds, result }]);
}

export const easytrack: Protocol = Object.freeze({
  name: 'easytrack',
  port: 5056,
  transports: ['tcp'],
  idleTimeoutMs: 30 * 60_000,
  maxFrameBytes: easytrackMaxFrameBytes,
  createFramer: createEasytrackFramer,
  decode,
  commands: easytrackCommands,
  facts: easytrackFacts,
} as const);
