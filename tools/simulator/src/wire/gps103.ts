/**
 * gps103 as a Coban TK303 speaks it in protocol 18 (Coban "GPRS protocol"): sign-in `##,imei:ID,A;`, heartbeat `ID;`,
 *
 *     imei:ID,keyword,local yyMMddHHmmss,,F,UTC HHmmss.00,A,lat,N,lon,E,knots,course,metres,ACC,door,fuel %,,;
 *
 * Answered LOAD and ON; commands are `**,imei:ID,J;`, and a report whose keyword is `jt` says that it was done.
 */
import { clockFields, placeFields } from './nmea-fields.ts';
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type Sending, type StreamWire } from './stream-wire.ts';

const keywords: ReadonlyMap<Alarm, string> = new Map([
  ['sos', 'help me'],
  ['powerCut', 'ac alarm'],
  ['lowBattery', 'low battery'],
]);

/** The unit's clock is set to Brasília. */
const localOffsetMs = -3 * 3_600_000;

function ascii(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

function report({ uniqueId }: Sending, reported: Report): Uint8Array {
  const [localDate, localTime] = clockFields(reported.fixTimeMs + localOffsetMs);
  const [, time] = clockFields(reported.fixTimeMs);
  const fields = [
    `imei:${uniqueId}`,
    (reported.alarm && keywords.get(reported.alarm)) ?? 'tracker',
    localDate + localTime,
    '',
    'F',
    `${time}.00`,
    'A',
    ...placeFields(reported.latitude, reported.longitude),
    (reported.speedKph / 1.852).toFixed(3),
    reported.courseDegrees.toFixed(2),
    Math.round(reported.altitudeMetres),
    reported.ignition ? 1 : 0,
    0,
    `${reported.fuelPercent.toFixed(2)}%`,
    '',
  ];
  return ascii(`${fields.join(',')};`);
}

const plainAnswers = ['LOAD', 'ON'];

function takeAnswer(unread: Uint8Array, answers: Answer[]): number {
  const text = Buffer.from(unread).toString('latin1');
  for (const answer of plainAnswers) {
    if (!text.startsWith(answer)) continue;
    if (answer === 'LOAD') answers.push({ kind: 'login', accepted: true });
    return answer.length;
  }
  const end = text.indexOf(';');
  if (text.startsWith('**,') && end > 0) {
    const command = /^\*\*,imei:\d+,(.+);/.exec(text.slice(0, end + 1))?.[1];
    // E ends the call for help, which the driver's own hand has ended here
    if (command !== undefined && command !== 'E') {
      answers.push({ kind: 'command', text: command, token: new Uint8Array(0) });
    }
    return end + 1;
  }
  return 0;
}

export const gps103: StreamWire = {
  protocol: 'gps103',
  port: 5001,
  reportsPerPacket: 1,
  acknowledges: false,
  alarms: new Set(keywords.keys()),
  login: (uniqueId) => ascii(`##,imei:${uniqueId},A;`),
  reports: (sending, [reported]) => {
    if (reported === undefined) throw new Error('a packet of no report');
    return report(sending, reported);
  },
  heartbeat: ({ uniqueId }) => ascii(`${uniqueId};`),
  commandResult: ({ uniqueId }, text) => ascii(`imei:${uniqueId},${text},0000000000,,L,;`),
  createAnswerReader: () => createAnswerReader(takeAnswer),
};
