/**
 * The report of place:
 *
 *     imei:ID,keyword,local yyMMddHHmm[ss],card or phone,F,UTC HHmmss.sss,A,ddmm.mmmm,N,dddmm.mmmm,E,knots,course,metres,
 *         ACC,door,fuel %,fuel 2 % or odometer km,°C;
 *
 * and without a fix `…,card or phone,L,,,area,,cell,knots,course,metres,ACC,…;` (hexadecimal, without a hemisphere behind
 * it, so that all that follows is one field earlier). All behind the speed may be absent. Some firmware
 * writes the date as `yy/MM/dd HH:mm` and the hemispheres before the numbers. The clock is local; how far it is from UTC
 * comes with every fix, and is remembered for reports that have none.
 */

import { knotsFromKph } from '@atalaia/domain/units/units';
import {
  type AttributeDraft,
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import { instantOfDigits, timeOfDayIn } from '../wire/digit-clock.ts';
import { areDigits, degreesIn, hexIn, integerIn, numberIn } from '../wire/field-text.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { readKeyword } from './keyword.ts';

const dayMs = 86_400_000;

interface LocationReport {
  readonly draft: PositionDraft;
  /** Minutes by which the tracker's clock is ahead of UTC, where it reported. */
  readonly offsetMinutes?: number;
}

function localClock(field: string): readonly [date: string, time: string] {
  const digits = areDigits(field, 0, field.length) ? field : field.replace(/[/: ]/g, '');
  return [digits.slice(0, 6), digits.slice(6).padEnd(6, '0')];
}

/**
 * The local clock says the day and UTC the time of day; they are half a day apart at most, by quarters of an hour.
 * Without UTC, a fix counts in `zone`, and a report without a fix too, if there is one.
 */
function timeOf(fields: readonly string[], zone: Zone, receivedMs: number) {
  const [date, time] = localClock(fields[2] ?? '');
  const utcTime = fields[4] === 'F' ? timeOfDayIn(fields[5]?.trim()) : undefined;
  if (utcTime === undefined) {
    const isUncertain = fields[4] === 'L' && zone === undefined;
    return { timeMs: (isUncertain ? undefined : instantOfDigits('yyMMdd', date, time, zone)) ?? receivedMs };
  }
  const local = instantOfDigits('yyMMdd', date, time);
  const timeMs = utcTime + Math.round(((local ?? receivedMs) - utcTime) / dayMs) * dayMs;
  if (local === undefined) return { timeMs };
  return { timeMs, offsetMinutes: Math.round((local - timeMs) / 900_000) * 15 };
}

function isOneOf(letters: string, field: string | undefined): boolean {
  return field !== undefined && field.length === 1 && letters.includes(field);
}

/** A number with its hemisphere before or behind it; none counts as north or east. */
function readDegrees(fields: readonly string[], from: number, letters: 'NS' | 'EW') {
  if (isOneOf(letters, fields[from])) {
    return { degrees: degreesIn(fields[from + 1], fields[from]), next: from + 2 };
  }
  const behind = fields[from + 1];
  const isGiven = isOneOf(letters, behind);
  const next = from + (isGiven || behind === '' ? 2 : 1);
  return { degrees: degreesIn(fields[from], isGiven ? behind : letters[0]), next };
}

function readFuel(
  field: string | undefined,
  key: 'fuelLevel' | 'fuelLevel2',
  attributes: AttributeDraft,
): void {
  if (!field?.endsWith('%')) return;
  const percent = numberIn(field.slice(0, -1));
  if (percent !== undefined && percent >= 0 && percent <= 100) attributes[key] = percent;
}

/** What follows the speed: course, altitude, and the vehicle's state. */
function readTail(tail: readonly string[], draft: PositionDraft): void {
  const [course, altitude, ...state] = tail;
  const degrees = numberIn(course);
  if (degrees !== undefined) setCourse(draft, degrees);
  const metres = numberIn(altitude);
  if (metres !== undefined) setAltitude(draft, metres);
  readState(state, draft.attributes);
}

/** ACC, door, fuel, fuel or odometer, temperature. */
function readState(state: readonly string[], attributes: AttributeDraft): void {
  const [ignition, door, fuel, second, temperature] = state;
  if (isOneOf('01', ignition)) attributes.ignition = ignition === '1';
  if (isOneOf('01', door)) attributes.door = door === '1';
  readFuel(fuel, 'fuelLevel', attributes);
  readFuel(second, 'fuelLevel2', attributes);
  const kilometres = integerIn(second);
  if (kilometres) attributes.odometer = kilometres * 1000;
  const celsius = numberIn(temperature);
  if (celsius !== undefined) attributes.temp1 = celsius;
}

function readCell(fields: readonly string[], attributes: AttributeDraft): void {
  const area = hexIn(fields[7]);
  const cell = hexIn(fields[9]);
  if (!area || !cell) return;
  attributes.lac = area;
  attributes.cellId = cell;
}

/**
 * The position, or undefined when the fields do not make one. `zone` is that of reports without UTC; `receivedMs` is
 * in for a clock that is no date.
 */
export function readLocation(
  fields: readonly string[],
  zone: Zone,
  receivedMs: number,
): LocationReport | undefined {
  const signal = fields[4];
  if (signal !== 'F' && signal !== 'L') return undefined;
  const { timeMs, offsetMinutes } = timeOf(fields, zone, receivedMs);
  const draft = draftAt(timeMs);
  readKeyword(fields[1] ?? '', (fields[3] ?? '').trim(), draft.attributes);
  if (signal === 'L') {
    readCell(fields, draft.attributes);
    readState(fields.slice(13), draft.attributes);
    return { draft };
  }
  const latitude = readDegrees(fields, 7, 'NS');
  const longitude = readDegrees(fields, latitude.next, 'EW');
  if (latitude.degrees === undefined || longitude.degrees === undefined) return undefined;
  setPlace(draft, latitude.degrees, longitude.degrees, fields[6] === 'A');
  const speed = numberIn(fields[longitude.next]);
  if (speed !== undefined) setSpeed(draft, speed);
  readTail(fields.slice(longitude.next + 1), draft);
  return offsetMinutes === undefined ? { draft } : { draft, offsetMinutes };
}

/**
 * The report of newer units, closed by an asterisk, with a place in decimal degrees; hyphens stand for nothing:
 *
 *     imei:ID,type,event,sensor,sensor V,HHmmss,ddMMyy,signal,fix,latitude,longitude,km/h,course,metres,hdop,satellites,
 *         ignition,charging,error*
 */
function given(field: string | undefined): string | undefined {
  return field === undefined || /^-*$/.test(field) ? undefined : field;
}

/** The position, or undefined when the fields do not make one. */
export function readDecimalReport(fields: readonly string[]): PositionDraft | undefined {
  const time = instantOfDigits('ddMMyy', fields[6], fields[5]);
  const [latitude, longitude] = [numberIn(fields[9]), numberIn(fields[10])];
  if (time === undefined || latitude === undefined || longitude === undefined) return undefined;
  const draft = draftAt(time);
  const { attributes } = draft;
  const set = (key: string, value: string | number | undefined) => {
    if (value !== undefined) attributes[key] = value;
  };
  set('event', given(fields[2]));
  set('sensorId', given(fields[3]));
  set('sensorVoltage', numberIn(given(fields[4])));
  set('rssi', integerIn(fields[7]));
  setPlace(draft, latitude, longitude, (integerIn(fields[8]) ?? 0) > 0);
  const kph = numberIn(fields[11]);
  if (kph !== undefined) setSpeed(draft, knotsFromKph(kph));
  const course = numberIn(fields[12]);
  if (course !== undefined) setCourse(draft, course);
  const altitude = numberIn(fields[13]);
  if (altitude !== undefined) setAltitude(draft, altitude);
  set('hdop', numberIn(fields[14]));
  set('sat', integerIn(fields[15]));
  if (fields[16] === '0' || fields[16] === '1') attributes.ignition = fields[16] === '1';
  if (fields[17] === '0' || fields[17] === '1') attributes.charge = fields[17] === '1';
  set('error', given(fields[18]));
  return draft;
}

/**
 * Readings of the vehicle's own computer (306A and its kin):
 *
 *     imei:ID,OBD,local yyMMddHHmmss,odometer km,L/h,L/100 km,hours,km/h,load %,coolant °C,throttle %,rpm,battery V,codes…;
 */
/** What a unit without an engine's speed sends: all ones in quarters of a turn. */
const noRpm = 16_383;
const msPerHour = 3_600_000;

function percentIn(field: string | undefined): number | undefined {
  const value = numberIn(field?.replace('%', ''));
  return value !== undefined && value <= 100 ? value : undefined;
}

/** The readings without a place, or undefined when the fields are none. */
export function readObd(fields: readonly string[], zone: Zone): PositionDraft | undefined {
  const clock = fields[2] ?? '';
  const time = instantOfDigits('yyMMdd', clock.slice(0, 6), clock.slice(6), zone);
  if (time === undefined || fields.length < 13) return undefined;
  const draft = draftAt(time);
  const { attributes } = draft;
  const set = (key: string, value: number | undefined, scale = 1) => {
    if (value !== undefined) attributes[key] = value * scale;
  };
  set('odometer', integerIn(fields[3]), 1000);
  set('fuelConsumption', numberIn(fields[4]));
  set('averageFuelPer100Km', numberIn(fields[5]));
  set('hours', integerIn(fields[6]), msPerHour);
  const kph = numberIn(fields[7]);
  if (kph !== undefined && kph < 1000) attributes.obdSpeed = kph;
  set('engineLoad', percentIn(fields[8]));
  set('engineTemp', numberIn(fields[9]));
  set('throttle', percentIn(fields[10]));
  const rpm = integerIn(fields[11]);
  if (rpm !== noRpm) set('rpm', rpm);
  set('power', numberIn(fields[12]));
  const codes = fields.slice(13).filter((code) => /^[A-Z]\w{4}$/.test(code));
  if (codes.length > 0) attributes.dtcs = codes.join(' ');
  return draft;
}
