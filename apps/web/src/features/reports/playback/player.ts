/** Time that runs faster than it did, outside React. */
import { createStore, type ReadableStore } from '../../../lib/store/store.ts';

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface PlayerState {
  readonly isPlaying: boolean;
  /** ms since 1970 UTC, within the player's span. */
  readonly timeMs: number;
}

export interface Player {
  readonly state: ReadableStore<PlayerState>;
  /** From the beginning when it is at the end. */
  play(): void;
  pause(): void;
  seek(timeMs: number): void;
  /** How many times faster than it was. */
  setRate(rate: number): void;
  /** Stretches that are passed over at once while it plays. */
  setSkipped(spans: readonly Span[]): void;
  stop(): void;
}

export interface PlayerParts extends Span {
  readonly rate: number;
  /** Calls back at the next frame with the time, ms; gives the way to take it back. */
  readonly onFrame: (callback: (nowMs: number) => void) => () => void;
}

export const rates = [1, 5, 20, 60, 300, 1200] as const;

/** A tab that slept does not jump when it wakes. */
const longestFrameMs = 250;

export function createPlayer({ fromMs, toMs, rate, onFrame }: PlayerParts): Player {
  const state = createStore<PlayerState>({ isPlaying: false, timeMs: fromMs });
  let perFrame: number = rate;
  let skipped: readonly Span[] = [];
  let cancel = () => {};
  let lastMs: number | undefined;

  function tick(nowMs: number): void {
    const passed = lastMs === undefined ? 0 : Math.min(nowMs - lastMs, longestFrameMs);
    lastMs = nowMs;
    const moved = state.get().timeMs + passed * perFrame;
    const inside = skipped.find((span) => moved > span.fromMs && moved < span.toMs);
    const timeMs = Math.min(inside ? inside.toMs : moved, toMs);
    const isPlaying = timeMs < toMs;
    state.set({ isPlaying, timeMs });
    if (isPlaying) cancel = onFrame(tick);
  }

  function halt(): void {
    cancel();
    lastMs = undefined;
  }

  return {
    state,
    play() {
      const { isPlaying, timeMs } = state.get();
      if (isPlaying) return;
      lastMs = undefined;
      state.set({ isPlaying: true, timeMs: timeMs >= toMs ? fromMs : timeMs });
      cancel = onFrame(tick);
    },
    pause() {
      halt();
      if (state.get().isPlaying) state.set({ ...state.get(), isPlaying: false });
    },
    seek: (timeMs) => state.set({ ...state.get(), timeMs: Math.min(Math.max(timeMs, fromMs), toMs) }),
    setRate(next) {
      perFrame = next;
    },
    setSkipped(spans) {
      skipped = spans;
    },
    stop: halt,
  };
}
