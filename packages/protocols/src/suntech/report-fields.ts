import type { TextFields } from '../wire/text-fields.ts';
import { instantOf } from '../wire/tracker-clock.ts';

const colon = 0x3a;
const point = 0x2e;
const minus = 0x2d;
const plus = 0x2b;

/** `yyyyMMdd` and `HH:mm:ss`, UTC. */
export function timeIn(fields: TextFields, date: number, time: number): number | undefined {
  if (fields.length(date) !== 8 || fields.length(time) !== 8) return undefined;
  if (fields.byte(time, 2) !== colon || fields.byte(time, 5) !== colon) return undefined;
  return instantOf({
    year: fields.digits(date, 0, 4),
    month: fields.digits(date, 4, 2),
    day: fields.digits(date, 6, 2),
    hour: fields.digits(time, 0, 2),
    minute: fields.digits(time, 3, 2),
    second: fields.digits(time, 6, 2),
  });
}

/** Where date and time are: series with and without a model field differ in nothing else before them. */
export function dateIndex(fields: TextFields, from: number): number {
  for (let index = from; index < from + 4; index += 1) {
    if (fields.length(index) === 8 && fields.byte(index + 1, 2) === colon) return index;
  }
  return -1;
}

/** One to three digits, a point, three digits or more; a sign may precede. */
function isCoordinate(fields: TextFields, index: number): boolean {
  const length = fields.length(index);
  if (length < 5) return false;
  const sign = fields.byte(index);
  const first = sign === minus || sign === plus ? 1 : 0;
  const mark = fields.find(index, point);
  if (mark < first + 1 || mark > first + 3 || length < mark + 4) return false;
  return fields.areDigits(index, first, mark) && fields.areDigits(index, mark + 1, length);
}

/** Where latitude and longitude are, behind no, one or five fields of cell. */
export function placeIndex(fields: TextFields, from: number): number {
  for (let index = from; index < from + 7; index += 1) {
    if (isCoordinate(fields, index) && isCoordinate(fields, index + 1)) return index;
  }
  return -1;
}

/** One digit or two before the point, one at least behind it. */
export function isVolts(fields: TextFields, index: number): boolean {
  const mark = fields.find(index, point);
  if (mark !== 1 && mark !== 2) return false;
  return fields.areDigits(index, 0, mark) && fields.areDigits(index, mark + 1);
}

/** A signal: a level as the modem counts it, or dBm with their sign; undefined when it is none. */
export function signalIn(fields: TextFields, index: number): number | undefined {
  if (fields.byte(index) !== minus) return fields.integer(index);
  const length = fields.length(index);
  if (length < 2 || length > 4) return undefined;
  const size = fields.digits(index, 1, length - 1);
  return Number.isNaN(size) ? undefined : -size;
}

/** What a tower has of it: only dBm are a strength. */
export function strengthOf(signal: number | undefined): { signalStrength?: number } {
  return signal !== undefined && signal < 0 ? { signalStrength: signal } : {};
}

/** The id of a field, `known` where it is that; undefined when it is none. */
export function uniqueIdIn(fields: TextFields, index: number, known: string | undefined): string | undefined {
  if (known !== undefined && fields.is(index, known)) return known;
  const length = fields.length(index);
  if (length < 4 || length > 20) return undefined;
  const text = fields.text(index);
  return /^[0-9A-Za-z]+$/.test(text) ? text : undefined;
}
