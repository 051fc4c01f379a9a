import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOfDigits, timeOfDayIn } from './digit-clock.ts';
import { degreesIn } from './field-text.ts';

/** Texts of digits, points, signs and blanks, as long as the fields that these read. */
const likeNumber = fc.string({ unit: fc.constantFrom(...'0123456789. +-\t'), maxLength: 16 });

/** The same by an expression, slow and plain. */
function degreesByExpression(field: string): number | undefined {
  if (!/^\s*\d{1,5}(\.\d{0,8})?\s*$/.test(field)) return undefined;
  const value = Number(field);
  const minutes = value - Math.floor(value / 100) * 100;
  return minutes >= 60 ? undefined : Math.floor(value / 100) + minutes / 60;
}

test('[ING-03] degrees and minutes are what an expression finds, whatever the text', () => {
  fc.assert(
    fc.property(likeNumber, (field) => {
      expect(degreesIn(field, 'N')).toBe(degreesByExpression(field));
    }),
    { numRuns: 2000 },
  );
  expect(degreesIn('2330.0000', 'S')).toBe(-23.5);
  expect(degreesIn(' 04636.00000001 ', 'W')).toBeCloseTo(-46.6, 8);
  for (const none of ['', '.5', '123456', '2360.0', '-2330.0', '2330.000000001', '23 30']) {
    expect(degreesIn(none, 'N')).toBeUndefined();
  }
  expect([degreesIn('2330', 'X'), degreesIn(undefined, 'N')]).toEqual([undefined, undefined]);
});

const likeTime = fc.string({ unit: fc.constantFrom(...'0012345. 9'), maxLength: 14 });

test('[ING-03] a time of day is six digits of the clock with or without a fraction, and nothing else', () => {
  fc.assert(
    fc.property(likeTime, (time) => {
      const [, hour, minute, second, decimals = ''] =
        /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)(?:\.(\d{0,6}))?$/.exec(time) ?? [];
      const expected =
        hour === undefined
          ? undefined
          : ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 +
            Number(decimals.slice(0, 3).padEnd(3, '0'));
      expect(timeOfDayIn(time)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test('[ING-03] dates of six digits in both orders, at the ends of months and years, and what no calendar has', () => {
  const utc = Date.UTC(2024, 1, 29, 23, 59, 59, 50);
  expect(instantOfDigits('ddMMyy', '290224', '235959.05')).toBe(utc);
  expect(instantOfDigits('yyMMdd', '240229', '235959.05', -180)).toBe(utc + 3 * 3_600_000);
  expect(instantOfDigits('ddMMyy', '311299', '000000')).toBe(Date.UTC(2099, 11, 31));
  for (const date of ['290223', '000124', '320124', '011324', '0102', '1 0224', '29022a', undefined]) {
    expect(instantOfDigits('ddMMyy', date, '000000')).toBeUndefined();
  }
});
