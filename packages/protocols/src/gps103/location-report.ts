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
import type { TextFields } from '../wire/text-fields.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { readKeyword } from './keyword.ts';

const dayMs = 86_400_000;

interface LocationReport {
  readonly draft: PositionDraft;
  /** Minutes by which the tracker's clock is ahead of UTC, where it reported. */
  readonly offsetMinutes?: number;
}

/** The local clock, of ten digits or twelve, with the marks of some firmware between them or not. */
function localTime(fields: TextFields, zone?: Zone): number | undefined {
  if (fields.length(2) === 12 && fields.areDigits(2)) return fields.instantIn('yyMMdd', 2, zone);
  const text = fields.text(2);
  const digits = fields.areDigits(2) ? text : text.replace(/[/: ]/g, '');
  return instantOfDigits('yyMMdd', digits.slice(0, 6), digits.slice(6).padEnd(6, '0'), zone);
}

/**
 * The local clock says the day and UTC the time of day; they are half a day apart at most, by quarters of an hour.
 * Without UTC, a fix counts in `zone`, and a report without a fix too, if there is one.
 */
function timeOf(fields: TextFields, hasFix: boolean, zone: Zone, receivedMs: number) {
  const utcTime = hasFix ? (fields.timeOfDay(5) ?? timeOfDayIn(fields.text(5).trim())) : undefined;
  if (utcTime === undefined) {
    const isUncertain = !hasFix && zone === undefined;
    return { timeMs: (isUncertain ? undefined : localTime(fields, zone)) ?? receivedMs };
  }
  const local = localTime(fields);
  const timeMs = utcTime + Math.round(((local ?? receivedMs) - utcTime) / dayMs) * dayMs;
  if (local === undefined) return { timeMs };
  return { timeMs, offsetMinutes: Math.round((local - timeMs) / 900_000) * 15 };
}

function isOneOf(letters: string, fields: TextFields, index: number): boolean {
  return fields.length(index) === 1 && letters.includes(String.fromCharCode(fields.byte(index)));
}

/** A number with its hemisphere before or behind it; none counts as north or east. */
function readDegrees(fields: TextFields, from: number, letters: 'NS' | 'EW') {
  if (isOneOf(letters, fields, from)) return { degrees: fields.degrees(from + 1, from), next: from + 2 };
  if (isOneOf(letters, fields, from + 1)) return { degrees: fields.degrees(from, from + 1), next: from + 2 };
  const next = from + (fields.has(from + 1) && fields.isEmpty(from + 1) ? 2 : 1);
  const [start, end] = [fields.start(from), fields.end(from)];
  return { degrees: fields.degreesBetween(start, end, letters.charCodeAt(0)), next };
}

const percentSign = 0x25;

function readFuel(
  fields: TextFields,
  index: number,
  key: 'fuelLevel' | 'fuelLevel2',
  attributes: AttributeDraft,
): void {
  if (fields.byte(index, fields.length(index) - 1) !== percentSign) return;
  const percent = fields.numberWithin(index, 0, 1);
  if (percent !== undefined && percent >= 0 && percent <= 100) attributes[key] = percent;
}

/** What follows the speed: course, altitude, and the vehicle's state. */
function readTail(fields: TextFields, at: number, draft: PositionDraft): void {
  const degrees = fields.number(at);
  if (degrees !== undefined) setCourse(draft, degrees);
  const metres = fields.number(at + 1);
  if (metres !== undefined) setAltitude(draft, metres);
  readState(fields, at + 2, draft.attributes);
}

/** ACC, door, fuel, fuel or odometer, temperature. */
function readState(fields: TextFields, at: number, attributes: AttributeDraft): void {
  setBit(attributes, 'ignition', fields, at);
  setBit(attributes, 'door', fields, at + 1);
  readFuel(fields, at + 2, 'fuelLevel', attributes);
  readFuel(fields, at + 3, 'fuelLevel2', attributes);
  const kilometres = fields.integer(at + 3);
  if (kilometres) attributes.odometer = kilometres * 1000;
  const celsius = fields.number(at + 4);
  if (celsius !== undefined) attributes.temp1 = celsius;
}

/** Sets a flag that a field of 1 or 0 is; any other field says nothing. */
function setBit(attributes: AttributeDraft, key: string, fields: TextFields, index: number): void {
  if (fields.is(index, '1')) attributes[key] = true;
  else if (fields.is(index, '0')) attributes[key] = false;
}

function readCell(fields: TextFields, attributes: AttributeDraft): void {
  const area = fields.hex(7);
  const cell = fields.hex(9);
  if (!area || !cell) return;
  attributes.lac = area;
  attributes.cellId = cell;
}

/**
 * The position, or undefined when the fields do not make one. `zone` is that of reports without UTC; `receivedMs` is
 * in for a clock that is no date.
 */
