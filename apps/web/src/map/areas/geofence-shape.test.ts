import type { Geofence } from '@atalaia/contract/rules/geofence';
import { expect, test } from 'vitest';
import { mercatorX } from '../mercator.ts';
import { geofenceAt, placeOfName, readGeofences } from './geofence-shape.ts';

function aGeofence(values: Partial<Geofence>): Geofence {
  return {
    id: 1,
    name: 'Pátio',
    description: null,
    calendarId: 0,
    area: 'CIRCLE (-3.73 -38.52, 500)',
    attributes: {},
    ...values,
  };
}

const broken = [
  '',
  'CIRCLE (-3.73 -38.52, 0)',
  'POLYGON ((1 2, 3 4))',
  'POINT (1 2)',
  'LINESTRING (91 0, 0 0)',
];

test('[MAP-13] polygon, circle and line are drawn; a broken area is left out and counted', () => {
  const good = ['CIRCLE (1 2, 5)', 'POLYGON ((0 0, 1 0, 1 1))', 'LINESTRING (0 0, 1 1)'];
  const geofences = [...good, ...broken].map((area, id) => aGeofence({ id, area }));
  const { shapes, skippedCount } = readGeofences(geofences);
  expect(shapes.map(({ area }) => area.kind)).toEqual(['circle', 'polygon', 'line']);
  expect(skippedCount).toBe(broken.length);
});

test('[MAP-13] its colour is its own, and what is no colour is the brand', () => {
  const colours = ['#E03131', '#0f0', 'red; x', undefined].map((color) =>
    aGeofence({ attributes: { color } }),
  );
  expect(readGeofences(colours).shapes.map(({ colour }) => colour)).toEqual([
    '#e03131',
    '#00ff00',
    null,
    null,
  ]);
});

test("[MAP-13] a line is as wide as its polylineDistance says, to either side, and as the server's rule without", () => {
  const area = 'LINESTRING (-3.7 -38.5, -3.8 -38.5)';
  const { shapes } = readGeofences([
    aGeofence({ area, attributes: { polylineDistance: 80 } }),
    aGeofence({ area }),
    aGeofence({}),
  ]);
  expect(shapes.map(({ halfWidthMetres }) => halfWidthMetres)).toEqual([80, 25, 0]);
});

test('a click finds the smallest geofence around it, and a line by its width', () => {
  const { shapes } = readGeofences([
    aGeofence({ id: 1, area: 'CIRCLE (-3.73 -38.52, 5000)' }),
    aGeofence({ id: 2, area: 'CIRCLE (-3.73 -38.52, 100)' }),
    aGeofence({
      id: 3,
      area: 'LINESTRING (-3.9 -38.4, -4 -38.4)',
      attributes: { polylineDistance: 100 },
    }),
  ]);
  const at = (latitude: number, longitude: number) => geofenceAt(shapes, { latitude, longitude })?.geofenceId;
  expect(at(-3.7303, -38.52)).toBe(2);
  expect(at(-3.75, -38.52)).toBe(1);
  expect(at(-3.95, -38.4008)).toBe(3);
  expect(at(-3.95, -38.4012)).toBeUndefined();
  expect(at(10, 10)).toBeUndefined();
});

const shapeOf = (area: string) => {
  const [shape] = readGeofences([aGeofence({ area })]).shapes;
  if (!shape) throw new Error('no shape');
  return shape;
};

test('[MAP-13] a name stands where its area is widest, however long it is', () => {
  // a U whose right arm is wider than its left one
  const arms = shapeOf('POLYGON ((0 0, 0 10, 10 10, 10 3, 2 3, 2 2, 10 2, 10 0))');
  for (const metres of [0, mercatorX(6.9), mercatorX(50)]) {
    const place = placeOfName(arms, metres);
    expect(place?.x).toBeCloseTo(mercatorX(6.5), 0);
    expect(place?.turn).toBe(0);
  }
  // one without an inside
  const flat = shapeOf('POLYGON ((0 10, 0 20, 0 16))');
  expect(placeOfName(flat, 1000)?.x).toBeCloseTo(mercatorX(15), 0);
});

test('[MAP-13] the name of a line runs along its middle, read from the left whichever way the line runs; a longer one nowhere', () => {
  const there = placeOfName(shapeOf('LINESTRING (0 0, 0 2)'), 1000);
  const back = placeOfName(shapeOf('LINESTRING (0 2, 0 0)'), 1000);
  for (const place of [there, back]) {
    expect(place?.turn).toBeCloseTo(0);
    expect(place?.x).toBeCloseTo(mercatorX(1), 0);
  }
  expect(placeOfName(shapeOf('LINESTRING (0 0, 1 1)'), 1000)?.turn).toBeCloseTo(-Math.PI / 4, 2);
  expect(placeOfName(shapeOf('LINESTRING (0 0, 0 2)'), mercatorX(1.99))?.x).toBeCloseTo(mercatorX(1), 0);
  expect(placeOfName(shapeOf('LINESTRING (0 0, 0 2)'), mercatorX(2.01))).toBeNull();
});
