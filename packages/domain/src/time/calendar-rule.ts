/** A recurrence rule (RRULE) on a wall clock, read a span at a time with bounded work. Times are wall ms. */
import ICAL from 'ical.js';
import { timeOfWall, wallOfTime } from './calendar-zone.ts';

export interface CalendarRule {
  /** At most so many steps to read one week of it. */
  readonly stepsAWeek: number;
  /** When it begins an occurrence, from `fromWall` on and before `toWall`, in order. */
  starts(fromWall: number, toWall: number): readonly number[];
}

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const unitMs: Readonly<Record<string, number>> = {
  SECONDLY: 1000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: dayMs,
  WEEKLY: weekMs,
};
const yearMs = 365 * dayMs;
const mostYearsBetween = 200;
/** A rule that counts its occurrences is read from its first one on. */
const mostCounted = 10_000;
const mostStepsWhenCounted = 50_000;
/** The Gregorian calendar repeats itself after so long: what never came in it never comes. */
const longestRound = 400.25 * yearMs;
const mostStepsToFirst = 20_000;

/**
 * The rule as it repeats what begins at `startWall`; `untilWall` is the last moment it may begin at. Throws Error, with
 * what is wrong, on a rule that says nothing, names no time that ever comes (30 February) or counts too far.
 */
export function calendarRule(rule: ICAL.Recur, startWall: number, untilWall: number): CalendarRule {
  if (!rule.freq) throw new Error('has no FREQ');
  if (rule.count !== null && !(rule.count >= 1 && rule.count <= mostCounted)) {
    throw new Error(`has a COUNT that is not from 1 to ${mostCounted}`);
  }
  const unit = unitMs[rule.freq] ?? (rule.freq === 'YEARLY' ? yearMs : 30 * dayMs);
  // the library counts a longer step month by month
  if (rule.interval * unit > mostYearsBetween * yearMs) throw new Error('has too large an INTERVAL');
  const stepsAWeek = stepsOf(rule);
  if (stepsAWeek <= mostStepsToFirst && !everComes(rule, startWall, untilWall)) {
    throw new Error('names no time that ever comes');
  }
  if (rule.count !== null) {
    const counted = walk(rule, startWall, Number.POSITIVE_INFINITY, mostStepsWhenCounted);
    const starts = (from: number, to: number) => counted.filter((start) => start >= from && start < to);
    return { stepsAWeek: Math.min(stepsAWeek, counted.length), starts };
  }
  return {
    stepsAWeek,
    starts(fromWall, toWall) {
      const lastWall = Math.min(untilWall, toWall - 1);
      if (lastWall < startWall) return [];
      const begins = shiftedStart(rule, startWall, fromWall);
      const most = 1000 + (stepsAWeek * 2 * (toWall - begins)) / weekMs;
      return walk(rule, begins, lastWall, most).filter((start) => start >= fromWall);
    },
  };
}

/** Every occurrence from the start to `lastWall`. Throws RangeError when that takes more than `mostSteps`. */
function walk(rule: ICAL.Recur, startWall: number, lastWall: number, mostSteps: number): number[] {
  return [...follow(rule, startWall, lastWall, mostSteps)];
}

function* follow(
  rule: ICAL.Recur,
  startWall: number,
  lastWall: number,
  mostSteps: number,
): Generator<number> {
  const bounded = rule.clone();
  // the library stops at its own end; without one it would look for what never comes
  bounded.until = Number.isFinite(lastWall) ? timeOfWall(lastWall) : null;
  const iterator = bounded.iterator(timeOfWall(startWall));
  let steps = 0;
  const fits = iterator.check_contracting_rules.bind(iterator);
  iterator.check_contracting_rules = () => {
    if (++steps > mostSteps) throw new RangeError('takes too long to follow');
    return fits() || wallOfTime(iterator.last) > lastWall;
  };
  for (let time = iterator.next(); time; time = iterator.next()) {
    const wall = wallOfTime(time);
    if (wall > lastWall) return;
    if (++steps > mostSteps) throw new RangeError('takes too long to follow');
    // the library gives 1 March for 29 or 30 February, and a start that is no occurrence itself
    if (namesDay(rule, time, startWall)) yield wall;
  }
}

/** Whether it begins an occurrence at all, as far as can be found out with bounded work. */
function everComes(rule: ICAL.Recur, startWall: number, untilWall: number): boolean {
  const lastWall = Math.min(untilWall, startWall + longestRound);
  if (lastWall < startWall) return false;
  try {
    return follow(rule, startWall, lastWall, mostStepsToFirst).next().done === false;
  } catch (error) {
    // years of days, say, and none of them named
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function namesDay(rule: ICAL.Recur, time: ICAL.Time, startWall: number): boolean {
  const months = numbers(rule, 'BYMONTH');
  if (months && !months.includes(time.month)) return false;
  const days = numbers(rule, 'BYMONTHDAY');
  const fromEnd = time.day - ICAL.Time.daysInMonth(time.month, time.year) - 1;
  if (days) return days.includes(time.day) || days.includes(fromEnd);
  const isNamedOtherwise = ['BYDAY', 'BYYEARDAY', 'BYWEEKNO'].some((part) => rule.getComponent(part).length);
  return isNamedOtherwise || rule.freq !== 'YEARLY' || time.day === new Date(startWall).getUTCDate();
}

function numbers(rule: ICAL.Recur, part: string): readonly number[] | undefined {
  const values = rule.getComponent(part);
  return values.length ? values.map(Number) : undefined;
}

/** The last start that keeps the rule's rhythm and still is before `fromWall`, so that years are not walked through. */
function shiftedStart(rule: ICAL.Recur, startWall: number, fromWall: number): number {
  const every = rule.interval || 1;
  const unit = unitMs[rule.freq];
  if (unit !== undefined) {
    // a week early: a week is read from its first day on, which may be before its start
    const passed = Math.floor((fromWall - weekMs - startWall) / (unit * every));
    return passed > 0 ? startWall + passed * unit * every : startWall;
  }
  if (numbers(rule, 'BYWEEKNO')) return startWall;
  const start = new Date(startWall);
  const from = new Date(fromWall);
  const months = (rule.freq === 'YEARLY' ? 12 : 1) * every;
  const between =
    (from.getUTCFullYear() - start.getUTCFullYear()) * 12 + from.getUTCMonth() - start.getUTCMonth();
  for (let times = Math.floor(between / months) - 1; times > 0; times--) {
    const shifted = new Date(startWall);
    shifted.setUTCMonth(start.getUTCMonth() + times * months);
    // the 31st and 29 February are not in every month
    if (shifted.getUTCDate() === start.getUTCDate()) return shifted.getTime();
  }
  return startWall;
}

function stepsOf(rule: ICAL.Recur): number {
  const every = rule.interval || 1;
  const [hours, minutes, seconds] = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].map((part) =>
    Math.max(1, rule.getComponent(part).length),
  ) as [number, number, number];
  const within: Readonly<Record<string, number>> = {
    SECONDLY: 1,
    MINUTELY: seconds,
    HOURLY: minutes * seconds,
  };
  const unit = unitMs[rule.freq];
  if (unit !== undefined && unit < dayMs) return ((within[rule.freq] ?? 1) * weekMs) / (unit * every);
  // a month or a year may name each of its days
  return 7 * hours * minutes * seconds;
}
