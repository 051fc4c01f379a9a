import { expect, test } from 'vitest';
import { createFramePacer } from './frame-pacer.ts';

test('no frame is built while the last is not on the screen', () => {
  const pacer = createFramePacer();
  expect(pacer.waitMs(0, 'onScreen')).toBe(0);
  pacer.built(0, 1);
  expect(pacer.waitMs(900, 'onScreen')).toBeNull();
  pacer.painted();
  expect(pacer.waitMs(900, 'onScreen')).toBe(0);
});

test('no frame is built when nothing changed', () => {
  expect(createFramePacer().waitMs(0, 'none')).toBeNull();
});

test('after a frame the worker rests for half of its work, and at least to 33 ms from its start', () => {
  const pacer = createFramePacer();
  pacer.built(100, 140);
  pacer.painted();
  expect(pacer.waitMs(150, 'onScreen')).toBe(10);
  pacer.built(200, 201);
  pacer.painted();
  expect(pacer.waitMs(203, 'onScreen')).toBe(30);
});

test('what moves off the screen waits for half a second', () => {
  const pacer = createFramePacer();
  pacer.built(100, 110);
  pacer.painted();
  expect(pacer.waitMs(200, 'offScreen')).toBe(400);
});

test('a change of the view skips the rest, but not the screen', () => {
  const pacer = createFramePacer();
  pacer.built(100, 140);
  pacer.hurry();
  expect(pacer.waitMs(141, 'onScreen')).toBeNull();
  pacer.painted();
  pacer.hurry();
  expect(pacer.waitMs(141, 'onScreen')).toBe(0);
});

test('[STRIP-02] a list that somebody waits for is drawn before the next frame, but not before a view that he chose', () => {
  const pacer = createFramePacer();
  pacer.built(100, 102);
  pacer.painted();
  pacer.giveWay(120);
  expect(pacer.waitMs(120, 'onScreen')).toBe(400);
  pacer.hurry();
  pacer.giveWay(130);
  expect(pacer.waitMs(130, 'onScreen')).toBe(0);
  pacer.built(130, 132);
  pacer.painted();
  pacer.giveWay(140);
  expect(pacer.waitMs(140, 'onScreen')).toBe(400);
});

test('[STRIP-02] who goes on typing in a list sees the map move every two seconds', () => {
  const pacer = createFramePacer();
  pacer.built(100, 102);
  pacer.painted();
  for (let nowMs = 200; nowMs <= 2_050; nowMs += 50) pacer.giveWay(nowMs);
  expect(pacer.waitMs(2_050, 'onScreen')).toBe(50);
});
