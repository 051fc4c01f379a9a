import { expect, test } from 'vitest';
import { createFrameBatch } from './frame-batch.ts';

function setUp() {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const frames = new Map<number, () => void>();
  let lastHandle = 0;
  let flushes = 0;
  const batch = createFrameBatch({
    flush: () => {
      flushes += 1;
    },
    page: page as unknown as Document,
    requestFrame: (callback) => {
      lastHandle += 1;
      frames.set(lastHandle, callback);
      return lastHandle;
    },
    cancelFrame: (handle) => void frames.delete(handle),
  });
  return {
    batch,
    frames,
    flushes: () => flushes,
    frame() {
      const due = [...frames.values()];
      frames.clear();
      for (const callback of due) callback();
    },
    hide(hidden: boolean) {
      page.hidden = hidden;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

test('many requests in one frame make one flush', () => {
  const { batch, frame, flushes } = setUp();
  for (let count = 0; count < 5; count += 1) batch.request();
  expect(flushes()).toBe(0);
  frame();
  expect(flushes()).toBe(1);
  batch.request();
  frame();
  expect(flushes()).toBe(2);
});

test('a hidden page, which has no frames, is served at once', () => {
  const { batch, hide, flushes } = setUp();
  hide(true);
  batch.request();
  expect(flushes()).toBe(1);
});

test('what waited for a frame when the page was hidden is served then', () => {
  const { batch, hide, frames, flushes } = setUp();
  batch.request();
  hide(true);
  expect(flushes()).toBe(1);
  expect(frames.size).toBe(0);
});

test('a cancelled request makes no flush', () => {
  const { batch, frame, flushes } = setUp();
  batch.request();
  batch.cancel();
  frame();
  expect(flushes()).toBe(0);
});
