/** How far the last frame is behind: not at all, only by what it does not show, or to be seen. */
export type Staleness = 'none' | 'offScreen' | 'onScreen';

/** Frames do not follow each other faster than this, ms from start to start. */
const leastIntervalMs: Readonly<Record<Exclude<Staleness, 'none'>, number>> = {
  onScreen: 33,
  offScreen: 500,
};

/**
 * Who turns to a list, or types in it, acts again within this, ms: each frame of the map that is under way then keeps the
 * list from the screen, on a machine without a graphics card for twice as long as the list itself takes.
 */
const listMs = 400;

/** Whatever somebody does beside the map, it stands still no longer than this, ms. */
const longestMs = 2_000;

export interface FramePacer {
  /** How long to wait before the next frame is built, ms; null for not before something else happens. */
  waitMs(nowMs: number, staleness: Staleness): number | null;
  /** The view itself changed, or a siren: nobody may wait for it, so the rest is skipped. */
  hurry(): void;
  /** Nobody may wait for the next frame. */
  isHurried(): boolean;
  /** Somebody is at a list of vehicles: it is drawn first, unless he waits for the view too. */
  giveWay(nowMs: number): void;
  built(startedMs: number, endedMs: number): void;
  painted(): void;
}

/**
 * Decides when the worker builds the next frame. Never ahead of the screen: one frame is under way at a time, and a hidden
 * page, which paints nothing, gets none. After each it rests for half as long as it worked, so that 100,000 devices leave a
 * third of a core to the rest of the machine. What moves where nobody looks changes the legend's counts twice a second.
 */
export function createFramePacer(): FramePacer {
  let startedMs = Number.NEGATIVE_INFINITY;
  let restUntilMs = 0;
  let underWay = false;
  let isHurried = false;
  return {
    waitMs(nowMs, staleness) {
      if (underWay || staleness === 'none') return null;
      const dueMs = Math.max(restUntilMs, startedMs + leastIntervalMs[staleness]);
      return Math.max(0, dueMs - nowMs);
    },
    hurry() {
      isHurried = true;
      startedMs = Number.NEGATIVE_INFINITY;
      restUntilMs = 0;
    },
    isHurried: () => isHurried,
    giveWay(nowMs) {
      if (isHurried) return;
      restUntilMs = Math.max(restUntilMs, Math.min(nowMs + listMs, startedMs + longestMs));
    },
    built(buildStartedMs, buildEndedMs) {
      underWay = true;
      isHurried = false;
      startedMs = buildStartedMs;
      restUntilMs = buildEndedMs + (buildEndedMs - buildStartedMs) / 2;
    },
    painted() {
      underWay = false;
    },
  };
}
