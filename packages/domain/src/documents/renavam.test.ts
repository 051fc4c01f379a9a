import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRenavam, normaliseRenavam, renavamCheckDigit } from './plate.ts';

test('a RENAVAM whose last digit checks passes', () => {
  expect([isRenavam('86769597308'), isRenavam(' 86769597308 ')]).toEqual([true, true]);
  expect(['86769597309', '8676959730', '', '00000000000', '86769597308a', '12345678'].some(isRenavam)).toBe(
    false,
  );
});

test('an old number of nine digits counts with zeros on its left', () => {
  const eight = '12345678';
  const nine = eight + renavamCheckDigit(`00${eight}`);
  expect(normaliseRenavam(nine)).toBe(`00${nine}`);
  expect(isRenavam(nine)).toBe(true);
  expect(normaliseRenavam('')).toBe('');
});

test('of the ten endings of ten digits exactly one checks', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{9}$/), (digits) => {
      const passing = Array.from({ length: 10 }, (_, end) => `${digits}${end}`).filter(isRenavam);
      expect(passing).toEqual([digits + renavamCheckDigit(digits)]);
    }),
  );
});
