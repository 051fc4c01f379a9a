/**
 * totem as an AT09 speaks it (Totem "AT09 protocol" 2.43), fields of fixed width:
 *
 *     $$ | length 4 | type 2 | IMEI | `|` | state 8 hexadecimal digits | yyMMddHHmmss | battery 2, supply 2 | AD1–AD4 | two
 *     temperatures | area, cell, network, country | satellites 2 | GSM 2 | course 3 | km/h 3 | HDOP | mileage km 7 | place |
 *     serial 4 | checksum
 *
 * The server gives the serial back in a message of type AA.
 */
import { sealMessage } from '@atalaia/protocols/totem/frame';
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type Sending, type StreamWire } from './stream-wire.ts';

const byTime = 'AA';
const codes: ReadonlyMap<Alarm, string> = new Map([
  ['sos', '01'],
  ['powerCut', '10'],
  ['powerRestored', '11'],
  ['lowBattery', '13'],
]);

const ignitionBit = 30;
const supplyBit = 28;
const relayBit = 21;
const fixBit = 12;
const jammingBit = 10;

/** Area, cell, network and country of a Brazilian network. */
const cell = '2A113B7C05724';

function digits(value: number, count: number): string {
  return String(Math.round(value)).padStart(count, '0').slice(-count);
}

function stateOf(reported: Report): string {
  const bits = [
    [reported.ignition, ignitionBit],
    [reported.powerVolts > 0, supplyBit],
    [reported.blocked, relayBit],
    [true, fixBit],
    [reported.alarm === 'jamming', jammingBit],
  ] as const;
  const value = bits.reduce((sum, [isSet, bit]) => sum + (isSet ? 2 ** bit : 0), 0);
  return value.toString(16).toUpperCase().padStart(8, '0');
}

function nmea(degrees: number, whole: number, marks: string): string {
  const parts = Math.round(Math.abs(degrees) * 600_000);
  const minutes = ((parts % 600_000) / 10_000).toFixed(4).padStart(7, '0');
  return `${digits(Math.floor(parts / 600_000), whole)}${minutes}${marks.charAt(degrees < 0 ? 1 : 0)}`;
}

function report({ uniqueId, serial }: Sending, reported: Report): Uint8Array {
  const clock = new Date(reported.fixTimeMs).toISOString().replace(/\D/g, '').slice(2, 14);
  const code = reported.alarm === undefined ? undefined : codes.get(reported.alarm);
  const content = [
    `${uniqueId}|`,
    stateOf(reported),
    clock,
    digits(reported.batteryVolts * 10, 2),
    digits(reported.powerVolts, 2),
    '0'.repeat(16),
    '0'.repeat(8),
    cell,
    digits(reported.satellites, 2),
    digits((reported.signalPercent / 100) * 31, 2),
    digits(reported.courseDegrees % 360, 3),
    digits(reported.speedKph, 3),
    reported.hdop.toFixed(1).padStart(4, '0'),
    digits(reported.odometerMetres / 1000, 7),
    nmea(reported.latitude, 2, 'NS'),
    nmea(reported.longitude, 3, 'EW'),
    digits(serial, 4),
  ];
  return sealMessage(code ?? byTime, content.join(''));
}

/** A message of the server's: `$$0014AA0042` and its checksum, or a command of type CF. */
function takeMessage(unread: Uint8Array, answers: Answer[]): number {
  const text = Buffer.from(unread).toString('latin1');
  const length = Number(text.slice(2, 6));
  if (text.length < 8 || text.length < length) return 0;
  const content = text.slice(8, length - 2);
  if (text.slice(6, 8) === 'CF') answers.push({ kind: 'command', text: content, token: new Uint8Array(0) });
  else answers.push({ kind: 'count', count: 1 });
  return length;
}

export const totem: StreamWire = {
  protocol: 'totem',
  port: 5007,
  reportsPerPacket: 1,
  acknowledges: true,
  alarms: new Set([...codes.keys(), 'jamming']),
  reports: (sending, [reported]) => {
    if (reported === undefined) throw new Error('a packet of no report');
    return report(sending, reported);
  },
  commandResult: ({ uniqueId }, text) => sealMessage('CF', `${uniqueId}|${text}`),
  createAnswerReader: () => createAnswerReader(takeMessage),
};
