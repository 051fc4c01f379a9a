import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createThrottle } from './device-frames.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the first value passes at once, then one an interval, and the last is never lost', () => {
  const passed: number[] = [];
  const pass = createThrottle<number>(250, (value) => passed.push(value));
  pass(1);
  pass(2);
  pass(3);
  expect(passed).toEqual([1]);
  vi.advanceTimersByTime(250);
  expect(passed).toEqual([1, 3]);
  pass(4);
  expect(passed).toEqual([1, 3]);
  vi.advanceTimersByTime(250);
  expect(passed).toEqual([1, 3, 4]);
  vi.advanceTimersByTime(1000);
  pass(5);
  expect(passed).toEqual([1, 3, 4, 5]);
});
