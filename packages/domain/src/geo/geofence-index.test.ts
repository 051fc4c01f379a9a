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
