import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test, vi } from 'vitest';
import { type CalendarTimes, parseCalendar } from './calendar-times.ts';

const at = (text: string) => Date.parse(text);
const file = (...event: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR', ''].join(
    '\r\n',
  );

function read(text: string, zone?: string): CalendarTimes {
  const times = parseCalendar(text, zone);
  if (!times.ok) throw new Error(`${times.line} ${times.message}`);
  return times;
}
const spansOf = (text: string, from: string, count: number, zone?: string) =>
  read(text, zone)
    .next(at(from), count)
    .map(({ startMs, endMs }) => `${new Date(startMs).toISOString()} ${(endMs - startMs) / 3_600_000}h`);

const workdays = file(
  'DTSTART;TZID=America/Sao_Paulo:20180101T080000',
  'DTEND;TZID=America/Sao_Paulo:20180101T180000',
  'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
);

test('[CAL-01] working hours hold from the first minute to before the last, on working days alone', () => {
  const times = read(workdays);
  expect(times.isActive(at('2026-11-20T11:00:00Z'))).toBe(true);
  expect(times.isActive(at('2026-11-20T10:59:59Z'))).toBe(false);
  expect(times.isActive(at('2026-11-20T20:59:59Z'))).toBe(true);
  expect(times.isActive(at('2026-11-20T21:00:00Z'))).toBe(false);
  expect(times.isActive(at('2026-11-21T15:00:00Z'))).toBe(false);
  expect(times.isActive(at('2017-12-29T15:00:00Z'))).toBe(false);
});

test('[CAL-01] in Brazil eight o’clock moved with summer time until 2019, and stays since', () => {
  expect(spansOf(workdays, '2018-11-02T00:00:00Z', 2)).toEqual([
    '2018-11-02T11:00:00.000Z 10h',
    '2018-11-05T10:00:00.000Z 10h',
  ]);
  expect(spansOf(workdays, '2025-12-01T00:00:00Z', 1)).toEqual(['2025-12-01T11:00:00.000Z 10h']);
});

test('[CAL-01] a night shift in Lisbon is an hour shorter or longer when clocks shift', () => {
  const nights = file('DTSTART;TZID=Europe/Lisbon:20260101T220000', 'DURATION:PT8H', 'RRULE:FREQ=DAILY');
  expect(spansOf(nights, '2026-03-28T12:00:00Z', 2)).toEqual([
    '2026-03-28T22:00:00.000Z 7h',
    '2026-03-29T21:00:00.000Z 8h',
  ]);
  expect(spansOf(nights, '2026-10-24T12:00:00Z', 1)).toEqual(['2026-10-24T21:00:00.000Z 9h']);
});

test('[CAL-01] left out and added dates, whole days and replaced occurrences', () => {
  const text = file(
    'UID:1',
    'DTSTART;TZID=Europe/Lisbon:20260101T100000',
    'DTEND;TZID=Europe/Lisbon:20260101T110000',
    'RRULE:FREQ=DAILY;UNTIL=20260105T100000Z',
    'EXDATE;TZID=Europe/Lisbon:20260102T100000',
    'EXDATE;VALUE=DATE:20260104',
    'RDATE;VALUE=PERIOD:20260110T120000Z/PT2H',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:1',
    'RECURRENCE-ID;TZID=Europe/Lisbon:20260103T100000',
    'DTSTART;TZID=Europe/Lisbon:20260103T150000',
    'DURATION:PT30M',
  );
  expect(spansOf(text, '2026-01-01T00:00:00Z', 9)).toEqual([
    '2026-01-01T10:00:00.000Z 1h',
    '2026-01-03T15:00:00.000Z 0.5h',
    '2026-01-05T10:00:00.000Z 1h',
    '2026-01-10T12:00:00.000Z 2h',
  ]);
  const holiday = file('DTSTART;VALUE=DATE:20261225', 'RRULE:FREQ=YEARLY');
  expect(spansOf(holiday, '2027-01-01T00:00:00Z', 2)).toEqual([
    '2027-12-25T03:00:00.000Z 24h',
    '2028-12-25T03:00:00.000Z 24h',
  ]);
});

