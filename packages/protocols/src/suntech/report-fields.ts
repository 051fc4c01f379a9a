import { instantOf } from '../tracker-clock.ts';

/** `yyyyMMdd` and `HH:mm:ss`, UTC. */
export function timeIn(date: string | undefined, time: string | undefined): number | undefined {
  if (date === undefined || time === undefined) return undefined;
  if (!/^\d{8}$/.test(date) || !/^\d{2}:\d{2}:\d{2}$/.test(time)) return undefined;
  return instantOf({
    year: Number(date.slice(0, 4)),
    month: Number(date.slice(4, 6)),
    day: Number(date.slice(6, 8)),
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

const coordinate = /^[+-]?\d{1,3}\.\d{3,}$/;

/** Where latitude and longitude stand, behind no, one or five fields of cell. */
export function placeIndex(fields: readonly string[], from: number): number {
  for (let index = from; index < from + 7; index += 1) {
    if (coordinate.test(fields[index] ?? '') && coordinate.test(fields[index + 1] ?? '')) return index;
  }
  return -1;
}

export function isUniqueId(field: string | undefined): field is string {
  return field !== undefined && /^[0-9A-Za-z]{4,20}$/.test(field);
}
