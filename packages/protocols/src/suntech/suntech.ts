/**
 * suntech: trackers of Suntech International, the most used in Brazil. Text reports of the older series
 * (`legacy-report.ts`, `st-reports.ts`, `travel-report.ts`) and of the universal one
 * (`universal-report.ts`), and both in packed form (`zip-report.ts`, `universal-binary.ts`).
 * Every report names its tracker; nothing is answered.
 */

import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import { textSetting } from '../device-settings.ts';
import { draftAt, type PositionDraft, setPlace } from '../position-draft.ts';
import type {
  CommandContext,
  CommandEncoder,
  DecodeContext,
  Decoded,
  Frame,
  Protocol,
  ProtocolFacts,
  TrackerSession,
} from '../protocol.ts';
import { withoutControls } from '../wire/byte-text.ts';
import { TextFields } from '../wire/text-fields.ts';
import { positionKinds, readLegacyReport } from './legacy-report.ts';
import { dateIndex, placeIndex, timeIn, uniqueIdIn } from './report-fields.ts';
import { readSt400Report, readSt900Report, st900Kinds } from './st-reports.ts';
import { createSuntechFramer, suntechMaxFrameBytes } from './suntech-framer.ts';
import { readUniversalBinary } from './universal-binary.ts';
import { readUniversalReport, universalKinds } from './universal-report.ts';
import { readZipReport } from './zip-report.ts';

// which family a tracker speaks is remembered with its session

/** The reports of the universal series have no series in their header. */
const universalDialect = '';

/** The series of a report's header: `ST300` of `ST300STT`; undefined when the header reports none. */
function dialectIn(header: string): string | undefined {
  const legacy = /^(S[AT]\d{3,4}[A-Z]{0,2}?)[A-Z]{3}$/.exec(header)?.[1];
  if (legacy !== undefined) return legacy;
  if (/^ST9\d\d[A-Z]?$/.test(header)) return header;
  return /^[A-Z]{3,4}$/.test(header) ? universalDialect : undefined;
}

/** The session of a tracker that spoke in this dialect; the same object where nothing is new. */
function withDialect(session: TrackerSession, uniqueId: string, dialect?: string): TrackerSession {
  if (session.uniqueId === uniqueId && (dialect === undefined || dialectOf(session) === dialect))
    return session;
  const { memory } = session;
  if (dialect === undefined) return memory ? { uniqueId, memory } : { uniqueId };
  return { uniqueId, memory: memory ? { ...memory, dialect } : { dialect } };
}

function dialectOf({ memory }: TrackerSession): string | undefined {
  const dialect = memory?.dialect;
  return typeof dialect === 'string' ? dialect : undefined;
}

/**
 * Commands to suntech trackers: text ended by a carriage return, in the words of the family.
 *
 * - Older series: `ST300CMD;id;02;Enable1`, the header that of the tracker's own reports; answered by `ST300CMD;Res;…`
 *   but for `StatusReq`, whose answer is the report itself (ST300/340, ST310U and ST3310 operation manuals, 7).
 * - Universal series: `CMD;id;04;01`, group and number of the command; answered by `RES;…` (Suntech "Universal
 *   Commands"): 03;01 report, 03;03 reboot, 04;01 and 04;02 output 1 on and off, 04;03 and 04;04 output 2, 04;09 and
 *   04;10 output 3.
 *
 * A tracker is spoken to as it speaks itself. The attributes `suntech.universal` (true, false) and `suntech.prefix`
 * (`SA200`, `ST300`…) of its device come before that.
 */

/** The series that most others answer to, for a tracker that has not spoken yet. */
const usualPrefix = 'ST300';

function prefixOf({ settings, session }: CommandContext): string {
  if (settings['suntech.universal'] === true) return universalDialect;
  const prefix = textSetting(settings, 'suntech.prefix');
  if (prefix !== undefined) return prefix;
  const dialect = dialectOf(session);
  if (settings['suntech.universal'] === false && dialect === universalDialect) return usualPrefix;
  return dialect ?? usualPrefix;
}

/** The same command in the words of both families; undefined where one has none. */
function say(context: CommandContext, legacy: string | undefined, universal: string | undefined) {
  const prefix = prefixOf(context);
  const { uniqueId } = context;
  if (prefix === universalDialect) return universal && `CMD;${uniqueId};${universal}`;
  return legacy && `${prefix}CMD;${uniqueId};02;${legacy}`;
}

function both(legacy: string, universal: string | undefined): CommandTemplate {
  return (_values, context) => say(context, legacy, universal);
}

const universalOutputs: readonly (readonly [on: string, off: string])[] = [
  ['04;01', '04;02'],
  ['04;03', '04;04'],
  ['04;09', '04;10'],
];

const outputWords: CommandTemplate = (values, context) => {
  const index = values.number('index');
  const outputs = universalOutputs[index - 1];
  const on = values.text('data') === '1';
  if (!outputs || !['0', '1'].includes(values.text('data'))) return undefined;
  return say(context, `${on ? 'Enable' : 'Disable'}${index}`, outputs[on ? 0 : 1]);
};

