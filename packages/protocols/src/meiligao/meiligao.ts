/**
 * meiligao: the older trackers of Meitrack (GT30, GT60, VT300, VT310, VT400) and those that speak like them. The packet is
 * described in `packet.ts`, reports in `report-text.ts`. Every packet names its tracker.
 */

import { byTransport, decodeDatagram } from '../datagram.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import { type Cut, createCuttingFramer, cutError, misplaced } from '../framing.ts';
import { type AttributeDraft, addAlarm, type PositionDraft } from '../position-draft.ts';
import type {
  DecodeContext,
  Decoded,
  Frame,
  Framer,
  Protocol,
  ProtocolFacts,
  Reply,
  TrackerSession,
} from '../protocol.ts';
import { byteText, hexText, isPrintable, withoutControls } from '../wire/byte-text.ts';
import { meiligaoCommands } from './commands.ts';
import { readCardReport, readObdText } from './other-reports.ts';
import { idLengthIn, leastPacketBytes, openPacket, type Packet, sealPacket } from './packet.ts';
import { readReportText } from './report-text.ts';

/** Reports are about 100 bytes; a packet of reports sent again holds up to 255 of them. */
const meiligaoMaxFrameBytes = 32_768;

const mostSkippedBytes = 512;

/** Up to the end of the id. */
const headBytes = 11;

const dollar = 0x24;
const at = 0x40;
const aliveByte = 0x00;

/** Whether the bytes may start a packet, as far as they go. */
function startsPacket(bytes: Uint8Array): boolean {
  const mark = bytes[0];
  if (mark !== dollar && mark !== at) return false;
  if (bytes.length > 1 && bytes[1] !== mark) return false;
  if (bytes.length >= 4 && lengthIn(bytes) < leastPacketBytes) return false;
  return bytes.length < headBytes || idLengthIn(bytes) >= 0;
}

function lengthIn(bytes: Uint8Array): number {
  return (bytes[2] ?? 0) * 256 + (bytes[3] ?? 0);
}

/**
 * Cuts packets by the length they state. Once a packet was cut, a zero byte is a sign of life; other bytes between two
 * packets are passed over.
 */
function cut(bytes: Uint8Array, _examined: number, isFirst: boolean): Cut {
  if (!startsPacket(bytes)) {
    return !isFirst && bytes[0] === aliveByte ? { kind: 'frame', length: 1 } : misplaced(1, isFirst);
  }
  if (bytes.length < headBytes) return { kind: 'more', examined: 0 };
  const length = lengthIn(bytes);
  if (length > meiligaoMaxFrameBytes) {
    return isFirst ? misplaced(1, isFirst) : cutError('bad-length', `a packet of ${length} bytes`);
  }
  return bytes.length < length ? { kind: 'more', examined: 0, needed: length } : { kind: 'frame', length };
}

/** With a right CRC. */
function messageBytes(bytes: Uint8Array): number {
  if (bytes.length < leastPacketBytes || !startsPacket(bytes)) return 0;
  const length = lengthIn(bytes);
  const hasLineEnd = bytes[length - 2] === 0x0d && bytes[length - 1] === 0x0a;
  return hasLineEnd && !('code' in openPacket(bytes.subarray(0, length))) ? length : 0;
}

/** The first packet begun within one whose CRC is wrong, as far as its bytes go. */
function restart(frame: Uint8Array): number {
  for (let from = 1; from < frame.length; from += 1) {
    if (frame[from] !== dollar && frame[from] !== at) continue;
    const packet = frame.subarray(from);
    if (startsPacket(packet) && lengthIn(packet) <= meiligaoMaxFrameBytes)
      return 'code' in openPacket(frame) ? from : 0;
  }
  return 0;
}

function createMeiligaoFramer(): Framer {
  return createCuttingFramer(cut, {
    maxFrameBytes: meiligaoMaxFrameBytes,
    maxSkippedBytes: mostSkippedBytes,
    opening: { messageBytes, mayBegin: startsPacket },
    restart,
  });
}

