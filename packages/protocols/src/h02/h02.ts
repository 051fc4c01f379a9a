/**
 * h02: SinoTrack, LK, Huasunteck and many cheap trackers. Text between `*` and `#`, the maker in two
 * letters first, or reports in packed decimals behind `$`:
 *
 *     *HQ,ID,TYPE,…#     `place-report.ts`, `cell-reports.ts`, answers to commands
 *     $…                 `binary-report.ts`
 *
 * V1 and NBR are answered by `*HQ,ID,V4,TYPE,yyyyMMddHHmmss#`, heartbeats (HTBT, XT, V0) by themselves.
 * Source: H02 protocol EN; SinoTrack "TQ GPRS transport protocol"; LKGPS and Cantrack protocols.
 */

import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { decodeDatagram } from '../datagram.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage, speakerOf } from '../decoded.ts';
import { textSetting } from '../device-settings.ts';
import type {
  CommandContext,
  CommandEncoder,
  DecodeContext,
  Decoded,
  Frame,
  Protocol,
  ProtocolFacts,
  Reply,
  TrackerMessage,
  TrackerSession,
} from '../protocol.ts';
import { trimmedEnd, trimmedStart, withoutControls } from '../wire/byte-text.ts';
import { areDigits } from '../wire/field-text.ts';
import { TextFields } from '../wire/text-fields.ts';
import { readBinaryReport } from './binary-report.ts';
import { readCellReport } from './cell-reports.ts';
import { createH02Framer, h02MaxFrameBytes } from './h02-framer.ts';
import { readPlaceReport, readStateReport } from './place-report.ts';

/**
 * Commands to h02 trackers: `*HQ,ID,S20,HHmmss,1,1#`, the maker as the tracker writes it, the time of the command, and its
 * values. Answered by a V4 that repeats command and time. The attribute `h02.alternative` of the device says that the
 * unit takes D1 for the interval in place of S71.
 * Source: H02 protocol EN; SinoTrack "TQ GPRS transport protocol"; SinoTrack ST-901 manual for SMS.
 */

const usualMaker = 'HQ';
/** As SinoTrack's units leave the factory. */
const usualPassword = '0000';

function clockOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(11, 19).replaceAll(':', '');
}

function say(context: CommandContext, type: string, ...values: readonly (string | number)[]): string {
  const { maker } = context.session.memory ?? {};
  const id = context.session.uniqueId ?? context.uniqueId;
  const head = `*${typeof maker === 'string' ? maker : usualMaker},${id},${type},${clockOf(context.nowMs)}`;
  return `${[head, ...values].join(',')}#`;
}

function simply(type: string, ...values: readonly (string | number)[]): CommandTemplate {
  return (_values, context) => say(context, type, ...values);
}

const periodWords: CommandTemplate = (values, context) => {
  const seconds = values.number('frequency');
  if (seconds < 1 || seconds > 65_535) return undefined;
  return context.settings['h02.alternative'] === true
    ? say(context, 'D1', seconds)
    : say(context, 'S71', 22, seconds);
};

