/** Between instants (ms since 1970 UTC) and the wall clock of an IANA zone, by the runtime's own zone data. */

/** What a wall clock shows. `month` 1–12, `hour` 0–23. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const dayMs = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(zone, made);
  return made;
}

/** Whether the runtime knows the zone. */
export function isTimezone(zone: unknown): zone is string {
  if (typeof zone !== 'string' || zone === '') return false;
  try {
    formatterFor(zone);
    return true;
  } catch {
    return false;
  }
}

/** What the wall clock of the zone shows at an instant. Throws RangeError on an unknown zone or an impossible date. */
export function localTimeAt(instantMs: number, zone: string): LocalTime {
  const read: Record<string, number> = {};
  for (const part of formatterFor(zone).formatToParts(instantMs)) read[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read;
  return { year, month, day, hour, minute, second };
}

/** A wall clock's reading counted as if it were UTC, ms. Fields may overflow: day 0 is the last of the month before. */
function asUtc(local: LocalTime): number {
  return Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute, local.second);
}

/** How far the zone's clock is ahead of UTC at an instant, ms. */
function offsetMs(instantMs: number, zone: string): number {
  return asUtc(localTimeAt(instantMs, zone)) - Math.floor(instantMs / 1000) * 1000;
}

/**
 * The instant at which the zone's wall clock shows a time. Where clocks go back the earlier of the two; where they
 * skip it, the instant just as far after the gap's start (so midnight of a day that begins at 01:00 is its beginning).
 * Fields may overflow. Throws RangeError on an unknown zone.
 */
export function instantOfLocal(local: LocalTime, zone: string): number {
  const required = asUtc(local);
  // Zones shift at most once in two days, so the offsets on both sides are the only candidates.
  const before = required - offsetMs(required - dayMs, zone);
  const after = required - offsetMs(required + dayMs, zone);
  const shows = (instantMs: number) => asUtc(localTimeAt(instantMs, zone)) === required;
  // Where both show it, clocks went back and `before` came first; where neither does, they skipped it.
  return shows(after) && !shows(before) ? after : before;
}

/** The first instant of a calendar day in the zone; month and day may overflow. */
export function startOfDay(year: number, month: number, day: number, zone: string): number {
  return instantOfLocal({ year, month, day, hour: 0, minute: 0, second: 0 }, zone);
}
