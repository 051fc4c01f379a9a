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
import { hexIn, integerIn, numberIn } from '../wire/field-text.ts';
import { instantOf } from '../wire/tracker-clock.ts';

const partsPerDegree = 600_000;
const negative = 0x8000_0000;

export function isPlus({ settings }: DecodeContext): boolean {
  return settings?.attributes?.['easytrack.e3plus'] === true;
}

/** Three numbers of two hexadecimal digits each. */
function tripleIn(field: string | undefined): readonly [number, number, number] | undefined {
  if (field === undefined || !/^[0-9A-Fa-f]{6}$/.test(field)) return undefined;
  const value = Number.parseInt(field, 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

function timeIn(date: string | undefined, time: string | undefined, context: DecodeContext) {
  const [day, clock] = [tripleIn(date), tripleIn(time)];
  if (!day || !clock) return undefined;
  return instantOf(
    {
      ...{ year: 2000 + day[0], month: day[1], day: day[2] },
      ...{ hour: clock[0], minute: clock[1], second: clock[2] },
    },
    context.settings?.timezone,
  );
}

function degreesIn(field: string | undefined): number | undefined {
  const value = field?.length === 8 ? hexIn(field) : undefined;
  if (value === undefined) return undefined;
  const degrees = (value & 0x0fff_ffff) / partsPerDegree;
  return value & negative ? -degrees : degrees;
}

function signed16(value: number): number {
  return value > 0x7fff ? value - 0x1_0000 : value;
}

function readSensors(draft: PositionDraft, fields: readonly string[], plus: boolean): void {
  const { attributes } = draft;
  const [card = '', temperature, analogue, satellites] = fields;
  const minutes = plus ? hexIn(card) : undefined;
  if (minutes !== undefined) attributes.hours = minutes * 60_000;
  else if (!plus && /[1-9A-Fa-f]/.test(card)) attributes.driverUniqueId = card;
  const hundredths = temperature !== undefined && temperature.length <= 4 ? hexIn(temperature) : undefined;
  // all zeros are what a tracker without a sensor sends
  if (hundredths) attributes.temp1 = signed16(hundredths) / 100;
  const volts = numberIn(analogue);
  if (volts !== undefined) attributes.adc1 = volts;
  const sat = integerIn(satellites);
  if (sat !== undefined) attributes.sat = sat;
}

/** The position, or undefined when the fields, from A or V on, do not make one. */
export function readReport(fields: readonly string[], context: DecodeContext): PositionDraft | undefined {
  const [fix, date, time, latitudeText, longitudeText, speedText, courseText, statusText, ...rest] = fields;
  const fixTimeMs = timeIn(date, time, context);
  const [latitude, longitude] = [degreesIn(latitudeText), degreesIn(longitudeText)];
  const [speed, course, status] = [hexIn(speedText), hexIn(courseText), hexIn(statusText)];
  if (latitude === undefined || longitude === undefined || status === undefined) return undefined;
  if ((fix !== 'A' && fix !== 'V') || (fix === 'A' && fixTimeMs === undefined)) return undefined;
  const draft = draftAt(fixTimeMs ?? context.receivedMs);
  const { attributes } = draft;
  setPlace(draft, latitude, longitude, fix === 'A');
  if (speed !== undefined) setSpeed(draft, knotsFromKph(speed / 100));
  if (course !== undefined) setCourse(draft, course / 100);
  const plus = isPlus(context);
  setStatus(attributes, status, plus);
  const [signal, battery, fuel, mileage, altitude, , ...sensors] = rest;
  const [rssi, percent, tank, hundreds] = [hexIn(signal), integerIn(battery), hexIn(fuel), hexIn(mileage)];
  if (rssi !== undefined) attributes.rssi = rssi;
  if (percent !== undefined && percent <= 100) attributes.batteryLevel = percent;
  if (tank !== undefined && plus) attributes.index = tank;
  // a tracker without a probe reports an empty tank
  else if (tank !== undefined && tank > 0 && tank <= 100) attributes.fuelLevel = tank;
  if (hundreds !== undefined) attributes.odometer = hundreds * 100;
  const metres = numberIn(altitude);
  if (metres !== undefined) setAltitude(draft, metres);
  readSensors(draft, sensors, plus);
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
