/** Dates as the interface writes and reads them, in a person's zone (UNIT-03). */
import { instantOfLocal, type LocalTime, localTimeAt } from './zoned-time.ts';

/**
 * - `display` `DD/MM/YYYY - HH:mm:ss`, tables and cards;
 * - `panel` `YYYY-MM-DD HH:mm:ss`, the detail panel;
 * - `formDate` `dd/MM/yyyy`, `formDateTime` `dd/MM/yyyy HH:mm` and `formTime` `HH:mm`, what forms show and take.
 */
export type DateStyle = 'display' | 'panel' | 'formDate' | 'formDateTime' | 'formTime';

/** What is where a date is missing. */
export const missingDate = 'D/N';

/**
 * An instant as text in the given zone. `twelveHour` turns the clock of `display` and `panel` to `hh:mm:ss AM`; forms
 * keep their 24 hours, since they are typed. A missing or impossible instant gives `D/N`. Throws RangeError on a zone
 * the runtime does not know (`isTimezone`).
 */
export function formatInstant(
  instantMs: number | null | undefined,
  style: DateStyle,
  zone: string,
  twelveHour = false,
): string {
  // 8.64e15 ms is the last instant ECMAScript dates reach.
  if (instantMs === null || instantMs === undefined || !(Math.abs(instantMs) <= 8.64e15)) return missingDate;
  const local = localTimeAt(instantMs, zone);
  switch (style) {
    case 'display':
      return `${dayFirst(local)} - ${clock(local, twelveHour)}`;
    case 'panel':
      return `${local.year}-${two(local.month)}-${two(local.day)} ${clock(local, twelveHour)}`;
    case 'formDate':
      return dayFirst(local);
    case 'formDateTime':
      return `${dayFirst(local)} ${two(local.hour)}:${two(local.minute)}`;
    case 'formTime':
      return `${two(local.hour)}:${two(local.minute)}`;
  }
}

/**
 * The instant a person means by `dd/MM/yyyy` or `dd/MM/yyyy HH:mm` typed in his zone (a bare date is its midnight).
 * Undefined when the text is of another form, or no such day or time exists (31/02/2026, 24:00).
 */
export function parseFormInstant(text: string, zone: string): number | undefined {
  const read = /^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}):(\d{2}))?$/.exec(text.trim());
  if (!read) return undefined;
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0] = read.slice(1).map((part) => Number(part ?? 0));
  const calendar = new Date(Date.UTC(year, month - 1, day));
  const exists = calendar.getUTCMonth() === month - 1 && calendar.getUTCDate() === day && year >= 1000;
  if (!exists || hour > 23 || minute > 59) return undefined;
  return instantOfLocal({ year, month, day, hour, minute, second: 0 }, zone);
}

function dayFirst(local: LocalTime): string {
  return `${two(local.day)}/${two(local.month)}/${local.year}`;
}

function clock(local: LocalTime, twelveHour: boolean): string {
  const rest = `${two(local.minute)}:${two(local.second)}`;
  if (!twelveHour) return `${two(local.hour)}:${rest}`;
  return `${two(local.hour % 12 || 12)}:${rest} ${local.hour < 12 ? 'AM' : 'PM'}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
