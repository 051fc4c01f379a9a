/** The periods a report can be requested, as absolute instants (REP-03). */
import { localTimeAt, startOfDay } from './zoned-time.ts';

/** Keys of the source, in the order of the selector. */
export const reportPeriods = Object.freeze([
  'dateToDate',
  'nowSofar',
  'yesterday',
  'currentWeekSoFar',
  'lastWeek',
  'currentMonthSoFar',
  'lastMonth',
] as const);

export type ReportPeriod = (typeof reportPeriods)[number];

/** A stretch of time, half open: `fromMs` belongs to it, `toMs` does not. */
export interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The stretch a period means now, to a person in a zone: days begin at his midnight, weeks on Monday, and a day of a
 * clock change has its 23 or 25 hours. Periods "so far" end now. `dateToDate` has dates of its own and no range here.
 * Throws RangeError on a zone the runtime does not know.
 */
export function rangeOfPeriod(
  period: Exclude<ReportPeriod, 'dateToDate'>,
  nowMs: number,
  zone: string,
): Range {
  const { year, month, day } = localTimeAt(nowMs, zone);
  const dayStart = (daysBack: number) => startOfDay(year, month, day - daysBack, zone);
  // getUTCDay is 0 on Sunday; a week starts on Monday.
  const sinceMonday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
  switch (period) {
    case 'nowSofar':
      return { fromMs: dayStart(0), toMs: nowMs };
    case 'yesterday':
      return { fromMs: dayStart(1), toMs: dayStart(0) };
    case 'currentWeekSoFar':
      return { fromMs: dayStart(sinceMonday), toMs: nowMs };
    case 'lastWeek':
      return { fromMs: dayStart(sinceMonday + 7), toMs: dayStart(sinceMonday) };
    case 'currentMonthSoFar':
      return { fromMs: startOfDay(year, month, 1, zone), toMs: nowMs };
    case 'lastMonth':
      return { fromMs: startOfDay(year, month - 1, 1, zone), toMs: startOfDay(year, month, 1, zone) };
  }
}