const suntechCommands: CommandEncoder = createCommandEncoder({
  longest: 1000,
  templates: {
    /** A whole command as it is, header and id included. */
    custom: (values) => values.text('data'),
    engineStop: both('Enable1', '04;01'),
    engineResume: both('Disable1', '04;02'),
    outputControl: outputWords,
    positionSingle: both('StatusReq', '03;01'),
    rebootDevice: both('Reboot', '03;03'),
    factoryReset: both('Reset', undefined),
    getVersion: both('ReqVer', undefined),
  },
  silent: ['positionSingle'],
  seal: (text) => Buffer.from(`${text}\r`, 'latin1'),
});

export const suntechFacts: ProtocolFacts = Object.freeze({
  models: [
    'Suntech, older series: SA200, ST200, ST215, ST240, ST300, ST310U, ST340, ST350, ST380, ST500, ST600, ST3300',
    'Suntech ST400 series: ST400, ST410, ST419, ST420, ST440, ST449, ST480',
    'Suntech ST900 series: ST910, ST940',
    'Suntech, universal series: ST4300, ST4305, ST4315, ST4340, ST4410, ST4500, ST8300, ST8310, ST4955',
  ],
  reads: [
    'Older series: STT, EMG, EVT, ALT, UEX, HTE and ALV reports, with one cell field, five, or none',
    'ST400 series: the same kinds with the layout of asset trackers; ST900 series: Location, Emergency, Alert, Alive',
    'Universal series: STT, ALT, EMG, EVT, BLE and UEX by their report map and assigned fields; CRR, SNB, TRV and ALV as signs of life',
    'Packed reports: zip of the older series and binary of the universal one',
    'Answers to commands: `CMD;Res` and `RES`',
  ],
  sources: [
    'Suntech, ST300/ST340 Operation Manual 1.41, ST310U, ST3310 and ST600 manuals',
    'Suntech, Universal Reporting Guide 1.62 and 1.101, Universal Commands 1.60',
  ],
});

/** Reports without a position: keep-alive, maintenance, data passed on, crash pieces. */
const lifeKinds: ReadonlySet<string> = new Set(['ALV', 'MNT', 'DEX', 'BDA', 'CRR', 'NET', 'SNB', 'TRV']);
const answerKinds: ReadonlySet<string> = new Set(['CMD', 'RES']);

const legacyHeader = /^S[AT]\d{3,4}[A-Z]{0,2}?([A-Z]{3})$/;
const st900Header = /^ST9\d\d[A-Z]?$/;

type Report = (kind: string, fields: TextFields, receivedMs: number) => PositionDraft | undefined;

interface Reading {
  /** The index of the field that names the tracker. */
  readonly idAt: number;
  readonly kind: string;
  /** Reads the position; absent where the kind has none. */
  readonly report?: Report | undefined;
  /** Where a command's answer starts. */
  readonly answerFrom?: number;
}

function reportFor(header: string, kind: string, fields: TextFields): Report | undefined {
  if (kind === 'HTE') return readTravelReport;
  if (!positionKinds.has(kind)) return undefined;
  return header.startsWith('ST4') && dateIndex(fields, 2) < 0 ? readSt400Report : readLegacyReport;
}

/** What a header says, read once for all reports that have it. */
interface Header {
  readonly text: string;
  readonly isSt900: boolean;
  /** Of an older series; undefined for the universal one. */
  readonly legacyKind: string | undefined;
  readonly dialect: string | undefined;
}

const headers = new Map<string, Header>();
/** There are fewer series and kinds; noise must not fill the memory. */
const mostHeaders = 500;

/** Most reports of a connection have the header of the one before. */
let last: Header = { text: '', isSt900: false, legacyKind: undefined, dialect: undefined };

function headerOf(fields: TextFields): Header {
  if (fields.is(0, last.text)) return last;
  const text = fields.text(0);
  const known = headers.get(text);
  if (known) {
    last = known;
    return known;
  }
  const header: Header = {
    text,
    isSt900: st900Header.test(text),
    legacyKind: legacyHeader.exec(text)?.[1],
    dialect: dialectIn(text),
  };
  if (headers.size < mostHeaders && text.length <= 14) headers.set(text, header);
  return header;
}

/** Which report the fields are, and whose. */
function readHeader(fields: TextFields, { text, isSt900, legacyKind }: Header): Reading | undefined {
  if (isSt900) {
    const kind = fields.text(1);
    if (/^\d/.test(kind)) return undefined;
    return { idAt: 2, kind, report: st900Kinds.has(kind) ? readSt900Report : undefined };
  }
  if (legacyKind !== undefined) {
    if (fields.is(1, 'Res')) return { idAt: 2, kind: legacyKind, answerFrom: 3 };
    return { idAt: 1, kind: legacyKind, report: reportFor(text, legacyKind, fields) };
  }
  if (text.length > 4) return undefined;
  if (text === 'RES') return { idAt: 1, kind: text, answerFrom: 2 };
  return { idAt: 1, kind: text, report: universalKinds.has(text) ? readUniversalReport : undefined };
}

