/**
 * meitrack as a T366 speaks it (Meitrack "T366 GPRS protocol" 1.5):
 *
 *     $$ | identifier | length | ,IMEI,AAA,event,latitude,longitude,time,fix,satellites,GSM,km/h,course,HDOP,altitude,mileage,
 *     run time,cell,inputs and outputs,analogue inputs,event data,,version,fuel,temperatures | *checksum\r\n
 *
 * Input 2 is the ignition, output 1 the relay; battery and supply are hundredths of a volt. Reports are not answered.
 */
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type Sending, type StreamWire } from './stream-wire.ts';

const byTime = 35;

const events: ReadonlyMap<Alarm, number> = new Map([
  ['sos', 1],
  ['lowBattery', 17],
  ['powerRestored', 22],
  ['powerCut', 23],
  ['jamming', 44],
]);

/** A cell of a Brazilian network. */
const cell = '724|5|2A11|3B7C';

function message(identifier: string, uniqueId: string, words: string): Uint8Array {
  const content = `,${uniqueId},${words}*`;
  const text = `$$${identifier}${content.length + 4}${content}`;
  const sum = Buffer.from(text, 'latin1').reduce((total, byte) => (total + byte) & 0xff, 0);
  return Buffer.from(`${text}${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`, 'latin1');
}

function identifierOf({ serial }: Sending): string {
  return String.fromCharCode(0x41 + (serial % 26));
}

function hex(value: number, digits: number): string {
  return Math.round(value).toString(16).toUpperCase().padStart(digits, '0');
}

function report(sending: Sending, reported: Report): Uint8Array {
  const event = reported.alarm === undefined ? byTime : (events.get(reported.alarm) ?? byTime);
  const analogues = [
    '0000',
    '0000',
    '0000',
    hex(reported.batteryVolts * 100, 4),
    hex(reported.powerVolts * 100, 4),
  ];
  const fields = [
    'AAA',
    event,
    reported.latitude.toFixed(6),
    reported.longitude.toFixed(6),
    new Date(reported.fixTimeMs).toISOString().replace(/\D/g, '').slice(2, 14),
    'A',
    reported.satellites,
    Math.round((reported.signalPercent / 100) * 31),
    Math.round(reported.speedKph),
    Math.round(reported.courseDegrees) % 360,
    reported.hdop.toFixed(1),
    Math.round(reported.altitudeMetres),
    Math.round(reported.odometerMetres),
    Math.round(reported.engineHoursMs / 1000),
    cell,
    `${reported.ignition ? '02' : '00'}${reported.blocked ? '01' : '00'}`,
    analogues.join('|'),
    '',
    '',
    3,
    `${hex(Math.floor(reported.fuelPercent), 2)}${hex(Math.floor((reported.fuelPercent % 1) * 100), 2)}`,
    '',
  ];
  return message(identifierOf(sending), sending.uniqueId, fields.join(','));
}

/** A command of the server's: `@@B31,IMEI,C01,0,12222*62\r\n`. */
function takeCommand(unread: Uint8Array, answers: Answer[]): number {
  const end = unread.indexOf(0x0a);
  if (end < 0) return 0;
  const [, identifier, text] =
    /^@@(.)\d+,\d+,([^*]+)\*/.exec(Buffer.from(unread.subarray(0, end)).toString('latin1')) ?? [];
  if (identifier !== undefined && text !== undefined) {
    const token = Buffer.from(`${identifier}${text.slice(0, 3)}`, 'latin1');
    answers.push({ kind: 'command', text, token });
  }
  return end + 1;
}

export const meitrack: StreamWire = {
  protocol: 'meitrack',
  port: 5020,
  reportsPerPacket: 1,
  acknowledges: false,
  alarms: new Set(events.keys()),
  deviceAttributes: { 'meitrack.ignitionInput': 2 },
  reports: (sending, [reported]) => {
    if (reported === undefined) throw new Error('a packet of no report');
    return report(sending, reported);
  },
  commandResult: ({ uniqueId }, text, token) => {
    const command = Buffer.from(token).toString('latin1');
    return message(command.charAt(0), uniqueId, `${command.slice(1)},${text}`);
  },
  createAnswerReader: () => createAnswerReader(takeCommand),
};
