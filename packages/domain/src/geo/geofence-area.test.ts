import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GeofenceArea, parseArea, printArea } from './geofence-area.ts';

const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const key = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  // as far as it is written: see `rounded`
  `${Number(latitude.toFixed(15)) + 0} ${Number(longitude.toFixed(15)) + 0}`;
const area: fc.Arbitrary<GeofenceArea> = fc.oneof(
  fc.record({
    kind: fc.constant('polygon' as const),
    corners: fc.uniqueArray(place, { minLength: 3, maxLength: 9, selector: key }),
  }),
  fc.record({
    kind: fc.constant('circle' as const),
    centre: place,
    radiusMetres: fc.double({ min: 0.1, max: 1e6, noNaN: true }),
  }),
  fc.record({
    kind: fc.constant('line' as const),
    points: fc.uniqueArray(place, { minLength: 2, maxLength: 9, selector: key }),
  }),
);

/** Every number to fifteen decimals, and −0 as 0: a tiny number is written without its exponent, and so cut. */
function rounded(given: GeofenceArea): unknown {
  return JSON.parse(JSON.stringify(given), (_, value) =>
    typeof value === 'number' ? Number(value.toFixed(15)) + 0 : value,
  );
}

test('the three shapes are read in the order latitude, longitude', () => {
  expect(parseArea('CIRCLE (-3.73187 -38.52672, 20)').area).toEqual({
    kind: 'circle',
    centre: { latitude: -3.73187, longitude: -38.52672 },
    radiusMetres: 20,
  });
  expect(parseArea('polygon((1 2,3 4,5 6,1 2))').area).toEqual({
    kind: 'polygon',
    corners: [
      { latitude: 1, longitude: 2 },
      { latitude: 3, longitude: 4 },
      { latitude: 5, longitude: 6 },
    ],
  });
  expect(parseArea(' LINESTRING ( 1 2 , -3.5e0  4 ) ').area).toMatchObject({ kind: 'line' });
});

test('an area that is written is read back the same', () => {
  fc.assert(
    fc.property(area, (given) => {
      const read = parseArea(printArea(given)).area;
      expect(read && rounded(read)).toEqual(rounded(given));
    }),
  );
});

test('coordinates are written in full, without exponent and without minus zero', () => {
  const points = [
    { latitude: 1e-7, longitude: -0 },
    { latitude: -2.5e-9, longitude: 180 },
  ];
  expect(printArea({ kind: 'line', points })).toBe('LINESTRING (0.0000001 0, -0.0000000025 180)');
});

test('bad text gives an error that says what is wrong', () => {
  const errors = {
    '': 'unknown-shape',
    'POINT (1 2)': 'unknown-shape',
    'POLYGON ((1 2, 3 4, 5 6), (1 1, 2 2, 3 3))': 'has-hole',
    'POLYGON ((0 0, 0 0, 0 0, 0 0))': 'repeated-points',
    'POLYGON ((0 0, 1 1, 0 0, 1 1, 0 0))': 'repeated-points',
    'LINESTRING (0 0, -0 0)': 'repeated-points',
    'POLYGON ((1 2, 3 4, 1 2))': 'too-few-points',
    'LINESTRING (1 2)': 'too-few-points',
    'POLYGON ((1 2, x 4, 5 6))': 'bad-number',
    'LINESTRING (1 2 3, 4 5 6)': 'bad-number',
    'CIRCLE (1 2, )': 'bad-number',
    'CIRCLE (1 2, 0)': 'bad-radius',
    'CIRCLE (1 2, -5)': 'bad-radius',
    'CIRCLE (0 0, 1e400)': 'bad-radius',
    'CIRCLE (0 0, 1e9)': 'bad-radius',
    'LINESTRING (91 0, 1 2)': 'off-earth',
    'CIRCLE (0 180.5, 9)': 'off-earth',
  };
  expect(Object.fromEntries(Object.keys(errors).map((text) => [text, parseArea(text).error]))).toEqual(
    errors,
  );
});

test('no text makes the reader throw', () => {
  const near = fc.stringMatching(/^(POLYGON|CIRCLE|LINESTRING) ?\(+[-\d. ,e()]*\)+$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), near), (text) => {
      const { area: read, error } = parseArea(text);
      expect((read === undefined) === (error !== undefined)).toBe(true);
    }),
  );
});

test('of points that repeat each other the first such one is named', () => {
  expect(parseArea('POLYGON ((0 0, 1 1, 1 1, 0 0))')).toEqual({ error: 'repeated-points', place: 3 });
  expect(parseArea('POLYGON ((0 0, 0 0, 1 1, 2 0, 0 0))').area).toBeDefined();
});
