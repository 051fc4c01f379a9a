/**
 * Zones as a calendar needs them: between instants and wall clocks. A wall clock's reading is counted in ms as if it
 * were UTC ("wall ms"), so that days can be added to it without a thought for summer time.
 */
import ICAL from 'ical.js';
import { instantOfLocal, isTimezone, localTimeAt } from './zoned-time.ts';

export interface CalendarZone {
  /** The instant at which the wall clock shows this; the earlier of two, and past a gap where clocks skip it. */
  instantOf(wallMs: number): number;
  wallAt(instantMs: number): number;
}

const dayMs = 86_400_000;

export const utc: CalendarZone = Object.freeze({
  instantOf: (wallMs: number) => wallMs,
  wallAt: (instantMs: number) => instantMs,
});

const ianaZones = new Map<string, CalendarZone>();

/** A zone of the runtime by its IANA name; undefined when it is unknown. */
export function ianaZone(name: string): CalendarZone | undefined {
  const known = ianaZones.get(name);
  if (known) return known;
  if (!isTimezone(name)) return undefined;
  const made = rememberingDays({
    instantOf(wallMs) {
      const date = new Date(wallMs);
      const local = {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
        hour: date.getUTCHours(),
        minute: date.getUTCMinutes(),
        second: date.getUTCSeconds(),
      };
      return instantOfLocal(local, name);
    },
    wallAt(instantMs) {
      const { year, month, day, hour, minute, second } = localTimeAt(instantMs, name);
      return Date.UTC(year, month - 1, day, hour, minute, second);
    },
  });
  ianaZones.set(name, made);
  return made;
}

/** A zone that the file itself describes (VTIMEZONE). */
export function fileZone(component: ICAL.Component): CalendarZone {
  const zone = new ICAL.Timezone(component);
  return {
    instantOf: (wallMs) => timeOfWall(wallMs, zone).toUnixTime() * 1000,
    wallAt: (instantMs) => {
      const time = timeOfWall(instantMs, ICAL.Timezone.utcTimezone);
      return wallOfTime(time.convertToZone(zone));
    },
  };
}

/** What a time of the library shows, whatever its zone. */
export function wallOfTime({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** A time of the library; without a zone, a floating one. */
export function timeOfWall(wallMs: number, zone = ICAL.Timezone.localTimezone): ICAL.Time {
  const date = new Date(wallMs);
  return new ICAL.Time(
    {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
      isDate: false,
    },
    zone,
  );
}

/** Asking the runtime for an offset costs some 50 µs: on a day without a shift of clocks it is asked once. */
function rememberingDays(zone: CalendarZone): CalendarZone {
  const offsets = new Map<number, number | undefined>();
  return {
    wallAt: zone.wallAt,
    instantOf(wallMs) {
      const day = Math.floor(wallMs / dayMs);
      if (!offsets.has(day)) {
        if (offsets.size > 10_000) offsets.clear();
        const [begins, ends] = [day * dayMs, (day + 1) * dayMs].map((at) => at - zone.instantOf(at));
        offsets.set(day, begins === ends ? begins : undefined);
      }
      const offset = offsets.get(day);
      return offset === undefined ? zone.instantOf(wallMs) : wallMs - offset;
    },
  };
}
