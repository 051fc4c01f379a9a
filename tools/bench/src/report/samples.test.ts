import { expect, test } from 'vitest';
import { createHistogram } from './histogram.ts';
import { percentile, spreadOfRates, spreadOfTimes } from './samples.ts';

const oneToHundred = Array.from({ length: 100 }, (_, index) => 100 - index);

test('percentiles by nearest rank', () => {
  expect(percentile(oneToHundred, 50)).toBe(50);
  expect(percentile(oneToHundred, 99)).toBe(99);
  expect(percentile([7], 1)).toBe(7);
  expect(percentile([3, 9, 5], 99)).toBe(9);
  expect(percentile([], 50)).toBeNaN();
});

test('p99 is the bad end: the slowest times, the lowest rates', () => {
  expect(spreadOfTimes(oneToHundred)).toEqual({ p50: 50, p99: 99 });
  expect(spreadOfRates(oneToHundred)).toEqual({ p50: 50, p99: 1 });
});

test('a histogram tells percentiles to a tenth of a millisecond, and never too good ones', () => {
  const histogram = createHistogram();
  for (const ms of oneToHundred) histogram.record(ms);
  histogram.record(30_000, 0);
  expect(histogram.count).toBe(100);
  expect(histogram.percentile(50)).toBeCloseTo(50.1, 5);
  expect(histogram.percentile(100)).toBeCloseTo(100.1, 5);
  expect(createHistogram().percentile(50)).toBeNaN();
  expect(histogram.longest).toBe(100);
  histogram.record(30_000);
  expect(histogram.longest).toBe(30_000);
  expect(createHistogram().longest).toBeNaN();
});