test('[CAL-01] floating times are of the zone given, of the file’s own, or of the product', () => {
  const floating = file('DTSTART:20260601T080000', 'DURATION:PT1H');
  expect(spansOf(floating, '2026-01-01T00:00:00Z', 1)).toEqual(['2026-06-01T11:00:00.000Z 1h']);
  expect(spansOf(floating, '2026-01-01T00:00:00Z', 1, 'Europe/Lisbon')).toEqual([
    '2026-06-01T07:00:00.000Z 1h',
  ]);
  const stated = floating.replace('VERSION:2.0', 'X-WR-TIMEZONE:Asia/Tokyo');
  expect(spansOf(stated, '2026-01-01T00:00:00Z', 1)).toEqual(['2026-05-31T23:00:00.000Z 1h']);
});

test('[CAL-01] a zone that only the file knows is read from it', () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:E. South America Standard Time',
    'BEGIN:STANDARD',
    'DTSTART:16010101T000000',
    'TZOFFSETFROM:-0300',
    'TZOFFSETTO:-0300',
    'END:STANDARD',
    'END:VTIMEZONE',
  ].join('\r\n');
  const text = file('DTSTART;TZID="E. South America Standard Time":20260601T080000', 'DURATION:PT1H');
  expect(parseCalendar(text)).toMatchObject({
    ok: false,
    line: 4,
    message: expect.stringContaining('unknown time zone'),
  });
  const known = text.replace('BEGIN:VEVENT', `${zone}\r\nBEGIN:VEVENT`);
  expect(spansOf(known, '2026-01-01T00:00:00Z', 1)).toEqual(['2026-06-01T11:00:00.000Z 1h']);
});

test('[CAL-01] the file comes as base64, as a data URL or bare, with letters of any language', () => {
  const text = workdays.replace('BEGIN:VEVENT', 'BEGIN:VEVENT\r\nSUMMARY:Horário de serviço');
  const base64 = Buffer.from(text).toString('base64');
  for (const data of [
    text,
    base64,
    `data:text/calendar;base64,${base64}`,
    `data:text/calendar,${encodeURIComponent(text)}`,
  ]) {
    expect(read(data).isActive(at('2026-11-20T12:00:00Z'))).toBe(true);
  }
});

test('[CAL-01] a broken file is refused with what is wrong and the line', () => {
  const broken: [string, object][] = [
    ['hello', { fault: 'no-text', message: expect.stringContaining('base64') }],
    [Buffer.from('hello').toString('base64'), { fault: 'no-calendar', line: 1 }],
    [file('DTSTART:20260101T100000Z').replace('END:VEVENT', 'END:VTODO'), { fault: 'unpaired', line: 5 }],
    [file('DTSTART:20260101T100000Z').replace('END:VCALENDAR', ''), { fault: 'unpaired', line: 1 }],
    [file('no property here'), { fault: 'bad-line', line: 4 }],
    [file('SUMMARY:x'), { fault: 'bad-start', line: 3, message: 'DTSTART is missing' }],
    [file('SUMMARY:x', 'DTSTART:garbage'), { fault: 'bad-start', line: 5 }],
    [file('DTSTART:20260101T100000Z', 'RRULE:FREQ=SOMETIMES'), {}],
    [
      file('DTSTART:20260101T100000Z', 'RRULE:INTERVAL=2'),
      { fault: 'bad-rule', line: 5, message: 'RRULE has no FREQ' },
    ],
    [file('DTSTART:20260101T100000Z', 'DTEND:20250101T100000Z'), { fault: 'bad-end', line: 5 }],
    ['BEGIN:VCALENDAR\nEND:VCALENDAR', { fault: 'no-event', message: 'holds no event' }],
  ];
  for (const [data, expected] of broken) {
    expect(parseCalendar(data), data).toMatchObject({ ok: false, message: expect.any(String), ...expected });
  }
});

