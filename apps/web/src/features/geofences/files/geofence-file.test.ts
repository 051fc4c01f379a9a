import { type GeofenceArea, printArea } from '@atalaia/domain/geo/geofence-area';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readGeofenceFile } from './read-geofence-file.ts';
import { writeGeofenceFile } from './write-geofence-file.ts';

const degrees = (most: number) =>
  fc.integer({ min: -most * 1e9, max: most * 1e9 }).map((billionths) => billionths / 1e9 + 0);
const place = fc.record({ latitude: degrees(90), longitude: degrees(180) });
const places = (least: number) =>
  fc.uniqueArray(place, {
    minLength: least,
    maxLength: 12,
    selector: (at) => `${at.latitude} ${at.longitude}`,
  });
const area: fc.Arbitrary<GeofenceArea> = fc.oneof(
  places(3).map((corners) => ({ kind: 'polygon' as const, corners })),
  places(2).map((points) => ({ kind: 'line' as const, points })),
  fc.record({
    kind: fc.constant('circle' as const),
    centre: place,
    radiusMetres: fc.integer({ min: 1, max: 1_000_000 }),
  }),
);
const name = fc.string({ minLength: 1, maxLength: 60 }).filter((text) => text.trim() === text && text !== '');
const geofence = fc.record({
  name,
  description: fc.option(name),
  area: area.map(printArea),
  attributes: fc.record(
    {
      color: fc.constantFrom('#c92a2a', '#1293D1'),
      speedLimit: fc.integer({ min: 0, max: 200 }),
      polylineDistance: fc.integer({ min: 0, max: 500 }),
    },
    { requiredKeys: [] },
  ),
});

test('[KEPT-04] geofences written as GeoJSON are read back as they were', () => {
  fc.assert(
    fc.property(fc.array(geofence, { minLength: 1, maxLength: 8 }), (geofences) => {
      const { geofences: read, faults } = readGeofenceFile(
        writeGeofenceFile(geofences, 'geojson'),
        'x.geojson',
      );
      expect(faults).toBeUndefined();
      expect(read).toEqual(geofences);
    }),
  );
});

const feature = (geometry: object, properties: object = {}) => ({ type: 'Feature', geometry, properties });
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
const square = [[0, 0], [0, 1], [1, 1], [0, 0]]; // biome-ignore format: a ring in one line

test('[KEPT-04] longitude stands first in a file and latitude first in an area', () => {
  const text = collection(feature({ type: 'LineString', coordinates: [[-38.5, -3.7], [-38.6, -3.8]] })); // biome-ignore format: one line
  expect(readGeofenceFile(text, 'rota.geojson').geofences).toEqual([
    { name: 'rota', description: null, area: 'LINESTRING (-3.7 -38.5, -3.8 -38.6)', attributes: {} },
  ]);
});

test('[KEPT-04] a shape of several parts is several geofences, each with its number', () => {
  const text = collection(
    feature({ type: 'MultiPolygon', coordinates: [[square], [square]] }, { name: 'Loja' }),
  );
  expect(readGeofenceFile(text, 'x.json').geofences?.map((read) => read.name)).toEqual([
    'Loja (1)',
    'Loja (2)',
  ]);
});

test('[KEPT-04] a file with one bad shape gives none, and every fault with the shape that is to blame', () => {
  const text = collection(
    feature({ type: 'Polygon', coordinates: [square] }, { name: 'boa' }),
    feature({ type: 'Point', coordinates: [0, 0] }, { name: 'ponto' }),
    feature({ type: 'Polygon', coordinates: [square, square] }, { name: 'furo' }),
    feature({ type: 'Polygon', coordinates: [square] }, { name: 'cor', color: 'azul' }),
    feature({ type: 'Polygon', coordinates: [square] }, { speedLimitKnots: -1 }),
    feature({ type: 'Polygon', coordinates: [[[0, 0], [0, 99], [1, 1], [0, 0]]] }), // biome-ignore format: one line
    feature({ type: 'Polygon', coordinates: [square] }, { name: 'n'.repeat(256) }),
  );
  const { geofences, faults } = readGeofenceFile(text, 'x.json');
  expect(geofences).toBeUndefined();
  expect(faults?.map(({ fault, shape }) => [fault, shape?.number])).toEqual([
    ['no-radius', 2],
    ['has-hole', 3],
    ['bad-colour', 4],
    ['bad-number', 5],
    ['off-earth', 6],
    ['long-name', 7],
  ]);
});

test('[KEPT-04] a file that is damaged, empty or of another kind is refused with what is wrong', () => {
  const faultOf = (text: string) => readGeofenceFile(text, 'x').faults?.[0]?.fault;
  expect(faultOf('{"type":"FeatureCollection","features":[')).toBe('not-json');
  expect(faultOf('{"type":"Feature","geometry":{"type":"Cube","coordinates":[]}}')).toBe('unknown-shape');
  expect(faultOf('nome;latitude')).toBe('unknown-format');
  expect(faultOf('')).toBe('unknown-format');
  expect(faultOf(collection())).toBe('empty');
  const projected = {
    type: 'FeatureCollection',
    features: [],
    crs: { type: 'name', properties: { name: 'EPSG:31984' } },
  };
  expect(readGeofenceFile(JSON.stringify(projected), 'x').faults).toEqual([
    { fault: 'other-projection', detail: 'EPSG:31984' },
  ]);
  const many = Array.from({ length: 1001 }, () => feature({ type: 'Polygon', coordinates: [square] }));
  expect(faultOf(collection(...many))).toBe('too-many');
});
