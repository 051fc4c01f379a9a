/**
 * h02 as a SinoTrack ST-901 speaks it ("TQ GPRS transport protocol"):
 *
 *     *HQ,ID,V1,HHmmss,A,lat,N,lon,E,knots,course,ddMMyy,status,country,network,area,cell#
 *
 * The status is 32 bits of which 0 says yes: call for help (1), ignition off (10), on its own battery (19), engine cut (27).
 * Heartbeat HTBT with the battery's percent; commands are `*HQ,ID,S20,HHmmss,1,1#`, confirmed by V4.
 */
import { clockFields, dayFirst, placeFields } from './nmea-fields.ts';
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type Sending, type StreamWire } from './stream-wire.ts';

const alarmBits: ReadonlyMap<Alarm, number> = new Map([
  ['sos', 1],
  ['powerCut', 19],
]);

const ignitionOffBit = 10;
const cutBit = 27;

/** A cell of a Brazilian network. */
const cell = [724, 5, 10_769, 15_228];

function statusOf({ alarm, ignition, blocked }: Report): string {
  const alarmBit = alarm === undefined ? undefined : alarmBits.get(alarm);
  const bits = [alarmBit, ignition ? undefined : ignitionOffBit, blocked ? cutBit : undefined];
  const match = bits.reduce<number>((sum, bit) => (bit === undefined ? sum : sum + 2 ** bit), 0);
  return (0xffffffff - match).toString(16).toUpperCase().padStart(8, '0');
}

function message(fields: readonly (string | number)[]): Uint8Array {
  return Buffer.from(`*HQ,${fields.join(',')}#`, 'latin1');
}

function report({ uniqueId }: Sending, reported: Report): Uint8Array {
  const [date, time] = clockFields(reported.fixTimeMs);
  return message([
    uniqueId,
    'V1',
    time,
    'A',
    ...placeFields(reported.latitude, reported.longitude),
    (reported.speedKph / 1.852).toFixed(2).padStart(6, '0'),
    String(Math.round(reported.courseDegrees) % 360).padStart(3, '0'),
    dayFirst(date),
    statusOf(reported),
    ...cell,
  ]);
}

/** `*HQ,ID,S20,HHmmss,1,1#` is a command; the rest confirms. */
function takeMessage(unread: Uint8Array, answers: Answer[]): number {
  const end = unread.indexOf(0x23);
  if (end < 0) return 0;
  const [, , type = '', time = '', ...values] = Buffer.from(unread.subarray(0, end))
    .toString('latin1')
    .split(',');
  if (type !== 'V4' && type !== 'HTBT') {
    answers.push({
      kind: 'command',
      text: [type, ...values].join(','),
      token: Buffer.from(`${type},${time}`),
    });
  }
  return end + 1;
}

export const h02: StreamWire = {
  protocol: 'h02',
  port: 5013,
  reportsPerPacket: 1,
  acknowledges: false,
  alarms: new Set(alarmBits.keys()),
  reports: (sending, [reported]) => {
    if (reported === undefined) throw new Error('a packet of no report');
    return report(sending, reported);
  },
  heartbeat: ({ uniqueId }, reported) => message([uniqueId, 'HTBT', Math.round(reported.batteryPercent)]),
  commandResult: ({ uniqueId }, text, token) =>
    message([uniqueId, 'V4', Buffer.from(token).toString('latin1'), text]),
  createAnswerReader: () => createAnswerReader(takeMessage),
};