test('[CAL-01] rules made to take for ever are refused or answered after a bounded number of steps', () => {
  const rules = [
    'FREQ=SECONDLY;BYSECOND=0,1,2,3,4,5',
    'FREQ=MINUTELY',
    'FREQ=SECONDLY;INTERVAL=86400;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=2',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=15,16,17,18,19,20,21;BYDAY=1MO',
    'FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=31;BYSETPOS=-3',
    'FREQ=SECONDLY;COUNT=1000000000',
    'FREQ=DAILY;COUNT=10000',
    'FREQ=DAILY;INTERVAL=999999999',
  ];
  for (const rule of rules) {
    const steps = vi.spyOn(ICAL.RecurIterator.prototype, 'check_contracting_rules');
    const found = vi.spyOn(ICAL.RecurIterator.prototype, 'next');
    const times = parseCalendar(file('DTSTART:20000101T100000Z', 'DURATION:PT1H', `RRULE:${rule}`));
    if (times.ok) {
      times.isActive(at('2026-11-20T12:00:00Z'));
      times.isActive(at('2190-11-20T12:00:00Z'));
    }
    const count = steps.mock.calls.length + found.mock.calls.length;
    expect(count, rule).toBeLessThanOrEqual(75_000);
    vi.restoreAllMocks();
  }
});

test('[CAL-01] what a daily, weekly or monthly rule gives is what adding days gives, wherever it is asked', () => {
  const days = 86_400_000;
  fc.assert(
    fc.property(
      fc.constantFrom('DAILY', 'WEEKLY'),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: at('1990-01-01T00:00:00Z') / 60_000, max: at('2020-01-01T00:00:00Z') / 60_000 }),
      fc.integer({ min: 0, max: 20_000 * 24 }),
      (freq, interval, startMinute, afterHours) => {
        const start = startMinute * 60_000;
        const text = new Date(start).toISOString().replaceAll(/[-:]|\.000/g, '');
        const times = read(
          file(`DTSTART:${text}`, 'DURATION:PT1H', `RRULE:FREQ=${freq};INTERVAL=${interval}`),
        );
        const requested = start + afterHours * 3_600_000;
        const passed = (requested - start) % (interval * days * (freq === 'WEEKLY' ? 7 : 1));
        expect(times.isActive(requested)).toBe(passed < 3_600_000);
      },
    ),
    { numRuns: 60 },
  );
});

test('[CAL-01] days that not every month has are kept to, far from the start too', () => {
  const text = file('DTSTART:19960229T120000Z', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY');
  expect(spansOf(text, '2026-01-01T00:00:00Z', 2)).toEqual([
    '2028-02-29T12:00:00.000Z 1h',
    '2032-02-29T12:00:00.000Z 1h',
  ]);
  const last = file('DTSTART:20000131T120000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY');
  expect(spansOf(last, '2026-02-01T00:00:00Z', 2)).toEqual([
    '2026-03-31T12:00:00.000Z 1h',
    '2026-05-31T12:00:00.000Z 1h',
  ]);
});

test('[CAL-01] anything at all is read or refused, and never throws', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200 }),
      fc.constantFrom('', 'DTSTART:', 'RRULE:FREQ=', 'RDATE:', 'EXDATE:'),
      (noise, name) => {
        const plain = parseCalendar(noise);
        const inside = parseCalendar(file('DTSTART:20260101T100000Z', `${name}${noise}`));
        for (const times of [plain, inside]) if (times.ok) times.isActive(at('2026-01-01T10:00:00Z'));
      },
    ),
    { numRuns: 200 },
  );
});

