/**
 * When a calendar holds: an iCalendar file (RFC 5545) with its events' recurrences, exceptions and time zones.
 *
 * A time zone is the runtime's where it knows the name (files keep rules of their day: Brazil's last summer time ended
 * in 2019), else the file's own VTIMEZONE. Floating times and whole days are those of the file's `X-WR-TIMEZONE`, else
 * of `floatingZone`. An event without an end or a length holds at no time, a whole day for its day.
 */
import ICAL from 'ical.js';
import { defaultTimezone } from '../catalog/settings.ts';
import { type CalendarEvent, EventError, readEvent, type TimeSpan } from './calendar-event.ts';
import { calendarText, checkLines, contentLines, type EventLines, steplessRule } from './calendar-text.ts';
import { type CalendarZone, fileZone, ianaZone, utc } from './calendar-zone.ts';

export interface CalendarTimes {
  readonly ok: true;
  /** Whether an event holds at the instant, ms since 1970 UTC; its end is no part of it. Microseconds when asked again. */
  isActive(atMs: number): boolean;
  /** The next times it holds that end after `fromMs`, in order, joined where they touch; fewer where no more come. */
  next(fromMs: number, count: number): TimeSpan[];
  /** When events begin, in order, from `fromMs` on and before `toMs`; one that has no length begins all the same. */
  starts(fromMs: number, toMs: number): number[];
}

/** What is wrong with a file, for a person's own words. */
export type CalendarFault =
  | 'no-text'
  | 'too-long'
  | 'bad-line'
  /** `BEGIN` and `END` do not come in pairs. */
  | 'unpaired'
  | 'no-calendar'
  | 'no-event'
  | 'too-many-events'
  | 'bad-start'
  | 'bad-end'
  | 'bad-rule'
  | 'bad-date'
  /** It repeats more often than is followed. */
  | 'too-often'
  | 'unreadable';

export interface BrokenCalendar {
  readonly ok: false;
  readonly fault: CalendarFault;
  /** English, for a developer. */
  readonly message: string;
  /** From 1, in the file; absent where no line is to blame. */
  readonly line?: number;
}

const weekMs = 7 * 86_400_000;
/** A file that is fuller is refused, so that neither it nor a span of it ever takes longer to read than some 20 ms. */
const mostStepsAWeek = 300;
const mostEvents = 500;
const mostCharacters = 250_000;
const remainingSpans = 8;
const spansLookedAhead = 64;

/** Reads an uploaded file: base64, a data URL, or bare text. Never throws. `floatingZone` is an IANA name. */
export function parseCalendar(data: string, floatingZone = defaultTimezone): CalendarTimes | BrokenCalendar {
  const text = calendarText(data);
  if (text === undefined)
    return { ok: false, fault: 'no-text', message: 'is neither base64 nor a data URL of text' };
  if (text.length > mostCharacters)
    return { ok: false, fault: 'too-long', message: `is longer than ${mostCharacters} characters` };
  const lines = contentLines(text);
  if (!/^BEGIN:VCALENDAR\s*$/i.test(lines[0]?.text ?? ''))
    return { ok: false, fault: 'no-calendar', message: 'is no iCalendar file', line: 1 };
  const checked = checkLines(lines);
  if (checked.error) return { ok: false, ...checked.error };
  if (checked.events.length === 0) return { ok: false, fault: 'no-event', message: 'holds no event' };
  if (checked.events.length > mostEvents)
    return { ok: false, fault: 'too-many-events', message: `holds more than ${mostEvents} events` };
  const stepless = steplessRule(lines);
  if (stepless) {
    const message = 'has a rule whose INTERVAL is not above 0';
    return { ok: false, fault: 'bad-rule', message, line: stepless.number };
  }
  try {
    const parsed: unknown[] = ICAL.parse(lines.map((line) => line.text).join('\r\n'));
    const calendars = (typeof parsed[0] === 'string' ? [parsed] : parsed) as unknown[][];
    return timesOf(
      calendars.flatMap((jcal) => eventsOf(new ICAL.Component(jcal), floatingZone, checked.events)),
    );
  } catch (error) {
    if (error instanceof EventRefusal) {
      return { ok: false, fault: error.fault, message: error.message, line: error.line };
    }
    const message = error instanceof Error ? error.message : 'cannot be read';
    return { ok: false, fault: 'unreadable', message };
  }
}

class EventRefusal extends Error {
  readonly fault: CalendarFault;
  readonly line: number;

  constructor(fault: CalendarFault, message: string, line: number) {
    super(message);
    this.fault = fault;
    this.line = line;
  }
}

