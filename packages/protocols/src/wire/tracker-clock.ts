/**
 * Wall-clock times of trackers as instants. A tracker with no zone of its own sends UTC; some send local time, reported
 * by the device's setting (an IANA zone) or by the sign-in (an offset in minutes).
 */
import { instantOfLocal, isTimezone, localTimeAt } from '@atalaia/domain/time/zoned-time';

/** Minutes east of UTC, or an IANA zone name; UTC when undefined. An unknown name counts as UTC. */
export type Zone = number | string | undefined;

interface WallClock {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const firstYear = 1970;
const endYear = 2200;
const dayMs = 86_400_000;

/** When each month from the first year on begins, ms since 1970 UTC, and when the last one ends. */
const monthStartsMs = Float64Array.from({ length: (endYear - firstYear) * 12 + 1 }, (_, month) =>
  Date.UTC(firstYear, month),
);

/** Of a month from 1 to 12 within those years. */
function monthStartMs(year: number, month: number): number {
  return monthStartsMs[(year - firstYear) * 12 + month - 1] ?? Number.NaN;
}

function daysIn(year: number, month: number): number {
  return (monthStartMs(year, month + 1) - monthStartMs(year, month)) / dayMs;
}

function exists({ year, month, day, hour, minute, second }: WallClock): boolean {
  if (!(year >= firstYear && year < endYear && month >= 1 && month <= 12)) return false;
  if (!(day >= 1 && (day <= 28 || day <= daysIn(year, month)))) return false;
  return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
}

const latestMs = Date.UTC(endYear, 0, 1);

/** True for ms since 1970 that a tracker may mean: not before then, and before 2200. */
export function isInstant(timeMs: number): boolean {
  return timeMs >= 0 && timeMs < latestMs;
}

/** The instant in ms since 1970 UTC, or undefined when no calendar has that date. */
export function instantOf(clock: WallClock, zone?: Zone): number | undefined {
  if (!exists(clock)) return undefined;
  if (typeof zone === 'string' && isTimezone(zone)) return instantOfLocal(clock, zone);
  const { year, month, day, hour, minute, second } = clock;
  const timeOfDayMs = ((hour * 60 + minute) * 60 + second) * 1000;
  const asUtc = monthStartMs(year, month) + (day - 1) * dayMs + timeOfDayMs;
  return typeof zone === 'number' ? asUtc - zone * 60_000 : asUtc;
}

const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** Reads `2024-01-31T10:20:30.5-03:00` and its kin; without an offset it is the wall clock of `zone`. */
export function instantFromIso(text: string, zone?: Zone): number | undefined {
  const match = isoTime.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '0', fraction = '', offset] = match;
  const clock = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  };
  const instant = instantOf(clock, offset === undefined ? zone : offsetMinutes(offset));
  if (instant === undefined) return undefined;
  return instant + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

function offsetMinutes(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return offset.startsWith('-') ? -minutes : minutes;
}

/** Minutes by which the zone's clock is ahead of UTC at an instant (summer time counted); undefined for no IANA zone. */
export function minutesAhead(zone: string, instantMs: number): number | undefined {
  if (!isTimezone(zone)) return undefined;
  const { year, month, day, hour, minute, second } = localTimeAt(instantMs, zone);
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - instantMs) / 60_000);
}
