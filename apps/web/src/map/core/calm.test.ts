import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCalm } from './calm.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the first value passes at once, then one an interval, and the last is never lost', () => {
  const passed: number[] = [];
  const tell = createCalm<number>(250, (value) => passed.push(value));
  tell(1);
  tell(2);
  tell(3);
  expect(passed).toEqual([1]);
  vi.advanceTimersByTime(250);
  expect(passed).toEqual([1, 3]);
  tell(4);
  expect(passed).toEqual([1, 3]);
  vi.advanceTimersByTime(250);
  expect(passed).toEqual([1, 3, 4]);
  vi.advanceTimersByTime(1000);
  tell(5);
  expect(passed).toEqual([1, 3, 4, 5]);
});
