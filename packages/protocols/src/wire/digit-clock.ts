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
