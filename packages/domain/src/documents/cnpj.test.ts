import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cnpjCheckDigits, formatCnpj, isCnpj, normaliseCnpj } from './customer-document.ts';

test('a CNPJ whose digits check passes, of digits and of letters, punctuated or not, in any case', () => {
  const right = ['11222333000181', '11.222.333/0001-81', '12ABC34501DE35', '12.abc.345/01de-35'];
  expect(right.map(isCnpj)).toEqual([true, true, true, true]);
  const wrong = [
    '11222333000182',
    '12ABC34501DE36',
    '00000000000000',
    '12ABC34501DEA5',
    '1122233300018',
    '',
    '12ÁBC34501DE35',
  ];
  expect(wrong.map(isCnpj)).toEqual(wrong.map(() => false));
});

test('of the hundred endings of twelve places exactly one checks', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z\d]{11}[A-Z1-9]$/), (places) => {
      const passing = Array.from({ length: 100 }, (_, end) => places + String(end).padStart(2, '0')).filter(
        isCnpj,
      );
      expect(passing).toEqual([places + cnpjCheckDigits(places)]);
    }),
    { numRuns: 30 },
  );
});

test('a CNPJ is masked as far as it is typed, and the mask taken off again', () => {
  expect(formatCnpj('12abc34501de35')).toBe('12.ABC.345/01DE-35');
  expect(formatCnpj('112223330')).toBe('11.222.333/0');
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z\d]{0,14}$/), (places) => {
      expect(normaliseCnpj(formatCnpj(places))).toBe(places);
    }),
  );
});
