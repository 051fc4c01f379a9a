import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printPlaces, readPlace, readPlaces } from './typed-places.ts';

const place = fc.record({
  latitude: fc.integer({ min: -90_000_000, max: 90_000_000 }).map((millionths) => millionths / 1e6 + 0),
  longitude: fc.integer({ min: -180_000_000, max: 180_000_000 }).map((millionths) => millionths / 1e6 + 0),
});

test('[GEO-01] places that were printed are read as they were', () => {
  fc.assert(
    fc.property(fc.array(place), (places) => {
      expect(readPlaces(printPlaces(places))).toEqual({ places });
    }),
  );
});

test('[GEO-01] a pair is read with comma or point, blank or semicolon', () => {
  const fortaleza = { latitude: -3.7319, longitude: -38.5267 };
  for (const typed of [
    '-3.7319, -38.5267',
    '-3.7319,-38.5267',
    '-3.7319 -38.5267',
    '-3,7319 -38,5267',
    '-3,7319, -38,5267',
    ' -3,7319;-38,5267 ',
    '−3.7319 ; −38.5267',
  ])
    expect(readPlace(typed), typed).toEqual(fortaleza);
});

test('what is no pair is told by its line, and so is what is not on the earth', () => {
  expect(readPlaces('1, 2\n\n3')).toEqual({ fault: 'no-pair', line: 3 });
  for (const typed of ['norte', '1 2 3', '1,2,3', '1,', '--1 2', '1f9 2'])
    expect(readPlaces(typed), typed).toEqual({ fault: 'no-pair', line: 1 });
  expect(readPlaces('1 2\n91 0')).toEqual({ fault: 'off-earth', line: 2 });
  expect(readPlaces(' \n ')).toEqual({ places: [] });
});