/** Output 1 is what a block switches on (`commands.ts`): whoever reports it reports the block. */
function withBlock(draft: PositionDraft): PositionDraft {
  const { out1, output } = draft.attributes;
  if (typeof out1 === 'boolean') draft.attributes.blocked = out1;
  else if (typeof output === 'number') draft.attributes.blocked = (output & 1) === 1;
  return draft;
}

const reports = new TextFields(';');

function decodeText(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const end = frame[frame.length - 1] === 0x0d ? frame.length - 1 : frame.length;
  const fields = reports.open(frame, 0, end);
  const header = headerOf(fields);
  const reading = readHeader(fields, header);
  if (!reading) return decodedError(session, 'unknown-type', 'a report of unknown header');
  const { idAt, kind, report, answerFrom } = reading;
  const uniqueId = uniqueIdIn(fields, idAt, session.uniqueId);
  if (uniqueId === undefined) return decodedError(session, 'bad-value', 'the report names no tracker');
  const uniqueIds = [uniqueId];
  const next = withDialect(session, uniqueId, header.dialect);
  if (answerFrom !== undefined) {
    const result = withoutControls(fields.joined(answerFrom));
    return decodedAs(next, [{ kind: 'commandResult', uniqueIds, result }]);
  }
  if (report) {
    const draft = report(kind, fields, context.receivedMs);
    if (!draft) return decodedError(session, 'bad-value', `a ${kind} report whose fields do not fit`);
    return decodedAs(next, [positionMessage(uniqueIds, withBlock(draft))]);
  }
  if (lifeKinds.has(kind) || answerKinds.has(kind)) return decodedAs(next, [heartbeatMessage(uniqueIds)]);
  return decodedError(session, 'unknown-type', 'a report of unknown kind');
}

function decode(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const first = frame[0] ?? 0;
  if (first !== 0x02 && first < 0x80) return decodeText(frame, session, context);
  const packed =
    first === 0x02
      ? readZipReport(frame, context.receivedMs)
      : readUniversalBinary(frame, context.receivedMs);
  if (!packed) return decodedError(session, 'bad-value', 'a packed report whose fields do not fit');
  const { uniqueId, draft } = packed;
  const next = withDialect(session, uniqueId, first === 0x02 ? undefined : universalDialect);
  return decodedAs(next, [positionMessage([uniqueId], withBlock(draft))]);
}

export const suntech: Protocol = Object.freeze({
  name: 'suntech',
  port: 5011,
  transports: ['tcp'],
  idleTimeoutMs: 30 * 60_000,
  maxFrameBytes: suntechMaxFrameBytes,
  createFramer: createSuntechFramer,
  decode,
  commands: suntechCommands,
  facts: suntechFacts,
} as const);

/**
 * The end of a journey: `ST300HTE;DEV_ID;[MODEL;]SW_VER;DATE;TIME;DIST;PWR_VOLT;H_METER;BCK_VOLT;MSG_TYPE;
 * TRAVEL_DIST;TRAVEL_TIME;TIME_STOP;TIME_MOVING;LAT;LON (start);LAT;LON (end);…;DRIVER_ID`, times in minutes.
 * Source: ST300/ST340 operation manual 6-5. The position is where the journey ended.
 */
function readTravelReport(kind: string, fields: TextFields, receivedMs: number): PositionDraft | undefined {
  const date = dateIndex(fields, 2);
  if (date < 0 || fields.count < date + 11) return undefined;
  const draft = draftAt(timeIn(fields, date, date + 1) ?? receivedMs);
  const { attributes } = draft;
  attributes.type = kind;
  attributes.versionFw = fields.text(date - 1);
  const [odometer, power] = [fields.number(date + 2), fields.number(date + 3)];
  const [minutes, battery] = [fields.number(date + 4), fields.number(date + 5)];
  const [journey, moving] = [fields.number(date + 7), fields.number(date + 10)];
  if (odometer !== undefined) attributes.odometer = odometer;
  if (power !== undefined) attributes.power = power;
  if (minutes !== undefined) attributes.hours = minutes * 60_000;
  if (battery !== undefined) attributes.battery = battery;
  if (fields.number(date + 6) === 0) attributes.archive = true;
  if (journey !== undefined) attributes.tripOdometer = journey;
  if (moving !== undefined) attributes.drivingTime = moving * 60_000;
  const start = placeIndex(fields, date + 9);
  if (start >= 0) setPlace(draft, fields.number(start + 2) ?? 0, fields.number(start + 3) ?? 0, true);
  const driver = fields.text(fields.count - 1);
  if (/^[0-9A-Fa-f]{8,16}$/.test(driver) && /[^0]/.test(driver)) attributes.driverUniqueId = driver;
  return draft;
}
