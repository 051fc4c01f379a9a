/**
 * suntech as the two families speak it: text fields between semicolons, ended by a carriage return.
 *
 * ST300 (Suntech "ST300 protocol"): `ST300STT;id;model;version;date;time;cell;lat;lon;km/h;course;satellites;fix;metres;
 * power;in and out;mode;number;hour meter min;battery;1 live or 0 from memory`; ST300EMG and ST300ALT have the number of the emergency or
 * alert in place of mode and number. ST4300 ("universal"): `STT;id;report map;model;version;live;date;time;cell;country;
 * network;area;signal;lat;lon;km/h;course;satellites;fix;inputs;outputs;mode;reason;number;;assign
 * map;assigned fields`, of which the maps say what is there.
 *
 * Suntech units wait for no answer to a report: one that is written counts as sent.
 */
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type Sending, type StreamWire } from './stream-wire.ts';

/** Of the ST300 series; all else is an alert. */
const emergencies: ReadonlyMap<Alarm, number> = new Map([
  ['sos', 1],
  ['powerCut', 3],
]);
const alerts: ReadonlyMap<Alarm, number> = new Map([
  ['sos', 42],
  ['powerCut', 41],
  ['powerRestored', 40],
  ['lowBattery', 14],
  ['jamming', 50],
]);

function codeIn(codes: ReadonlyMap<Alarm, number>, { alarm }: Report): number | undefined {
  return alarm === undefined ? undefined : codes.get(alarm);
}

function dateAndTime(fixTimeMs: number): [date: string, time: string] {
  const text = new Date(fixTimeMs).toISOString();
  return [text.slice(0, 10).replaceAll('-', ''), text.slice(11, 19)];
}

function signed(degrees: number, whole: number): string {
  const [units = '', rest = ''] = Math.abs(degrees).toFixed(6).split('.');
  return `${degrees < 0 ? '-' : '+'}${units.padStart(whole, '0')}.${rest}`;
}

function padded(value: number, whole: number, decimals: number): string {
  return value.toFixed(decimals).padStart(whole + decimals + 1, '0');
}

function line(fields: readonly (string | number)[]): Uint8Array {
  return Buffer.from(`${fields.join(';')}\r`, 'latin1');
}

function st300({ uniqueId, serial }: Sending, report: Report): Uint8Array {
  const emergency = codeIn(emergencies, report);
  const alert = codeIn(alerts, report);
  const kind = emergency !== undefined ? 'EMG' : alert !== undefined ? 'ALT' : 'STT';
  const mode = !report.ignition ? 1 : report.speedKph > 0 ? 2 : 3;
  const number = String(serial % 10_000).padStart(4, '0');
  const code = emergency ?? alert;
  return line([
    `ST300${kind}`,
    uniqueId,
    '145',
    '1.0.31',
    ...dateAndTime(report.fixTimeMs),
    '3b7c01',
    signed(report.latitude, 2),
    signed(report.longitude, 3),
    padded(report.speedKph, 3, 3),
    padded(report.courseDegrees, 3, 2),
    report.satellites,
    1,
    Math.round(report.odometerMetres),
    report.powerVolts.toFixed(2),
    `${report.ignition ? 1 : 0}000${report.blocked ? 1 : 0}0`,
    ...(code === undefined ? [mode, number] : [code]),
    String(Math.round(report.engineHoursMs / 60_000)).padStart(6, '0'),
    report.batteryVolts.toFixed(1),
    report.stored ? 0 : 1,
  ]);
}

/** All fields from the header (bit 0) to those assigned (bit 23). */
const reportMap = 'FFFFFF';
/** Assigned: main power (bit 0), backup battery (1), odometer (15), hour meter (17). */
const assignMap = '00028003';

function universal({ uniqueId, serial }: Sending, report: Report): Uint8Array {
  const alert = codeIn(alerts, report);
  const number = String(serial % 10_000).padStart(4, '0');
  return line([
    alert === undefined ? 'STT' : 'ALT',
    uniqueId,
    reportMap,
    '95',
    '1.0.21',
    report.stored ? 0 : 1,
    ...dateAndTime(report.fixTimeMs),
    '0003b7c1',
    724,
    5,
    '2a11',
    Math.round((report.signalPercent / 100) * 31),
    signed(report.latitude, 2),
    signed(report.longitude, 3),
    report.speedKph.toFixed(2),
    report.courseDegrees.toFixed(2),
    report.satellites,
    1,
    `0000000${report.ignition ? 1 : 0}`,
    `0000000${report.blocked ? 1 : 0}`,
    ...(alert === undefined ? [report.speedKph > 0 ? 1 : 0, 1, number] : [alert, '', '']),
    '',
    assignMap,
    report.powerVolts.toFixed(2),
    report.batteryVolts.toFixed(2),
    Math.round(report.odometerMetres),
    Math.round(report.engineHoursMs / 60_000),
  ]);
}

const carriageReturn = 0x0d;

/** A command ends with a carriage return; a server that sends none is never waited for. */
function takeCommand(unread: Uint8Array, answers: Answer[]): number {
  const end = unread.indexOf(carriageReturn);
  if (end < 0) return 0;
  const text = Buffer.from(unread.subarray(0, end)).toString('latin1').trim();
  if (text !== '') answers.push({ kind: 'command', text, token: new Uint8Array(0) });
  return end + 1;
}

function createSuntech(encode: typeof st300, prefix: string, alarms: Iterable<Alarm>): StreamWire {
  return {
    protocol: 'suntech',
    port: 5011,
    reportsPerPacket: 1,
    acknowledges: false,
    alarms: new Set(alarms),
    reports: (sending, [report]) => {
      if (report === undefined) throw new Error('a packet of no report');
      return encode(sending, report);
    },
    heartbeat: ({ uniqueId }) => line([`${prefix}ALV`, uniqueId]),
    commandResult: ({ uniqueId }, text) =>
      line([`${prefix}${prefix === '' ? 'RES' : 'CMD;Res'}`, uniqueId, text]),
    createAnswerReader: () => createAnswerReader(takeCommand),
  };
}

export const suntech = createSuntech(st300, 'ST300', [...emergencies.keys(), ...alerts.keys()]);
export const suntechUniversal = createSuntech(universal, '', alerts.keys());
