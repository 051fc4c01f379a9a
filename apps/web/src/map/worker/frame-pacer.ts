/** A frame is not built more often than this while only positions change, ms. */
const leastIntervalMs = 33;

export interface FramePacer {
  /** How long to wait before the next frame may be built, ms; null while the last is not on the screen. */
  waitMs(nowMs: number): number | null;
  /** The view itself changed: the person waits, so the rest is skipped. */
  hurry(): void;
  built(startedMs: number, endedMs: number): void;
  painted(): void;
}

/**
 * Decides when the worker builds the next frame. Never ahead of the screen: one frame is under way at a time, and a hidden
 * page, which paints nothing, gets none. And after each it rests as long as it worked, so that 100,000 devices leave half a
 * core to the rest of the machine.
 */
export function createFramePacer(): FramePacer {
  let restUntilMs = 0;
  let underWay = false;
  return {
    waitMs: (nowMs) => (underWay ? null : Math.max(0, restUntilMs - nowMs)),
    hurry() {
      restUntilMs = 0;
    },
    built(startedMs, endedMs) {
      underWay = true;
      restUntilMs = Math.max(startedMs + leastIntervalMs, endedMs + (endedMs - startedMs));
    },
    painted() {
      underWay = false;
    },
  };
}