test('[CAL-01] a file too full to be read at once is refused, saying how full it may be', () => {
  const event = ['BEGIN:VEVENT', 'DTSTART:20260101T100000Z', 'DURATION:PT1H'];
  const many = (count: number, ...more: string[]) =>
    [
      'BEGIN:VCALENDAR',
      ...Array(count)
        .fill([...event, ...more, 'END:VEVENT'])
        .flat(),
      'END:VCALENDAR',
    ].join('\r\n');
  expect(parseCalendar(many(500))).toMatchObject({ ok: true });
  expect(parseCalendar(many(501))).toMatchObject({ ok: false, message: 'holds more than 500 events' });
  expect(parseCalendar(many(40, 'RRULE:FREQ=DAILY'))).toMatchObject({ ok: true });
  expect(parseCalendar(many(80, 'RRULE:FREQ=DAILY'))).toMatchObject({
    ok: false,
    message: expect.stringContaining('times a week'),
  });
  expect(parseCalendar(many(1, `SUMMARY:${'a'.repeat(250_000)}`))).toMatchObject({
    ok: false,
    message: expect.stringContaining('longer'),
  });
  // read in one way only: forty quotes would take years otherwise
  expect(parseCalendar(many(1, `A;${'"'.repeat(1001)}`))).toMatchObject({ ok: false, line: 5 });
});

test('a rule that never comes, and one without a step, is refused with its line', () => {
  const never = [
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=31',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3',
    'FREQ=DAILY;UNTIL=20200101T000000Z',
  ];
  for (const rule of never) {
    const read = parseCalendar(file('DTSTART:20260101T100000Z', 'DURATION:PT1H', `RRULE:${rule}`));
    expect([rule, read]).toEqual([
      rule,
      { ok: false, fault: 'bad-rule', line: 6, message: 'RRULE names no time that ever comes' },
    ]);
  }
  for (const rule of ['FREQ=DAILY;INTERVAL=0', 'INTERVAL=00;FREQ=DAILY', 'FREQ=DAILY;INTERVAL=-2;COUNT=2']) {
    const read = parseCalendar(file('DTSTART:20260101T100000Z', 'DURATION:PT1H', `RRULE:${rule}`));
    expect([rule, read]).toMatchObject([
      rule,
      { ok: false, line: 6, message: expect.stringContaining('INTERVAL') },
    ]);
  }
  for (const rule of [
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU',
    'FREQ=DAILY;INTERVAL=10',
    'FREQ=DAILY;COUNT=1',
  ]) {
    const read = parseCalendar(file('DTSTART:20260101T100000Z', 'DURATION:PT1H', `RRULE:${rule}`));
    expect([rule, read.ok]).toEqual([rule, true]);
  }
});

test('[CAL-01] its events begin each on their own: those that touch, and those that have no length', () => {
  const touching = read(
    file('DTSTART:20260601T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=HOURLY;COUNT=3', 'EXDATE:20260601T110000Z'),
  );
  const startsIn = (times: CalendarTimes, from: string, to: string) =>
    times.starts(at(from), at(to)).map((startMs) => new Date(startMs).toISOString().slice(11, 16));
  expect(startsIn(touching, '2026-06-01T08:00:00Z', '2026-06-02T00:00:00Z')).toEqual([
    '08:00',
    '09:00',
    '10:00',
  ]);
  expect(startsIn(touching, '2026-06-01T08:00:01Z', '2026-06-01T10:00:00Z')).toEqual(['09:00']);
  const point = read(file('DTSTART;TZID=America/Sao_Paulo:20260601T080000', 'RRULE:FREQ=DAILY'));
  expect(startsIn(point, '2026-06-03T11:00:00Z', '2026-06-04T11:00:00Z')).toEqual(['11:00']);
  expect(point.isActive(at('2026-06-03T11:00:00Z'))).toBe(false);
  expect(point.next(at('2026-06-03T11:00:00Z'), 3)).toEqual([]);
});
