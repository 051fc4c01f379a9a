/** Vehicles on one spot, which no zoom takes apart, laid out round it so that each can be seen and clicked. */
import { maxZoom } from '../core/map-start.ts';
import { resolutionOf } from '../mercator.ts';
import { type Clusters, clusterDistancePixels } from './cluster-grid.ts';
import type { DeviceColumns } from './device-columns.ts';

/** A spot whose vehicles are laid out. */
export interface Spread {
  readonly cluster: number;
  /** The spot itself, EPSG:3857 metres. */
  readonly x: number;
  readonly y: number;
  /** Rows of the vehicles that have a place round it, and those places, EPSG:3857 metres. */
  readonly rows: readonly number[];
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** The first ring round a spot, and how much farther each next one is, pixels. */
const ringPixels = 40;
/** Vehicles of the first ring; each next one has as many more. */
const perRing = 8;
/** More than three rings hide the streets; the others stay one cluster in the middle. */
const mostSpread = perRing * (1 + 2 + 3);

/** The layout of the cluster that a device is in; null for one that a closer look takes apart, and for a lone device. */
function spreadOf(
  columns: DeviceColumns,
  clusters: Clusters,
  row: number,
  resolution: number,
): Spread | null {
  const cluster = clusters.clusterOfRow[row] ?? -1;
  if (cluster < 0 || (clusters.sizes[cluster] ?? 0) < 2) return null;
  const seed = clusters.seeds[cluster] ?? 0;
  const [x, y] = [columns.xs[seed] ?? 0, columns.ys[seed] ?? 0];
  const nearest = clusterDistancePixels * resolutionOf(maxZoom);
  const rows: number[] = [];
  for (let member = 0; member < columns.rowCount; member++) {
    if (clusters.clusterOfRow[member] !== cluster) continue;
    if (Math.hypot((columns.xs[member] ?? 0) - x, (columns.ys[member] ?? 0) - y) > nearest) return null;
    rows.push(member);
  }
  const shown = rows
    .sort((one, other) => (columns.ids[one] ?? 0) - (columns.ids[other] ?? 0))
    .slice(0, mostSpread);
  const places = shown.map((_, at) => placeOf(at, shown.length));
  return {
    ...{ cluster, x, y },
    rows: shown,
    xs: places.map(([right]) => x + right * resolution),
    ys: places.map(([, down]) => y - down * resolution),
  };
}

/** Where the vehicle at a place of the list is, pixels from the spot. */
function placeOf(at: number, count: number): readonly [right: number, down: number] {
  let [ring, before] = [1, 0];
  while (at >= before + ring * perRing) {
    before += ring * perRing;
    ring += 1;
  }
  const inRing = Math.min(ring * perRing, count - before);
  const angle = (2 * Math.PI * (at - before)) / inRing - Math.PI / 2;
  return [Math.cos(angle) * ring * ringPixels, Math.sin(angle) * ring * ringPixels];
}

/** Which spot is laid out. */
export function createSpreads() {
  let chosen: number | null = null;
  const at = (columns: DeviceColumns, clusters: Clusters, zoom: number): Spread | null =>
    chosen === null
      ? null
      : spreadOf(columns, clusters, columns.rowOfId.get(chosen) ?? -1, resolutionOf(zoom));
  return {
    at,
    /** Lays out the cluster that a device is in, or none; gives whether one is. */
    choose(deviceId: number | null, columns: DeviceColumns, clusters: Clusters | null, zoom = 0): boolean {
      chosen = deviceId;
      const isSpread = clusters !== null && at(columns, clusters, zoom) !== null;
      if (!isSpread) chosen = null;
      return isSpread;
    },
  };
}

/** The middle of a layout, and how many are round it. */
export const spotOf = ({ x, y, rows }: Spread) => ({ x, y, count: rows.length });
