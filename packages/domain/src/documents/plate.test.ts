import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPlate, isPlate, normalisePlate, otherPlateForm } from './plate.ts';

test('both forms are plates, typed with or without hyphen and in any case', () => {
  expect(['ABC1234', 'abc-1234', 'ABC1D23', 'abc 1d23'].map(isPlate)).toEqual([true, true, true, true]);
  expect(['A DEFINIR', 'AB12345', 'ABC12345', 'ABC1DD3', ''].map(isPlate)).toEqual(Array(5).fill(false));
});

test('a plate is stored bare and a text that is none keeps its blanks', () => {
  expect(normalisePlate(' abc-1234')).toBe('ABC1234');
  expect(normalisePlate(' a definir ')).toBe('A DEFINIR');
  expect(['abc1234', 'abc1d23', 'a definir'].map(formatPlate)).toEqual(['ABC-1234', 'ABC1D23', 'A DEFINIR']);
});

test('an old plate turns into its Mercosul form, 0–9 → A–J at the second digit, and back', () => {
  expect(otherPlateForm('ABC1034')).toBe('ABC1A34');
  expect(otherPlateForm('abc-1934')).toBe('ABC1J34');
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{3}\d[A-J\d]\d{0,2}$/), (plate) => {
      const other = otherPlateForm(plate);
      expect(other).not.toBe(plate);
      expect(other && otherPlateForm(other)).toBe(plate);
    }),
  );
});

test('a Mercosul plate that no old one turns into, a short beginning and other text have no other form', () => {
  expect(['ABC1K34', 'ABC1', 'A DEFINIR', ''].map(otherPlateForm)).toEqual(Array(4).fill(undefined));
});
