/**
 * Hours of the week and the days that depart from them, written as an iCalendar file and read from one. Each pair of
 * hours is a weekly event; a day without hours is left out of it by EXDATE, one that counts whole is an RDATE of its own.
 * Only a file that would be written again as it is can be read: of any other something would be lost.
 */
import { calendarText, contentLines } from './calendar-text.ts';

export interface DaySpan {
  /** Minutes after midnight. */
  readonly from: number;
  /** At or before `from`: on the day after. */
  readonly to: number;
}

export interface WeeklyHours {
  /** IANA name. */
  readonly timezone: string;
  /** Seven days, Monday first. */
  readonly days: readonly (readonly DaySpan[])[];
  /** Whether holidays and other days have no hours, or all of them. */
  readonly onHolidays: 'none' | 'whole';
  readonly holidays: readonly Holiday[];
  /** The holidays of these years are written. */
  readonly firstYear: number;
  readonly lastYear: number;
  /** Further days that are as holidays, `2026-06-24`. */
  readonly otherDays: readonly string[];
}

/** Holidays are written so many years ahead. */
export const yearsWritten = 10;

const dayMinutes = 1440;
const weekMinutes = 7 * dayMinutes;
const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** A Monday, before whatever a calendar is asked of. */
const firstMonday = Date.UTC(2020, 0, 6);
const mostOctets = 75;

/** The file as a data URL, as it is uploaded. */
export function weeklyHoursData(hours: WeeklyHours): string {
  const lines = linesOf(hours).map((line) => folded(line).join('\r\n '));
  return `data:text/calendar;base64,${btoa(`${lines.join('\r\n')}\r\n`)}`;
}

/** The hours that a file was written from; undefined for any other file. */
export function readWeeklyHours(data: string): WeeklyHours | undefined {
  const lines = contentLines(calendarText(data) ?? '').map(({ text }) => text);
  const headerOf = (name: string) =>
    lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);
  const timezone = headerOf('X-WR-TIMEZONE');
  const settings = /^(\d{4})-(\d{4});(none|whole);([\w,]*)$/.exec(headerOf(settingsName) ?? '');
  if (timezone === undefined || !settings) return undefined;
  const [, firstYear, lastYear, onHolidays, chosen = ''] = settings;
  const days: DaySpan[][] = codes.map(() => []);
  let from = 0;
  let length = 0;
  const special = new Set<string>();
  for (const line of lines) {
    const [name = '', value = ''] = splitLine(line);
    if (name === 'DTSTART') from = Number(value.slice(9, 11)) * 60 + Number(value.slice(11, 13));
    if (name === 'DURATION') length = Number(/^PT(\d+)M$/.exec(value)?.[1]);
    const [, named] = /BYDAY=([A-Z,]+)$/.exec(name === 'RRULE' ? value : '') ?? [];
    for (const code of named?.split(',') ?? []) {
      days[codes.indexOf(code)]?.push({ from, to: (from + length) % dayMinutes });
    }
    if (name === 'EXDATE' || name === 'RDATE')
      for (const at of value.split(',')) special.add(`${at.slice(0, 4)}-${at.slice(4, 6)}-${at.slice(6, 8)}`);
  }
  const isHoliday = (word: string): word is Holiday => (holidays as readonly string[]).includes(word);
  const plain = {
    timezone,
    days,
    onHolidays: onHolidays === 'whole' ? ('whole' as const) : ('none' as const),
    holidays: chosen.split(',').filter(isHoliday),
    firstYear: Number(firstYear),
    lastYear: Number(lastYear),
    otherDays: [],
  };
  if (plain.lastYear - plain.firstYear > mostYears) return undefined;
  const ofHolidays = new Set(specialDays(plain));
  const read = { ...plain, otherDays: [...special].filter((day) => !ofHolidays.has(day)).sort() };
  return linesOf(read).join('\n') === lines.join('\n') ? read : undefined;
}

const settingsName = 'X-ATALAIA-HOLIDAYS';
const mostYears = 100;

/** The days of the week, from 0 for Monday, on which hours overlap others, those that pass midnight too. */
export function overlappingDays({ days }: Pick<WeeklyHours, 'days'>): readonly number[] {
  const spans = days.flatMap((ofDay, day) =>
    ofDay.map((span) => ({ day, start: day * dayMinutes + span.from, length: lengthOf(span) })),
  );
  const within = (minute: number, start: number, length: number) =>
    (minute - start + weekMinutes) % weekMinutes < length;
  const overlapping = spans.filter((one) =>
    spans.some((other) => other !== one && within(one.start, other.start, other.length)),
  );
  return [...new Set(overlapping.map(({ day }) => day))];
}

function lengthOf({ from, to }: DaySpan): number {
  return to > from ? to - from : to + dayMinutes - from;
}

/** Holidays and other days, in order. */
function specialDays(hours: Omit<WeeklyHours, 'days'>): readonly string[] {
  const found = new Set(hours.otherDays);
  for (let year = hours.firstYear; year <= hours.lastYear; year++) {
    for (const holiday of hours.holidays) {
      const day = holidayDate(holiday, year);
      if (day !== undefined) found.add(day);
    }
  }
  return [...found].sort();
}

