import { expect, test } from 'vitest';
import { createFramePacer } from './frame-pacer.ts';

test('no frame is built while the last is not on the screen', () => {
  const pacer = createFramePacer();
  expect(pacer.waitMs(0)).toBe(0);
  pacer.built(0, 1);
  expect(pacer.waitMs(500)).toBeNull();
  pacer.painted();
  expect(pacer.waitMs(500)).toBe(0);
});

test('after a frame the worker rests as long as it worked, and at least to 33 ms from its start', () => {
  const pacer = createFramePacer();
  pacer.built(100, 140);
  pacer.painted();
  expect(pacer.waitMs(150)).toBe(30);
  pacer.built(200, 201);
  pacer.painted();
  expect(pacer.waitMs(203)).toBe(30);
});

test('a change of the view skips the rest, but not the screen', () => {
  const pacer = createFramePacer();
  pacer.built(100, 140);
  pacer.hurry();
  expect(pacer.waitMs(141)).toBeNull();
  pacer.painted();
  expect(pacer.waitMs(141)).toBe(0);
});