export function readLocation(
  keyword: string,
  fields: TextFields,
  zone: Zone,
  receivedMs: number,
): LocationReport | undefined {
  const hasFix = fields.is(4, 'F');
  if (!hasFix && !fields.is(4, 'L')) return undefined;
  const { timeMs, offsetMinutes } = timeOf(fields, hasFix, zone, receivedMs);
  const draft = draftAt(timeMs);
  readKeyword(keyword, fields.text(3).trim(), draft.attributes);
  if (!hasFix) {
    readCell(fields, draft.attributes);
    readState(fields, 13, draft.attributes);
    return { draft };
  }
  const latitude = readDegrees(fields, 7, 'NS');
  const longitude = readDegrees(fields, latitude.next, 'EW');
  if (latitude.degrees === undefined || longitude.degrees === undefined) return undefined;
  setPlace(draft, latitude.degrees, longitude.degrees, fields.is(6, 'A'));
  const speed = fields.number(longitude.next);
  if (speed !== undefined) setSpeed(draft, speed);
  readTail(fields, longitude.next + 1, draft);
  return offsetMinutes === undefined ? { draft } : { draft, offsetMinutes };
}

/**
 * The report of newer units, closed by an asterisk, with a place in decimal degrees; hyphens stand for nothing:
 *
 *     imei:ID,type,event,sensor,sensor V,HHmmss,ddMMyy,signal,fix,latitude,longitude,km/h,course,metres,hdop,satellites,
 *         ignition,charging,error*
 */
function given(fields: TextFields, index: number): string | undefined {
  const text = fields.text(index);
  return /^-*$/.test(text) ? undefined : text;
}

/** The position, or undefined when the fields do not make one. */
export function readDecimalReport(fields: TextFields): PositionDraft | undefined {
  const time = fields.instant('ddMMyy', 6, 5);
  const [latitude, longitude] = [fields.number(9), fields.number(10)];
  if (time === undefined || latitude === undefined || longitude === undefined) return undefined;
  const draft = draftAt(time);
  const { attributes } = draft;
  const set = (key: string, value: string | number | undefined) => {
    if (value !== undefined) attributes[key] = value;
  };
  set('event', given(fields, 2));
  set('sensorId', given(fields, 3));
  set('sensorVoltage', fields.number(4));
  set('rssi', fields.integer(7));
  setPlace(draft, latitude, longitude, (fields.integer(8) ?? 0) > 0);
  const kph = fields.number(11);
  if (kph !== undefined) setSpeed(draft, knotsFromKph(kph));
  const course = fields.number(12);
  if (course !== undefined) setCourse(draft, course);
  const altitude = fields.number(13);
  if (altitude !== undefined) setAltitude(draft, altitude);
  set('hdop', fields.number(14));
  set('sat', fields.integer(15));
  setBit(attributes, 'ignition', fields, 16);
  setBit(attributes, 'charge', fields, 17);
  set('error', given(fields, 18));
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

function percentIn(fields: TextFields, index: number): number | undefined {
  const last = fields.length(index) - 1;
  const isMarked = last >= 0 && fields.find(index, percentSign) === last;
  const value = fields.numberWithin(index, 0, isMarked ? 1 : 0);
  return value !== undefined && value <= 100 ? value : undefined;
}

const faultCode = /^[A-Z]\w{4}$/;

/** The readings without a place, or undefined when the fields are none. */
export function readObd(fields: TextFields, zone: Zone): PositionDraft | undefined {
  const time = fields.instantIn('yyMMdd', 2, zone);
  if (time === undefined || fields.count < 13) return undefined;
  const draft = draftAt(time);
  const { attributes } = draft;
  const set = (key: string, value: number | undefined, scale = 1) => {
    if (value !== undefined) attributes[key] = value * scale;
  };
  set('odometer', fields.integer(3), 1000);
  set('fuelConsumption', fields.number(4));
  set('averageFuelPer100Km', fields.number(5));
  set('hours', fields.integer(6), msPerHour);
  const kph = fields.number(7);
  if (kph !== undefined && kph < 1000) attributes.obdSpeed = kph;
  set('engineLoad', percentIn(fields, 8));
  set('engineTemp', fields.number(9));
  set('throttle', percentIn(fields, 10));
  const rpm = fields.integer(11);
  if (rpm !== noRpm) set('rpm', rpm);
  set('power', fields.number(12));
  let codes = '';
  for (let at = 13; at < fields.count; at += 1) {
    const code = fields.length(at) === 5 ? fields.text(at) : '';
    if (faultCode.test(code)) codes += codes === '' ? code : ` ${code}`;
  }
  if (codes !== '') attributes.dtcs = codes;
  return draft;
}
