import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coordinateFormats, formatLatitude, formatLongitude, formatPlace } from './coordinates.ts';

const fortaleza = { latitude: -3.73187, longitude: -38.52672 };

test('[UNIT-02] a place is written in degrees, degrees and minutes, or degrees, minutes and seconds', () => {
  expect(formatPlace(fortaleza, 'dd', 'pt-BR')).toBe('-3,731870, -38,526720');
  expect(formatPlace(fortaleza, 'dd', 'en')).toBe('-3.731870, -38.526720');
  expect(formatPlace(fortaleza, 'ddm', 'en')).toBe(`3° 43.912200' S, 38° 31.603200' W`);
  expect(formatPlace(fortaleza, 'dms', 'pt-BR')).toBe(`3° 43' 54,73" S, 38° 31' 36,19" W`);
  expect(formatPlace({ latitude: 48.8566, longitude: 2.3522 }, 'dms', 'en')).toBe(
    `48° 51' 23.76" N, 2° 21' 7.92" E`,
  );
});

test('[UNIT-02] minutes and seconds that round up to sixty carry over', () => {
  expect(formatLatitude(9.999999999, 'ddm', 'en')).toBe(`10° 0.000000' N`);
  expect(formatLatitude(-9.999999999, 'dms', 'en')).toBe(`10° 0' 0.00" S`);
  expect(formatLongitude(1 + 59.9999 / 3600, 'dms', 'en')).toBe(`1° 1' 0.00" E`);
  expect(formatLongitude(179.99999999999, 'dms', 'en')).toBe(`180° 0' 0.00" E`);
});

test('[UNIT-02] another precision is taken for degrees and for minutes', () => {
  expect(formatLatitude(-3.73187, 'dd', 'en', 2)).toBe('-3.73');
  expect(formatLatitude(-3.73187, 'ddm', 'en', 3)).toBe(`3° 43.912' S`);
});

test('[UNIT-02] any place in any format reads back to the place', () => {
  const place = fc.double({ min: -180, max: 180, noNaN: true });
  fc.assert(
    fc.property(place, fc.constantFrom(...coordinateFormats), (longitude, format) => {
      const text = formatLongitude(longitude, format, 'en');
      const [degrees = 0, minutes = 0, seconds = 0] = (text.match(/-?[\d.]+/g) ?? []).map(Number);
      expect(minutes).toBeLessThan(60);
      expect(seconds).toBeLessThan(60);
      const sign = text.endsWith('W') ? -1 : 1;
      expect(sign * (degrees + minutes / 60 + seconds / 3600)).toBeCloseTo(longitude, 5);
    }),
  );
});

test('a coordinate that is no number shows the sign for missing', () => {
  expect(formatLatitude(Number.NaN, 'dms', 'pt-BR')).toBe('-');
});
