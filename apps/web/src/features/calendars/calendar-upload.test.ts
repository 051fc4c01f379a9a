import { parseCalendar } from '@atalaia/domain/time/calendar-times';
import { expect, test } from 'vitest';
import { readCalendar } from './calendar-file-field.tsx';

const zone = 'America/Fortaleza';
const bytesOf = (text: string) => new TextEncoder().encode(text);
const file = (...lines: string[]) =>
  bytesOf(['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n'));

test('[CAL-01] a file becomes a data URL that the API reads, letters of any language in it', () => {
  const read = readCalendar(
    file('SUMMARY:Plantão às terças 🚒', 'DTSTART:20261124T080000', 'DURATION:PT4H', 'RRULE:FREQ=WEEKLY'),
    zone,
  );
  if ('fault' in read) throw new Error(read.fault);
  expect(read.data).toMatch(/^data:text\/calendar;base64,/);
  const again = parseCalendar(read.data, zone);
  expect(again.ok && again.next(Date.UTC(2026, 10, 21), 1)).toEqual([
    { startMs: Date.UTC(2026, 10, 24, 11), endMs: Date.UTC(2026, 10, 24, 15) },
  ]);
});

test('[CAL-01] a broken file is refused with what is wrong, the line and what stands there', () => {
  expect(readCalendar(file('DTSTART:20261124T080000Z', 'RRULE:FREQ=SOMETIMES'), zone)).toMatchObject({
    fault: expect.any(String),
  });
  expect(readCalendar(file('DTSTART:20261124T080000Z', 'RRULE:INTERVAL=2'), zone)).toEqual({
    fault: 'bad-rule',
    line: 4,
    content: 'RRULE:INTERVAL=2',
  });
  expect(readCalendar(bytesOf('nome;telefone'), zone)).toEqual({
    fault: 'no-calendar',
    line: 1,
    content: 'nome;telefone',
  });
  expect(readCalendar(new Uint8Array([0xff, 0xfe, 0x00]), zone)).toMatchObject({ fault: 'no-text' });
});

test('a file of any length is encoded whole', () => {
  const long = file(
    'DTSTART:20261124T080000Z',
    'DTEND:20261124T090000Z',
    `DESCRIPTION:${'á'.repeat(60_000)}`,
  );
  const read = readCalendar(long, zone);
  expect('data' in read && atob(read.data.split(',')[1] ?? '').length).toBe(long.length);
});
