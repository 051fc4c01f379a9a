import { type DeviceColumns, hasPosition } from './device-columns.ts';

/** Devices nearer than this to a cluster's seed are drawn as one (MAP-07), pixels. */
export const clusterDistancePixels = 25;

/** The clusters of one zoom. A cluster of one is a marker. The arrays are scratch: the next run overwrites them. */
export interface Clusters {
  count: number;
  /** Row of the device of the cluster, and at whose place it is drawn. */
  seeds: Int32Array;
  sizes: Int32Array;
  /** 1 when a member has a siren. */
  sirens: Uint8Array;
  /** Cluster of each row; −1 for a device without a position. */
  clusterOfRow: Int32Array;
}

const leastSlots = 2048;
/** Of a cell's side, in distances: a square of two distances round a place touches four cells of this size at most. */
const distancesPerCell = 2;

export interface ClusterRequest {
  readonly columns: DeviceColumns;
  /** Rows by ascending device id. */
  readonly order: Int32Array;
  /** Metres per pixel. */
  readonly resolution: number;
  /** Row that stays a marker of its own and takes no other in; −1 for none. */
  readonly loneRow: number;
}

export interface ClusterGrid {
  cluster(request: ClusterRequest): Clusters;
}

/**
 * Groups devices by a greedy walk in id order: a device joins the nearest seed within 25 pixels, or becomes a seed. So
 * every device is in exactly one cluster, seeds lie more than 25 pixels apart, and the same places always give the same
 * clusters whatever the view shows: nothing flickers while panning or while others move far away.
 *
 * Seeds are found through a hash of square cells of 50 pixels: at most four hold every seed that can be near enough.
 */
export function createClusterGrid(): ClusterGrid {
  const clusters: Clusters = {
    count: 0,
    seeds: new Int32Array(0),
    sizes: new Int32Array(0),
    sirens: new Uint8Array(0),
    clusterOfRow: new Int32Array(0),
  };
  /** First cluster of each hash slot plus one, 0 for none; `nextInSlot` chains the others the same way. */
  let slots = new Int32Array(leastSlots);
  let nextInSlot = new Int32Array(0);

  function prepare(rowCount: number): void {
    if (clusters.seeds.length < rowCount) {
      const capacity = Math.ceil(rowCount * 1.25);
      clusters.seeds = new Int32Array(capacity);
      clusters.sizes = new Int32Array(capacity);
      clusters.sirens = new Uint8Array(capacity);
      clusters.clusterOfRow = new Int32Array(capacity);
      nextInSlot = new Int32Array(capacity);
    }
    // About as many clusters as last time: a table that fits them stays in the processor's cache.
    const slotCount = Math.max(leastSlots, 2 ** Math.ceil(Math.log2(clusters.count * 2 + 1)));
    if (slots.length === slotCount) slots.fill(0);
    else slots = new Int32Array(slotCount);
    clusters.count = 0;
  }

  function nearestSeed(columns: DeviceColumns, x: number, y: number, limit: number, loneRow: number): number {
    const { seeds } = clusters;
    const { xs, ys } = columns;
    const mask = slots.length - 1;
    const side = distancesPerCell * limit;
    const firstX = Math.floor((x - limit) / side);
    const firstY = Math.floor((y - limit) / side);
    const lastX = Math.floor((x + limit) / side);
    const lastY = Math.floor((y + limit) / side);
    let nearest = -1;
    let shortest = limit * limit;
    for (let cellX = firstX; cellX <= lastX; cellX++) {
      for (let cellY = firstY; cellY <= lastY; cellY++) {
        let linked = slots[slotOf(cellX, cellY, mask)] ?? 0;
        while (linked > 0) {
          const candidate = linked - 1;
          const seed = seeds[candidate] ?? 0;
          const offsetX = (xs[seed] ?? 0) - x;
          const offsetY = (ys[seed] ?? 0) - y;
          const distance = offsetX * offsetX + offsetY * offsetY;
          const nearer =
            distance < shortest || (distance === shortest && (nearest < 0 || candidate < nearest));
          if (nearer && seed !== loneRow) {
            nearest = candidate;
            shortest = distance;
          }
          linked = nextInSlot[candidate] ?? 0;
        }
      }
    }
    return nearest;
  }

  function open(columns: DeviceColumns, row: number, limit: number): number {
    const cluster = clusters.count++;
    clusters.seeds[cluster] = row;
    clusters.sizes[cluster] = 0;
    clusters.sirens[cluster] = 0;
    if (cluster < slots.length) link(columns, cluster, limit);
    else {
      // more than last time, as after a zoom: each slot would be a long chain, and all are walked for every device
      slots = new Int32Array(slots.length * 8);
      for (let known = 0; known <= cluster; known++) link(columns, known, limit);
    }
    return cluster;
  }

  function link(columns: DeviceColumns, cluster: number, limit: number): void {
    const row = clusters.seeds[cluster] ?? 0;
    const side = distancesPerCell * limit;
    const cellX = Math.floor((columns.xs[row] ?? 0) / side);
    const cellY = Math.floor((columns.ys[row] ?? 0) / side);
    const slot = slotOf(cellX, cellY, slots.length - 1);
    nextInSlot[cluster] = slots[slot] ?? 0;
    slots[slot] = cluster + 1;
  }

  return {
    cluster({ columns, order, resolution, loneRow }) {
      const limit = clusterDistancePixels * resolution;
      prepare(columns.rowCount);
      for (const row of order) {
        if (!hasPosition(columns, row)) {
          clusters.clusterOfRow[row] = -1;
          continue;
        }
        const x = columns.xs[row] ?? 0;
        const y = columns.ys[row] ?? 0;
        const found = row === loneRow ? -1 : nearestSeed(columns, x, y, limit, loneRow);
        const cluster = found < 0 ? open(columns, row, limit) : found;
        clusters.clusterOfRow[row] = cluster;
        clusters.sizes[cluster] = (clusters.sizes[cluster] ?? 0) + 1;
        if (columns.sirens[row] === 1) clusters.sirens[cluster] = 1;
      }
      return clusters;
    },
  };
}

/** Large odd factors spread neighbouring cells; the slot count is a power of two. */
function slotOf(cellX: number, cellY: number, mask: number): number {
  return ((Math.imul(cellX, 0x9e3779b1) ^ Math.imul(cellY, 0x85ebca6b)) >>> 7) & mask;
}
