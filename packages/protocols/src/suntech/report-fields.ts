import { areDigits } from '../field-text.ts';
import { instantOf } from '../tracker-clock.ts';

/** `yyyyMMdd` and `HH:mm:ss`, UTC. */
export function timeIn(date: string | undefined, time: string | undefined): number | undefined {
  if (date?.length !== 8 || time?.length !== 8 || !areDigits(date, 0, 8)) return undefined;
  if (!areDigits(time, 0, 2) || !areDigits(time, 3, 5) || !areDigits(time, 6, 8)) return undefined;
  if (time.charAt(2) !== ':' || time.charAt(5) !== ':') return undefined;
  const day = Number(date);
  return instantOf({
    year: Math.floor(day / 10_000),
    month: Math.floor(day / 100) % 100,
    day: day % 100,
    hour: Number(time.slice(0, 2)),
    minute: Number(time.slice(3, 5)),
    second: Number(time.slice(6, 8)),
  });
}

/** Where date and time stand: series with and without a model field differ in nothing else before them. */
export function dateIndex(fields: readonly string[], from: number): number {
  for (let index = from; index < from + 4; index += 1) {
    if (fields[index]?.length === 8 && fields[index + 1]?.charAt(2) === ':') return index;
  }
  return -1;
}

/** One to three digits, a point, three digits or more; a sign may stand before. */
function isCoordinate(field: string | undefined): boolean {
  if (field === undefined) return false;
  const point = field.indexOf('.');
  const first = field.startsWith('-') || field.startsWith('+') ? 1 : 0;
  if (point < first + 1 || point > first + 3 || field.length < point + 4) return false;
  return areDigits(field, first, point) && areDigits(field, point + 1, field.length);
}

/** Where latitude and longitude stand, behind no, one or five fields of cell. */
export function placeIndex(fields: readonly string[], from: number): number {
  for (let index = from; index < from + 7; index += 1) {
    if (isCoordinate(fields[index]) && isCoordinate(fields[index + 1])) return index;
  }
  return -1;
}

export function isUniqueId(field: string | undefined): field is string {
  if (field === undefined || field.length < 4 || field.length > 20) return false;
  return areDigits(field, 0, field.length) || /^[0-9A-Za-z]+$/.test(field);
}
