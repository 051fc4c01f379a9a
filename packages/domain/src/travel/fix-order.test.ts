import { expect, test } from 'vitest';
import { aheadBoundMs, takesPlace } from './fix-order.ts';

const minuteMs = 60_000;
const fix = (fixMinutes: number, receivedMinutes = fixMinutes, positionId = 1) => ({
  fixTimeMs: fixMinutes * minuteMs,
  receivedMs: receivedMinutes * minuteMs,
  positionId,
});

test('[ING-05] the later fix takes the place, of two at one time the one with the number that is not smaller', () => {
  expect(takesPlace(fix(11), fix(10))).toBe(true);
  expect(takesPlace(fix(9, 11), fix(10))).toBe(false);
  expect(takesPlace(fix(10, 10, 2), fix(10, 10, 1))).toBe(true);
  expect(takesPlace(fix(10, 10, 1), fix(10, 10, 1))).toBe(true);
  expect(takesPlace(fix(10, 10, 1), fix(10, 10, 2))).toBe(false);
});

test('[ING-05] one that is more than 5 min ahead of its receipt holds the place until a timely one comes', () => {
  const ahead = fix(120, 10);
  expect(takesPlace(ahead, fix(9))).toBe(true);
  expect(takesPlace(fix(11), ahead)).toBe(true);
  expect(takesPlace(fix(6, 11), ahead)).toBe(true);
  // buffered: it says nothing of now
  expect(takesPlace(fix(5, 11), ahead)).toBe(false);
  expect(takesPlace(fix(121, 11), ahead)).toBe(true);
  expect(takesPlace(fix(119, 11), ahead)).toBe(false);
});

test('[ING-05] one ahead that arrives after the timely one that followed it changes nothing', () => {
  expect(takesPlace(fix(120, 10), fix(11))).toBe(false);
});

test('[ING-05] 5 min are the bound', () => {
  const atBound = { ...fix(10), fixTimeMs: 10 * minuteMs + aheadBoundMs };
  expect(takesPlace(fix(11), atBound)).toBe(false);
  expect(takesPlace(fix(11), { ...atBound, fixTimeMs: atBound.fixTimeMs + 1 })).toBe(true);
});
