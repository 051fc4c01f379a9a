/**
 * The report of place:
 *
 *     *HQ,ID,V1,HHmmss,A,ddmm.mmmm,N,dddmm.mmmm,E,knots,course,[battery,]ddMMyy,[SIM…,]status,…#
 *
 * Between type and time is what a V4 confirms, or an alarm's number. A place may also be written `-22-34.4026` or
 * without its point (`22344026`). V1 and its kin end with country, network, area and cell; OBD units with odometer m, °C,
 * litres, metres, area, cell; others with numbers of their own (`io1`…).
 */

import { draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import { degreesIn } from '../wire/field-text.ts';
import type { TextFields } from '../wire/text-fields.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { iccid, readTail } from './report-tail.ts';
import { batteryPercent, isStatus, readStatusField, statusFrom } from './status.ts';

const dayMs = 86_400_000;

const minus = 0x2d;
const north = 0x4e;
const south = 0x53;
const east = 0x45;
const west = 0x57;

/** The index of the latitude's hemisphere, or -1. */
function hemisphereIndex(fields: TextFields): number {
  for (let at = 4; at + 2 < fields.count; at += 1) {
    if (fields.length(at) !== 1 || fields.length(at + 2) !== 1) continue;
    const [first, second] = [fields.byte(at), fields.byte(at + 2)];
    if ((first === south || first === north) && (second === west || second === east)) return at;
  }
  return -1;
}

/**
 * Where the status is: right behind the date, or behind the SIM's three fields. No other field of eight hexadecimal digits
 * is one. -1 when nowhere.
 */
function statusIndex(fields: TextFields, hemisphere: number, date: number): number {
  if (date < 0) {
    const isDateEmpty = fields.has(hemisphere + 5) && fields.isEmpty(hemisphere + 5);
    return isDateEmpty && isStatus(fields, hemisphere + 6) ? hemisphere + 6 : -1;
  }
  if (isStatus(fields, date + 1)) return date + 1;
  return isStatus(fields, date + 4) && iccid.test(fields.text(date + 3)) ? date + 4 : -1;
}

/** Degrees in one of the three forms, the hemisphere in the next field. */
function placeIn(fields: TextFields, index: number): number | undefined {
  const length = fields.length(index);
  const isBare = length >= 7 && length <= 9 && fields.areDigits(index);
  if (fields.byte(index) !== minus && !isBare) return fields.degrees(index, index + 1);
  const field = fields.text(index);
  const hemisphere = fields.text(index + 1);
  if (isBare) return degreesIn(`${field.slice(0, -4)}.${field.slice(-4)}`, hemisphere);
  const [, degrees = '', minutes = ''] = /^-(\d{1,3})-(\d{1,2}\.\d+)$/.exec(field) ?? [];
  return degreesIn(degrees + (minutes.charAt(1) === '.' ? `0${minutes}` : minutes), hemisphere);
}

function isDate(fields: TextFields, index: number): boolean {
  return fields.midnight('ddMMyy', index) !== undefined;
}

/** Where the date is: behind the course, or behind a battery too; -1 when nowhere. */
function dateIndex(fields: TextFields, hemisphere: number): number {
  const first = hemisphere + 5;
  if (isDate(fields, first)) return first;
  const isBattery = fields.length(first) <= 3 && (fields.isEmpty(first) || fields.areDigits(first));
  return isBattery && isDate(fields, first + 1) ? first + 1 : -1;
}

function timeOf(fields: TextFields, date: number, time: number, zone: Zone, receivedMs: number): number {
  const known = fields.instant('ddMMyy', date, time, zone);
  if (known !== undefined) return known;
  const midnight = fields.midnight('ddMMyy', date, zone);
  if (midnight !== undefined) {
    return receivedMs >= midnight && receivedMs < midnight + dayMs ? receivedMs : midnight;
  }
  const timeOfDay = fields.timeOfDay(time);
  if (timeOfDay === undefined) return receivedMs;
  return timeOfDay + Math.round((receivedMs - timeOfDay) / dayMs) * dayMs;
}

interface PlaceReport {
  readonly draft: PositionDraft;
  /** What is between type and time; undefined where nothing is. */
  readonly before: string | undefined;
}

/**
 * The position of a text's fields, or undefined when they hold no place. `receivedMs` replaces a clock that is not
 * reported.
 */
export function readPlaceReport(
  type: string,
  fields: TextFields,
  zone: Zone,
  receivedMs: number,
): PlaceReport | undefined {
  const hemisphere = hemisphereIndex(fields);
  if (hemisphere < 0) return undefined;
  const latitude = placeIn(fields, hemisphere - 1);
  const longitude = placeIn(fields, hemisphere + 1);
  if (latitude === undefined || longitude === undefined) return undefined;
  const date = dateIndex(fields, hemisphere);
  const time = hemisphere - 3 >= 3 ? hemisphere - 3 : -1;
  const draft = draftAt(timeOf(fields, date, time, zone, receivedMs));
  const fix = hemisphere - 2;
  const isFixed = fields.is(fix, 'A') || fields.areDigits(fix) || (type === 'VP1' && fields.is(fix, 'B'));
  setPlace(draft, latitude, longitude, isFixed);
  const speed = fields.number(hemisphere + 3);
  if (speed !== undefined) setSpeed(draft, speed);
  const course = fields.number(hemisphere + 4);
  if (course !== undefined) setCourse(draft, course);
  const battery = date === hemisphere + 6 ? batteryPercent(fields.integer(hemisphere + 5) ?? 0) : undefined;
  if (battery !== undefined) draft.attributes.batteryLevel = battery;
  const status = statusIndex(fields, hemisphere, date);
  if (status >= 0) {
    const card = fields.length(status - 1) > 8 ? fields.text(status - 1) : '';
    if (iccid.test(card)) draft.attributes.iccid = card;
    readStatusField(fields, status, draft.attributes);
    readTail(fields, status + 1, draft);
  }
  return { draft, before: hemisphere > 6 ? fields.joined(3, hemisphere - 3) : undefined };
}

/**
 * A report of clock and status whose place is not reported, or of a type that has none; undefined when the fields hold no
 * status behind a date.
 */
export function readStateReport(
  fields: TextFields,
  zone: Zone,
  receivedMs: number,
): PositionDraft | undefined {
  if (hemisphereIndex(fields) >= 0) return undefined;
  const status = statusFrom(fields, 5);
  if (status < 0 || !(fields.isEmpty(status - 1) || isDate(fields, status - 1))) return undefined;
  const draft = draftAt(timeOf(fields, status - 1, 3, zone, receivedMs));
  readStatusField(fields, status, draft.attributes);
  readTail(fields, status + 1, draft);
  return draft;
}
