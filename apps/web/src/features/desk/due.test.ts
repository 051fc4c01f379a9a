import { expect, test } from 'vitest';
import { dueText, dueTone } from './due.ts';

test.each([
  [42_000, '0:42'],
  [845_000, '14:05'],
  [-5000, '−0:05'],
  [12_000_000, '3 h 20'],
  [-3_600_000, '−1 h 00'],
  [200_000_000, '2 d'],
])('[SLA-01] %d ms left read %s', (leftMs, expected) => {
  expect(dueText(leftMs)).toBe(expected);
});

test('[SLA-01] the last quarter of the time is soon, and nothing left is over', () => {
  expect([60_000, 15_000, 0, -1].map((leftMs) => dueTone(leftMs, 60_000))).toEqual([
    ...['fine', 'soon', 'soon', 'over'],
  ]);
});
