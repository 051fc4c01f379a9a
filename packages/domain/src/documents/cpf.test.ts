import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpfCheckDigits, formatCpf, isCpf, normaliseCpf } from './customer-document.ts';

const nine = fc.stringMatching(/^\d{9}$/);

test('a CPF whose digits check passes, with and without punctuation', () => {
  expect([isCpf('529.982.247-25'), isCpf('52998224725'), isCpf(' 529.982.247-25 ')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(
    ['529.982.247-24', '5299822472', '', '111.111.111-11', '529982247-25x', '529982247250'].some(isCpf),
  ).toBe(false);
});

test('of the hundred endings of nine digits exactly one checks', () => {
  fc.assert(
    fc.property(nine, (digits) => {
      fc.pre(!/^(\d)\1+$/.test(digits));
      const passing = Array.from({ length: 100 }, (_, end) => digits + String(end).padStart(2, '0')).filter(
        isCpf,
      );
      expect(passing).toEqual([digits + cpfCheckDigits(digits)]);
    }),
    { numRuns: 30 },
  );
});

test('a CPF is masked as far as it is typed, and the mask taken off again', () => {
  expect(['529', '5299', '529982247', '52998224725', '5299822472599'].map(formatCpf)).toEqual([
    '529',
    '529.9',
    '529.982.247',
    '529.982.247-25',
    '529.982.247-25',
  ]);
  fc.assert(
    fc.property(fc.stringMatching(/^\d{0,11}$/), (digits) => {
      expect(normaliseCpf(formatCpf(digits))).toBe(digits);
    }),
  );
});
