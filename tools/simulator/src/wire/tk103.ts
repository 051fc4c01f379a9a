/**
 * tk103 as a KX402 speaks it ("GPRS Communication Protocol" 1.5): an id of twelve digits and a type between parentheses.
 *
 *     (ID BP05 …) sign-in      (ID BR00 yyMMdd A lat N lon E km/h HHmmss course IO L odometer)      (ID BO01 alarm …)
 *
 * IO: supply gone, ignition, then hexadecimal digits, of which the first says with 8 that the engine is cut. Commands are
 * `(ID AV010)`, answered `(ID BV010)`.
 */
import { clockFields, placeFields } from './nmea-fields.ts';
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type Sending, type StreamWire } from './stream-wire.ts';

const alarmCodes: ReadonlyMap<Alarm, number> = new Map([
  ['powerCut', 0],
  ['sos', 2],
]);

function message(uniqueId: string, words: string): Uint8Array {
  return Buffer.from(`(${uniqueId}${words})`, 'latin1');
}

function report({ uniqueId }: Sending, reported: Report): Uint8Array {
  const code = reported.alarm === undefined ? undefined : alarmCodes.get(reported.alarm);
  const [date, time] = clockFields(reported.fixTimeMs);
  const ports = `${reported.powerVolts > 0 ? 0 : 1}${reported.ignition ? 1 : 0}${reported.blocked ? 8 : 0}00000`;
  const metres = Math.round(reported.odometerMetres).toString(16).toUpperCase().padStart(8, '0');
  const parts = [
    code === undefined ? 'BR00' : `BO01${code}`,
    date,
    'A',
    ...placeFields(reported.latitude, reported.longitude),
    reported.speedKph.toFixed(1).padStart(5, '0'),
    time,
    reported.courseDegrees.toFixed(2).padStart(6, '0'),
    ports,
    'L',
    metres,
  ];
  return message(uniqueId, parts.join(''));
}

function takeMessage(unread: Uint8Array, answers: Answer[]): number {
  const end = unread.indexOf(0x29);
  if (end < 0) return 0;
  const words = /^\(\w{12}(.+)\)$/.exec(Buffer.from(unread.subarray(0, end + 1)).toString('latin1'))?.[1];
  if (words === 'AP05') answers.push({ kind: 'login', accepted: true });
  else if (words !== undefined && !/^A[PS]01/.test(words)) {
    answers.push({ kind: 'command', text: words, token: new Uint8Array(0) });
  }
  return end + 1;
}

export const tk103: StreamWire = {
  protocol: 'tk103',
  port: 5002,
  reportsPerPacket: 1,
  acknowledges: false,
  alarms: new Set(alarmCodes.keys()),
  login: (uniqueId) => message(uniqueId, `BP05000${uniqueId}`),
  reports: (sending, [reported]) => {
    if (reported === undefined) throw new Error('a packet of no report');
    return report(sending, reported);
  },
  heartbeat: ({ uniqueId }) => message(uniqueId, `BP00000${uniqueId}HSO`),
  commandResult: ({ uniqueId }, text) => message(uniqueId, text),
  createAnswerReader: () => createAnswerReader(takeMessage),
};
