import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatInstant, parseFormInstant } from './dates.ts';

const zone = 'America/Fortaleza';
const night = Date.UTC(2026, 10, 21, 3, 5, 8);

test('[UNIT-03] dates are shown in the forms stated, in the zone asked for', () => {
  expect(formatInstant(night, 'display', zone)).toBe('21/11/2026 - 00:05:08');
  expect(formatInstant(night, 'display', 'Asia/Tokyo')).toBe('21/11/2026 - 12:05:08');
  expect(formatInstant(night, 'panel', zone)).toBe('2026-11-21 00:05:08');
  expect(formatInstant(night - 3_600_000, 'formDate', zone)).toBe('20/11/2026');
  expect(formatInstant(night, 'formDateTime', zone)).toBe('21/11/2026 00:05');
  expect(formatInstant(night, 'formTime', zone)).toBe('00:05');
});

test('[UNIT-03] a twelve-hour clock is respected where a date is read, not where it is typed', () => {
  expect(formatInstant(night, 'display', zone, true)).toBe('21/11/2026 - 12:05:08 AM');
  expect(formatInstant(night + 13 * 3_600_000, 'panel', zone, true)).toBe('2026-11-21 01:05:08 PM');
  expect(formatInstant(night + 13 * 3_600_000, 'formDateTime', zone, true)).toBe('21/11/2026 13:05');
});

test('a missing or impossible date shows D/N', () => {
  expect([null, undefined, Number.NaN, 9e15].map((ms) => formatInstant(ms, 'display', zone))).toEqual([
    'D/N',
    'D/N',
    'D/N',
    'D/N',
  ]);
});

test('[UNIT-03] what a form shows is read back as the same minute', () => {
  // Fortaleza has kept one clock since 2002; before, an hour came twice each February.
  const minute = fc.integer({ min: Date.UTC(2003, 0, 1) / 60_000, max: Date.UTC(2037, 0, 1) / 60_000 });
  fc.assert(
    fc.property(minute, (minutes) => {
      const shown = formatInstant(minutes * 60_000, 'formDateTime', zone);
      expect(parseFormInstant(shown, zone)).toBe(minutes * 60_000);
    }),
  );
  expect(parseFormInstant('21/11/2026', zone)).toBe(Date.UTC(2026, 10, 21, 3));
});

test('a day or a time that does not exist is not read', () => {
  const wrong = [
    '31/02/2026',
    '00/01/2026',
    '01/13/2026',
    '01/01/2026 24:00',
    '01/01/2026 10:60',
    '1/1/2026',
    '',
    'ontem',
  ];
  expect(wrong.map((text) => parseFormInstant(text, zone))).toEqual(wrong.map(() => undefined));
  expect(parseFormInstant('29/02/2028', zone)).toBe(Date.UTC(2028, 1, 29, 3));
});
