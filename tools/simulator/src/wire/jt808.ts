/**
 * jt808 as a tracker of JT/T 808-2013 speaks it:
 *
 *     7E | type u16 | length u16 | id 6, packed decimals | serial u16 | body | XOR | 7E
 *
 * 0102 authentication; 0200 location: alarms u32, status u32, place in millionths of a degree, altitude, 0.1 km/h, course,
 * clock of China, then items (01 odometer, 2B analogue, 30 signal, 31 satellites, 56 battery, 61 supply, 02 fuel); 0704 several
 * of them; 0002 heartbeat; 0001 the answer to a command. The server says 8001 to each.
 */
import { sealPacket, unescaped } from '@atalaia/protocols/jt808/packet';
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type Sending, type StreamWire } from './stream-wire.ts';

const generalResultType = 0x0001;
const heartbeatType = 0x0002;
const authenticationType = 0x0102;
const locationType = 0x0200;
const batchType = 0x0704;
const generalAnswerType = 0x8001;

/** Bit of each alarm. */
const alarmBits: ReadonlyMap<Alarm, number> = new Map([
  ['sos', 0],
  ['powerCut', 8],
  ['lowBattery', 18],
]);

const chinaMs = 8 * 3_600_000;

function seal({ uniqueId, serial }: Sending, type: number, body: Uint8Array): Uint8Array {
  return sealPacket({ delimiter: 0x7e, id: uniqueId.padStart(12, '0') }, type, serial, body);
}

function statusOf(report: Report): number {
  const fixed = 1 << 1;
  const south = report.latitude < 0 ? 1 << 2 : 0;
  const west = report.longitude < 0 ? 1 << 3 : 0;
  return (report.ignition ? 1 : 0) | fixed | south | west | (report.blocked ? 1 << 10 : 0);
}

function items(report: Report): Uint8Array {
  const view = new DataView(new ArrayBuffer(24));
  view.setUint16(0, 0x0104);
  view.setUint32(2, Math.round(report.odometerMetres / 100));
  view.setUint16(6, 0x3001);
  view.setUint8(8, Math.round((report.signalPercent / 100) * 31));
  view.setUint16(9, 0x3101);
  view.setUint8(11, report.satellites);
  view.setUint16(12, 0x5602);
  view.setUint8(14, Math.floor(report.batteryPercent / 10));
  view.setUint8(15, Math.round(report.batteryPercent));
  view.setUint16(16, 0x6102);
  view.setUint16(18, Math.round(report.powerVolts * 100));
  view.setUint16(20, 0x0202);
  view.setUint16(22, 0x8000 | Math.round(report.fuelPercent));
  return new Uint8Array(view.buffer);
}

function location(report: Report): Uint8Array {
  const view = new DataView(new ArrayBuffer(28));
  const bit = report.alarm === undefined ? undefined : alarmBits.get(report.alarm);
  view.setUint32(0, bit === undefined ? 0 : 1 << bit);
  view.setUint32(4, statusOf(report));
  view.setUint32(8, Math.round(Math.abs(report.latitude) * 1_000_000));
  view.setUint32(12, Math.round(Math.abs(report.longitude) * 1_000_000));
  view.setInt16(16, Math.round(report.altitudeMetres));
  view.setUint16(18, Math.round(report.speedKph * 10));
  view.setUint16(20, Math.round(report.courseDegrees) % 360);
  const clock = new Date(report.fixTimeMs + chinaMs).toISOString().replace(/\D/g, '').slice(2, 14);
  const place = new Uint8Array(view.buffer);
  place.set(Buffer.from(clock, 'hex'), 22);
  return Buffer.concat([place, items(report)]);
}

function batch(reports: readonly Report[]): Uint8Array {
  const isStored = reports.every(({ stored }) => stored);
  const head = Uint8Array.of(0, reports.length, isStored ? 1 : 0);
  const bodies = reports.map(location).flatMap((body) => [Uint8Array.of(0, body.length), body]);
  return Buffer.concat([head, ...bodies]);
}

/** `8105 f0`: what came, in hexadecimal, with what its answer must repeat. */
function commandOf(type: number, serial: number, body: Uint8Array): Answer {
  const text = `${type.toString(16).padStart(4, '0')} ${Buffer.from(body).toString('hex')}`;
  return { kind: 'command', text, token: Uint8Array.of(serial >> 8, serial & 0xff, type >> 8, type & 0xff) };
}

function answerOf(content: Uint8Array): Answer | undefined {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  if (content.length < 13) return undefined;
  const type = view.getUint16(0);
  if (type !== generalAnswerType) {
    return commandOf(type, view.getUint16(10), content.subarray(12, content.length - 1));
  }
  const accepted = view.getUint8(16) === 0;
  const answered = view.getUint16(14);
  if (answered === authenticationType) return { kind: 'login', accepted };
  const isReport = answered === locationType || answered === batchType;
  return isReport && accepted ? { kind: 'stored', serial: view.getUint16(12) } : undefined;
}

function takePacket(unread: Uint8Array, answers: Answer[]): number {
  const end = unread.indexOf(0x7e, 1);
  if (end < 0) return 0;
  const answer = answerOf(Uint8Array.from(unescaped(unread.subarray(1, end), 0x7e)));
  if (answer) answers.push(answer);
  return end + 1;
}

export const jt808: StreamWire = {
  protocol: 'jt808',
  port: 5015,
  reportsPerPacket: 10,
  acknowledges: true,
  alarms: new Set(alarmBits.keys()),
  login: (uniqueId) => seal({ uniqueId, serial: 0 }, authenticationType, Buffer.from(uniqueId)),
  reports: (sending, reports) => {
    const [report] = reports;
    if (report === undefined) throw new Error('a packet of no report');
    if (reports.length === 1 && !report.stored) return seal(sending, locationType, location(report));
    return seal(sending, batchType, batch(reports));
  },
  heartbeat: (sending) => seal(sending, heartbeatType, new Uint8Array(0)),
  commandResult: (sending, _text, token) =>
    seal(sending, generalResultType, Buffer.concat([token, Uint8Array.of(0)])),
  createAnswerReader: () => createAnswerReader(takePacket),
};
