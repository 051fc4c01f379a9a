import { expect, test } from 'vitest';
import { mercatorX, mercatorY } from '../mercator.ts';
import { createTraceMemory, type TracedPosition } from './trace-memory.ts';

function at(second: number, deviceId = 1): TracedPosition {
  const fixTime = new Date(Date.UTC(2026, 10, 21) + second * 1000).toISOString();
  return { deviceId, fixTime, latitude: -3.7, longitude: -38.5 + second / 1000 };
}

const longitudes = (points: readonly number[]) => points.filter((_, entry) => entry % 2 === 0);
const eastOf = (...seconds: number[]) => seconds.map((second) => mercatorX(at(second).longitude));

test('[MAP-09] a switched-on trail starts with what is known and grows with live positions to 30', () => {
  const memory = createTraceMemory();
  memory.setDevice(1, [at(2), at(1)]);
  expect(memory.add([at(3), at(3, 2)])).toBe(true);
  expect(longitudes(memory.pointsOf(1))).toEqual(eastOf(1, 2, 3));
  expect(memory.pointsOf(1)[1]).toBe(mercatorY(-3.7));
  expect(memory.pointsOf(2)).toEqual([]);
  for (let second = 4; second <= 60; second++) memory.add([at(second)]);
  expect(longitudes(memory.pointsOf(1))).toHaveLength(30);
  expect(longitudes(memory.pointsOf(1)).at(-1)).toBe(eastOf(60)[0]);
});

test('[MAP-09] with all traces on each device keeps 5 places, and its own limit wins', () => {
  const memory = createTraceMemory();
  memory.setOwnLimit(2, 8);
  memory.setAll(true);
  for (let second = 1; second <= 20; second++) memory.add([at(second), at(second, 2)]);
  expect(longitudes(memory.pointsOf(1))).toEqual(eastOf(16, 17, 18, 19, 20));
  expect(longitudes(memory.pointsOf(2))).toHaveLength(8);
  memory.setOwnLimit(2, 3);
  expect(longitudes(memory.pointsOf(2))).toEqual(eastOf(18, 19, 20));
});

test('[MAP-04] switching all traces off forgets them, but not a device switched on by itself', () => {
  const memory = createTraceMemory();
  memory.setAll(true);
  memory.setDevice(2, []);
  memory.add([at(1), at(1, 2)]);
  memory.setAll(false);
  expect(memory.pointsOf(1)).toEqual([]);
  expect(memory.pointsOf(2)).toHaveLength(2);
  memory.setDevice(2, null);
  expect(memory.trackCount()).toBe(0);
  expect(memory.add([at(2), at(2, 2)])).toBe(false);
});

test('a position that comes late or repeats the place draws no line back', () => {
  const memory = createTraceMemory();
  memory.setDevice(1, [at(5)]);
  expect(memory.add([at(4)])).toBe(false);
  expect(memory.add([{ ...at(6), longitude: at(5).longitude }])).toBe(false);
  expect(memory.add([{ ...at(7), fixTime: 'never' }])).toBe(false);
  expect(longitudes(memory.pointsOf(1))).toEqual(eastOf(5));
});

test('what came live while the past was loading stays', () => {
  const memory = createTraceMemory();
  memory.setAll(true);
  memory.add([at(9)]);
  memory.setDevice(1, [at(1), at(2)]);
  expect(longitudes(memory.pointsOf(1))).toEqual(eastOf(1, 2, 9));
  memory.add([at(3)]);
  expect(longitudes(memory.pointsOf(1))).toEqual(eastOf(1, 2, 9));
});

test('the trails of a great fleet are bounded, the silent forgotten first', () => {
  const memory = createTraceMemory();
  memory.setDevice(1, [at(1, 1)]);
  memory.setAll(true);
  memory.add(Array.from({ length: 25_000 }, (_, entry) => at(1, entry + 2)));
  expect(memory.trackCount()).toBe(20_000);
  expect(memory.pointsOf(1)).toHaveLength(2);
  expect(memory.pointsOf(2)).toEqual([]);
  expect(memory.pointsOf(25_001)).toHaveLength(2);
});