const meiligaoFacts: ProtocolFacts = Object.freeze({
  models: [
    'Meiligao and Meitrack of the older line: GT30, GT30i, GT30X, GT60, VT300, VT310, VT400',
    'Trackers that speak like them: TK310, VT900, RedView, ATrack AX and others sold without a name',
  ],
  reads: [
    'Sign-in, signs of life (0x0001 and the lone zero byte), requests for the server',
    'Reports (0x9955), reports of the memory (0x9016), reports sent again (0x6688), reports with a picture (0x9977)',
    'Alarms (0x9999), cards (0x9966), OBD (0x9901, 0x9902)',
    'Answers to commands; pictures as signs of life',
    'TCP, and UDP with one or several packets in a datagram',
  ],
  sources: [
    'Meiligao, GPRS Communication Protocol between GPS Tracker and Server: 1.45 and 2.1',
    'Meitrack, user guides of VT300 and VT310, for commands by SMS',
    'Public decoders, for cards, OBD, pictures and reports sent again',
  ],
});

/**
 * Alarm codes of packet 0x9999 in the words of the vocabulary. Sources: Meiligao GPRS Communication Protocol 1.45 and 2.1,
 * 0x9999; 0x72 and 0x73 from a public decoder. Blind areas (0x15, 0x16), direction (0x52) and distance (0x63) stay in
 * `event` only.
 */
const alarmCodes: ReadonlyMap<number, string> = new Map([
  [0x01, 'sos'],
  [0x10, 'lowBattery'],
  [0x11, 'overspeed'],
  [0x12, 'movement'],
  [0x13, 'geofenceEnter'],
  [0x14, 'powerOn'],
  [0x50, 'powerCut'],
  [0x53, 'gpsAntennaCut'],
  [0x72, 'hardBraking'],
  [0x73, 'hardAcceleration'],
]);

/** Codes of inputs 2 to 5 switched on; 0x30 more for off. */
const inputOff = 0x30;

function setAlarmCode(attributes: AttributeDraft, code: number): void {
  attributes.event = String(code);
  addAlarm(attributes, alarmCodes.get(code));
  if (code >= 2 && code <= 5) attributes[`in${code}`] = true;
  else if (code >= inputOff + 1 && code <= inputOff + 5) attributes[`in${code - inputOff}`] = false;
}

const login = 0x5000;
const loginAnswer = 0x4000;
const alive = 0x0001;
const report = 0x9955;
const storedReport = 0x9016;
const alarm = 0x9999;
const card = 0x9966;
const pictureReport = 0x9977;
const obd = 0x9901;
const obdTotals = 0x9902;
const sentAgain = 0x6688;

/** The request for the server's address, and a picture's start, pieces and end: nothing here keeps pictures. */
const lifeCommands: ReadonlySet<number> = new Set([0x0002, 0x0800, 0x9988, 0x0f80]);

/** Marks between reports that are sent again. */
const backslash = 0x5c;

/** Random numbers and count before a report of the memory. */
const storedHeadBytes = 6;

/** Ids from most to least likely: 14 digits are mostly an IMEI that had no room for its check digit. */
function uniqueIdsOf(digits: string): readonly string[] {
  return digits.length === 14 ? [digits, `${digits}${luhnDigit(digits)}`] : [digits];
}

function luhnDigit(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const value = Number(digits[index]) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return (10 - (sum % 10)) % 10;
}

type Drafts = readonly (PositionDraft | undefined)[];

/** 0x6688: their number, then each behind a byte of alarm. */
function readSentAgain({ data }: Packet, context: DecodeContext): Drafts {
  const drafts: (PositionDraft | undefined)[] = [];
  let at = 1;
  for (let left = data[0] ?? 0; left > 0; left -= 1) {
    const mark = data.indexOf(backslash, at);
    const end = mark < 0 ? data.length : mark;
    const draft = at < end ? readReportText(data, context, at + 1, end) : undefined;
    const code = data[at] ?? 0;
    if (draft && code > 0) setAlarmCode(draft.attributes, code);
    if (draft) draft.attributes.archive = true;
    drafts.push(draft);
    at = end + 1;
  }
  return drafts;
}

