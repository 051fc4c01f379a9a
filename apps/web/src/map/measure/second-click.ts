/** One click as far as it may be half of a double one. */
export interface TimedClick {
  /** Pixels of the map. */
  readonly x: number;
  readonly y: number;
  readonly atMs: number;
}

/** As systems have it: two clicks no farther apart than these are one double click. */
const longestPauseMs = 400;
const farthestPixels = 8;

/**
 * Whether a click is the second of a double click. The map's own judgement looks at the time alone, and takes two quick
 * points of a line for one.
 */
export function isSecondClick(first: TimedClick | null, second: TimedClick): boolean {
  if (!first || second.atMs - first.atMs > longestPauseMs) return false;
  return Math.hypot(second.x - first.x, second.y - first.y) <= farthestPixels;
}
