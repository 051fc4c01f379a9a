import { expect, test } from 'vitest';
import { atLeast, atMost, isMet } from './figure.ts';

const figure = { name: 'a', unit: 'ms', measured: 5, p50: 10, p99: 20 };

test.each([
  ['no limit at all', [], true],
  ['a limit just reached', [atMost(20, 'p99')], true],
  ['a limit just missed', [atMost(19.9, 'p99')], false],
  ['a rate just reached', [atLeast(5)], true],
  ['a rate just missed', [atLeast(5.1)], false],
  ['one of two missed', [atMost(10, 'p50'), atMost(19, 'p99')], false],
] as const)('%s', (_name, limits, met) => {
  expect(isMet({ ...figure, limits })).toBe(met);
});

test('what was not measured meets no limit', () => {
  expect(isMet({ name: 'a', unit: 'ms', limits: [atMost(1)] })).toBe(false);
  expect(isMet({ name: 'a', unit: 'ms', p99: Number.NaN, limits: [atMost(1, 'p99')] })).toBe(false);
});
