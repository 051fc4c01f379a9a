/**
 * gt06 as a Concox GT06N or X3 speaks it:
 *
 *     78 78 | length | type | content | serial u16 | CRC-ITU u16 | 0D 0A
 *
 * 0x01 sign-in: IMEI, packed decimals behind a 0. 0x22 location: clock 6, satellites, latitude u32, longitude u32 (1/30000
 * of a minute), speed u8 km/h, course and flags u16, cell 8, ACC, reason, from memory, mileage u32 m. 0x26 alarm: the same
 * fix, cell behind its length, status 5, mileage. 0x13 heartbeat: status, followed here by 0x94: volts of
 * the supply. 0x15 answer to the command 0x80.
 * The server answers with the packet's own type and serial (Concox "GPS tracker communication protocol" 1.8).
 */
import { sealPacket } from '@atalaia/protocols/gt06/packet';
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type StreamWire } from './stream-wire.ts';

const loginType = 0x01;
const heartbeatType = 0x13;
const commandResultType = 0x15;
const locationType = 0x22;
const alarmType = 0x26;
const informationType = 0x94;
const commandType = 0x80;

/** Power that is back has no code: the next status says it. */
const alarmCodes: ReadonlyMap<Alarm, number> = new Map([
  ['sos', 0x01],
  ['powerCut', 0x02],
  ['jamming', 0x17],
  ['lowBattery', 0x19],
]);

function alarmCodeOf({ alarm }: Report): number {
  return alarm === undefined ? 0 : (alarmCodes.get(alarm) ?? 0);
}

/** A cell of a Brazilian network: country 724, network 5, area, cell. */
const cell = Uint8Array.from([0x02, 0xd4, 0x05, 0x2a, 0x11, 0x00, 0x3b, 0x7c]);

const english = 0x02;

function putFix(view: DataView, report: Report): void {
  const clock = new Date(report.fixTimeMs);
  view.setUint8(0, clock.getUTCFullYear() - 2000);
  view.setUint8(1, clock.getUTCMonth() + 1);
  view.setUint8(2, clock.getUTCDate());
  view.setUint8(3, clock.getUTCHours());
  view.setUint8(4, clock.getUTCMinutes());
  view.setUint8(5, clock.getUTCSeconds());
  view.setUint8(6, 0xc0 | Math.min(15, report.satellites));
  view.setUint32(7, Math.round(Math.abs(report.latitude) * 1_800_000));
  view.setUint32(11, Math.round(Math.abs(report.longitude) * 1_800_000));
  view.setUint8(15, Math.min(255, Math.round(report.speedKph)));
  const fixed = 0x1000;
  const north = report.latitude >= 0 ? 0x0400 : 0;
  const west = report.longitude < 0 ? 0x0800 : 0;
  view.setUint16(16, fixed | north | west | (Math.round(report.courseDegrees) % 360));
}

const fixBytes = 18;

function status(report: Report): Uint8Array {
  const armed = 0x01;
  const ignition = report.ignition ? 0x02 : 0;
  const charging = report.powerVolts > 0 ? 0x04 : 0;
  const gpsOn = 0x40;
  const battery = Math.round((report.batteryPercent / 100) * 6);
  const signal = Math.round((report.signalPercent / 100) * 4);
  const blocked = report.blocked ? 0x80 : 0;
  const information = armed | ignition | charging | gpsOn | blocked;
  return Uint8Array.from([information, battery, signal, alarmCodeOf(report), english]);
}

function location(report: Report): Uint8Array {
  const content = new Uint8Array(fixBytes + 8 + 7);
  const view = new DataView(content.buffer);
  putFix(view, report);
  content.set(cell, fixBytes);
  content.set([report.ignition ? 1 : 0, 0, report.stored ? 1 : 0], fixBytes + 8);
  view.setUint32(fixBytes + 11, Math.round(report.odometerMetres));
  return content;
}

function alarm(report: Report): Uint8Array {
  const content = new Uint8Array(fixBytes + 9 + 5 + 4);
  const view = new DataView(content.buffer);
  putFix(view, report);
  content[fixBytes] = cell.length + 1;
  content.set(cell, fixBytes + 1);
  content.set(status(report), fixBytes + 9);
  view.setUint32(fixBytes + 14, Math.round(report.odometerMetres));
  return content;
}

/** One packet of the server's, when it is whole. */
function takePacket(unread: Uint8Array, answers: Answer[]): number {
  const length = unread[2];
  if (length === undefined || unread.length < length + 5) return 0;
  const type = unread[3];
  const serial = ((unread[length - 1] ?? 0) << 8) | (unread[length] ?? 0);
  if (type === loginType) answers.push({ kind: 'login', accepted: true });
  if (type === locationType || type === alarmType) answers.push({ kind: 'stored', serial });
  if (type === commandType) {
    const textBytes = (unread[4] ?? 4) - 4;
    const text = Buffer.from(unread.subarray(9, 9 + textBytes)).toString('latin1');
    answers.push({ kind: 'command', text, token: Uint8Array.from(unread.subarray(5, 9)) });
  }
  return length + 5;
}

export const gt06: StreamWire = {
  protocol: 'gt06',
  port: 5023,
  reportsPerPacket: 1,
  acknowledges: true,
  alarms: new Set(alarmCodes.keys()),
  login: (uniqueId) => sealPacket(loginType, 1, Buffer.from(uniqueId.padStart(16, '0'), 'hex')),
  reports: ({ serial }, [report]) => {
    if (report === undefined) throw new Error('a packet of no report');
    const alarming = alarmCodeOf(report) > 0;
    return sealPacket(alarming ? alarmType : locationType, serial, (alarming ? alarm : location)(report));
  },
  heartbeat: ({ serial }, report) => {
    const [information = 0, battery = 0, signal = 0] = status(report);
    const state = Uint8Array.from([information, battery, signal, 0, english]);
    const centivolts = Math.round(report.powerVolts * 100);
    const supply = Uint8Array.from([0, centivolts >> 8, centivolts & 0xff]);
    return Buffer.concat([
      sealPacket(heartbeatType, serial, state),
      sealPacket(informationType, serial, supply, true),
    ]);
  },
  commandResult: ({ serial }, text, token) => {
    const content = Buffer.concat([
      Uint8Array.from([token.length + text.length]),
      token,
      Buffer.from(text, 'latin1'),
      Uint8Array.from([0, english]),
    ]);
    return sealPacket(commandResultType, serial, content);
  },
  createAnswerReader: () => createAnswerReader(takePacket),
};
