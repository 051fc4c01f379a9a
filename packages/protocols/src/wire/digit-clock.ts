import { instantOf, type Zone } from './tracker-clock.ts';

/** How a date of six digits is written. */
export type DateOrder = 'ddMMyy' | 'yyMMdd';

const digits = /^\d{6}$/;
const clock = /^\d{6}(?:\.\d{0,6})?$/;

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
  if (date === undefined || !digits.test(date)) return undefined;
  const [first, month, last] = [date.slice(0, 2), date.slice(2, 4), date.slice(4)];
  const [day, year] = order === 'ddMMyy' ? [first, last] : [last, first];
  return instantOn(2000 + Number(year), Number(month), Number(day), time, zone);
}

/** Milliseconds since midnight of a time `HHmmss` with or without a fraction; undefined when no day has it. */
export function timeOfDayIn(time: string | undefined): number | undefined {
  return instantOn(1970, 1, 1, time);
}

function instantOn(year: number, month: number, day: number, time: string | undefined, zone?: Zone) {
  if (time === undefined || !clock.test(time)) return undefined;
  const part = (at: number) => Number(time.slice(at, at + 2));
  const instant = instantOf({ year, month, day, hour: part(0), minute: part(2), second: part(4) }, zone);
  if (instant === undefined || time.length <= 7) return instant;
  return instant + Number(time.slice(7, 10).padEnd(3, '0'));
}
