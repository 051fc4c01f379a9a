import { expect, test } from 'vitest';
import { loneAmong, silencesOf } from './silences.ts';

const everySeconds = (interval: number, count: number, start = 0) =>
  Array.from({ length: count }, (_, at) => start + at * interval);

test('[REP-01] over ten minutes without a position are a gap where a device tells every half minute', () => {
  expect(silencesOf([...everySeconds(30, 10), 270 + 600])).toEqual([]);
  expect(silencesOf([...everySeconds(30, 10), 270 + 601])).toEqual([[270, 871]]);
});

test('[REP-01] a device that tells once an hour is silent after five hours only', () => {
  const hour = 3600;
  const reported = everySeconds(hour, 6);
  expect(silencesOf([...reported, 5 * hour + 5 * hour])).toEqual([]);
  expect(silencesOf([...reported, 11 * hour])).toEqual([[5 * hour, 11 * hour]]);
});

test('[REP-01] instants told twice do not make the others long; nothing and one position have no gap', () => {
  expect(silencesOf([])).toEqual([]);
  expect(silencesOf([7])).toEqual([]);
  const twice = everySeconds(200, 8).flatMap((instant) => [instant, instant, instant]);
  expect(silencesOf([...twice, 1400 + 900])).toEqual([]);
});

test('[REP-01] a value between two silences has no line and is a point', () => {
  const times = [0, 30, 2000, 4000, 4030];
  const silences = [
    [30, 2000],
    [2000, 4000],
  ] as const;
  expect(loneAmong(times, [0, 1, 2, 3, 4], silences)).toEqual([2]);
  expect(loneAmong(times, [1, 2, 3, 4], silences)).toEqual([1, 2]);
  expect(loneAmong(times, [0, 1], [])).toEqual([]);
});
