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
import { instantOfDigits, timeOfDayIn } from '../wire/digit-clock.ts';
import { areDigits, degreesIn, integerIn, numberIn } from '../wire/field-text.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { iccid, readTail } from './report-tail.ts';
import { batteryPercent, isStatus, readStatusField } from './status.ts';

const dayMs = 86_400_000;

/** The index of the latitude's hemisphere, or -1. */
function hemisphereIndex(fields: readonly string[]): number {
  for (let at = 4; at + 2 < fields.length; at += 1) {
    const [north, east] = [fields[at], fields[at + 2]];
    if ((north === 'S' || north === 'N') && (east === 'W' || east === 'E')) return at;
  }
  return -1;
}

/**
 * Where the status is: right behind the date, or behind the SIM's three fields. No other field of eight hexadecimal digits
 * is one. -1 when nowhere.
 */
function statusIndex(fields: readonly string[], hemisphere: number, date: number): number {
  if (date < 0)
    return fields[hemisphere + 5] === '' && isStatus(fields[hemisphere + 6] ?? '') ? hemisphere + 6 : -1;
  if (isStatus(fields[date + 1] ?? '')) return date + 1;
  return iccid.test(fields[date + 3] ?? '') && isStatus(fields[date + 4] ?? '') ? date + 4 : -1;
}

/** Degrees in one of the three forms. */
function placeIn(field: string | undefined, hemisphere: string | undefined): number | undefined {
  if (field === undefined) return undefined;
  if (field.startsWith('-')) {
    const [, degrees = '', minutes = ''] = /^-(\d{1,3})-(\d{1,2}\.\d+)$/.exec(field) ?? [];
    return degreesIn(degrees + (minutes.charAt(1) === '.' ? `0${minutes}` : minutes), hemisphere);
  }
  if (field.length >= 7 && field.length <= 9 && areDigits(field, 0, field.length)) {
    return degreesIn(`${field.slice(0, -4)}.${field.slice(-4)}`, hemisphere);
  }
  return degreesIn(field, hemisphere);
}

function isDate(field: string | undefined): boolean {
  return instantOfDigits('ddMMyy', field, '000000') !== undefined;
}

/** Where the date is: behind the course, or behind a battery too; -1 when nowhere. */
function dateIndex(fields: readonly string[], hemisphere: number): number {
  const first = hemisphere + 5;
  if (isDate(fields[first])) return first;
  return /^\d{0,3}$/.test(fields[first] ?? '') && isDate(fields[first + 1]) ? first + 1 : -1;
}

function timeOf(date: string | undefined, time: string | undefined, zone: Zone, receivedMs: number): number {
  const known = instantOfDigits('ddMMyy', date, time, zone);
  if (known !== undefined) return known;
  const midnight = instantOfDigits('ddMMyy', date, '000000', zone);
  if (midnight !== undefined) {
    return receivedMs >= midnight && receivedMs < midnight + dayMs ? receivedMs : midnight;
  }
  const timeOfDay = timeOfDayIn(time);
  if (timeOfDay === undefined) return receivedMs;
  return timeOfDay + Math.round((receivedMs - timeOfDay) / dayMs) * dayMs;
}

interface PlaceReport {
  readonly draft: PositionDraft;
  /** What is between type and time. */
  readonly before: readonly string[];
}

/**
 * The position of a text's fields, or undefined when they hold no place. `receivedMs` replaces a clock that is not
 * reported.
 */
export function readPlaceReport(
  fields: readonly string[],
  zone: Zone,
  receivedMs: number,
): PlaceReport | undefined {
  const hemisphere = hemisphereIndex(fields);
  if (hemisphere < 0) return undefined;
  const latitude = placeIn(fields[hemisphere - 1], fields[hemisphere]);
  const longitude = placeIn(fields[hemisphere + 1], fields[hemisphere + 2]);
  if (latitude === undefined || longitude === undefined) return undefined;
  const date = dateIndex(fields, hemisphere);
  const hasTime = hemisphere - 3 >= 3;
  const time = hasTime ? fields[hemisphere - 3] : undefined;
  const draft = draftAt(timeOf(fields[date], time, zone, receivedMs));
  const fix = fields[hemisphere - 2] ?? '';
  const isVp1 = fields[2] === 'VP1';
  setPlace(
    draft,
    latitude,
    longitude,
    fix === 'A' || areDigits(fix, 0, fix.length) || (isVp1 && fix === 'B'),
  );
  const speed = numberIn(fields[hemisphere + 3]);
  if (speed !== undefined) setSpeed(draft, speed);
  const course = numberIn(fields[hemisphere + 4]);
  if (course !== undefined) setCourse(draft, course);
  const battery =
    date === hemisphere + 6 ? batteryPercent(integerIn(fields[hemisphere + 5]) ?? 0) : undefined;
  if (battery !== undefined) draft.attributes.batteryLevel = battery;
  const status = statusIndex(fields, hemisphere, date);
  if (status >= 0) {
    const card = fields[status - 1] ?? '';
    if (card.length > 8 && iccid.test(card)) draft.attributes.iccid = card;
    readStatusField(fields[status], draft.attributes);
    readTail(fields.slice(status + 1), draft);
  }
  return { draft, before: hemisphere - 3 > 3 ? fields.slice(3, hemisphere - 3) : [] };
}

/**
 * A report of clock and status whose place is not reported, or of a type that has none; undefined when the fields hold no
 * status behind a date.
 */
export function readStateReport(
  fields: readonly string[],
  zone: Zone,
  receivedMs: number,
): PositionDraft | undefined {
  if (hemisphereIndex(fields) >= 0) return undefined;
  const status = fields.findIndex((field, at) => at > 4 && isStatus(field));
  const date = fields[status - 1];
  if (status < 0 || !(date === '' || isDate(date))) return undefined;
  const draft = draftAt(timeOf(date, fields[3], zone, receivedMs));
  readStatusField(fields[status], draft.attributes);
  readTail(fields.slice(status + 1), draft);
  return draft;
}
