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

function report(sending: Sending, told: Report): Uint8Array {
  const event = told.alarm === undefined ? byTime : (events.get(told.alarm) ?? byTime);
  const analogues = ['0000', '0000', '0000', hex(told.batteryVolts * 100, 4), hex(told.powerVolts * 100, 4)];
  const fields = [
    'AAA',
    event,
    told.latitude.toFixed(6),
    told.longitude.toFixed(6),
    new Date(told.fixTimeMs).toISOString().replace(/\D/g, '').slice(2, 14),
    'A',
    told.satellites,
    Math.round((told.signalPercent / 100) * 31),
    Math.round(told.speedKph),
    Math.round(told.courseDegrees) % 360,
    told.hdop.toFixed(1),
    Math.round(told.altitudeMetres),
    Math.round(told.odometerMetres),
    Math.round(told.engineHoursMs / 1000),
    cell,
    `${told.ignition ? '02' : '00'}${told.blocked ? '01' : '00'}`,
    analogues.join('|'),
    '',
    '',
    3,
    `${hex(Math.floor(told.fuelPercent), 2)}${hex(Math.floor((told.fuelPercent % 1) * 100), 2)}`,
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
  reports: (sending, [told]) => {
    if (told === undefined) throw new Error('a packet of no report');
    return report(sending, told);
  },
  commandResult: ({ uniqueId }, text, token) => {
    const heard = Buffer.from(token).toString('latin1');
    return message(heard.charAt(0), uniqueId, `${heard.slice(1)},${text}`);
  },
  createAnswerReader: () => createAnswerReader(takeCommand),
};
