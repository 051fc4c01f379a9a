import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areaContains, distanceToLineMetres } from './geofence-contains.ts';
import { destination, distanceMetres, type Place } from './geometry.ts';

const at = (latitude: number, longitude: number): Place => ({ latitude, longitude });
const place = fc.record({
  latitude: fc.double({ min: -60, max: 60, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const course = fc.double({ min: 0, max: 359, noNaN: true });

test('a circle holds what is at most its radius away', () => {
  fc.assert(
    fc.property(
      place,
      course,
      fc.double({ min: 5, max: 50_000, noNaN: true }),
      (centre, towards, radiusMetres) => {
        const circle = { kind: 'circle' as const, centre, radiusMetres };
        expect(areaContains(circle, destination(centre, towards, radiusMetres * 0.999))).toBe(true);
        expect(areaContains(circle, destination(centre, towards, radiusMetres * 1.001))).toBe(false);
      },
    ),
  );
});

test('a polygon holds its inside, dents left out', () => {
  const arrow = { kind: 'polygon' as const, corners: [at(0, 0), at(0, 4), at(4, 4), at(1, 2), at(4, 0)] };
  expect([at(0.5, 2), at(2, 0.5), at(2, 3.5)].every((inside) => areaContains(arrow, inside))).toBe(true);
  expect(
    [at(2, 2), at(-0.1, 2), at(2, 4.1), at(2, -170)].some((outside) => areaContains(arrow, outside)),
  ).toBe(false);
});

test('a box around any place, also over the antimeridian, holds it and nothing beside it or opposite', () => {
  fc.assert(
    fc.property(
      place,
      fc.double({ min: 0.01, max: 5, noNaN: true }),
      fc.boolean(),
      (centre, half, turned) => {
        const wrap = (longitude: number) => ((longitude + 540) % 360) - 180;
        const corner = (north: number, east: number) =>
          at(centre.latitude + north * half, wrap(centre.longitude + east * half));
        const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
        const box = { kind: 'polygon' as const, corners: turned ? corners.reverse() : corners };
        expect(areaContains(box, centre)).toBe(true);
        expect(areaContains(box, corner(0.9, -0.9))).toBe(true);
        const beside = [corner(0, 1.1), corner(0, -1.1), corner(1.1, 0), corner(-1.1, 0)];
        const opposite = at(centre.latitude, wrap(centre.longitude + 180));
        expect([...beside, opposite].some((outside) => areaContains(box, outside))).toBe(false);
      },
    ),
  );
});

test('a line holds what is within its distance to either side, along all of its pieces', () => {
  const road = [at(-3.73, -38.52), at(-3.74, -38.52), at(-3.74, -38.53)];
  const line = { kind: 'line' as const, points: road };
  const middle = at(-3.735, -38.52);
  expect(areaContains(line, destination(middle, 90, 24))).toBe(true);
  expect(areaContains(line, destination(middle, 270, 26))).toBe(false);
  expect(areaContains(line, destination(middle, 270, 90), 100)).toBe(true);
  expect(areaContains(line, destination(at(-3.74, -38.53), 270, 24))).toBe(true);
  expect(areaContains(line, destination(at(-3.74, -38.53), 270, 26))).toBe(false);
});

test('the way to a line of one point is the way to the point, and to no line endless', () => {
  fc.assert(
    fc.property(place, course, fc.double({ min: 0, max: 5000, noNaN: true }), (point, towards, metres) => {
      const from = destination(point, towards, metres);
      const away = distanceToLineMetres([point], from);
      expect(Math.abs(away - distanceMetres(point, from))).toBeLessThan(0.01 * metres + 0.01);
    }),
  );
  expect(distanceToLineMetres([], at(0, 0))).toBe(Infinity);
});

test('a place whose coordinates are no numbers lies nowhere', () => {
  const nowhere = at(Number.NaN, Number.NaN);
  const corners = [at(0, 0), at(0, 4), at(4, 4)];
  expect(areaContains({ kind: 'circle', centre: at(0, 0), radiusMetres: 1e9 }, nowhere)).toBe(false);
  expect(areaContains({ kind: 'polygon', corners }, nowhere)).toBe(false);
  expect(areaContains({ kind: 'line', points: corners }, nowhere)).toBe(false);
});
