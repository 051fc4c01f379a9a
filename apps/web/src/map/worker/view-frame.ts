/** The few hundred things that the screen shows, cut out of all clusters and handed to the main thread. */
import { categories } from '@atalaia/domain/catalog/categories';
import type { Clusters } from './cluster-grid.ts';
import type { DeviceColumns } from './device-columns.ts';
import type { Spread } from './spread.ts';

/** West, south, east, north in EPSG:3857 metres. */
export type ViewExtent = readonly [west: number, south: number, east: number, north: number];

export interface FrameItems {
  readonly count: number;
  /** The device of a marker; the seed of a cluster. */
  readonly deviceIds: Int32Array<ArrayBuffer>;
  /** Devices in it: 1 is a marker. */
  readonly sizes: Int32Array<ArrayBuffer>;
  readonly xs: Float64Array<ArrayBuffer>;
  readonly ys: Float64Array<ArrayBuffer>;
  /** Degrees clockwise from north; NaN when missing. */
  readonly courses: Float32Array<ArrayBuffer>;
  /** Index into `deviceColours`; a cluster has its seed's. */
  readonly colours: Uint8Array<ArrayBuffer>;
  readonly sirens: Uint8Array<ArrayBuffer>;
  /** Index into `categories`; one that nobody knows is the default (MAP-12). */
  readonly categories: Uint8Array<ArrayBuffer>;
}

const indexOfCategory: ReadonlyMap<unknown, number> = new Map(
  categories.map((category, index) => [category, index]),
);
const defaultCategory = categories.indexOf('default');

/** A quarter of the view on every side, so that a short drag finds its markers already there. */
export function widened([west, south, east, north]: ViewExtent): ViewExtent {
  const across = (east - west) / 4;
  const up = (north - south) / 4;
  return [west - across, south - up, east + across, north + up];
}

export function contains([west, south, east, north]: ViewExtent, x: number, y: number): boolean {
  return x >= west && x <= east && y >= south && y <= north;
}

/** The clusters whose seed is in the extent, in seeding order; then the vehicles that are laid out round a spot. */
export function cutFrame(
  columns: DeviceColumns,
  clusters: Clusters,
  extent: ViewExtent,
  spread: Spread | null = null,
): FrameItems {
  const chosen: number[] = [];
  for (let cluster = 0; cluster < clusters.count; cluster++) {
    const row = clusters.seeds[cluster] ?? 0;
    const isSpread = cluster === spread?.cluster && clusters.sizes[cluster] === spread.rows.length;
    if (!isSpread && contains(extent, columns.xs[row] ?? 0, columns.ys[row] ?? 0)) chosen.push(cluster);
  }
  const items = emptyItems(chosen.length + (spread?.rows.length ?? 0));
  const fill = (entry: number, row: number) => {
    items.deviceIds[entry] = columns.ids[row] ?? 0;
    items.xs[entry] = columns.xs[row] ?? 0;
    items.ys[entry] = columns.ys[row] ?? 0;
    items.courses[entry] = columns.courses[row] ?? Number.NaN;
    items.colours[entry] = columns.colours[row] ?? 0;
    items.categories[entry] = indexOfCategory.get(columns.categories[row]) ?? defaultCategory;
  };
  chosen.forEach((cluster, entry) => {
    fill(entry, clusters.seeds[cluster] ?? 0);
    const apart = cluster === spread?.cluster ? spread.rows.length : 0;
    items.sizes[entry] = (clusters.sizes[cluster] ?? 0) - apart;
    items.sirens[entry] = clusters.sirens[cluster] ?? 0;
  });
  spread?.rows.forEach((row, at) => {
    const entry = chosen.length + at;
    fill(entry, row);
    items.sizes[entry] = 1;
    items.sirens[entry] = columns.sirens[row] ?? 0;
    items.xs[entry] = spread.xs[at] ?? 0;
    items.ys[entry] = spread.ys[at] ?? 0;
  });
  return items;
}

export function emptyItems(count: number): FrameItems {
  return {
    count,
    deviceIds: new Int32Array(count),
    sizes: new Int32Array(count),
    xs: new Float64Array(count),
    ys: new Float64Array(count),
    courses: new Float32Array(count),
    colours: new Uint8Array(count),
    sirens: new Uint8Array(count),
    categories: new Uint8Array(count),
  };
}

export function itemBuffers(items: FrameItems): ArrayBuffer[] {
  const { count: _, ...columns } = items;
  return Object.values(columns).map((column) => column.buffer);
}
