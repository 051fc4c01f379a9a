import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTypedNumber, typedNumber } from './number-text.ts';

test('a number is read as the language writes it: a point before three digits is of thousands in Portuguese', () => {
  expect(
    ['1.000', '125.300', '1.234,5', '12.5', '-0,25', '0.125', ' 7 331 '].map((typed) =>
      readTypedNumber(typed, 'pt-BR'),
    ),
  ).toEqual([1000, 125_300, 1234.5, 12.5, -0.25, 0.125, 7331]);
  expect(['1,000', '125.300', '1,234.5', '12,5'].map((typed) => readTypedNumber(typed, 'en'))).toEqual([
    1000, 125.3, 1234.5, 12.5,
  ]);
});

test('what is no number is none: nothing, words, powers, other bases, two decimal signs', () => {
  for (const typed of ['', 'abc', '1e2', '0x10', '1,2,3', '12,', '--1', 'Infinity'])
    expect([typed, readTypedNumber(typed, 'pt-BR')]).toEqual([typed, undefined]);
});

test('a number that is shown in a field is read as the same one, in either language', () => {
  const plain = fc.tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: 0, max: 999_999 }));
  fc.assert(
    fc.property(plain, fc.constantFrom('pt-BR' as const, 'en' as const), ([whole, part], language) => {
      const value = Number(`${whole}.${part}`);
      expect(readTypedNumber(typedNumber(String(value), language), language)).toBe(value);
    }),
  );
});
