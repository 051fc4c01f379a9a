import { expect, test } from 'vitest';
import { formatCep, isCep, normaliseCep } from './mask.ts';

test('a CEP has eight digits', () => {
  expect(['60311-280', '60311280', '60.311-280', ' 60311280 '].map(isCep)).toEqual(Array(4).fill(true));
  expect(['6031128', '603112800', 'a60311280', ''].map(isCep)).toEqual(Array(4).fill(false));
});

test('a CEP is masked as far as it is typed', () => {
  expect(['60311', '603112', '60311280', '603112809'].map(formatCep)).toEqual([
    '60311',
    '60311-2',
    '60311-280',
    '60311-280',
  ]);
  expect(normaliseCep('60311-280')).toBe('60311280');
});
