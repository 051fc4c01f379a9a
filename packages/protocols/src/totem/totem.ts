/**
 * totem: Totem's AT series, and TZone's AVL series before it. The two envelopes are described in `frame.ts`, what is in
 * them in the files named `…-report.ts`. Every message names its tracker, and waits for an answer.
 */

import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import { textSetting } from '../device-settings.ts';
import { addAlarm, type PositionDraft } from '../position-draft.ts';
import type {
  CommandContext,
  CommandEncoder,
  DecodeContext,
  Decoded,
  Frame,
  Protocol,
  ProtocolFacts,
  Reply,
  TrackerSession,
} from '../protocol.ts';
import { byteText, withoutControls } from '../wire/byte-text.ts';
import { TextFields } from '../wire/text-fields.ts';
import { readCardEvent, readObdEvent } from './event-report.ts';
import { createTotemFramer, isNewer, isWhole, sealMessage, sealSerial, totemMaxFrameBytes } from './frame.ts';
import { readNewerReport } from './newer-report.ts';
import { readBarReport, readPackedReport, readSentenceReport } from './older-report.ts';
import { outputLetters, relayOutput } from './report-attributes.ts';

/**
 * Commands to totem trackers: `password,number,values`, on the connection in the newer envelope with type CF, by SMS between
 * `*` and `#`. 025 sets an output by its letter: the relay is on C, or where the device's setting `totem.output` says.
 * Sources: Totem AT07 and AT09 command lists as public servers send them.
 */

const usualPassword = '000000';

function withPassword(text: string, { settings }: CommandContext): string {
  return `${textSetting(settings, 'devicePassword') ?? usualPassword},${text}`;
}

function relay(state: 0 | 1): CommandTemplate {
  return (_values, context) => withPassword(`025,${relayOutput(context.settings)},${state}`, context);
}

function plain(text: string): CommandTemplate {
  return (_values, context) => withPassword(text, context);
}

const totemCommands: CommandEncoder = createCommandEncoder({
  longest: 200,
  templates: {
    /** What follows the password: `025,A,1`. */
    custom: (values, context) => withPassword(values.text('data'), context),
    engineStop: relay(1),
    engineResume: relay(0),
    outputControl: (values, context) => {
      const letter = outputLetters.charAt(values.number('index') - 1);
      const state = values.text('data');
      if (letter === '' || !/^[01]$/.test(state)) return undefined;
      return withPassword(`025,${letter},${state}`, context);
    },
    positionSingle: plain('012'),
    rebootDevice: plain('006'),
    factoryReset: plain('007'),
    getVersion: plain('056'),
  },
  silent: ['positionSingle'],
  seal: (text) => sealMessage('CF', text),
  sms: (text) => `*${text}#`,
});

const totemFacts: ProtocolFacts = Object.freeze({
  models: [
    'Totem: AT05, AT06, AT07, AT08, AT09',
    'TZone and clones of the older envelope: AVL02, AVL05, AVL201',
    'TAG ECHO and others of the newer envelope',
  ],
  reads: [
    'Older envelope: reports around a GPRMC sentence, between bars, and packed, with their alarms',
    'Newer envelope: reports of AT07, AT09 and trackers without supply, with temperatures, cell and state',
    'Cards (E2) and OBD (E5), signs of life, answers to commands',
  ],
  sources: [
    'AVL02 user guide 1.5 and TZ-AVL201 user guide 1.0, format of the GPRS',
    'Totem, AT09 Protocol and Commands 2.43',
    'Public decoders and device descriptions, for AT05, AT06, AT07, OBD and the bits of the state',
  ],
});

/**
 * Codes in the words of the vocabulary. Older envelope: AVL02 user guide 1.5, 3, and public decoders; newer: public decoders
 * of AT07 and AT09. Inputs, charging, sleep and reports by time stay in `event` only.
 */
const olderAlarms: ReadonlyMap<number, string> = new Map([
  [0x01, 'sos'],
  [0x08, 'powerCut'],
  [0x09, 'powerOff'],
  [0x10, 'lowBattery'],
  [0x11, 'overspeed'],
  [0x30, 'parking'],
  [0x42, 'geofenceExit'],
  [0x43, 'geofenceEnter'],
  [0x49, 'general'],
]);

const newerAlarms: ReadonlyMap<number, string> = new Map([
  [0x01, 'sos'],
  [0x02, 'overspeed'],
  [0x04, 'geofenceExit'],
  [0x05, 'geofenceEnter'],
  [0x06, 'tow'],
  [0x07, 'gpsAntennaCut'],
  [0x10, 'powerCut'],
  [0x11, 'powerRestored'],
  [0x12, 'lowPower'],
  [0x13, 'lowBattery'],
  [0x40, 'vibration'],
  [0x41, 'idle'],
  [0x42, 'hardAcceleration'],
  [0x43, 'hardBraking'],
]);

const cardType = 0xe2;
const obdType = 0xe5;
const answerType = 0xcf;

/** The shortest report is longer than this; what is shorter says only that the tracker lives. */
const shortestReport = 90;

/** Of the older envelope; it may come with a report, or with nothing. */
const heartbeatCode = 0x88;

const olderAnswerBytes = Buffer.from('ACK OK\r\n', 'latin1');
const olderAnswer: Reply = Object.freeze({ after: 'commit', bytes: olderAnswerBytes });
const olderLifeAnswer: Reply = Object.freeze({ after: 'login', bytes: olderAnswerBytes });

