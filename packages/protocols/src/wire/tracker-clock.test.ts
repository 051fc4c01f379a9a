import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantFromIso, instantOf } from './tracker-clock.ts';

const clock = { year: 2024, month: 10, day: 5, hour: 14, minute: 30, second: 15 };
const utc = Date.UTC(2024, 9, 5, 14, 30, 15);

test('a wall clock is UTC, an offset, or the clock of a zone', () => {
  expect(instantOf(clock)).toBe(utc);
  expect(instantOf(clock, 480)).toBe(utc - 8 * 3_600_000);
  expect(instantOf(clock, 'America/Sao_Paulo')).toBe(utc + 3 * 3_600_000);
  expect(instantOf(clock, 'Nowhere/Atlantis')).toBe(utc);
});

test('summer time counts on the day of the clock, not of today', () => {
  const summer = { ...clock, year: 2018, month: 12 };
  expect(instantOf(summer, 'America/Sao_Paulo')).toBe(Date.UTC(2018, 11, 5, 16, 30, 15));
});

test.each([
  { ...clock, month: 0 },
  { ...clock, month: 13 },
  { ...clock, day: 0 },
  { ...clock, month: 2, day: 30 },
  { ...clock, hour: 24 },
  { ...clock, minute: 60 },
  { ...clock, second: 60 },
])('no calendar has %j', (impossible) => {
  expect(instantOf(impossible)).toBeUndefined();
});

test('ISO text with and without an offset', () => {
  expect(instantFromIso('2024-10-05T14:30:15Z')).toBe(utc);
  expect(instantFromIso('2024-10-05T14:30:15.2504Z')).toBe(utc + 250);
  expect(instantFromIso('2024-10-05T11:30:15-03:00')).toBe(utc);
  expect(instantFromIso('2024-10-05T11:30:15-0300')).toBe(utc);
  expect(instantFromIso('2024-10-05 11:30:15', 'America/Sao_Paulo')).toBe(utc);
  expect(instantFromIso('05/10/2024 11:30')).toBeUndefined();
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2199-12-31'), noInvalidDate: true }), (date) => {
      expect(instantFromIso(date.toISOString())).toBe(date.getTime());
    }),
  );
});
