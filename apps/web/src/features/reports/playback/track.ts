/** The way of one device through its rows, at any instant between them. Pure. */
import type { RouteColumns } from '../../../lib/reports/route-columns.ts';

export interface TrackPoint {
  readonly latitude: number;
  readonly longitude: number;
  /** Degrees clockwise from north. */
  readonly course: number;
  readonly speedKnots: number;
  /** The last row at or before the instant. */
  readonly row: number;
}

export interface Track {
  /** ms since 1970 UTC. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Between two rows the vehicle is thought to drive straight and evenly, unless they lie far apart in time. */
  at(timeMs: number): TrackPoint;
  /** The device's row that is nearest in time. */
  nearestRow(timeMs: number): number;
}

/** Rows farther apart than this have nothing between them: the vehicle waits at the first. */
const mostBetweenMs = 10 * 60_000;

/** Null for a device without rows. */
export function createTrack(columns: RouteColumns, deviceId: number): Track | null {
  const instants = columns.numbers('fixTime');
  const latitudes = columns.numbers('latitude');
  const longitudes = columns.numbers('longitude');
  const courses = columns.numbers('course');
  const speeds = columns.numbers('speed');
  const devices = columns.numbers('deviceId');
  const rows: number[] = [];
  for (let row = 0; row < devices.length; row++) if (devices[row] === deviceId) rows.push(row);
  const timeOf = (place: number) => instants[rows[place] ?? 0] ?? 0;
  const last = rows.length - 1;
  if (last < 0) return null;

  /** Place of the last row at or before the instant; the first for one before them all. */
  function placeAt(timeMs: number): number {
    let [low, high] = [0, last];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (timeOf(middle) <= timeMs) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    fromMs: timeOf(0),
    toMs: timeOf(last),
    at(timeMs) {
      const place = placeAt(timeMs);
      const row = rows[place] ?? 0;
      const next = rows[Math.min(place + 1, last)] ?? row;
      const span = (instants[next] ?? 0) - (instants[row] ?? 0);
      const passed = timeMs - (instants[row] ?? 0);
      const part = span > 0 && span <= mostBetweenMs ? Math.min(Math.max(passed / span, 0), 1) : 0;
      const between = (values: Float64Array) => {
        const from = values[row] ?? 0;
        return from + ((values[next] ?? from) - from) * part;
      };
      return {
        latitude: between(latitudes),
        longitude: between(longitudes),
        course: courses[row] ?? 0,
        speedKnots: speeds[row] ?? 0,
        row,
      };
    },
    nearestRow(timeMs) {
      const place = placeAt(timeMs);
      const after = Math.min(place + 1, last);
      const isAfterNearer = timeOf(after) - timeMs < timeMs - timeOf(place);
      return rows[isAfterNearer ? after : place] ?? 0;
    },
  };
}
