/**
 * meiligao as a VT310 speaks it (Meiligao "GPRS communication protocol" 2.1), numbers most significant byte first:
 *
 *     $$ | length u16 | id, 14 packed decimals | command u16 | data | CRC-CCITT u16 | 0D 0A
 *
 * 0x5000 sign-in, answered by 0x4000. 0x9955 report, 0x9999 the same behind an alarm code:
 * `HHmmss.sss,A,ddmm.mmmm,N,dddmm.mmmm,E,knots,course,ddMMyy,,*00|HDOP|altitude|state|AD1,AD2|base|GSM|mileage|satellites`.
 * Input 2 of the state is the ignition, output 1 the relay. Reports are not answered.
 */

import { idBytes } from '@atalaia/protocols/meiligao/packet';
import { crcCcitt } from '@atalaia/protocols/wire/crc';
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type StreamWire } from './stream-wire.ts';

const loginCommand = 0x5000;
const loginAnswer = 0x4000;
const aliveCommand = 0x0001;
const reportCommand = 0x9955;
const alarmCommand = 0x9999;

const codes: ReadonlyMap<Alarm, number> = new Map([
  ['sos', 0x01],
  ['lowBattery', 0x10],
  ['powerCut', 0x50],
]);

/** A cell of a Brazilian network: country, network, area, cell. */
const base = '02D400052A113B7C';

function packet(uniqueId: string, command: number, data: Uint8Array): Uint8Array {
  const length = 17 + data.length;
  const bytes = Buffer.alloc(length);
  bytes.write('$$', 'latin1');
  bytes.writeUInt16BE(length, 2);
  bytes.set(idBytes(uniqueId), 4);
  bytes.writeUInt16BE(command, 11);
  bytes.set(data, 13);
  bytes.writeUInt16BE(crcCcitt(bytes, 0, length - 4), length - 4);
  bytes.write('\r\n', length - 2, 'latin1');
  return bytes;
}

function nmea(degrees: number, digits: number, marks: string): string {
  const minutes = Math.round(Math.abs(degrees) * 600_000);
  const whole = Math.floor(minutes / 600_000);
  const rest = ((minutes % 600_000) / 10_000).toFixed(4).padStart(7, '0');
  return `${String(whole).padStart(digits, '0')}${rest},${degrees < 0 ? marks.charAt(1) : marks.charAt(0)}`;
}

function hex(value: number, digits: number): string {
  return Math.round(value).toString(16).toUpperCase().padStart(digits, '0');
}

function textOf(reported: Report): string {
  const clock = new Date(reported.fixTimeMs).toISOString();
  const sentence = [
    `${clock.slice(11, 19).replaceAll(':', '')}.000`,
    'A',
    nmea(reported.latitude, 2, 'NS'),
    nmea(reported.longitude, 3, 'EW'),
    (reported.speedKph / 1.852).toFixed(2),
    reported.courseDegrees.toFixed(1),
    `${clock.slice(8, 10)}${clock.slice(5, 7)}${clock.slice(2, 4)}`,
    '',
    '*00',
  ];
  const state = `${reported.ignition ? '02' : '00'}${reported.blocked ? '01' : '00'}`;
  const gsm = hex((reported.signalPercent / 100) * 31, 2);
  return [
    sentence.join(','),
    reported.hdop.toFixed(1),
    Math.round(reported.altitudeMetres),
    state,
    '0000,0000',
    base,
    gsm,
    hex(reported.odometerMetres, 8),
    hex(reported.satellites, 2),
  ].join('|');
}

/** A packet of the server's: the sign-in's answer, or a command, whose words are its number and data. */
function takePacket(unread: Uint8Array, answers: Answer[]): number {
  const bytes = Buffer.from(unread);
  if (bytes.length < 4 || bytes.length < bytes.readUInt16BE(2)) return 0;
  const length = bytes.readUInt16BE(2);
  const command = bytes.readUInt16BE(11);
  const data = bytes.subarray(13, length - 4);
  if (command === loginAnswer) answers.push({ kind: 'login', accepted: data[0] === 1 });
  else if (command !== aliveCommand) {
    const text = `${hex(command, 4)} ${data.toString('hex')}`;
    answers.push({ kind: 'command', text, token: Uint8Array.from(bytes.subarray(11, 13)) });
  }
  return length;
}

export const meiligao: StreamWire = {
  protocol: 'meiligao',
  port: 5009,
  reportsPerPacket: 1,
  acknowledges: false,
  alarms: new Set(codes.keys()),
  deviceAttributes: { 'meiligao.ignitionInput': 2 },
  login: (uniqueId) => packet(uniqueId, loginCommand, new Uint8Array(0)),
  reports: ({ uniqueId }, [reported]) => {
    if (reported === undefined) throw new Error('a packet of no report');
    const text = Buffer.from(textOf(reported), 'latin1');
    const code = reported.alarm === undefined ? undefined : codes.get(reported.alarm);
    return code === undefined
      ? packet(uniqueId, reportCommand, text)
      : packet(uniqueId, alarmCommand, Buffer.concat([Uint8Array.of(code), text]));
  },
  heartbeat: ({ uniqueId }) => packet(uniqueId, aliveCommand, new Uint8Array(0)),
  commandResult: ({ uniqueId }, text, token) => {
    const done = Uint8Array.of(text === 'OK' ? 1 : 0);
    return packet(uniqueId, ((token[0] ?? 0) << 8) | (token[1] ?? 0), done);
  },
  createAnswerReader: () => createAnswerReader(takePacket),
};
