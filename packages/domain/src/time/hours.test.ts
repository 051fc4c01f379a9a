import { expect, test } from 'vitest';
import { formatHours } from '../units/number-text.ts';

test('a duration is written as H h mm m, minutes cut and hours grouped', () => {
  expect(formatHours((4812 * 60 + 7) * 60_000 + 59_999, 'pt-BR')).toBe('4.812 h 07 m');
  expect(formatHours(4812 * 3_600_000, 'en')).toBe('4,812 h 00 m');
  expect(formatHours(0, 'pt-BR')).toBe('0 h 00 m');
  expect(formatHours(59 * 60_000, 'pt-BR')).toBe('0 h 59 m');
});

test('a missing, negative or endless duration shows the sign for missing', () => {
  expect([null, undefined, -1, Number.NaN, Infinity].map((ms) => formatHours(ms, 'en'))).toEqual(
    Array(5).fill('-'),
  );
});