function eventsOf(
  calendar: ICAL.Component,
  floatingZone: string,
  places: readonly EventLines[],
): CalendarEvent[] {
  const own = new Map<string, CalendarZone>();
  for (const component of calendar.getAllSubcomponents('vtimezone')) {
    const name = component.getFirstPropertyValue('tzid');
    if (typeof name === 'string') own.set(name, ianaZone(name) ?? fileZone(component));
  }
  const stated = calendar.getFirstPropertyValue('x-wr-timezone');
  const floating = (typeof stated === 'string' && ianaZone(stated)) || ianaZone(floatingZone) || utc;
  const findZone = (property: ICAL.Property) => {
    const name = property.getFirstParameter('tzid');
    return name ? (own.get(name) ?? ianaZone(name)) : floating;
  };
  return calendar.getAllSubcomponents('vevent').map((component, index) => {
    const place = places[index];
    try {
      return readEvent(component, findZone);
    } catch (error) {
      const property = error instanceof EventError ? error.property : '';
      const message = error instanceof Error ? error.message : 'cannot be read';
      throw new EventRefusal(
        faultOf(property),
        message,
        place?.properties.get(property) ?? place?.begins ?? 1,
      );
    }
  });
}

function faultOf(property: string): CalendarFault {
  switch (property) {
    case 'DTSTART':
      return 'bad-start';
    case 'DTEND':
    case 'DURATION':
      return 'bad-end';
    case 'RRULE':
    case 'EXRULE':
      return 'bad-rule';
    default:
      return property === '' ? 'unreadable' : 'bad-date';
  }
}

function timesOf(events: readonly CalendarEvent[]): CalendarTimes | BrokenCalendar {
  const stepsAWeek = events.reduce((sum, event) => sum + event.stepsAWeek, 0);
  if (stepsAWeek > mostStepsAWeek) {
    return { ok: false, fault: 'too-often', message: `repeats more than ${mostStepsAWeek} times a week` };
  }
  const spanMs = weekMs * Math.min(53, Math.max(1, Math.floor(mostStepsAWeek / Math.max(1, stepsAWeek))));
  const replacedOf = replacements(events);
  const retained = new Map<number, readonly TimeSpan[]>();

  const spansOf = (fromMs: number, toMs: number) =>
    events.flatMap((event) => event.spans(fromMs, toMs, replacedOf(event)));

  function read(place: number): readonly TimeSpan[] {
    const known = retained.get(place);
    if (known) return known;
    const [fromMs, toMs] = [place * spanMs, (place + 1) * spanMs];
    const found = joined(
      spansOf(fromMs, toMs).filter(({ startMs, endMs }) => endMs > startMs && endMs > fromMs),
    );
    const oldest = retained.size >= remainingSpans ? retained.keys().next().value : undefined;
    if (oldest !== undefined) retained.delete(oldest);
    retained.set(place, found);
    return found;
  }

  const times: CalendarTimes = {
    ok: true,
    isActive(atMs) {
      const spans = read(Math.floor(atMs / spanMs));
      let [low, high] = [0, spans.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((spans[middle]?.endMs ?? 0) <= atMs) low = middle + 1;
        else high = middle;
      }
      return (spans[low]?.startMs ?? Number.POSITIVE_INFINITY) <= atMs;
    },
    next(fromMs, count) {
      const first = Math.floor(fromMs / spanMs);
      let found: readonly TimeSpan[] = [];
      for (let place = first; place < first + spansLookedAhead; place++) {
        found = joined([...found, ...read(place).filter(({ endMs }) => endMs > fromMs)]);
        // the last one may continue in the next span
        if (found.length > count) break;
      }
      return found.slice(0, count);
    },
    starts(fromMs, toMs) {
      const starts = spansOf(fromMs, toMs).map(({ startMs }) => startMs);
      return [...new Set(starts.filter((startMs) => startMs >= fromMs))].sort((a, b) => a - b);
    },
  };
  try {
    times.isActive(0);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'cannot be followed';
    return { ok: false, fault: 'too-often', message };
  }
  return times;
}

const none: ReadonlySet<number> = new Set();

/** The instants at which an event is replaced by others of its UID. */
function replacements(events: readonly CalendarEvent[]): (event: CalendarEvent) => ReadonlySet<number> {
  const byUid = new Map<string, Set<number>>();
  for (const { uid, replaces } of events) {
    if (uid === undefined || replaces === undefined) continue;
    byUid.set(uid, (byUid.get(uid) ?? new Set()).add(replaces));
  }
  return ({ uid, replaces }) => (replaces === undefined && uid !== undefined && byUid.get(uid)) || none;
}

/** In order, without those that overlap or touch. */
function joined(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const result: { startMs: number; endMs: number }[] = [];
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = result[result.length - 1];
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else result.push({ startMs, endMs });
  }
  return result;
}
