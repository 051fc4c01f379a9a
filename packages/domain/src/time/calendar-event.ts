/** One VEVENT: when it holds. */
import ICAL from 'ical.js';
import { type CalendarRule, calendarRule } from './calendar-rule.ts';
import { type CalendarZone, utc, wallOfTime } from './calendar-zone.ts';

export interface TimeSpan {
  readonly startMs: number;
  /** The first moment after it. */
  readonly endMs: number;
}

export interface CalendarEvent {
  readonly uid: string | undefined;
  /** For an event that replaces one occurrence of another: the instant that one would have started at. */
  readonly replaces: number | undefined;
  /** At most so many steps to read one week of it. */
  readonly stepsAWeek: number;
  /** What begins before `toMs` and ends at `fromMs` or later, that without a length too, but for the occurrences at these instants. */
  spans(fromMs: number, toMs: number, replaced: ReadonlySet<number>): readonly TimeSpan[];
}

/** A property that is wrong, by its name. */
export class EventError extends Error {
  readonly property: string;

  constructor(property: string, message: string) {
    super(`${property} ${message}`);
    this.property = property;
  }
}

/** Finds the zone of a property; undefined when it is named and unknown. */
export type FindZone = (property: ICAL.Property) => CalendarZone | undefined;

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const earliest = Date.UTC(1900, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/** Reads an event. Throws `EventError` naming the property that is wrong. */
export function readEvent(component: ICAL.Component, findZone: FindZone): CalendarEvent {
  const started = momentsOf(component, 'dtstart', findZone)[0];
  if (!started) throw new EventError('DTSTART', 'is missing');
  const { zone, wall: startWall } = started;
  const lasts = lengthOf(component, started, findZone);
  const rules = rulesOf(component, 'rrule', started);
  const exceptions = rulesOf(component, 'exrule', started);
  const extra = momentsOf(component, 'rdate', findZone);
  const left = momentsOf(component, 'exdate', findZone);
  const leftInstants = new Set(left.filter(({ isDay }) => !isDay).map((moment) => moment.instant));
  const leftDays = new Set(left.filter(({ isDay }) => isDay).map(({ wall }) => Math.floor(wall / dayMs)));
  const identity = momentsOf(component, 'recurrence-id', findZone)[0];
  const stepsAWeek = [...rules, ...exceptions].reduce((sum, rule) => sum + rule.stepsAWeek, 0);
  const isCancelled = textOf(component, 'status')?.toUpperCase() === 'CANCELLED';

  return {
    uid: textOf(component, 'uid'),
    replaces: identity?.instant,
    stepsAWeek: stepsAWeek * (1 + lasts / weekMs),
    spans(fromMs, toMs, replaced) {
      if (isCancelled) return [];
      const [fromWall, toWall] = [zone.wallAt(fromMs) - lasts - dayMs, zone.wallAt(toMs) + dayMs];
      const denied = new Set(exceptions.flatMap((rule) => rule.starts(fromWall, toWall)));
      // a rule that does not name the start itself repeats it all the same (RFC 5545 §3.8.5.3)
      const starts = new Set([startWall, ...rules.flatMap((rule) => rule.starts(fromWall, toWall))]);
      const ruled = [...starts].filter((wall) => !denied.has(wall)).map((wall) => ({ zone, wall, lasts }));
      const added = extra.map((moment) => ({
        zone: moment.zone,
        wall: moment.wall,
        lasts: moment.lasts ?? lasts,
      }));
      const spans: TimeSpan[] = [];
      for (const { zone: at, wall, lasts: long } of [...ruled, ...added]) {
        const startMs = at.instantOf(wall);
        if (replaced.has(startMs) || leftInstants.has(startMs) || leftDays.has(Math.floor(wall / dayMs)))
          continue;
        const endMs = at.instantOf(wall + long);
        if (startMs < toMs && endMs >= fromMs) spans.push({ startMs, endMs });
      }
      return spans;
    },
  };
}

interface Moment {
  readonly zone: CalendarZone;
  readonly wall: number;
  readonly instant: number;
  /** A whole day is meant. */
  readonly isDay: boolean;
  /** Of a period. */
  readonly lasts?: number;
}

function momentsOf(component: ICAL.Component, name: string, findZone: FindZone): readonly Moment[] {
  const shown = name.toUpperCase();
  return component.getAllProperties(name).flatMap((property) => {
    const zone = findZone(property);
    if (!zone)
      throw new EventError(shown, `names the unknown time zone ${property.getFirstParameter('tzid')}`);
    return valuesOf(property).map((value) => {
      const time = value instanceof ICAL.Period ? value.start : value;
      if (!(time instanceof ICAL.Time)) throw new EventError(shown, 'holds no date');
      const own = isUtc(time) ? utc : zone;
      const wall = wallOfTime(time);
      if (!(wall >= earliest && wall < latest))
        throw new EventError(shown, 'does not lie between 1900 and 2200');
      const moment = { zone: own, wall, instant: own.instantOf(wall), isDay: time.isDate };
      return value instanceof ICAL.Period
        ? { ...moment, lasts: value.getDuration().toSeconds() * 1000 }
        : moment;
    });
  });
}

/** How long it lasts on the wall clock, so that what ends at six ends at six on the night when clocks shift too. */
function lengthOf(component: ICAL.Component, started: Moment, findZone: FindZone): number {
  const ended = momentsOf(component, 'dtend', findZone)[0];
  const [duration] = component.getAllProperties('duration').flatMap(valuesOf);
  if (duration !== undefined && !(duration instanceof ICAL.Duration))
    throw new EventError('DURATION', 'is none');
  const length = ended
    ? started.zone.wallAt(ended.instant) - started.wall
    : duration
      ? duration.toSeconds() * 1000
      : started.isDay
        ? dayMs
        : 0;
  if (length < 0) throw new EventError(ended ? 'DTEND' : 'DURATION', 'ends before it begins');
  return length;
}

function rulesOf(component: ICAL.Component, name: string, started: Moment): readonly CalendarRule[] {
  return component.getAllProperties(name).map((property) => {
    const [rule] = valuesOf(property);
    if (!(rule instanceof ICAL.Recur)) throw new EventError(name.toUpperCase(), 'is no rule');
    try {
      return calendarRule(rule, started.wall, untilOf(rule, started.zone));
    } catch (error) {
      throw new EventError(name.toUpperCase(), error instanceof Error ? error.message : 'is no rule');
    }
  });
}

/** The last moment on the event's own wall clock; a bare date counts to its end. */
function untilOf({ until }: ICAL.Recur, zone: CalendarZone): number {
  if (!until) return Number.POSITIVE_INFINITY;
  const wall = wallOfTime(until);
  if (until.isDate) return wall + dayMs - 1;
  return isUtc(until) ? zone.wallAt(wall) : wall;
}

function isUtc(time: ICAL.Time): boolean {
  return time.zone === ICAL.Timezone.utcTimezone;
}

/** The library reads a value when it is first requested, and throws on one that it cannot read. */
function valuesOf(property: ICAL.Property): readonly unknown[] {
  try {
    return property.getValues();
  } catch (error) {
    const message = error instanceof Error ? error.message : 'cannot be read';
    throw new EventError(property.name.toUpperCase(), `cannot be read: ${message}`);
  }
}

function textOf(component: ICAL.Component, name: string): string | undefined {
  const value = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : undefined;
}
