/**
 * gl200 as a Queclink GV300W speaks it (Queclink "@Track Air Interface Protocol", text):
 *
 *     +RESP:GTFRI,version,IMEI,name,power mV,id and type,1,place,mileage km,hour meter,analog 1,analog 2,battery %,
 *     state and ports,,,,send time,count$
 *     place: accuracy,km/h,course,altitude,longitude,latitude,time,country,network,area,cell,01,satellites
 *
 * Events have their own fields before the place and none behind its mileage. The first input is the ignition, the first
 * output the relay. Every report waits for `+SACK:count$`; one from the memory begins with `+BUFF`.
 */
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type Sending, type StreamWire } from './stream-wire.ts';

const version = '271105';

type Fields = readonly (string | number)[];

/** The event of an alarm. */
const events: ReadonlyMap<Alarm, string> = new Map([
  ['sos', 'GTSOS'],
  ['powerCut', 'GTMPF'],
  ['powerRestored', 'GTMPN'],
  ['lowBattery', 'GTBPL'],
  ['jamming', 'GTJDR'],
]);

/** What an event has before its place. */
function ownFields(event: string, { batteryVolts }: Report): Fields {
  if (event === 'GTSOS') return ['', '00', 1];
  return event === 'GTBPL' ? [batteryVolts.toFixed(2)] : [];
}

/** A cell of a Brazilian network. */
const cell = ['0724', '0005', '2A11', '3B7C'];

function clock(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\D/g, '').slice(0, 14);
}

function count({ serial }: Sending): string {
  return serial.toString(16).toUpperCase().padStart(4, '0');
}

function message(head: string, sending: Sending, fields: Fields): Uint8Array {
  const text = [head, version, sending.uniqueId, '', ...fields, count(sending)].join(',');
  return Buffer.from(`${text}$`, 'latin1');
}

function placeOf(report: Report): Fields {
  return [
    Math.max(1, Math.round(report.hdop)),
    report.speedKph.toFixed(1),
    Math.round(report.courseDegrees) % 360,
    report.altitudeMetres.toFixed(1),
    report.longitude.toFixed(6),
    report.latitude.toFixed(6),
    clock(report.fixTimeMs),
    ...cell,
    '01',
    report.satellites,
    (report.odometerMetres / 1000).toFixed(1),
  ];
}

function hourMeter(engineHoursMs: number): string {
  const seconds = Math.floor(engineHoursMs / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  return [String(Math.floor(seconds / 3600)).padStart(5, '0'), ...parts].join(':');
}

function deviceStatus({ ignition, speedKph, blocked }: Report): string {
  return `${ignition ? 2 : 1}${speedKph > 0 ? 2 : 1}0${ignition ? 1 : 0}0${blocked ? 1 : 0}`;
}

function encode(sending: Sending, report: Report): Uint8Array {
  const head = report.stored ? '+BUFF' : '+RESP';
  const event = report.alarm === undefined ? undefined : events.get(report.alarm);
  if (event !== undefined) {
    const fields = [...ownFields(event, report), ...placeOf(report), clock(report.fixTimeMs)];
    return message(`${head}:${event}`, sending, fields);
  }
  return message(`${head}:GTFRI`, sending, [
    Math.round(report.powerVolts * 1000),
    '10',
    1,
    ...placeOf(report),
    hourMeter(report.engineHoursMs),
    '',
    '',
    Math.round(report.batteryPercent),
    deviceStatus(report),
    '',
    '',
    '',
    clock(report.fixTimeMs),
  ]);
}

const dollar = 0x24;

/** Acknowledgements and commands end with `$`; that of a heartbeat holds nothing more. */
function takeMessage(unread: Uint8Array, answers: Answer[]): number {
  const end = unread.indexOf(dollar);
  if (end < 0) return 0;
  const text = Buffer.from(unread.subarray(0, end)).toString('latin1').trim();
  const stored = /^\+SACK:([0-9A-F]{4})$/i.exec(text);
  if (stored) answers.push({ kind: 'stored', serial: Number.parseInt(stored[1] ?? '', 16) });
  else if (text.startsWith('AT+GT')) answers.push({ kind: 'command', text, token: new Uint8Array(0) });
  return end + 1;
}

export const gl200: StreamWire = {
  protocol: 'gl200',
  port: 5004,
  reportsPerPacket: 1,
  acknowledges: true,
  alarms: new Set(events.keys()),
  reports: (sending, [report]) => {
    if (report === undefined) throw new Error('a packet of no report');
    return encode(sending, report);
  },
  heartbeat: (sending, { fixTimeMs }) => message('+ACK:GTHBD', sending, [clock(fixTimeMs)]),
  commandResult: (sending, text) => message(`+ACK:${text}`, sending, [count(sending), '']),
  createAnswerReader: () => createAnswerReader(takeMessage),
};
