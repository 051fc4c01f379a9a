import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  defaultDistanceUnit,
  defaultSpeedUnit,
  defaultVolumeUnit,
  distanceFromMetres,
  distanceUnits,
  formatDistance,
  formatSpeed,
  formatVolume,
  knotsFromKph,
  knotsFromMps,
  knotsFromSpeed,
  kphFromKnots,
  litresFromVolume,
  metresFromDistance,
  mpsFromKnots,
  speedFromKnots,
  speedUnits,
  volumeFromLitres,
  volumeUnits,
} from './units.ts';

const amount = fc.double({ min: -1e9, max: 1e9, noNaN: true });
const close = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

test('[UNIT-01] the factors are those stated', () => {
  expect(speedUnits.map((unit) => speedFromKnots(1, unit))).toEqual([1.852, 1.15078, 1]);
  expect(distanceUnits.map((unit) => distanceFromMetres(1, unit))).toEqual([
    0.001, 0.000621371, 0.000539957, 1,
  ]);
  expect(volumeUnits.map((unit) => litresFromVolume(1, unit))).toEqual([1, 4.546, 3.785]);
  expect([defaultSpeedUnit, defaultDistanceUnit, defaultVolumeUnit]).toEqual(['kmh', 'km', 'ltr']);
});

test('[UNIT-01] what is converted to a unit and back is the same', () => {
  fc.assert(
    fc.property(amount, fc.constantFrom(...speedUnits), (value, unit) =>
      close(knotsFromSpeed(speedFromKnots(value, unit), unit), value),
    ),
  );
  fc.assert(
    fc.property(amount, fc.constantFrom(...distanceUnits), (value, unit) =>
      close(metresFromDistance(distanceFromMetres(value, unit), unit), value),
    ),
  );
  fc.assert(
    fc.property(amount, fc.constantFrom(...volumeUnits), (value, unit) =>
      close(litresFromVolume(volumeFromLitres(value, unit), unit), value),
    ),
  );
});

test('[UNIT-01] speed shows one decimal, distance two, volume one, with the separators of the language', () => {
  expect(formatSpeed(knotsFromKph(62), 'kmh', 'pt-BR')).toBe('62 km/h');
  expect(formatSpeed(33.43, 'kmh', 'pt-BR')).toBe('61,9 km/h');
  expect(formatSpeed(10, 'mph', 'en')).toBe('11.5 mph');
  expect(formatSpeed(10.04, 'kn', 'en')).toBe('10 kn');
  expect(formatDistance(182_407_310, 'km', 'pt-BR')).toBe('182.407,31 km');
  expect(formatDistance(182_407_310, 'km', 'en')).toBe('182,407.31 km');
  expect(formatDistance(1000, 'mi', 'en')).toBe('0.62 mi');
  expect(formatDistance(1000, 'nmi', 'pt-BR')).toBe('0,54 nmi');
  expect(formatVolume(43, 'ltr', 'pt-BR')).toBe('43,0 L');
  expect(formatVolume(45.46, 'impGal', 'en')).toBe('10.0 gal (imp)');
  expect(formatVolume(37.85, 'usGal', 'en')).toBe('10.0 gal (US)');
});

test('a value that is no number shows the sign for missing, and a rounded zero has no minus', () => {
  expect(formatSpeed(Number.NaN, 'kmh', 'pt-BR')).toBe('-');
  expect(formatDistance(Infinity, 'km', 'en')).toBe('-');
  expect(formatSpeed(-0.001, 'kmh', 'en')).toBe('0 km/h');
});

test('km/h and metres a second agree with the knot', () => {
  expect(knotsFromKph(1.852)).toBe(1);
  expect(kphFromKnots(100)).toBeCloseTo(185.2, 10);
  expect(knotsFromMps(10)).toBeCloseTo(19.438445, 6);
  fc.assert(fc.property(amount, (speed) => close(knotsFromMps(mpsFromKnots(speed)), speed)));
});
