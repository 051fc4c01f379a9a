/**
 * meitrack: Meitrack's MVT, T, MT, TC and P series. The envelope is described in `message.ts`, reports in `text-report.ts`,
 * `compressed-report.ts` and `element-report.ts`. Every message names its tracker; there is no sign-in.
 */

import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { byTransport, decodeDatagram } from '../datagram.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import { textSetting } from '../device-settings.ts';
import { type Cut, createCuttingFramer, cutError, misplaced } from '../framing.ts';
import type { PositionDraft } from '../position-draft.ts';
import type {
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
import { byteText, isPrintable, withoutControls } from '../wire/byte-text.ts';
import { minutesAhead } from '../wire/tracker-clock.ts';
import { readCompressedBatch } from './compressed-report.ts';
import { readElementBatch } from './element-report.ts';
import { type Message, openMessage, sealMessage } from './message.ts';
import { readTextReport } from './text-report.ts';

/**
 * Commands to meitrack trackers: the words of the GPRS protocol in the envelope of `message.ts`, its identifier given back
 * by the answer. By SMS the same words follow the password: `0000,C01,0,12222`.
 *
 * C01,speed,ABCDE sets outputs 1 to 5 (0 off, 1 on, 2 as it is) below that speed, at once with 0; the relay is on output 1.
 * The answer to A10 is a report. A12 counts tens of seconds. B35 moves the clock of SMS alone: B36 would move that of the
 * reports, which are read as UTC. Source: Meitrack GPRS Protocol (MVT series 1.6, T333 1.4, T622 1.2), 3.
 */

/** As the tracker leaves the factory. */
const usualPassword = '0000';
const outputs = 5;
const maxPeriod = 65_535;

function outputWords(index: number, state: string): string | undefined {
  if (!(index >= 1 && index <= outputs) || !/^[01]$/.test(state)) return undefined;
  return `C01,0,${'2'.repeat(index - 1)}${state}${'2'.repeat(outputs - index)}`;
}

/** Trackers with an alarm of their own are armed by B21; the others by output 3, to which a siren is wired. */
function arming(state: '0' | '1'): CommandTemplate {
  return (_values, { settings }) =>
    settings['meitrack.alternative'] === true ? `B21,${state}` : `C01,0,22${state === '1' ? '1' : '0'}22`;
}

function periodWords(seconds: number): string | undefined {
  const tens = seconds === 0 ? 0 : Math.max(1, Math.round(seconds / 10));
  return tens <= maxPeriod ? `A12,${tens}` : undefined;
}

/** The message's comma would be one more field, and its asterisk the end. */
function smsWords(phone: string, message: string): string | undefined {
  return /^\+?\d{3,15}$/.test(phone) && !message.includes('*') ? `C02,0,${phone},${message}` : undefined;
}

function speedWords(limit: string): string | undefined {
  return /^\d{1,3}$/.test(limit) && Number(limit) <= 255 ? `B07,${Number(limit)}` : undefined;
}

const meitrackCommands: CommandEncoder = createCommandEncoder({
  longest: 1024,
  templates: {
    /** The command and its parameters: `A10`. */
    custom: (values) => values.text('data'),
    engineStop: () => outputWords(1, '1'),
    engineResume: () => outputWords(1, '0'),
    outputControl: (values) => outputWords(values.number('index'), values.text('data')),
    alarmArm: arming('1'),
    alarmDisarm: arming('0'),
    positionSingle: () => 'A10',
    positionPeriodic: (values) => periodWords(values.number('frequency')),
    positionStop: () => 'A12,0',
    setSpeedLimit: (values) => speedWords(values.text('data')),
    setTimezone: (values, { nowMs }) => {
      const minutes = minutesAhead(values.text('timezoneName'), nowMs);
      return minutes === undefined ? undefined : `B35,${minutes}`;
    },
    sendSms: (values) => smsWords(values.text('phone'), values.text('message')),
    rebootDevice: () => 'F01',
    factoryReset: () => 'F11',
    getVersion: () => 'E91',
  },
  silent: ['positionSingle'],
  seal: (text, { uniqueId, sequence }) =>
    sealMessage(String.fromCharCode(0x41 + (sequence % 26)), uniqueId, text),
  sms: (text, { settings }) => `${textSetting(settings, 'devicePassword') ?? usualPassword},${text}`,
});

/** Reports are below 1100 bytes; a batch of a cache that is emptied, or a piece of a picture, goes beyond. */
const meitrackMaxFrameBytes = 16_384;

const dollar = 0x24;
const at = 0x40;
const comma = 0x2c;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

const zero = 0x30;
const headerBytes = 3;
const maxLengthDigits = 5;
/** Comma, a short id, comma, command, asterisk, checksum, line end. */
const leastLength = 14;

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isMark(byte: number | undefined): boolean {
  return byte === dollar || byte === at;
}

/** Where the comma behind the length is; -1 when the bytes start no message, undefined while that is open. */
function commaPlace(bytes: Uint8Array): number | undefined {
  if (!isMark(bytes[0])) return -1;
  if (bytes.length > 1 && bytes[1] !== bytes[0]) return -1;
  if (bytes.length > 2 && ((bytes[2] ?? 0) < 0x21 || (bytes[2] ?? 0) > 0x7e)) return -1;
  for (let index = headerBytes; index < bytes.length; index += 1) {
    if (bytes[index] === comma) return index > headerBytes ? index : -1;
    if (!isDigit(bytes[index]) || index >= headerBytes + maxLengthDigits) return -1;
  }
  return undefined;
}

function endsLine(bytes: Uint8Array, end: number): boolean {
  return bytes[end - 2] === carriageReturn && bytes[end - 1] === lineFeed;
}

function lineEnd(bytes: Uint8Array, from: number): number {
  for (let found = bytes.indexOf(lineFeed, from); found >= 0; found = bytes.indexOf(lineFeed, found + 1)) {
    if (bytes[found - 1] === carriageReturn) return found + 1;
  }
  return -1;
}

function cut(bytes: Uint8Array, examined: number, isFirst: boolean): Cut {
  const place = commaPlace(bytes);
  if (place === -1) return misplaced(1, isFirst);
  if (place === undefined) return { kind: 'more', examined: 0 };
  let declaredBytes = 0;
  for (let at = headerBytes; at < place; at += 1)
    declaredBytes = declaredBytes * 10 + (bytes[at] ?? 0) - zero;
  if (declaredBytes < leastLength || declaredBytes > meitrackMaxFrameBytes - place) {
    return isFirst ? misplaced(1, isFirst) : cutError('bad-length', `a message of ${declaredBytes} bytes`);
  }
  const end = place + declaredBytes;
  // whatever its length says
  const whole = isFirst ? messageBytes(bytes) : 0;
  if (whole > 0) return { kind: 'frame', length: whole };
  if (bytes.length < end) return { kind: 'more', examined: 0, needed: end };
  if (endsLine(bytes, end)) return { kind: 'frame', length: end };
  // some firmware counts wrongly: then the first line end is the message's own
  const own = lineEnd(bytes, Math.max(place, examined - 1));
  if (own < 0) return { kind: 'more', examined: bytes.length };
  return { kind: 'frame', length: own, decided: Math.max(own, end) };
}

/** With a right checksum, where its line end or its length says. */
function messageBytes(bytes: Uint8Array): number {
  const place = commaPlace(bytes) ?? -1;
  if (place < 0) return 0;
  const stated = place + Number(byteText(bytes, headerBytes, place));
  const isWhole = (end: number) => endsLine(bytes, end) && !('code' in openMessage(bytes.subarray(0, end)));
  return [lineEnd(bytes, place), stated].find((end) => end > 0 && isWhole(end)) ?? 0;
}

/** The first message begun within one whose checksum is wrong: its length may have taken several. */
function restart(frame: Uint8Array): number {
  for (let from = 1; from + leastLength < frame.length; from += 1) {
    if (!isMark(frame[from])) continue;
    const place = commaPlace(frame.subarray(from)) ?? -1;
    const stated = place > 0 ? Number(byteText(frame, from + headerBytes, from + place)) : 0;
    if (stated < leastLength || stated > meitrackMaxFrameBytes - place) continue;
    return 'code' in openMessage(frame) ? from : 0;
  }
  return 0;
}

/** Cuts messages by the length they state, or by their line end where that length is wrong. */
function createMeitrackFramer(): Framer {
  return createCuttingFramer(cut, {
    ...{ maxFrameBytes: meitrackMaxFrameBytes, maxSkippedBytes: 1024 },
    ...{ opening: { messageBytes, mayBegin: (bytes) => commaPlace(bytes) !== -1 }, restart },
  });
}

const meitrackFacts: ProtocolFacts = Object.freeze({
  models: [
    'Meitrack MVT series: MVT100, MVT340, MVT380, MVT600, MVT800',
    'Meitrack T series: T1, T3, T311, T322X, T333, T355, T366, T366G, T366L, T399, T622, T633L, T711L',
    'Meitrack personal and asset trackers: MT90, P66, P88L, P99G, TC68, TC68S, K211G',
  ],
  reads: [
    'Text reports (AAA) with every ending of the models: card, fuel, temperatures, event data, taximeter',
    'Batches of the cache: compressed (CCC) and of elements (CCE), with OBD, cells, Wi-Fi, tags, batteries',
    'Handshakes (AAC), answers to commands, pieces of pictures (as signs of life)',
    'TCP, and UDP with one or several messages in a datagram',
  ],
  sources: [
    'Meitrack GPRS Protocol: MVT100/MVT340/MVT380/MVT600/T1 1.21 and 1.6, T1/T333 1.4, T366 1.5, T622 1.2, T633L 1.0, P88L 1.3',
    'Public decoders, for the compressed report and elements that no document at hand describes',
  ],
});

/** A picture's pieces, and that one is ready: nothing here keeps pictures. */
const pictureCommands: ReadonlySet<string> = new Set(['D00', 'D01', 'D03']);

function sessionOf(session: TrackerSession, imei: string): TrackerSession {
  return session.uniqueId === imei ? session : { ...session, uniqueId: imei };
}

function batch(
  { identifier, imei, command }: Message,
  session: TrackerSession,
  drafts: readonly PositionDraft[] | undefined,
): Decoded {
  if (!drafts) return decodedError(session, 'bad-length', `reports that do not fill their ${command}`);
  const messages = drafts.map((draft) => positionMessage([imei], draft));
  const answer = sealMessage(identifier, imei, `CCC,${drafts.length}`);
  const replies: Reply[] = command === 'CCC' ? [{ after: 'commit', bytes: answer }] : [];
  return decodedAs(session, messages, replies);
}

function decodeText(message: Message, session: TrackerSession, context: DecodeContext): Decoded {
  const { imei, command, body } = message;
  const draft = readTextReport(body, context);
  if (draft) {
    if (command !== 'AAA') draft.attributes.type = command;
    return decodedAs(session, [positionMessage([imei], draft)]);
  }
  if (command === 'AAA') return decodedError(session, 'bad-value', 'a report whose fields do not fit');
  if (pictureCommands.has(command) || !isPrintable(body))
    return decodedAs(session, [heartbeatMessage([imei])]);
  const result = withoutControls(body.length === 0 ? command : `${command},${byteText(body)}`);
  return decodedAs(session, [{ kind: 'commandResult', uniqueIds: [imei], result }]);
}

function decodeMessage(frame: Frame, before: TrackerSession, context: DecodeContext): Decoded {
  const message = openMessage(frame, before.uniqueId);
  if ('code' in message) return decodedError(before, message.code, message.message);
  const { imei, identifier, command, body } = message;
  const session = sessionOf(before, imei);
  if (command === 'CCC') return batch(message, session, readCompressedBatch(body, context.settings));
  if (command === 'CCE' || command === 'CFF') {
    return batch(message, session, readElementBatch(body, context));
  }
  if (command === 'AAC') {
    const welcome: Reply = { after: 'login', bytes: sealMessage(identifier, imei, 'AAC,1') };
    return decodedAs(session, [{ kind: 'login', uniqueIds: [imei] }], [welcome]);
  }
  return decodeText(message, session, context);
}

export const meitrack: Protocol = Object.freeze({
  name: 'meitrack',
  port: 5020,
  transports: ['tcp', 'udp'],
  idleTimeoutMs: 60 * 60_000,
  maxFrameBytes: meitrackMaxFrameBytes,
  createFramer: createMeitrackFramer,
  decode: byTransport(decodeMessage, decodeDatagram(createMeitrackFramer, decodeMessage)),
  commands: meitrackCommands,
  facts: meitrackFacts,
} as const);
