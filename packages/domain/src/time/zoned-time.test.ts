import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOfLocal, isTimezone, localTimeAt, startOfDay } from './zoned-time.ts';

const zones = [
  'America/Fortaleza',
  'America/Sao_Paulo',
  'Europe/Lisbon',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'UTC',
];
const instant = fc
  .integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2037, 0, 1) })
  .map((ms) => ms - (ms % 1000));

test('the wall clock of a zone leads back to the instant, except where clocks go back and the hour comes twice', () => {
  fc.assert(
    fc.property(instant, fc.constantFrom(...zones), (instantMs, zone) => {
      const local = localTimeAt(instantMs, zone);
      const back = instantOfLocal(local, zone);
      expect(localTimeAt(back, zone)).toEqual(local);
      expect(back).toBeLessThanOrEqual(instantMs);
    }),
  );
});

test('of an hour that comes twice the first is meant', () => {
  const local = { year: 2026, month: 10, day: 25, hour: 1, minute: 30, second: 0 };
  expect(new Date(instantOfLocal(local, 'Europe/Lisbon')).toISOString()).toBe('2026-10-25T00:30:00.000Z');
});

test('a day whose midnight is skipped begins where its first hour does', () => {
  // Brazil's summer time began at midnight: 4 November 2018 ran from 01:00.
  const start = startOfDay(2018, 11, 4, 'America/Sao_Paulo');
  expect(new Date(start).toISOString()).toBe('2018-11-04T03:00:00.000Z');
  expect(localTimeAt(start, 'America/Sao_Paulo')).toMatchObject({ day: 4, hour: 1, minute: 0 });
  expect(localTimeAt(start - 1, 'America/Sao_Paulo')).toMatchObject({ day: 3, hour: 23, minute: 59 });
});

test('days and months overflow into their neighbours', () => {
  expect(startOfDay(2026, 3, 0, 'UTC')).toBe(Date.UTC(2026, 1, 28));
  expect(startOfDay(2026, 0, 1, 'UTC')).toBe(Date.UTC(2025, 11, 1));
});

test('only zones the runtime knows count as zones', () => {
  expect(zones.every(isTimezone)).toBe(true);
  expect(['America/Atlantis', '', null, 3].some(isTimezone)).toBe(false);
});
