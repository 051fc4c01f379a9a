/**
 * mxt as a Maxtrack MXT-140 reports its positions, least significant byte first:
 *
 *     01 | A6 | 31 | serial number u32 | position with groups | CRC-16/XMODEM | 04
 *
 * Groups: reception, odometer, hours, reason, supply and battery. The server answers each with 02 and the CRC of what it
 * answers. What the reasons mean, and the two commands, are this fleet's own, given to the server in the device's attributes:
 * those of Maxtrack are confidential.
 */
import {
  openPacket,
  packetEnd,
  packetTypes,
  sealPacket,
  usualDescriptor,
} from '@atalaia/protocols/mxt/packet';
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type StreamWire } from './stream-wire.ts';

const byTime = 1;

/** Panic has a flag of its own. */
const reasons: ReadonlyMap<Alarm, number> = new Map([
  ['powerCut', 20],
  ['powerRestored', 21],
  ['lowBattery', 22],
  ['jamming', 23],
]);

/** Reception 2, odometer 3, hours 4, reason 5, supply 6. */
const groups = 0x7c;
const reportBytes = 46;
const commandType = 0x33;

function clockOf(timeMs: number): number {
  const seconds = Math.floor((timeMs - Date.UTC(2000, 0, 1)) / 1000);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  return ((days << 17) | (hours << 12) | ((Math.floor(seconds / 60) % 60) << 6) | (seconds % 60)) >>> 0;
}

function flagsOf(report: Report): number {
  const panic = report.alarm === 'sos' ? 0x02 : 0;
  const firstOutput = report.blocked ? 0x80 : 0;
  const eighth = Math.round(report.courseDegrees / 45) % 8;
  return (report.ignition ? 1 : 0) | panic | firstOutput | (eighth << 10);
}

function position(report: Report, index: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(reportBytes));
  view.setUint8(0, 8);
  view.setUint8(1, groups);
  view.setUint16(2, index, true);
  view.setUint32(4, clockOf(report.fixTimeMs), true);
  view.setInt32(8, Math.round(report.latitude * 1_000_000), true);
  view.setInt32(12, Math.round(report.longitude * 1_000_000), true);
  view.setUint32(16, flagsOf(report), true);
  view.setUint8(20, Math.min(255, Math.round(report.speedKph)));
  view.setUint8(22, report.satellites);
  view.setUint8(23, Math.round(report.hdop));
  view.setUint8(24, 5);
  view.setUint8(25, Math.round((report.signalPercent / 100) * 31));
  view.setUint8(28, 0);
  view.setInt8(29, 25);
  view.setUint32(30, Math.round(report.odometerMetres), true);
  view.setUint32(34, Math.round(report.engineHoursMs / 60_000), true);
  const reason = report.alarm === undefined ? byTime : (reasons.get(report.alarm) ?? byTime);
  view.setUint32(38, reason, true);
  view.setUint16(42, Math.round(report.powerVolts * 1000), true);
  view.setUint16(44, Math.round(report.batteryVolts * 1000), true);
  return new Uint8Array(view.buffer);
}

/** An acknowledgement stands for the oldest position on its way; a command becomes `33 01`. */
function takePacket(unread: Uint8Array, answers: Answer[]): number {
  const end = unread.indexOf(packetEnd);
  if (end < 0) return 0;
  const packet = openPacket(unread.subarray(0, end + 1));
  if ('code' in packet) return end + 1;
  if (packet.type === packetTypes.acknowledged) answers.push({ kind: 'count', count: 1 });
  else {
    const text = `${packet.type.toString(16)} ${Buffer.from(packet.body).toString('hex')}`;
    answers.push({ kind: 'command', text, token: Uint8Array.of(packet.crc & 0xff, packet.crc >> 8) });
  }
  return end + 1;
}

const command = (state: number) => Buffer.from([commandType, state]).toString('hex');

export const mxt: StreamWire = {
  protocol: 'mxt',
  port: 5087,
  reportsPerPacket: 1,
  acknowledges: true,
  alarms: new Set(['sos', ...reasons.keys()]),
  deviceAttributes: {
    'mxt.alarms': [...reasons].map(([alarm, reason]) => `${reason}=${alarm}`).join(', '),
    'mxt.blockCommand': command(1),
    'mxt.releaseCommand': command(0),
  },
  reports: ({ uniqueId, serial }, [report]) => {
    if (report === undefined) throw new Error('a packet of no report');
    return sealPacket(usualDescriptor, packetTypes.position, Number(uniqueId), position(report, serial));
  },
  commandResult: ({ uniqueId }, _text, token) =>
    sealPacket(usualDescriptor, packetTypes.acknowledged, Number(uniqueId), token),
  createAnswerReader: () => createAnswerReader(takePacket),
};
