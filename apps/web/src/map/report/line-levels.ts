/** A long line at every zoom: of its places only those that lie apart on the screen. */
import { mercatorX, mercatorY } from '../mercator.ts';
import type { ReportRoute } from './report-drawing.ts';

/** EPSG:3857 metres, one value a place. */
export interface LineOnMap {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly starts: readonly number[];
}

/** Indices of the places that are drawn, and which of these begin a part of the line. */
export interface LineLevel {
  readonly indices: Int32Array;
  readonly isStart: Uint8Array;
}

export function lineOnMap({ latitudes, longitudes, starts }: ReportRoute): LineOnMap {
  return { xs: longitudes.map(mercatorX), ys: latitudes.map(mercatorY), starts };
}

/** Leaves out every place nearer than this to the last one kept, metres of the map; each part keeps both its ends. */
export function levelOf({ xs, ys, starts }: LineOnMap, leastMetres: number): LineLevel {
  const indices = new Int32Array(xs.length);
  const isStart = new Uint8Array(xs.length);
  let count = 0;
  starts.forEach((start, part) => {
    const end = starts[part + 1] ?? xs.length;
    let [lastX, lastY] = [Number.NaN, Number.NaN];
    for (let at = start; at < end; at++) {
      const [x = 0, y = 0] = [xs[at], ys[at]];
      const isNear = Math.abs(x - lastX) < leastMetres && Math.abs(y - lastY) < leastMetres;
      if (isNear && at !== end - 1) continue;
      isStart[count] = at === start ? 1 : 0;
      indices[count++] = at;
      lastX = x;
      lastY = y;
    }
  });
  return { indices: indices.slice(0, count), isStart: isStart.slice(0, count) };
}
