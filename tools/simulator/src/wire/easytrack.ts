/**
 * easytrack as an E3 speaks it (BWS "E3 communication protocol" 3.7.2), hexadecimal between commas but for the battery:
 *
 *     *ET,id,HB,A,yyMMdd,HHmmss,latitude,longitude,km/h,course,status,signal,battery %,fuel %,mileage,altitude,…,card,
 *     temperature,volts,satellites#
 *
 * Latitude and longitude are 1/600,000 of a degree behind an 8 for south and west; speed and course hundredths, mileage
 * hundreds of metres. The status has a bit for each state and alarm. Reports are not answered.
 */
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type Sending, type StreamWire } from './stream-wire.ts';

const ignitionBit = 0x0080_0000;
const relayBit = 0x0008_0000;

/** These units carry no reader of drivers' cards. */
const noCard = '0000000000';

const alarmBits: ReadonlyMap<Alarm, number> = new Map([
  ['sos', 0x0001_0000],
  ['powerCut', 0x0004_0000],
  ['lowBattery', 0x0800_0000],
  ['jamming', 0x1000_0000],
]);

function hex(value: number, digits: number): string {
  return Math.round(value).toString(16).toUpperCase().padStart(digits, '0');
}

function degrees(value: number): string {
  return `${value < 0 ? '8' : '0'}${hex(Math.abs(value) * 600_000, 7)}`;
}

function report({ uniqueId }: Sending, reported: Report): Uint8Array {
  const bit = reported.alarm === undefined ? undefined : alarmBits.get(reported.alarm);
  const clock = new Date(reported.fixTimeMs).toISOString().replace(/\D/g, '').slice(2, 14);
  const packed = (clock.match(/../g) ?? []).map((two) => hex(Number(two), 2)).join('');
  const fields = [
    '*ET',
    uniqueId,
    bit === undefined ? 'HB' : 'AM',
    'A',
    packed.slice(0, 6),
    packed.slice(6),
    degrees(reported.latitude),
    degrees(reported.longitude),
    hex(reported.speedKph * 100, 4),
    hex((reported.courseDegrees % 360) * 100, 4),
    hex((reported.ignition ? ignitionBit : 0) + (reported.blocked ? relayBit : 0) + (bit ?? 0), 8),
    hex((reported.signalPercent / 100) * 31, 2),
    Math.round(reported.batteryPercent),
    hex(reported.fuelPercent, 4),
    hex(reported.odometerMetres / 100, 1),
    Math.round(reported.altitudeMetres),
    1,
    noCard,
    '0000',
    '0.00',
    reported.satellites,
  ];
  return Buffer.from(`${fields.join(',')}#`, 'latin1');
}

/** A command of the server's: `*ET,id,FD,Y1#`. */
function takeCommand(unread: Uint8Array, answers: Answer[]): number {
  const end = unread.indexOf(0x23);
  if (end < 0) return 0;
  const [, , ...words] = Buffer.from(unread.subarray(0, end)).toString('latin1').split(',');
  answers.push({ kind: 'command', text: words.join(','), token: Buffer.from(words.join(','), 'latin1') });
  return end + 1;
}

export const easytrack: StreamWire = {
  protocol: 'easytrack',
  port: 5056,
  reportsPerPacket: 1,
  acknowledges: false,
  alarms: new Set(alarmBits.keys()),
  reports: (sending, [reported]) => {
    if (reported === undefined) throw new Error('a packet of no report');
    return report(sending, reported);
  },
  commandResult: ({ uniqueId }, text, token) =>
    Buffer.from(`*ET,${uniqueId},${Buffer.from(token).toString('latin1')},${text}#`, 'latin1'),
  createAnswerReader: () => createAnswerReader(takeCommand),
};
