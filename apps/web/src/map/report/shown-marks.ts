/** Which marks of a report are drawn at a zoom, where, and which of them a click means. */

import type { OverlayScreen } from '../canvas-overlay/canvas-overlay.ts';
import { mercatorX, mercatorY } from '../mercator.ts';
import { type MarkKind, markKinds, type ReportMarks } from './report-drawing.ts';

export interface MarksOnMap {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly rows: Int32Array;
  readonly kinds: Uint8Array;
}

/** Pixels of the map. */
export interface ShownMark {
  readonly row: number;
  readonly kind: MarkKind;
  readonly x: number;
  readonly y: number;
}

/** Points of a way are drawn so far apart, pixels. */
const cellPixels = 14;
/** A click this near to a mark means it, pixels. */
const reachPixels = 11;

export function marksOnMap({ latitudes, longitudes, rows, kinds }: ReportMarks): MarksOnMap {
  return { xs: longitudes.map(mercatorX), ys: latitudes.map(mercatorY), rows, kinds };
}

/**
 * Indices of the marks that are drawn at a resolution (metres a pixel): of points one a cell, all others always. The
 * same ones wherever the map is moved, so that nothing flickers.
 */
export function spreadMarks({ xs, ys, kinds }: MarksOnMap, resolution: number): Int32Array {
  const cell = cellPixels * resolution;
  const taken = new Set<number>();
  const spread: number[] = [];
  for (let at = 0; at < xs.length; at++) {
    if (markKinds[kinds[at] ?? 0] === 'point') {
      const key = Math.floor((xs[at] ?? 0) / cell) * 67_108_864 + Math.floor((ys[at] ?? 0) / cell);
      if (taken.has(key)) continue;
      taken.add(key);
    }
    spread.push(at);
  }
  return Int32Array.from(spread);
}

/** The visible ones, points first: what is drawn later is above. */
export function marksInView(
  { xs, ys, rows, kinds }: MarksOnMap,
  spread: Int32Array,
  { width, height, resolution, toPixel }: OverlayScreen,
): ShownMark[] {
  const [left, top] = toPixel(0, 0);
  const shown: ShownMark[] = [];
  for (const at of spread) {
    const x = left + (xs[at] ?? 0) / resolution;
    const y = top - (ys[at] ?? 0) / resolution;
    if (x < -reachPixels || y < -reachPixels || x > width + reachPixels || y > height + reachPixels) continue;
    shown.push({ row: rows[at] ?? 0, kind: markKinds[kinds[at] ?? 0] ?? 'point', x, y });
  }
  return shown.sort((one, other) => Number(one.kind !== 'point') - Number(other.kind !== 'point'));
}

/** The mark that a click means: the nearest in reach, of equally near ones that which is above; null for none. */
export function markAt(shown: readonly ShownMark[], x: number, y: number): ShownMark | null {
  let found: ShownMark | null = null;
  let nearest = reachPixels;
  for (const mark of shown) {
    const away = Math.hypot(mark.x - x, mark.y - y);
    if (away > nearest) continue;
    nearest = away;
    found = mark;
  }
  return found;
}
