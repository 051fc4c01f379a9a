import { parseArea, printArea } from '@atalaia/domain/geo/geofence-area';
import { destination, distanceMetres } from '@atalaia/domain/geo/geometry';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areaOutline } from '../areas/area-outline.ts';
import { mercatorX, mercatorY } from '../mercator.ts';
import { drawnCircle, drawnLine, drawnPlace, drawnPolygon } from './drawn-area.ts';

const latitude = fc.integer({ min: -80_000_000, max: 80_000_000 }).map((millionths) => millionths / 1e6);
const longitude = fc.integer({ min: -179_999_999, max: 179_999_999 }).map((millionths) => millionths / 1e6);
const place = fc.record({ latitude, longitude });
const pointOf = (at: { latitude: number; longitude: number }) => [
  mercatorX(at.longitude),
  mercatorY(at.latitude),
];

test('[GEO-01] a place of six decimals comes back from the map as it was put there', () => {
  fc.assert(
    fc.property(place, (at) => {
      expect(drawnPlace(pointOf(at))).toEqual(at);
    }),
  );
});

test('[GEO-01] what is drawn is text that the domain reads back equal, and draws again in the same corners', () => {
  const corners = fc.uniqueArray(place, {
    minLength: 3,
    maxLength: 12,
    selector: (at) => `${at.latitude} ${at.longitude}`,
  });
  fc.assert(
    fc.property(corners, (places) => {
      const drawn = drawnPolygon([...places, ...places.slice(0, 1)].map(pointOf));
      expect(drawn).toEqual({ kind: 'polygon', corners: places });
      const { area } = parseArea(printArea(drawn ?? { kind: 'polygon', corners: [] }));
      expect(area).toEqual(drawn);
      expect(drawnPolygon(areaOutline({ kind: 'polygon', corners: places }))).toEqual(drawn);
    }),
  );
});

test('[GEO-01] a circle has the radius of the ground and not of the map', () => {
  const radius = fc.integer({ min: 1, max: 50_000 });
  const near = fc.record({ latitude: latitude.filter((value) => Math.abs(value) < 70), longitude });
  fc.assert(
    fc.property(near, radius, fc.integer({ min: 0, max: 359 }), (centre, metres, course) => {
      const edge = destination(centre, course, metres);
      const area = drawnCircle(pointOf(centre), pointOf(edge));
      if (area?.kind !== 'circle') throw new Error('no circle');
      expect(area.centre).toEqual(centre);
      expect(Math.abs(area.radiusMetres - distanceMetres(centre, edge))).toBeLessThan(0.3);
    }),
  );
});

test('a click too many adds no corner, and what is no area yet is none', () => {
  const [a, b, c] = [[0, 0] as const, [1000, 0] as const, [1000, 1000] as const];
  expect(drawnPolygon([a, b, c, c, a])).toMatchObject({ corners: { length: 3 } });
  expect(drawnPolygon([a, b, a])).toBeUndefined();
  expect(drawnLine([a, a])).toBeUndefined();
  expect(drawnLine([a, b, b])).toMatchObject({ points: { length: 2 } });
  expect(drawnCircle(a, a)).toBeUndefined();
});

test('what is drawn beyond the edge of the world lies on the earth', () => {
  const wide = mercatorX(190);
  expect(drawnPlace([wide, 0])).toEqual({ latitude: 0, longitude: -170 });
});