/** The reports of a packet that holds some; undefined for every other packet. */
function readReports(packet: Packet, context: DecodeContext): Drafts | undefined {
  switch (packet.command) {
    case report:
      return [readReportText(packet.data, context)];
    case storedReport: {
      const draft = readReportText(packet.data, context, storedHeadBytes);
      if (draft) draft.attributes.archive = true;
      return [draft];
    }
    case alarm: {
      const draft = readReportText(packet.data, context, 1);
      if (draft) setAlarmCode(draft.attributes, packet.data[0] ?? 0);
      return [draft];
    }
    case pictureReport:
      return [readReportText(packet.data, context, 2)];
    case card:
      return [readCardReport(packet.data, context)];
    case obd:
    case obdTotals:
      return [readObdText(packet.data, packet.command === obdTotals, context.receivedMs)];
    case sentAgain:
      return readSentAgain(packet, context);
    default:
      return readUnknown(packet, context);
  }
}

/** Clock and fix, with which every report begins. */
const reportStart = /\d{5,6}(?:\.\d*)?,[AV],/;

/** Codes before a report are a byte or two; serial numbers of other messages are longer. */
const mostCodeBytes = 4;

/** Clones report by commands of their own: a report at the start, or behind a code, is one all the same. */
function readUnknown(packet: Packet, context: DecodeContext): Drafts | undefined {
  const start = byteText(packet.data).search(reportStart);
  if (start < 0 || start > mostCodeBytes) return undefined;
  const draft = readReportText(packet.data, context, start);
  if (draft && start > 0) draft.attributes.event = hexText(packet.data, 0, start);
  return draft && [draft];
}

/** `4115 OK`, `4115 failed`, or what the tracker wrote. */
function resultOf({ command, data }: Packet): string {
  const number = command.toString(16).padStart(4, '0');
  if (data.length === 1 && (data[0] ?? 0) <= 1) return `${number} ${data[0] === 1 ? 'OK' : 'failed'}`;
  const content = isPrintable(data) ? withoutControls(byteText(data)) : hexText(data);
  return content === '' ? number : `${number} ${content}`;
}

function decodePacket(frame: Frame, before: TrackerSession, context: DecodeContext): Decoded {
  if (frame.length === 1) {
    const { uniqueId } = before;
    return decodedAs(before, uniqueId === undefined ? [] : [heartbeatMessage(uniqueIdsOf(uniqueId))]);
  }
  const packet = openPacket(frame);
  if ('code' in packet) return decodedError(before, packet.code, packet.message);
  if (packet.idDigits === '') return decodedError(before, 'bad-value', 'the tracker has no id yet');
  const uniqueIds = uniqueIdsOf(packet.idDigits);
  const isKnown = before.uniqueId !== undefined && uniqueIds.includes(before.uniqueId);
  const session = isKnown ? before : { ...before, uniqueId: packet.idDigits };
  const answer = (command: number, flag: number) => sealPacket(packet.id, command, Uint8Array.of(flag));
  if (packet.command === login) {
    const replies: Reply[] = [
      { after: 'login', bytes: answer(loginAnswer, 1) },
      { after: 'refusal', bytes: answer(loginAnswer, 0) },
    ];
    return decodedAs(session, [{ kind: 'login', uniqueIds }], replies);
  }
  if (packet.command === alive) {
    return decodedAs(session, [heartbeatMessage(uniqueIds)], [{ after: 'login', bytes: answer(alive, 1) }]);
  }
  if (lifeCommands.has(packet.command)) return decodedAs(session, [heartbeatMessage(uniqueIds)]);
  const drafts = readReports(packet, context);
  if (!drafts) {
    return decodedAs(session, [{ kind: 'commandResult', uniqueIds, result: resultOf(packet) }]);
  }
  const read = drafts.filter((draft) => draft !== undefined);
  if (read.length === 0) {
    return decodedError(session, 'bad-value', `report 0x${packet.command.toString(16)} that does not fit`);
  }
  return decodedAs(
    session,
    read.map((draft) => positionMessage(uniqueIds, draft)),
  );
}

export const meiligao: Protocol = Object.freeze({
  name: 'meiligao',
  port: 5009,
  transports: ['tcp', 'udp'],
  idleTimeoutMs: 30 * 60_000,
  maxFrameBytes: meiligaoMaxFrameBytes,
  createFramer: createMeiligaoFramer,
  decode: byTransport(decodePacket, decodeDatagram(createMeiligaoFramer, decodePacket)),
  commands: meiligaoCommands,
  facts: meiligaoFacts,
} as const);
