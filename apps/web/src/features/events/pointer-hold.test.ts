import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aimingMs, createPointerHold } from './use-freeze-on-hover.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a pointer that moves holds, and one that rests lets go', () => {
  const hold = createPointerHold();
  expect(hold.get()).toBe(false);
  hold.moved();
  vi.advanceTimersByTime(aimingMs - 1);
  hold.moved();
  vi.advanceTimersByTime(aimingMs - 1);
  expect(hold.get()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(hold.get()).toBe(false);
});

test('a pressed pointer holds for as long as it is pressed', () => {
  const hold = createPointerHold();
  hold.pressed();
  vi.advanceTimersByTime(10 * aimingMs);
  expect(hold.get()).toBe(true);
  hold.released();
  vi.advanceTimersByTime(aimingMs);
  expect(hold.get()).toBe(false);
});

test('a pointer that leaves lets go at once', () => {
  const hold = createPointerHold();
  hold.pressed();
  hold.left();
  expect(hold.get()).toBe(false);
  hold.moved();
  vi.advanceTimersByTime(aimingMs);
  expect(hold.get()).toBe(false);
});