function linesOf(hours: WeeklyHours): readonly string[] {
  const { timezone, firstYear, lastYear, onHolidays } = hours;
  const special = specialDays(hours).map((day) => day.replaceAll('-', ''));
  const chosen = holidays.filter((holiday) => hours.holidays.includes(holiday));
  const atZone = (name: string) => `${name};TZID=${timezone}`;
  const event = (uid: string, ...lines: readonly string[]) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20200101T000000Z',
    ...lines,
    'END:VEVENT',
  ];
  const weekly = groupedSpans(hours.days).flatMap(({ span, days }) => {
    const at = `${digits(Math.floor(span.from / 60))}${digits(span.from % 60)}00`;
    const first = new Date(firstMonday + (days[0] ?? 0) * 86_400_000).toISOString();
    const without = onHolidays === 'none' && special.length > 0;
    return event(
      `hours-${at}-${lengthOf(span)}`,
      `${atZone('DTSTART')}:${first.slice(0, 10).replaceAll('-', '')}T${at}`,
      `DURATION:PT${lengthOf(span)}M`,
      `RRULE:FREQ=WEEKLY;BYDAY=${days.map((day) => codes[day]).join(',')}`,
      ...(without ? [`${atZone('EXDATE')}:${special.map((day) => `${day}T${at}`).join(',')}`] : []),
    );
  });
  const whole = onHolidays === 'whole' && special[0] !== undefined;
  const start = `${atZone('DTSTART')}:${special[0]}T000000`;
  const dates = `${atZone('RDATE')}:${special.map((day) => `${day}T000000`).join(',')}`;
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atalaia//Weekly hours//PT',
    `X-WR-TIMEZONE:${timezone}`,
    `${settingsName}:${firstYear}-${lastYear};${onHolidays};${chosen.join(',')}`,
    ...weekly,
    ...(whole ? event('holidays', start, `DURATION:PT${dayMinutes}M`, dates) : []),
    'END:VCALENDAR',
  ];
}

/** The same hours of several days are one event. */
function groupedSpans(days: WeeklyHours['days']) {
  const groups = new Map<string, { readonly span: DaySpan; readonly days: number[] }>();
  days.forEach((ofDay, day) => {
    for (const span of ofDay) {
      const key = `${span.from}-${span.to}`;
      const group = groups.get(key) ?? { span, days: [] };
      if (!group.days.includes(day)) group.days.push(day);
      groups.set(key, group);
    }
  });
  return [...groups.values()].sort(
    (one, other) => one.span.from - other.span.from || lengthOf(one.span) - lengthOf(other.span),
  );
}

const digits = (count: number) => String(count).padStart(2, '0');

function splitLine(line: string): readonly [string | undefined, string | undefined] {
  const [, name, value] = /^([A-Z-]+)[^:]*:(.*)$/.exec(line) ?? [];
  return [name, value];
}

/** Pieces of a line (RFC 5545 §3.1); all of it is ASCII. */
function folded(line: string): readonly string[] {
  const pieces = [line.slice(0, mostOctets)];
  for (let at = mostOctets; at < line.length; at += mostOctets - 1)
    pieces.push(line.slice(at, at + mostOctets - 1));
  return pieces;
}

/**
 * Brazil's national holidays: fixed days (Laws 662/1949, 6.802/1980 and 14.759/2023), and those that follow Easter.
 * Carnival and Corpus Christi are no holidays by law but are kept as such nearly everywhere ("ponto facultativo").
 */
export const holidays = [
  'newYear',
  'carnivalMonday',
  'carnivalTuesday',
  'goodFriday',
  'tiradentes',
  'labour',
  'corpusChristi',
  'independence',
  'aparecida',
  'allSouls',
  'republic',
  'blackConsciousness',
  'christmas',
] as const;

export type Holiday = (typeof holidays)[number];

/** Kept by custom, and not by law. */
export const optionalHolidays: ReadonlySet<Holiday> = new Set([
  'carnivalMonday',
  'carnivalTuesday',
  'corpusChristi',
]);

/** Month and day. */
const fixed: Partial<Readonly<Record<Holiday, readonly [number, number]>>> = {
  newYear: [1, 1],
  tiradentes: [4, 21],
  labour: [5, 1],
  independence: [9, 7],
  aparecida: [10, 12],
  allSouls: [11, 2],
  republic: [11, 15],
  blackConsciousness: [11, 20],
  christmas: [12, 25],
};

/** Days after Easter Sunday. */
const afterEaster: Partial<Readonly<Record<Holiday, number>>> = {
  carnivalMonday: -48,
  carnivalTuesday: -47,
  goodFriday: -2,
  corpusChristi: 60,
};

/** National since then. */
const blackConsciousnessSince = 2024;

/** The day of a holiday in a year, `2026-12-25`; undefined in the years before it was one. */
export function holidayDate(holiday: Holiday, year: number): string | undefined {
  if (holiday === 'blackConsciousness' && year < blackConsciousnessSince) return undefined;
  const [month, day] = fixed[holiday] ?? [0, 0];
  const date = new Date(month === 0 ? easterSunday(year) : Date.UTC(year, month - 1, day));
  date.setUTCDate(date.getUTCDate() + (afterEaster[holiday] ?? 0));
  return date.toISOString().slice(0, 10);
}

/** Easter Sunday of the Gregorian calendar as midnight UTC (Meeus, Jones and Butcher's algorithm). */
function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}

/** What a new calendar begins with: working hours, and the holidays of the law without any. */
export function newHours(timezone: string, year: number): WeeklyHours {
  const workday = [{ from: 8 * 60, to: 18 * 60 }];
  return {
    timezone,
    days: [workday, workday, workday, workday, workday, [], []],
    onHolidays: 'none',
    holidays: holidays.filter((holiday) => !optionalHolidays.has(holiday)),
    firstYear: year,
    lastYear: year + yearsWritten,
    otherDays: [],
  };
}

/** Minutes after midnight as `08:30`. */
export function typedMinutes(minutes: number): string {
  return `${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

/** Minutes after midnight of `08:30`; undefined for what is no hour of a day. */
export function minutesOf(typed: string): number | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(typed) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}
