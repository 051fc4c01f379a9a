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
import { integerIn, numberIn } from '../wire/field-text.ts';
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

function endIn(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === hash || byte === carriageReturn || byte === lineFeed) return at;
  }
  return -1;
}

function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  if (!startsMessage(bytes)) return misplaced(1, isFirst);
  const end = endIn(bytes, examined);
  return end < 0 ? { kind: 'more', examined: bytes.length } : { kind: 'frame', length: end + 1 };
}

/** Cuts messages from their asterisk up to `#` or, where firmware leaves it out, the line end. */
function createEasytrackFramer(): Framer {
  return createCuttingFramer(cut, { maxFrameBytes: easytrackMaxFrameBytes, maxSkippedBytes: 512 });
}

/** Reports without a place. Source: public decoders. */
/** JZ, the cell heard: 1 when the tracker requests an address, cell, area, country, network, all in decimals. */
function readCellReport(fields: readonly string[], receivedMs: number): PositionDraft | undefined {
  const [cellId, locationAreaCode, mobileCountryCode, mobileNetworkCode] = fields.slice(1, 5).map(integerIn);
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

/** OB: `BD$V13.8;R2150;S080;…`, a letter and its value: volts, rpm, km/h, throttle %, load %, coolant °C, fuel %, km, s. */
function readObdReport(text: string, receivedMs: number): PositionDraft | undefined {
  const start = text.indexOf('$');
  if (start < 0) return undefined;
  const draft = draftAt(receivedMs);
  for (const part of text.slice(start + 1).split(';')) {
    const entry = obdKeys.get(part.charAt(0));
    const value = numberIn(part.slice(1));
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

const opening = /^\*([A-Z0-9]{2}),(\d{4,20}),([A-Za-z0-9]{2})(?:,|$)/;

function reply(after: Reply['after'], text: string): Reply {
  return { after, bytes: Buffer.from(text, 'latin1') };
}

function readDraft(
  name: string,
  fields: readonly string[],
  context: DecodeContext,
): PositionDraft | undefined {
  if (name === cell) return readCellReport(fields, context.receivedMs);
  if (name === obd) return readObdReport(fields.join(','), context.receivedMs);
  const draft = readReport(fields, context);
  if (draft) draft.attributes.command = name;
  return draft;
}

/** A cell for which the tracker wants an address gets none: the word that ends its waiting. */
function repliesTo(name: string, head: string, fields: readonly string[], plus: boolean): Reply[] {
  const replies: Reply[] = [];
  if (plus && acknowledged.has(name)) replies.push(reply('commit', `${head},ACK#`));
  if (name === cell && fields[0] === '1') replies.push(reply('commit', `${head},undefined#`));
  return replies;
}

function decode(frame: Frame, before: TrackerSession, context: DecodeContext): Decoded {
  const text = byteText(frame).replace(/[#\r\n]+$/, '');
  const [head, maker, uniqueId, name] = opening.exec(text) ?? [];
  if (head === undefined || maker === undefined || uniqueId === undefined || name === undefined) {
    return decodedError(before, 'bad-value', 'a message without id or name');
  }
  const session = withMaker(before, uniqueId, maker);
  const uniqueIds = [uniqueId];
  const content = text.slice(head.length);
  const fields = content.split(',');
  const draft = readDraft(name, fields, context);
  const isLineTest = lineTests.has(name);
  if (draft) {
    const replies = isLineTest
      ? [reply('commit', `${text}#`)]
      : repliesTo(name, `*${maker},${uniqueId},${name}`, fields, isPlus(context));
    return decodedAs(session, [positionMessage(uniqueIds, draft)], replies);
  }
  if (isLineTest) return decodedAs(session, [heartbeatMessage(uniqueIds)], [reply('login', `${text}#`)]);
  if (name === registration) return decodedAs(session, [{ kind: 'login', uniqueIds }]);
  if (/^[AV],/.test(content) || name === cell || name === obd) {
    return decodedError(session, 'bad-value', `a ${name} whose fields do not fit`);
  }
  if (!answers.has(name)) return decodedAs(session, [heartbeatMessage(uniqueIds)]);
  const result = withoutControls(content === '' ? name : `${name},${content}`);
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
