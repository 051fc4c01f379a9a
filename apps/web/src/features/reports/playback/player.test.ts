import { expect, test } from 'vitest';
import { createPlayer } from './player.ts';

function setUp(toMs = 100_000) {
  let callback: ((nowMs: number) => void) | undefined;
  let nowMs = 0;
  const player = createPlayer({
    fromMs: 0,
    toMs,
    rate: 10,
    onFrame(next) {
      callback = next;
      return () => {
        callback = undefined;
      };
    },
  });
  const pass = (ms: number) => {
    nowMs += ms;
    const due = callback;
    callback = undefined;
    due?.(nowMs);
  };
  return { player, pass, isWaiting: () => callback !== undefined };
}

test('[KEPT-02] time runs as many times faster as it is told, and stands while it is paused', () => {
  const { player, pass } = setUp();
  player.play();
  pass(0);
  pass(100);
  expect(player.state.get()).toEqual({ isPlaying: true, timeMs: 1000 });
  player.setRate(60);
  pass(100);
  expect(player.state.get().timeMs).toBe(7000);
  player.pause();
  pass(100);
  expect(player.state.get()).toEqual({ isPlaying: false, timeMs: 7000 });
});

test('[KEPT-02] it ends at the end, and begins anew from there', () => {
  const { player, pass, isWaiting } = setUp(3000);
  player.play();
  pass(0);
  pass(200);
  pass(200);
  expect(player.state.get()).toEqual({ isPlaying: false, timeMs: 3000 });
  expect(isWaiting()).toBe(false);
  player.play();
  expect(player.state.get()).toEqual({ isPlaying: true, timeMs: 0 });
});

test('[KEPT-02] a stop is passed over when stops are skipped, and may still be looked at', () => {
  const { player, pass } = setUp();
  player.setSkipped([{ fromMs: 500, toMs: 50_000 }]);
  player.play();
  pass(0);
  pass(100);
  expect(player.state.get().timeMs).toBe(50_000);
  player.seek(20_000);
  expect(player.state.get().timeMs).toBe(20_000);
});

test('[KEPT-02] a page that slept does not jump, and nobody seeks out of the span', () => {
  const { player, pass } = setUp();
  player.play();
  pass(0);
  pass(60_000);
  expect(player.state.get().timeMs).toBe(2500);
  player.seek(-5);
  expect(player.state.get().timeMs).toBe(0);
  player.seek(1e9);
  expect(player.state.get().timeMs).toBe(100_000);
});
