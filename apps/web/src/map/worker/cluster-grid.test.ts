import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Clusters, createClusterGrid } from './cluster-grid.ts';
import { addDevice, createDeviceColumns, type DeviceColumns, rowsInIdOrder } from './device-columns.ts';

interface Point {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/** At one metre per pixel, so that places read as pixels. */
const resolution = 1;

function columnsOf(points: readonly Point[]): DeviceColumns {
  const columns = createDeviceColumns(0);
  for (const { id, x, y } of points) {
    const row = addDevice(columns, { id, name: '', uniqueId: '', category: null });
    columns.xs[row] = x;
    columns.ys[row] = y;
  }
  return columns;
}

function clusterOf(columns: DeviceColumns, loneRow = -1): Clusters {
  return createClusterGrid().cluster({ columns, order: rowsInIdOrder(columns), resolution, loneRow });
}

/** Device ids of each cluster, by seed: what a person would see, whatever the order of rows. */
function groups(columns: DeviceColumns, clusters: Clusters): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const row of rowsInIdOrder(columns)) {
    const cluster = clusters.clusterOfRow[row] ?? -1;
    if (cluster < 0) continue;
    const seedId = columns.ids[clusters.seeds[cluster]!]!;
    found.set(seedId, [...(found.get(seedId) ?? []), columns.ids[row]!]);
  }
  return found;
}

function distance(columns: DeviceColumns, one: number, other: number): number {
  return Math.hypot(columns.xs[one]! - columns.xs[other]!, columns.ys[one]! - columns.ys[other]!);
}

const coordinate = fc.oneof(
  fc.integer({ min: -200, max: 200 }),
  fc.double({ min: -2e7, max: 2e7, noNaN: true }),
);
const points = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 5000 }), x: coordinate, y: coordinate }),
  { selector: (point) => point.id, maxLength: 120 },
);

test('[MAP-07] every device with a position is in exactly one cluster, and the sizes add up', () => {
  fc.assert(
    fc.property(points, (some) => {
      const columns = columnsOf(some);
      const clusters = clusterOf(columns);
      const members = [...groups(columns, clusters).values()];
      expect(members.flat().sort((a, b) => a - b)).toEqual(some.map(({ id }) => id).sort((a, b) => a - b));
      expect(Array.from(clusters.sizes.slice(0, clusters.count))).toEqual(members.map((ids) => ids.length));
    }),
  );
});

test('[MAP-07] a member lies within 25 pixels of its seed, and no two seeds do', () => {
  fc.assert(
    fc.property(points, (some) => {
      const columns = columnsOf(some);
      const clusters = clusterOf(columns);
      for (let row = 0; row < columns.rowCount; row++) {
        const seed = clusters.seeds[clusters.clusterOfRow[row]!]!;
        expect(distance(columns, row, seed)).toBeLessThanOrEqual(25);
      }
      for (let one = 0; one < clusters.count; one++) {
        for (let other = one + 1; other < clusters.count; other++) {
          // a distance just above 25 may round to it
          expect(distance(columns, clusters.seeds[one]!, clusters.seeds[other]!)).toBeGreaterThanOrEqual(25);
        }
      }
    }),
  );
});

test('[MAP-07] the same places give the same clusters, in whatever order the devices became known', () => {
  fc.assert(
    fc.property(points, fc.infiniteStream(fc.nat()), (some, random) => {
      const shuffled = some
        .map((point) => ({ point, rank: random.next().value }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ point }) => point);
      const columns = columnsOf(some);
      const others = columnsOf(shuffled);
      expect(groups(others, clusterOf(others))).toEqual(groups(columns, clusterOf(columns)));
    }),
  );
});

test('the lowest id of a cluster is its seed', () => {
  const columns = columnsOf([
    { id: 9, x: 0, y: 0 },
    { id: 4, x: 10, y: 0 },
    { id: 7, x: 20, y: 0 },
  ]);
  expect(groups(columns, clusterOf(columns))).toEqual(new Map([[4, [4, 7, 9]]]));
});

test('a device joins the nearest seed, not the first', () => {
  const columns = columnsOf([
    { id: 1, x: 0, y: 0 },
    { id: 2, x: 30, y: 0 },
    { id: 3, x: 20, y: 0 },
  ]);
  expect(groups(columns, clusterOf(columns))).toEqual(
    new Map([
      [1, [1]],
      [2, [2, 3]],
    ]),
  );
});

test('a device that moves far away changes no cluster it has nothing to do with', () => {
  const near = [1, 2, 3, 4].map((id) => ({ id, x: id * 15, y: 0 }));
  const before = columnsOf([...near, { id: 5, x: 1000, y: 0 }]);
  const after = columnsOf([...near, { id: 5, x: 1400, y: 90 }]);
  expect(groups(after, clusterOf(after))).toEqual(groups(before, clusterOf(before)));
});

test('the selected device stays alone and takes nobody in, though others lie on it', () => {
  const columns = columnsOf([1, 2, 3].map((id) => ({ id, x: 0, y: 0 })));
  expect(groups(columns, clusterOf(columns, 0))).toEqual(
    new Map([
      [1, [1]],
      [2, [2, 3]],
    ]),
  );
});

test('a cluster carries the siren of any of its members', () => {
  const columns = columnsOf([
    { id: 1, x: 0, y: 0 },
    { id: 2, x: 5, y: 0 },
    { id: 3, x: 500, y: 0 },
  ]);
  columns.sirens[1] = 1;
  const clusters = clusterOf(columns);
  expect(Array.from(clusters.sirens.slice(0, clusters.count))).toEqual([1, 0]);
});

test('a device without a position is in no cluster', () => {
  const columns = columnsOf([{ id: 1, x: Number.NaN, y: Number.NaN }]);
  const clusters = clusterOf(columns);
  expect(clusters.count).toBe(0);
  expect(clusters.clusterOfRow[0]).toBe(-1);
});

test('a grid that is used again forgets the devices it had before', () => {
  const grid = createClusterGrid();
  const request = (columns: DeviceColumns) => ({
    columns,
    order: rowsInIdOrder(columns),
    resolution,
    loneRow: -1,
  });
  grid.cluster(request(columnsOf([1, 2, 3, 4, 5].map((id) => ({ id, x: id * 100, y: 0 })))));
  const columns = columnsOf([{ id: 8, x: 100, y: 0 }]);
  expect(groups(columns, grid.cluster(request(columns)))).toEqual(new Map([[8, [8]]]));
});

test('[MAP-07] many more clusters than in the run before are found as quickly: after a zoom, and at first', () => {
  const across = 150;
  const far = Array.from({ length: across * across }, (_, at) => ({
    id: at + 1,
    x: (at % across) * 60,
    y: Math.floor(at / across) * 60,
  }));
  // each with a neighbour that belongs to it
  const columns = columnsOf(
    far.flatMap((point) => [point, { ...point, id: point.id + 1e6, x: point.x + 9 }]),
  );
  let reads = 0;
  const counted = new Proxy(columns.xs, {
    get(target, name) {
      reads += 1;
      return target[Number(name)];
    },
  });
  const clusters = clusterOf({ ...columns, xs: counted });
  expect(clusters.count).toBe(far.length);
  expect(new Set(clusters.sizes.slice(0, clusters.count))).toEqual(new Set([2]));
  // a few seeds are looked at for a device, whatever their number
  expect(reads / columns.rowCount).toBeLessThan(20);
});
