import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSearch, foldText, matchesSearch, searchIndexText } from './search-text.ts';

const device = [
  '869412050000017',
  'Caminhão Água Fria',
  'ABC1C34',
  'João Batista',
  '52998224725',
  null,
  undefined,
];

test('accents and case do not matter', () => {
  expect(['agua', 'ÁGUA', 'joao b', 'CAMINHÃO'].map((query) => matchesSearch(device, query))).toEqual(
    Array(4).fill(true),
  );
  expect(matchesSearch(device, 'lago')).toBe(false);
});

test('a document is found with and without punctuation, whichever way it is stored', () => {
  expect(matchesSearch(device, '529.982.247-25')).toBe(true);
  expect(matchesSearch(['529.982.247-25'], '52998224725')).toBe(true);
  expect(matchesSearch(['12.ABC.345/01DE-35'], '12abc345')).toBe(true);
});

test('a plate is found by either of its forms, also half typed', () => {
  for (const query of ['ABC1234', 'abc-1234', 'ABC1C34', 'abc12'])
    expect(matchesSearch(device, query)).toBe(true);
  for (const query of ['ABC1C34', 'abc-1234', 'abc1c']) expect(matchesSearch(['ABC-1234'], query)).toBe(true);
  expect(matchesSearch(device, 'ABC1334')).toBe(false);
});

test('a single character is searched as it is, blanks find nothing', () => {
  expect(['', '  ', 'z', '-'].map((query) => matchesSearch(device, query))).toEqual(Array(4).fill(false));
  expect(['a', ' Ã ', '17'].map((query) => matchesSearch(device, query))).toEqual([true, true, true]);
});

test('a match never runs over from one field into the next', () => {
  expect(matchesSearch(['abc', 'def'], 'cd')).toBe(false);
  expect(createSearch('12-34')(searchIndexText(['12', '34']))).toBe(false);
});

test('every part of a field of two characters or more is found', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 2, maxLength: 20 }),
      fc.nat(),
      fc.nat(),
      (field, a, b) => {
        const from = a % field.length;
        const part = field.slice(from, from + 2 + (b % field.length)).trim();
        fc.pre(foldText(part).length >= 2 && foldText(field).includes(foldText(part)));
        expect(matchesSearch([field], part)).toBe(true);
      },
    ),
  );
});
