import { parseArea } from '@atalaia/domain/geo/geofence-area';
import { distanceMetres } from '@atalaia/domain/geo/geometry';
import { expect, test } from 'vitest';
import { latitudeOf, longitudeOf, mercatorX } from '../mercator.ts';
import { areaOutline, circleOutline } from './area-outline.ts';

function outline(text: string) {
  const { area, error } = parseArea(text);
  if (!area) throw new Error(error);
  return areaOutline(area);
}

test('[MAP-13] a circle is drawn in metres on the ground, at the equator and near the poles alike', () => {
  for (const latitude of [0, -3.73, -33.4, 64.1]) {
    const centre = { latitude, longitude: -38.5 };
    const corners = circleOutline(centre, 500);
    for (const [x, y] of corners)
      expect(distanceMetres(centre, { latitude: latitudeOf(y), longitude: longitudeOf(x) })).toBeCloseTo(
        500,
        3,
      );
    expect(corners[0]).toEqual(corners.at(-1));
  }
});

test('[MAP-13] a polygon is closed and a line is not', () => {
  const ring = outline('POLYGON ((-3.7 -38.5, -3.8 -38.5, -3.8 -38.6))');
  expect(ring).toHaveLength(4);
  expect(ring[3]).toEqual(ring[0]);
  expect(outline('LINESTRING (-3.7 -38.5, -3.8 -38.5)')).toHaveLength(2);
});

test('an area over the antimeridian is drawn there and not round the world', () => {
  for (const text of [
    'POLYGON ((-16 179, -17 179, -17 -179, -16 -179))',
    'CIRCLE (-16.5 179.9, 50000)',
    'LINESTRING (-16 179.5, -17 -179.5)',
  ]) {
    const xs = outline(text).map(([x]) => x);
    expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(mercatorX(2.1));
    expect(Math.min(...xs)).toBeGreaterThan(mercatorX(178));
  }
});