function speaking(session: TrackerSession, uniqueId: string): TrackerSession {
  return session.uniqueId === uniqueId ? session : { ...session, uniqueId };
}

const codeTexts: readonly string[] = Object.freeze(
  Array.from({ length: 256 }, (_, code) => code.toString(16).toUpperCase().padStart(2, '0')),
);

function setCode(draft: PositionDraft, code: number, alarms: ReadonlyMap<number, string>): void {
  draft.attributes.event = codeTexts[code] ?? '';
  addAlarm(draft.attributes, alarms.get(code));
}

const reports = new TextFields('|');

const dollar = 0x24;

/** The id of digits from an offset of the first field up to the bar; undefined when it is none. */
function idIn(fields: TextFields, offset: number, known: string | undefined): string | undefined {
  const digits = fields.length(0) - offset;
  if (fields.byte(0) !== dollar || fields.byte(0, 1) !== dollar || fields.count < 2) return undefined;
  if (digits < 8 || digits > 20 || !fields.areDigits(0, offset)) return undefined;
  return isKnown(fields, offset, known) ? known : fields.text(0).slice(offset);
}

/** Whether the id from an offset of the first field on is one that spoke before. */
function isKnown(fields: TextFields, offset: number, known: string | undefined): known is string {
  if (known === undefined || known.length !== fields.length(0) - offset) return false;
  for (let at = 0; at < known.length; at += 1) {
    if (fields.byte(0, offset + at) !== known.charCodeAt(at)) return false;
  }
  return true;
}

const sentenceHead = Buffer.from('$GPRMC', 'latin1');

function startsSentence(bytes: Uint8Array, from: number): boolean {
  return sentenceHead.every((byte, at) => bytes[from + at] === byte);
}

/** What follows the code, from an index on. */
function readOlder(frame: Uint8Array, from: number, context: DecodeContext): PositionDraft | undefined {
  const fields = reports.open(frame, from);
  if (startsSentence(frame, from)) return readSentenceReport(fields, context);
  return fields.count > 2 ? readBarReport(fields, context) : readPackedReport(frame, from, context);
}

/** `$$`, length, IMEI, bar, code. */
function decodeOlder(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const fields = reports.open(frame, 0, frame.length, 2);
  const uniqueId = idIn(fields, 4, session.uniqueId);
  const code = fields.hexWithin(1, 0, 2);
  if (uniqueId === undefined || code === undefined || fields.hexWithin(0, 2, 4) === undefined) {
    return decodedError(session, 'bad-value', 'a message without IMEI or code');
  }
  const draft = readOlder(frame, fields.start(1) + 2, context);
  if (!draft && code === heartbeatCode) {
    return decodedAs(speaking(session, uniqueId), [heartbeatMessage([uniqueId])], [olderLifeAnswer]);
  }
  if (!draft) return decodedError(session, 'bad-value', 'a report whose fields do not fit');
  setCode(draft, code, olderAlarms);
  return decodedAs(speaking(session, uniqueId), [positionMessage([uniqueId], draft)], [olderAnswer]);
}

/** The serial that precedes the checksum goes back. */
function newerAnswer(frame: Frame, after: Reply['after']): Reply {
  return { after, bytes: sealSerial('AA', frame, frame.length - 6) };
}

function readNewer(
  type: number,
  frame: Frame,
  from: number,
  context: DecodeContext,
): PositionDraft | undefined {
  if (type === cardType) return readCardEvent(frame, from, context);
  if (type === obdType) return readObdEvent(frame, from, context);
  return readNewerReport(frame, from, context);
}

/** `$$`, length, type, IMEI, bar. */
function decodeNewer(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const fields = reports.open(frame, 0, frame.length, 2);
  const uniqueId = idIn(fields, 8, session.uniqueId);
  const type = fields.hexWithin(0, 6, 8);
  if (uniqueId === undefined || type === undefined || !fields.areDigits(0, 2, 6)) {
    return decodedError(session, 'bad-value', 'a message without type or IMEI');
  }
  const from = fields.start(1);
  const next = speaking(session, uniqueId);
  if (type === answerType) {
    const result = withoutControls(byteText(frame, from, frame.length - 2));
    return decodedAs(next, [{ kind: 'commandResult', uniqueIds: [uniqueId], result }]);
  }
  const draft = readNewer(type, frame, from, context);
  if (draft) {
    setCode(draft, type, newerAlarms);
    return decodedAs(next, [positionMessage([uniqueId], draft)], [newerAnswer(frame, 'commit')]);
  }
  if (frame.length < shortestReport && type !== cardType && type !== obdType) {
    return decodedAs(next, [heartbeatMessage([uniqueId])], [newerAnswer(frame, 'login')]);
  }
  return decodedError(session, 'bad-value', 'a report whose fields do not fit');
}

function decode(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  if (!isNewer(frame)) return decodeOlder(frame, session, context);
  if (!isWhole(frame)) {
    return decodedError(session, 'bad-checksum', `checksum ${byteText(frame, frame.length - 2)}`);
  }
  return decodeNewer(frame, session, context);
}

export const totem: Protocol = Object.freeze({
  name: 'totem',
  port: 5007,
  transports: ['tcp'],
  idleTimeoutMs: 30 * 60_000,
  maxFrameBytes: totemMaxFrameBytes,
  createFramer: createTotemFramer,
  decode,
  commands: totemCommands,
  facts: totemFacts,
} as const);
