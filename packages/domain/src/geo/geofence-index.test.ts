import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GeofenceArea } from './geofence-area.ts';
import { areaContains } from './geofence-contains.ts';
import { createGeofenceIndex, type IndexedArea } from './geofence-index.ts';
import type { Place } from './geometry.ts';

const coordinate = (bound: number) => fc.double({ min: -bound, max: bound, noNaN: true });
/** Near the antimeridian and the poles as often as elsewhere. */
const longitude = fc.oneof(coordinate(180), fc.constantFrom(-180, 180, 179.999, -179.999));
const latitude = fc.oneof(coordinate(85), fc.constantFrom(0, 89.9, -89.9));
const place: fc.Arbitrary<Place> = fc.record({ latitude, longitude });
const nearby = (centre: Place) =>
  fc.record({ latitude: coordinate(3), longitude: coordinate(3) }).map((off) => ({
    latitude: Math.min(90, Math.max(-90, centre.latitude + off.latitude)),
    longitude: ((((centre.longitude + off.longitude + 180) % 360) + 360) % 360) - 180,
  }));
const area: fc.Arbitrary<IndexedArea> = place.chain((centre) =>
  fc.oneof(
    fc
      .record({ radiusMetres: fc.double({ min: 1, max: 400_000, noNaN: true }) })
      .map(({ radiusMetres }): IndexedArea => ({ area: { kind: 'circle', centre, radiusMetres } })),
    fc
      .array(nearby(centre), { minLength: 3, maxLength: 7 })
      .map((corners): IndexedArea => ({ area: { kind: 'polygon', corners } })),
    fc
      .record({
        points: fc.array(nearby(centre), { minLength: 2, maxLength: 5 }),
        polylineDistanceMetres: fc.double({ min: 1, max: 5_000, noNaN: true }),
      })
      .map(
        ({ points, polylineDistanceMetres }): IndexedArea => ({
          area: { kind: 'line', points },
          polylineDistanceMetres,
        }),
      ),
  ),
);

/** Places in the middle of areas, so that something is found. */
const middleOf = ({ area }: IndexedArea): Place =>
  area.kind === 'circle' ? area.centre : ((area.kind === 'line' ? area.points : area.corners)[0] as Place);

test('[GEO-01] the index finds what looking at every area finds, also over the antimeridian and at the poles', () => {
  fc.assert(
    fc.property(fc.array(area, { minLength: 1, maxLength: 30 }), fc.array(place), (areas, places) => {
      const index = createGeofenceIndex(areas);
      const near = areas.flatMap((one) => {
        const { latitude, longitude } = middleOf(one);
        return [0, 0.01, 1].map((off) => ({ latitude: Math.min(latitude + off, 90), longitude }));
      });
      for (const one of [...places, ...near]) {
        const slowly = [...areas.keys()].filter((at) => {
          const { area, polylineDistanceMetres } = areas[at] as IndexedArea;
          return areaContains(area, one, polylineDistanceMetres);
        });
        expect(index.containing(one, () => true)).toEqual(slowly);
      }
    }),
    { numRuns: 300 },
  );
});

test('only areas that count are found, and an empty list holds nothing', () => {
  const centre = { latitude: -23.5, longitude: -46.6 };
  const circle: GeofenceArea = { kind: 'circle', centre, radiusMetres: 100 };
  const index = createGeofenceIndex([{ area: circle }, { area: circle }, { area: circle }]);
  expect(index.containing(centre, (at) => at !== 1)).toEqual([0, 2]);
  expect(createGeofenceIndex([]).containing(centre, () => true)).toEqual([]);
});

const square = (south: number, west: number, size: number): IndexedArea => ({
  area: {
    kind: 'polygon',
    corners: [
      { latitude: south, longitude: west },
      { latitude: south, longitude: west + size },
      { latitude: south + size, longitude: west + size },
      { latitude: south + size, longitude: west },
    ],
  },
});

test('[GEO-01] of very many places, each asked for again, the index finds what looking at every area finds, also on their sides', () => {
  const hundredths = (count: number) => count / 100;
  const areas = [0, 1, 2, 3, 4].map((at) =>
    square(hundredths(at * 40 - 90), hundredths(at * 30 - 4640), hundredths(9 + at)),
  );
  const index = createGeofenceIndex(areas);
  const slowly = (one: Place) =>
    [...areas.keys()].filter((at) => areaContains((areas[at] as IndexedArea).area, one));
  let held = 0;
  for (const _ of [1, 2]) {
    for (let row = -100; row < 100; row += 1) {
      for (let column = -4650; column < -4500; column += 1) {
        const one = { latitude: hundredths(row), longitude: hundredths(column) };
        const found = index.containing(one, () => true);
        held += found.length;
        if (found.join() !== slowly(one).join()) expect(found, JSON.stringify(one)).toEqual(slowly(one));
      }
    }
  }
  expect(held).toBeGreaterThan(1000);
});

test('[GEO-01] an index over other areas finds those, wherever the one before it was asked', () => {
  const place = { latitude: -23.5, longitude: -46.6 };
  const here = createGeofenceIndex([square(-23.6, -46.7, 0.2)]);
  const elsewhere = createGeofenceIndex([square(10, 10, 0.2)]);
  const both = createGeofenceIndex([square(10, 10, 0.2), square(-23.6, -46.7, 0.2)]);
  for (const _ of [1, 2]) {
    expect(here.containing(place, () => true)).toEqual([0]);
    expect(elsewhere.containing(place, () => true)).toEqual([]);
    expect(both.containing(place, () => true)).toEqual([1]);
    expect(both.containing(place, () => false)).toEqual([]);
  }
  expect(here.containing({ latitude: Number.NaN, longitude: 0 }, () => true)).toEqual([]);
  expect(here.containing({ latitude: -90, longitude: -180 }, () => true)).toEqual([]);
});

test('[GEO-01] of few or very many areas close together, only those whose boxes hold the place are looked at', () => {
  for (const count of [20, 40]) {
    for (const [north, east] of [
      [0.0002, 0],
      [0, 0.0002],
    ] as const) {
      const areas = Array.from({ length: count }, (_, at) =>
        square(-23.5 + at * north, -46.6 + at * east, 0.0001),
      );
      const asked: number[] = [];
      const place = { latitude: -23.49995 + 10 * north, longitude: -46.59995 + 10 * east };
      const found = createGeofenceIndex(areas).containing(place, (at) => asked.push(at) > 0);
      expect([found, asked]).toEqual([[10], [10]]);
    }
  }
});
