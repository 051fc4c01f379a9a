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
  if (date === undefined || time === undefined || !digits.test(date) || !clock.test(time)) return undefined;
  const [first, month, last] = [date.slice(0, 2), date.slice(2, 4), date.slice(4)];
  const instant = instantOf(
    {
      year: 2000 + Number(order === 'ddMMyy' ? last : first),
      month: Number(month),
      day: Number(order === 'ddMMyy' ? first : last),
      hour: Number(time.slice(0, 2)),
      minute: Number(time.slice(2, 4)),
      second: Number(time.slice(4, 6)),
    },
    zone,
  );
  if (instant === undefined || time.length <= 7) return instant;
  return instant + Number(time.slice(7, 10).padEnd(3, '0'));
}
