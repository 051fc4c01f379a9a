import { areDigits, digitsAt } from './field-text.ts';
import { instantOf, type Zone } from './tracker-clock.ts';

/** How a date of six digits is written. */
export type DateOrder = 'ddMMyy' | 'yyMMdd';

const point = 0x2e;
/** `HHmmss.` and six decimals. */
const longestTime = 13;

/** Whether a text is `HHmmss`, with or without a fraction. */
function isClock(time: string): boolean {
  if (time.length === 6) return true;
  if (time.length < 6 || time.length > longestTime || time.charCodeAt(6) !== point) return false;
  return time.length === 7 || areDigits(time, 7, time.length);
}

/**
 * The instant of a date of six digits and a time `HHmmss` with or without a fraction, as wall clock of `zone`; undefined
 * when they are no digits or no calendar has them. Years are of this century.
 */
export function instantOfDigits(
  order: DateOrder,
  date: string | undefined,
  time: string | undefined,
  zone?: Zone,
): number | undefined {
  if (date === undefined || date.length !== 6) return undefined;
  const first = digitsAt(date, 0, 2);
  const last = digitsAt(date, 4, 2);
  const [day, year] = order === 'ddMMyy' ? [first, last] : [last, first];
  return instantOn(2000 + year, digitsAt(date, 2, 2), day, time, zone);
}

/** Milliseconds since midnight of a time `HHmmss` with or without a fraction; undefined when no day has it. */
export function timeOfDayIn(time: string | undefined): number | undefined {
  return instantOn(1970, 1, 1, time);
}

/** A part that is no digits is NaN, which no calendar has. */
function instantOn(year: number, month: number, day: number, time: string | undefined, zone?: Zone) {
  if (time === undefined || !isClock(time)) return undefined;
  const instant = instantOf(
    {
      year,
      month,
      day,
      hour: digitsAt(time, 0, 2),
      minute: digitsAt(time, 2, 2),
      second: digitsAt(time, 4, 2),
    },
    zone,
  );
  if (instant === undefined || time.length <= 7) return instant;
  return instant + digitsAt(time.slice(7, 10).padEnd(3, '0'), 0, 3);
}

/** The number of two digits at an index; NaN when one of them is none. */
function pairAt(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] ?? 0) - 0x30;
  const ones = (bytes[at + 1] ?? 0) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** The thousandths in up to six digits behind a point; NaN when one is none. */
function thousandthsIn(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < Math.max(to, from + 3); at += 1) {
    const digit = at < to ? (bytes[at] ?? 0) - 0x30 : 0;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    if (at < from + 3) value = value * 10 + digit;
  }
  return value;
}

/** The instant on a day of the time in `bytes[from, to)`; undefined as `instantOfDigits`. */
export function instantOnDay(
  year: number,
  month: number,
  day: number,
  bytes: Uint8Array,
  from: number,
  to: number,
  zone?: Zone,
): number | undefined {
  const length = to - from;
  if (length < 6 || length > longestTime || (length > 6 && bytes[from + 6] !== point)) return undefined;
  const milliseconds = length > 7 ? thousandthsIn(bytes, from + 7, to) : 0;
  if (Number.isNaN(milliseconds)) return undefined;
  const [hour, minute, second] = [pairAt(bytes, from), pairAt(bytes, from + 2), pairAt(bytes, from + 4)];
  const instant = instantOf({ year, month, day, hour, minute, second }, zone);
  return instant === undefined ? undefined : instant + milliseconds;
}

/** The same of a date of six digits at an index. */
export function instantOfDate(
  order: DateOrder,
  date: Uint8Array,
  dateAt: number,
  time: Uint8Array,
  from: number,
  to: number,
  zone?: Zone,
): number | undefined {
  const first = pairAt(date, dateAt);
  const last = pairAt(date, dateAt + 4);
  const isDayFirst = order === 'ddMMyy';
  const month = pairAt(date, dateAt + 2);
  return instantOnDay(
    2000 + (isDayFirst ? last : first),
    month,
    isDayFirst ? first : last,
    time,
    from,
    to,
    zone,
  );
}

/** The instant of `yyyyMMddHHmmss` at an index; undefined when no calendar has it. */
export function instantOfClock(bytes: Uint8Array, at: number, zone?: Zone): number | undefined {
  return instantOf(
    {
      year: pairAt(bytes, at) * 100 + pairAt(bytes, at + 2),
      month: pairAt(bytes, at + 4),
      day: pairAt(bytes, at + 6),
      hour: pairAt(bytes, at + 8),
      minute: pairAt(bytes, at + 10),
      second: pairAt(bytes, at + 12),
    },
    zone,
  );
}
