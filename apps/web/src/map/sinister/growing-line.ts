/** A line that grows at its end, and at every zoom only those of its places that lie apart on the screen. */
import type { LineLevel, LineOnMap } from '../report/line-levels.ts';

export interface GrowingLine {
  /** EPSG:3857. */
  append(x: number, y: number): void;
  clear(): void;
  readonly count: () => number;
  readonly line: () => LineOnMap;
  /** The places that lie at least so far apart, and the last one. What was found before is kept: only new places are looked at. */
  levelAt(leastMetres: number): LineLevel;
}

interface Level {
  indices: Int32Array;
  isStart: Uint8Array;
  /** Of `indices`; the place behind them is for the last one. */
  kept: number;
  /** Places that were looked at. */
  seen: number;
}

const firstCapacity = 1024;
/** The zooms that a person goes through; others are made again. */
const mostLevels = 24;

export function createGrowingLine(): GrowingLine {
  let xs = new Float64Array(firstCapacity);
  let ys = new Float64Array(firstCapacity);
  let count = 0;
  const levels = new Map<number, Level>();

  function extend(level: Level, leastMetres: number): void {
    const ends = level.indices;
    if (ends.length < count + 1) {
      level.indices = grown(ends, new Int32Array(xs.length + 1));
      level.isStart = grown(level.isStart, new Uint8Array(xs.length + 1));
    }
    let last = level.kept > 0 ? (level.indices[level.kept - 1] ?? 0) : -1;
    for (let at = level.seen; at < count; at++) {
      const isNear =
        last >= 0 &&
        Math.abs((xs[at] ?? 0) - (xs[last] ?? 0)) < leastMetres &&
        Math.abs((ys[at] ?? 0) - (ys[last] ?? 0)) < leastMetres;
      if (isNear) continue;
      level.indices[level.kept++] = at;
      last = at;
    }
    level.seen = count;
  }

  return {
    append(x, y) {
      if (count === xs.length) {
        xs = grown(xs, new Float64Array(2 * count));
        ys = grown(ys, new Float64Array(2 * count));
      }
      xs[count] = x;
      ys[count] = y;
      count += 1;
    },
    clear() {
      count = 0;
      levels.clear();
    },
    count: () => count,
    line: () => ({ xs, ys, starts: [0] }),
    levelAt(leastMetres) {
      let level = levels.get(leastMetres);
      if (!level) {
        if (levels.size >= mostLevels) levels.clear();
        const isStart = new Uint8Array(firstCapacity);
        isStart[0] = 1;
        level = { indices: new Int32Array(firstCapacity), isStart, kept: 0, seen: 0 };
        levels.set(leastMetres, level);
      }
      if (level.seen < count) extend(level, leastMetres);
      const endsShort = count > 0 && level.indices[level.kept - 1] !== count - 1;
      if (endsShort) level.indices[level.kept] = count - 1;
      const length = level.kept + (endsShort ? 1 : 0);
      return { indices: level.indices.subarray(0, length), isStart: level.isStart.subarray(0, length) };
    },
  };
}

function grown<Values extends Float64Array | Int32Array | Uint8Array>(
  before: Values,
  larger: Values,
): Values {
  larger.set(before);
  return larger;
}
