/**
 * A report, fields between commas, hexadecimal but for battery and altitude:
 *
 *     A or V, yyMMdd, HHmmss, latitude, longitude, km/h, course, status, signal, battery %, fuel %, mileage, [altitude m,
 *     [satellites' data, driver's card, temperature, analogue volts in decimals, satellites in decimals]]
 *
 * Date and clock are two digits each; latitude and longitude a digit whose 8 means south or west, and seven of 1/600,000
 * of a degree; speed, course and temperature hundredths; mileage hundreds of metres. The E3+ 4G, which only the device's
 * setting `easytrack.e3plus` reports, has a running number in place of the fuel and its hour meter in minutes in place of the
 * card. Sources: BWS, E3 communication protocol 3.7.2; public decoders.
 */
import { knotsFromKph } from '@atalaia/domain/units/units';
import {
  type AttributeDraft,
  addAlarm,
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
import type { TextFields } from '../wire/text-fields.ts';
import { instantOf } from '../wire/tracker-clock.ts';

const partsPerDegree = 600_000;
const negative = 0x8000_0000;

export function isPlus({ settings }: DecodeContext): boolean {
  return settings?.attributes?.['easytrack.e3plus'] === true;
}

/** Date and clock, three numbers of two hexadecimal digits each. */
function timeIn(fields: TextFields, date: number, time: number, context: DecodeContext) {
  if (fields.length(date) !== 6 || fields.length(time) !== 6) return undefined;
  const [day, clock] = [fields.hex(date), fields.hex(time)];
  if (day === undefined || clock === undefined) return undefined;
  return instantOf(
    {
      ...{ year: 2000 + (day >> 16), month: (day >> 8) & 0xff, day: day & 0xff },
      ...{ hour: clock >> 16, minute: (clock >> 8) & 0xff, second: clock & 0xff },
    },
    context.settings?.timezone,
  );
}

function degreesIn(fields: TextFields, index: number): number | undefined {
  const value = fields.length(index) === 8 ? fields.hex(index) : undefined;
  if (value === undefined) return undefined;
  const degrees = (value & 0x0fff_ffff) / partsPerDegree;
  return value & negative ? -degrees : degrees;
}

function signed16(value: number): number {
  return value > 0x7fff ? value - 0x1_0000 : value;
}

function hasOtherThanZeros(fields: TextFields, index: number): boolean {
  return /[1-9A-Fa-f]/.test(fields.text(index));
}

/** Card or hour meter, temperature, analogue input and satellites, from an index on. */
function readSensors(draft: PositionDraft, fields: TextFields, at: number, plus: boolean): void {
  const { attributes } = draft;
  const minutes = plus ? fields.hex(at) : undefined;
  if (minutes !== undefined) attributes.hours = minutes * 60_000;
  else if (!plus && hasOtherThanZeros(fields, at)) attributes.driverUniqueId = fields.text(at);
  const hundredths = fields.length(at + 1) <= 4 ? fields.hex(at + 1) : undefined;
  // all zeros are what a tracker without a sensor sends
  if (hundredths) attributes.temp1 = signed16(hundredths) / 100;
  const volts = fields.number(at + 2);
  if (volts !== undefined) attributes.adc1 = volts;
  const sat = fields.integer(at + 3);
  if (sat !== undefined) attributes.sat = sat;
}

/** The position, or undefined when the fields, from A or V at an index on, do not make one. */
export function readReport(
  fields: TextFields,
  at: number,
  context: DecodeContext,
): PositionDraft | undefined {
  const fixTimeMs = timeIn(fields, at + 1, at + 2, context);
  const [latitude, longitude] = [degreesIn(fields, at + 3), degreesIn(fields, at + 4)];
  const status = fields.hex(at + 7);
  if (latitude === undefined || longitude === undefined || status === undefined) return undefined;
  const isFixed = fields.is(at, 'A');
  if ((!isFixed && !fields.is(at, 'V')) || (isFixed && fixTimeMs === undefined)) return undefined;
  const draft = draftAt(fixTimeMs ?? context.receivedMs);
  const { attributes } = draft;
  setPlace(draft, latitude, longitude, isFixed);
  const speed = fields.hex(at + 5);
  if (speed !== undefined) setSpeed(draft, knotsFromKph(speed / 100));
  const course = fields.hex(at + 6);
  if (course !== undefined) setCourse(draft, course / 100);
  const plus = isPlus(context);
  setStatus(attributes, status, plus);
  const rssi = fields.hex(at + 8);
  if (rssi !== undefined) attributes.rssi = rssi;
  const percent = fields.integer(at + 9);
  if (percent !== undefined && percent <= 100) attributes.batteryLevel = percent;
  const tank = fields.hex(at + 10);
  if (tank !== undefined && plus) attributes.index = tank;
  // a tracker without a probe reports an empty tank
  else if (tank !== undefined && tank > 0 && tank <= 100) attributes.fuelLevel = tank;
  const hundreds = fields.hex(at + 11);
  if (hundreds !== undefined) attributes.odometer = hundreds * 100;
  const metres = fields.number(at + 12);
  if (metres !== undefined) setAltitude(draft, metres);
  readSensors(draft, fields, at + 14, plus);
  return draft;
}

/**
 * The status of a report, 32 bits. Source: public decoders of E3 and ET series; the E3+ 4G reports with 0x40000 also that
 * someone is at the tracker.
 */
const alarmBits: readonly (readonly [bits: number, alarm: string])[] = Object.freeze([
  [0x0200_0000, 'geofenceEnter'],
  [0x0400_0000, 'geofenceExit'],
  [0x0800_0000, 'lowBattery'],
  [0x1000_0008, 'jamming'],
  [0x2000_0000, 'vibration'],
  [0x8000_0000, 'overspeed'],
  [0x0001_0400, 'sos'],
  [0x0004_0000, 'powerCut'],
  [0x0000_4000, 'lowPower'],
  [0x0000_8000, 'temperature'],
  [0x0000_0100, 'removing'],
  [0x0000_0001, 'hardBraking'],
  [0x0000_0002, 'hardAcceleration'],
] as const);

const tamperingBit = 0x0004_0000;
const relayBit = 0x0008_0000;
const ignitionBit = 0x0080_0000;

function setStatus(attributes: AttributeDraft, status: number, isPlus: boolean): void {
  attributes.status = String(status);
  attributes.ignition = (status & ignitionBit) !== 0;
  attributes.blocked = (status & relayBit) !== 0;
  for (const [bits, alarm] of alarmBits) if ((status & bits) !== 0) addAlarm(attributes, alarm);
  if (isPlus && (status & tamperingBit) !== 0) addAlarm(attributes, 'tampering');
}
