/**
 * xexun as a TK103-2 speaks it (Xexun "COMMUNICATIONPROTOCOL", longer form):
 *
 *     serial,telephone,GPRMC,HHmmss.000,A,lat,N,lon,E,knots,course,ddMMyy,,,A*sum,F,event,imei:ID,satellites,metres,
 *         F:4.12V,charging,length,CRC,country,network,area,cell\n\r
 *
 * The event says the ignition where it is no alarm. Commands are the words of an SMS, which nothing ends, and are obeyed
 * in silence; length and CRC, which no server checks, are 0.
 */
import { clockFields, dayFirst, placeFields } from './nmea-fields.ts';
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type Sending, type StreamWire } from './stream-wire.ts';

const events: ReadonlyMap<Alarm, string> = new Map([
  ['sos', 'help me!'],
  ['lowBattery', 'low battery'],
]);

/** Of NMEA: all signs of the sentence, by exclusive or. */
function checksum(sentence: string): string {
  const sum = [...Buffer.from(sentence, 'latin1')].reduce((total, byte) => total ^ byte, 0);
  return sum.toString(16).toUpperCase().padStart(2, '0');
}

function report({ uniqueId }: Sending, reported: Report): Uint8Array {
  const [date, time] = clockFields(reported.fixTimeMs);
  const sentence = [
    'GPRMC',
    `${time}.000`,
    'A',
    ...placeFields(reported.latitude, reported.longitude),
    (reported.speedKph / 1.852).toFixed(2),
    reported.courseDegrees.toFixed(2),
    dayFirst(date),
    '',
    '',
    'A',
  ].join(',');
  const event = (reported.alarm && events.get(reported.alarm)) ?? (reported.ignition ? 'acc on' : 'acc off');
  const fields = [
    date + time,
    '+5511900000000',
    `${sentence}*${checksum(sentence)}`,
    'F',
    event,
    `imei:${uniqueId}`,
    String(reported.satellites).padStart(2, '0'),
    reported.altitudeMetres.toFixed(1),
    `F:${reported.batteryVolts.toFixed(2)}V`,
    reported.powerVolts > 0 ? 1 : 0,
    0,
    0,
    724,
    5,
    '2A11',
    '3B7C',
  ];
  return Buffer.from(`${fields.join(',')}\n\r`, 'latin1');
}

/** Of an SMS. */
const longestWords = 160;

const command = /^[^p]*(powercar\S+ (?:00|11))/;

function takeWords(unread: Uint8Array, answers: Answer[]): number {
  const match = command.exec(Buffer.from(unread).toString('latin1'));
  const words = match?.[1];
  if (!match || words === undefined) return unread.length > longestWords ? unread.length : 0;
  answers.push({ kind: 'command', text: words, token: new Uint8Array(0) });
  return match[0].length;
}

export const xexun: StreamWire = {
  protocol: 'xexun',
  port: 5006,
  reportsPerPacket: 1,
  acknowledges: false,
  alarms: new Set(events.keys()),
  reports: (sending, [reported]) => {
    if (reported === undefined) throw new Error('a packet of no report');
    return report(sending, reported);
  },
  createAnswerReader: () => createAnswerReader(takeWords),
};
