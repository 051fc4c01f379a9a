import { expect, test } from 'vitest';
import { calendarText } from './calendar-text.ts';
import { type CalendarTimes, parseCalendar } from './calendar-times.ts';
import {
  holidayDate,
  holidays,
  overlappingDays,
  readWeeklyHours,
  type WeeklyHours,
  weeklyHoursData,
} from './weekly-hours.ts';

const workday = [
  { from: 480, to: 720 },
  { from: 780, to: 1080 },
];
const office: WeeklyHours = {
  timezone: 'America/Manaus',
  days: [workday, workday, workday, workday, workday, [], []],
  onHolidays: 'none',
  holidays: ['newYear', 'goodFriday', 'blackConsciousness', 'christmas'],
  firstYear: 2026,
  lastYear: 2028,
  otherDays: ['2026-11-24'],
};

function times(hours: WeeklyHours): CalendarTimes {
  const read = parseCalendar(weeklyHoursData(hours), 'UTC');
  if (!read.ok) throw new Error(read.message);
  return read;
}
const textOf = (hours: WeeklyHours) => calendarText(weeklyHoursData(hours)) ?? '';
const unfolded = (hours: WeeklyHours) => textOf(hours).replaceAll('\r\n ', '');
const dataOf = (text: string) => `data:text/calendar;base64,${btoa(text)}`;

test('[CAL-01] Brazil’s holidays of a year: fixed days, and those that follow Easter', () => {
  expect(holidays.map((holiday) => holidayDate(holiday, 2026))).toEqual([
    '2026-01-01',
    '2026-02-16',
    '2026-02-17',
    '2026-04-03',
    '2026-04-21',
    '2026-05-01',
    '2026-06-04',
    '2026-09-07',
    '2026-10-12',
    '2026-11-02',
    '2026-11-15',
    '2026-11-20',
    '2026-12-25',
  ]);
  // Easter at its earliest and latest of these centuries, and in a leap year
  expect([2008, 2011, 2024, 2038, 2049].map((year) => holidayDate('goodFriday', year))).toEqual([
    '2008-03-21',
    '2011-04-22',
    '2024-03-29',
    '2038-04-23',
    '2049-04-16',
  ]);
  expect(holidayDate('carnivalTuesday', 2024)).toBe('2024-02-13');
  expect([2023, 2024].map((year) => holidayDate('blackConsciousness', year))).toEqual([
    undefined,
    '2024-11-20',
  ]);
});

test('[CAL-01] hours of the week hold on their days, in their zone, and not between two of them', () => {
  const { isActive } = times(office);
  const holds = (text: string) => isActive(Date.parse(text));
  // a Monday in Manaus, four hours behind
  expect(
    ['2026-11-23T12:00Z', '2026-11-23T15:59Z', '2026-11-23T17:00Z', '2026-11-23T21:59Z'].map(holds),
  ).toEqual([true, true, true, true]);
  expect(
    ['2026-11-23T11:59Z', '2026-11-23T16:00Z', '2026-11-23T22:00Z', '2026-11-22T14:00Z'].map(holds),
  ).toEqual([false, false, false, false]);
});

