import { areDigits, digitsAt, integerIn } from '../wire/field-text.ts';
import { instantOf } from '../wire/tracker-clock.ts';

const colon = 0x3a;

/** `yyyyMMdd` and `HH:mm:ss`, UTC. */
export function timeIn(date: string | undefined, time: string | undefined): number | undefined {
  if (date?.length !== 8 || time?.length !== 8) return undefined;
  if (time.charCodeAt(2) !== colon || time.charCodeAt(5) !== colon) return undefined;
  return instantOf({
    year: digitsAt(date, 0, 4),
    month: digitsAt(date, 4, 2),
    day: digitsAt(date, 6, 2),
    hour: digitsAt(time, 0, 2),
    minute: digitsAt(time, 3, 2),
    second: digitsAt(time, 6, 2),
  });
}

/** Where date and time are: series with and without a model field differ in nothing else before them. */
export function dateIndex(fields: readonly string[], from: number): number {
  for (let index = from; index < from + 4; index += 1) {
    if (fields[index]?.length === 8 && fields[index + 1]?.charCodeAt(2) === colon) return index;
  }
  return -1;
}

/** One to three digits, a point, three digits or more; a sign may precede. */
function isCoordinate(field: string | undefined): boolean {
  if (field === undefined) return false;
  const point = field.indexOf('.');
  const sign = field.charCodeAt(0);
  const first = sign === 0x2d || sign === 0x2b ? 1 : 0;
  if (point < first + 1 || point > first + 3 || field.length < point + 4) return false;
  return areDigits(field, first, point) && areDigits(field, point + 1, field.length);
}

/** Where latitude and longitude are, behind no, one or five fields of cell. */
export function placeIndex(fields: readonly string[], from: number): number {
  for (let index = from; index < from + 7; index += 1) {
    if (isCoordinate(fields[index]) && isCoordinate(fields[index + 1])) return index;
  }
  return -1;
}

/** One digit or two before the point. */
export function isVolts(field: string | undefined): boolean {
  if (field === undefined) return false;
  const point = field.indexOf('.');
  if (point !== 1 && point !== 2) return false;
  return areDigits(field, 0, point) && areDigits(field, point + 1, field.length);
}

/** True for one 0 or 1, or more, and nothing else. */
export function areBits(field: string): boolean {
  for (let at = 0; at < field.length; at += 1) if ((field.charCodeAt(at) & ~1) !== 0x30) return false;
  return field.length > 0;
}

/** A signal: a level as the modem counts it, or dBm with their sign; undefined when it is none. */
export function signalIn(field: string | undefined): number | undefined {
  if (field === undefined || !field.startsWith('-')) return integerIn(field);
  const size = field.length <= 4 ? integerIn(field.slice(1)) : undefined;
  return size === undefined ? undefined : -size;
}

/** What a tower has of it: only dBm are a strength. */
export function strengthOf(signal: number | undefined): { signalStrength?: number } {
  return signal !== undefined && signal < 0 ? { signalStrength: signal } : {};
}

export function isUniqueId(field: string | undefined): field is string {
  if (field === undefined || field.length < 4 || field.length > 20) return false;
  return areDigits(field, 0, field.length) || /^[0-9A-Za-z]+$/.test(field);
}
