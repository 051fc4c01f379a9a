import { expect, test } from 'vitest';
import { bestFirst } from './best-first.ts';

const options = [
  { value: 'ES', label: 'Espírito Santo' },
  { value: 'MS', label: 'Mato Grosso do Sul' },
  { value: 'PE', label: 'Pernambuco' },
  { value: 'SP', label: 'São Paulo' },
];
const found = (search: string) =>
  bestFirst({ options, search, limit: 100 }).map((option) => ('value' in option ? option.value : ''));

test('[CUS-01] the best match comes first: an abbreviation, then what begins so, then a word that does, then the rest', () => {
  expect(found('sp')).toEqual(['SP', 'ES']);
  expect(found('s')).toEqual(['SP', 'ES', 'MS']);
  expect(found('sao')).toEqual(['SP']);
  expect(found('PERN')).toEqual(['PE']);
  expect(found('')).toEqual(['ES', 'MS', 'PE', 'SP']);
  expect(found('xyz')).toEqual([]);
});
