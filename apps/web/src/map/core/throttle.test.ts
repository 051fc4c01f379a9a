import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createThrottle, createWithFrames } from './device-frames.ts';

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

test('[MAP-14] names are placed anew with a frame of the vehicles, not between two; the last frame is never lost', () => {
  let placed = 0;
  const { frame: frameOf } = createWithFrames(500, () => placed++);
  const frame = () => frameOf(false);
  frame();
  expect(placed).toBe(1);
  for (let at = 200; at <= 400; at += 200) {
    vi.advanceTimersByTime(200);
    frame();
  }
  // the interval is over, and no frame is there to be drawn with
  vi.advanceTimersByTime(199);
  expect(placed).toBe(1);
  frame();
  expect(placed).toBe(2);
  vi.advanceTimersByTime(100);
  frame();
  vi.advanceTimersByTime(999);
  expect(placed).toBe(2);
  vi.advanceTimersByTime(1);
  expect(placed).toBe(3);
});

test('[MAP-14] names are placed anew with the frame that follows a change of the view, however short the time; none after the end', () => {
  let placed = 0;
  const { frame, end } = createWithFrames(500, () => placed++);
  frame(false);
  frame(true);
  expect(placed).toBe(2);
  vi.advanceTimersByTime(2_000);
  expect(placed).toBe(2);
  frame(true);
  frame(false);
  end();
  vi.advanceTimersByTime(2_000);
  expect(placed).toBe(3);
});