const smsWords: readonly (readonly [pattern: RegExp, text: (password: string) => string])[] = [
  [/,S20,\d{6},1,1#$/, (password) => `940${password}`],
  [/,S20,\d{6},1,0#$/, (password) => `941${password}`],
  [/,R1,\d{6}#$/, () => 'RESTART'],
];

function smsOf(text: string, { settings }: CommandContext): string {
  const form = smsWords.find(([pattern]) => pattern.test(text));
  return form ? form[1](textSetting(settings, 'devicePassword') ?? usualPassword) : text;
}

const h02Commands: CommandEncoder = createCommandEncoder({
  longest: 400,
  templates: {
    /** A whole command as it is. */
    custom: (values) => values.text('data'),
    engineStop: simply('S20', 1, 1),
    engineResume: simply('S20', 1, 0),
    alarmArm: simply('SCF', 0, 0),
    alarmDisarm: simply('SCF', 1, 1),
    positionPeriodic: periodWords,
    rebootDevice: simply('R1'),
    getDeviceStatus: simply('S26'),
  },
  silent: ['getDeviceStatus'],
  seal: (text) => Buffer.from(text, 'latin1'),
  sms: smsOf,
});

const h02Facts: ProtocolFacts = Object.freeze({
  models: [
    'SinoTrack: ST-901, ST-901L, ST-902, ST-904, ST-905, ST-906, ST-915',
    'LK: LK106, LK109, LK208, LK209, LK210, LK330, LK660, LK710, LK720, LK930',
    'Huasunteck, Cantrack, Mi-Track, RF-V8, RF-V16, MT-1, ICar and many without a name that write HQ, TH or XY',
  ],
  reads: [
    'Places by text (V1, V2, V4, V5, V6, VI1, VP1, ALRM, BC), with cell, SIM, OBD and numbers of the maker behind the status',
    'Places in packed decimals (32, 42 and 45 bytes, ids of 10 and 15 digits)',
    'Alarms, ignition, arming, door and block from the status word',
    'Cells (NBR, V3, VP1), link state with battery, signal and steps (LINK), heartbeats (HTBT, XT, V0)',
    'Answers to commands by V4, by their own type and as the text of an SMS',
    'Data passed through (X) is passed over; alone in a datagram it is a sign of life',
  ],
  sources: [
    'H02 protocol EN; SinoTrack, TQ GPRS transport protocol',
    'LKGPS protocol; Communication protocol 1.0.3; Cantrack protocol A/1',
    'Public decoders, for the binary form and reports that no document describes; a public table of the status bits',
  ],
});

const heartbeatTypes: ReadonlySet<string> = new Set(['HTBT', 'XT', 'V0']);
const acknowledgedTypes: ReadonlySet<string> = new Set(['V1', 'NBR']);
/** Reports that are none when their fields do not fit; every other type answers a command. */
const reportTypes = /^(?:V[1-9]|VI?1|VP1|NBR|LINK|ALRM|BC)$/;
/** Their fields have a layout of their own. */
const laidOutTypes: ReadonlySet<string> = new Set(['NBR', 'LINK', 'V3', 'VP1']);
const mostIdDigits = 20;

function remember(session: TrackerSession, uniqueId: string, maker: string): TrackerSession {
  if (session.uniqueId === uniqueId && session.memory?.maker === maker) return session;
  return { uniqueId, memory: { ...session.memory, maker } };
}

/** The clock of an acknowledgement, written once a second. */
let clockSecond = Number.NaN;
let clockText = '';

function clockAt(receivedMs: number): string {
  const second = Math.floor(receivedMs / 1000);
  if (second !== clockSecond) {
    clockText = new Date(receivedMs).toISOString().slice(0, 19).replace(/\D/g, '');
    clockSecond = second;
  }
  return clockText;
}

function acknowledgement(maker: string, id: string, type: string, receivedMs: number): Reply {
  const text = `*${maker},${id},V4,${type},${clockAt(receivedMs)}#`;
  return { after: 'commit', bytes: Buffer.from(text, 'latin1') };
}

function heartbeat(
  type: string,
  fields: TextFields,
  id: string,
  maker: string,
  session: TrackerSession,
): Decoded {
  const percent = type === 'HTBT' ? fields.integer(3) : undefined;
  const level = percent !== undefined && percent <= 100 ? { batteryLevel: percent } : {};
  const reply: Reply = { after: 'login', bytes: Buffer.from(`*${maker},${id},${type}#`, 'latin1') };
  return decodedAs(session, [heartbeatMessage([id], level)], [reply]);
}

/** Whose message it is: a unit that leaves its id out is the one that spoke before. */
function idIn(fields: TextFields, session: TrackerSession): string {
  const { uniqueId } = session;
  if (fields.isEmpty(1)) return uniqueId ?? '';
  return uniqueId !== undefined && fields.is(1, uniqueId) ? uniqueId : fields.text(1);
}

function answer(text: string, uniqueIds: readonly string[]): TrackerMessage {
  return { kind: 'commandResult', uniqueIds, result: withoutControls(text) };
}

const reports = new TextFields(',');
const asterisk = 0x2a;
const hash = 0x23;
const makerForm = /^[A-Za-z]{2}$/;

function decodeText(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const from = trimmedStart(frame, 0, frame.length);
  const to = trimmedEnd(frame, from, frame.length) - 1;
  const fields = reports.open(frame, from + 1, Math.max(from + 1, to));
  const maker = fields.repeated(0);
  const isMessage = frame[from] === asterisk && frame[to] === hash && makerForm.test(maker);
  if (!isMessage || fields.count < 3)
    return decodedError(session, 'unknown-type', 'a text that is no message');
  const type = fields.repeated(2);
  const id = idIn(fields, session);
  if (id.length > mostIdDigits || !areDigits(id, 0, id.length))
    return decodedError(session, 'bad-value', 'the message names no tracker');
  const next = remember(session, id, maker);
  const uniqueIds = [id];
  if (heartbeatTypes.has(type)) return heartbeat(type, fields, id, maker, next);
  if (type === '') return decodedAs(next, [heartbeatMessage(uniqueIds)]);
  if (type === 'SMS') return decodedAs(next, [answer(fields.joined(3), uniqueIds)]);
  const zone = context.settings?.timezone;
  const replies = acknowledgedTypes.has(type) ? [acknowledgement(maker, id, type, context.receivedMs)] : [];
  const place = readPlaceReport(type, fields, zone, context.receivedMs);
  if (place) {
    const { draft, before } = place;
    if (type === 'V4') {
      return decodedAs(next, [positionMessage(uniqueIds, draft), answer(before ?? '', uniqueIds)]);
    }
    if (before !== undefined) draft.attributes.event = before;
    return decodedAs(next, [positionMessage(uniqueIds, draft)], replies);
  }
  const report =
    readCellReport(type, fields, zone, context.receivedMs) ??
    (type === 'V4' || laidOutTypes.has(type) ? undefined : readStateReport(fields, zone, context.receivedMs));
  if (report) {
    const isQuiet = !reportTypes.test(type) || (type === 'LINK' && report.attributes.alarm === undefined);
    const message = isQuiet
      ? heartbeatMessage(uniqueIds, report.attributes)
      : positionMessage(uniqueIds, report);
    return decodedAs(next, [message], replies);
  }
  if (type !== 'V4' && reportTypes.test(type))
    return decodedError(next, 'bad-value', `a ${type} whose fields do not fit`);
  return decodedAs(next, [answer(fields.joined(type === 'V4' ? 3 : 2), uniqueIds)]);
}

function decodeBinary(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const report = readBinaryReport(frame, context.settings?.timezone);
  if (!report) return decodedError(session, 'bad-value', 'a binary report whose digits do not fit');
  const { uniqueId, draft } = report;
  const next = session.uniqueId === uniqueId ? session : { ...session, uniqueId };
  return decodedAs(next, [positionMessage([uniqueId], draft)]);
}

function decodeFrame(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const marker = String.fromCharCode(frame[0] ?? 0);
  if (marker === '*') return decodeText(frame, session, context);
  if (marker === '$') return decodeBinary(frame, session, context);
  if (marker !== 'X') return decodedError(session, 'unknown-type', 'neither a text nor a binary report');
  const speaker = speakerOf(session);
  return decodedAs(session, speaker.length > 0 ? [heartbeatMessage(speaker)] : []);
}

function decode(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const isOfText = context.transport === 'udp' && frame[0] === 0x2a;
  return (isOfText ? decodeTexts : decodeFrame)(frame, session, context);
}

const decodeTexts = decodeDatagram(createH02Framer, decodeFrame);

export const h02: Protocol = Object.freeze({
  name: 'h02',
  port: 5013,
  transports: ['tcp', 'udp'],
  idleTimeoutMs: 15 * 60_000,
  maxFrameBytes: h02MaxFrameBytes,
  createFramer: createH02Framer,
  decode,
  commands: h02Commands,
  facts: h02Facts,
} as const);