test('[CAL-01] on a chosen holiday and on another day no hours hold, of each written year and not beyond', () => {
  const { isActive } = times(office);
  const atNoon = (day: string) => isActive(Date.parse(`${day}T14:00Z`));
  expect(['2026-11-20', '2026-11-24', '2026-12-25', '2027-03-26', '2028-12-25'].map(atNoon)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  // not chosen, another year, no longer written
  expect(['2026-10-12', '2027-11-24', '2029-12-25'].map(atNoon)).toEqual([true, true, true]);
});

test('[CAL-01] a holiday may count whole, from midnight to midnight of its zone', () => {
  const { isActive } = times({ ...office, onHolidays: 'whole' });
  const holds = (text: string) => isActive(Date.parse(text));
  expect(holds('2026-12-25T03:59Z')).toBe(false);
  expect(holds('2026-12-25T04:00Z')).toBe(true);
  expect(holds('2026-12-26T03:59Z')).toBe(true);
  expect(holds('2026-12-26T04:00Z')).toBe(false);
  // its own hours on any other day
  expect(holds('2026-12-28T14:00Z')).toBe(true);
});

test('[CAL-01] hours that pass midnight end on the next day, and belong to the day on which they begin', () => {
  const night = [{ from: 1320, to: 360 }];
  const days = [[], [], [], night, night, [], []];
  const { isActive } = times({ ...office, days, holidays: ['christmas'] });
  const holds = (text: string) => isActive(Date.parse(text));
  // Thursday the 24th goes on into Christmas; Friday the 25th does not begin
  expect(holds('2026-12-25T09:59Z')).toBe(true);
  expect(holds('2026-12-25T10:00Z')).toBe(false);
  expect(holds('2026-12-26T04:00Z')).toBe(false);
  const whole = times({
    ...office,
    holidays: [],
    otherDays: [],
    days: [[{ from: 0, to: 0 }], [], [], [], [], [], []],
  });
  expect(whole.next(Date.parse('2026-11-22T00:00Z'), 1)).toEqual([
    { startMs: Date.parse('2026-11-23T04:00Z'), endMs: Date.parse('2026-11-24T04:00Z') },
  ]);
});

test.each<[string, Partial<WeeklyHours>]>([
  ['office hours', {}],
  ['holidays that count whole', { onHolidays: 'whole' }],
  ['no holiday at all', { holidays: [], otherDays: [] }],
  ['every holiday of eleven years', { holidays, lastYear: 2036 }],
  ['hours of each day and nights', { days: office.days.map((_, day) => [{ from: day * 60, to: 30 }]) }],
  ['holidays alone', { days: office.days.map(() => []), onHolidays: 'whole' }],
])('[CAL-01] what was written is read again as it was: %s', (_name, part) => {
  const hours = { ...office, ...part };
  expect(readWeeklyHours(weeklyHoursData(hours))).toEqual(hours);
});

test('[CAL-01] lines are folded at 75 octets and end as the format wants it', () => {
  const lines = textOf({ ...office, holidays, lastYear: 2036 }).split('\r\n');
  expect(Math.max(...lines.map((line) => line.length))).toBe(75);
  expect(lines.at(-1)).toBe('');
});

test('[CAL-01] a file of which anything would be lost is not read as hours', () => {
  const text = unfolded(office);
  const changed = (from: string | RegExp, to: string) => readWeeklyHours(dataOf(text.replace(from, to)));
  expect(changed('', '')).toEqual(office);
  expect(changed('DURATION', 'SUMMARY:Plantão'.replace('ã', 'a').concat('\r\nDURATION'))).toBeUndefined();
  expect(changed('FREQ=WEEKLY', 'FREQ=WEEKLY;INTERVAL=2')).toBeUndefined();
  expect(changed('RRULE:', 'RRULE:FREQ=WEEKLY;UNTIL=20270101;')).toBeUndefined();
  // one of two events without the day that the other leaves out
  expect(changed(',20261124T080000', '')).toBeUndefined();
  expect(changed(/X-ATALAIA[^\r]*\r\n/, '')).toBeUndefined();
  expect(changed('2026-2028;', '2026-9999;')).toBeUndefined();
  expect(changed('END:VCALENDAR', 'BEGIN:VTODO\r\nEND:VTODO\r\nEND:VCALENDAR')).toBeUndefined();
  expect(readWeeklyHours('no calendar')).toBeUndefined();
});

test('[CAL-01] hours that overlap are found, past midnight and past Sunday too', () => {
  const of = (...days: WeeklyHours['days']) =>
    overlappingDays({ days: [...days, ...Array(7 - days.length).fill([])] });
  expect(of(workday, workday)).toEqual([]);
  expect(
    of([
      { from: 480, to: 720 },
      { from: 719, to: 800 },
    ]),
  ).toEqual([0]);
  expect(
    of([
      { from: 480, to: 720 },
      { from: 480, to: 720 },
    ]),
  ).toEqual([0]);
  expect(of([{ from: 1320, to: 360 }], [{ from: 300, to: 400 }])).toContain(1);
  expect(of([{ from: 300, to: 400 }], [], [], [], [], [], [{ from: 1320, to: 360 }])).toContain(0);
  expect(of([{ from: 1320, to: 360 }], [{ from: 360, to: 400 }])).toEqual([]);
});
