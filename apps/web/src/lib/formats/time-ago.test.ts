import { expect, test } from 'vitest';
import type { Text } from '../texts/texts.ts';
import { timeAgo } from './time-ago.tsx';

const text: Text = (key, values) => `${key} ${values?.count}`;
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, 'time.secondsAgo 0'],
  [59.9 * second, 'time.secondsAgo 59'],
  [minute, 'time.minutesAgo 1'],
  [hour - 1, 'time.minutesAgo 59'],
  [hour, 'time.hoursAgo 1'],
  [day, 'time.daysAgo 1'],
  [3 * day, 'time.daysAgo 3'],
  [-5 * minute, 'time.secondsAgo 0'],
])('%d ms ago reads %s', (ageMs, expected) => {
  expect(timeAgo(10 * day - ageMs, 10 * day, text)).toBe(expected);
});

test('what is no date reads as missing', () => {
  expect(timeAgo(Number.NaN, 0, text)).toBe('-');
});
