import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeOfPeriod, reportPeriods } from './report-periods.ts';
import { localTimeAt } from './zoned-time.ts';

const zone = 'America/Fortaleza';
// Wednesday 18 November 2026, 22:30 in Fortaleza: already Thursday in UTC.
const wednesdayNight = Date.UTC(2026, 10, 19, 1, 30);
const relative = reportPeriods.filter((period) => period !== 'dateToDate');

function shown(period: (typeof relative)[number], nowMs: number, inZone: string): string[] {
  const { fromMs, toMs } = rangeOfPeriod(period, nowMs, inZone);
  return [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
}

test("[REP-03] periods are computed in the person's zone, as absolute instants, with the week starting on Monday", () => {
  const now = new Date(wednesdayNight).toISOString();
  expect(Object.fromEntries(relative.map((period) => [period, shown(period, wednesdayNight, zone)]))).toEqual(
    {
      nowSofar: ['2026-11-18T03:00:00.000Z', now],
      yesterday: ['2026-11-17T03:00:00.000Z', '2026-11-18T03:00:00.000Z'],
      currentWeekSoFar: ['2026-11-16T03:00:00.000Z', now],
      lastWeek: ['2026-11-09T03:00:00.000Z', '2026-11-16T03:00:00.000Z'],
      currentMonthSoFar: ['2026-11-01T03:00:00.000Z', now],
      lastMonth: ['2026-10-01T03:00:00.000Z', '2026-11-01T03:00:00.000Z'],
    },
  );
});

test('[REP-03] a Sunday belongs to the week that began six days before, and January reaches back into the last year', () => {
  const sunday = Date.UTC(2026, 0, 4, 15);
  expect(shown('currentWeekSoFar', sunday, zone)[0]).toBe('2025-12-29T03:00:00.000Z');
  expect(shown('lastMonth', sunday, zone)).toEqual(['2025-12-01T03:00:00.000Z', '2026-01-01T03:00:00.000Z']);
});

test('[REP-03] a day of a clock change has 23 or 25 hours', () => {
  const hours = (nowMs: number) => {
    const { fromMs, toMs } = rangeOfPeriod('yesterday', nowMs, 'Europe/Lisbon');
    return (toMs - fromMs) / 3_600_000;
  };
  expect(hours(Date.UTC(2026, 2, 30, 12))).toBe(23);
  expect(hours(Date.UTC(2026, 9, 26, 12))).toBe(25);
});

test('[REP-03] at any moment in any zone a period begins at a local midnight, and periods meet without gap', () => {
  const zones = ['America/Fortaleza', 'America/Manaus', 'Europe/Lisbon', 'Asia/Kathmandu', 'Pacific/Apia'];
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2036, 0, 1) }),
      fc.constantFrom(...zones),
      (nowMs, inZone) => {
        const of = (period: (typeof relative)[number]) => rangeOfPeriod(period, nowMs, inZone);
        for (const period of relative) {
          const { fromMs, toMs } = of(period);
          expect(localTimeAt(fromMs, inZone)).toMatchObject({ hour: 0, minute: 0, second: 0 });
          expect(fromMs).toBeLessThanOrEqual(toMs);
          expect(toMs).toBeLessThanOrEqual(nowMs);
        }
        expect(of('yesterday').toMs).toBe(of('nowSofar').fromMs);
        expect(of('lastWeek').toMs).toBe(of('currentWeekSoFar').fromMs);
        expect(of('lastMonth').toMs).toBe(of('currentMonthSoFar').fromMs);
      },
    ),
  );
});
