import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveSettings } from './settings.ts';

const server = {
  map: 'satellite',
  latitude: -3.7,
  longitude: -38.5,
  zoom: 10,
  twelveHourFormat: true,
  coordinateFormat: 'dms',
  poiLayer: 'https://example.org/server.kml',
  timezone: 'America/Manaus',
  speedUnit: 'kn',
  distanceUnit: 'nmi',
  volumeUnit: 'usGal',
};
const user = {
  map: 'street',
  latitude: -23.5,
  longitude: -46.6,
  zoom: 12,
  twelveHourFormat: false,
  coordinateFormat: 'ddm',
  poiLayer: 'https://example.org/user.kml',
  timezone: 'America/Sao_Paulo',
  speedUnit: 'mph',
  distanceUnit: 'mi',
  volumeUnit: 'impGal',
};

function settled({ latitude, longitude, zoom, ...rest }: typeof server) {
  return { ...rest, mapStart: { latitude, longitude, zoom } };
}

test("[SET-01] a person's value wins over the server's", () => {
  expect(resolveSettings(server, user)).toEqual(settled(user));
});

test("[SET-01] the server's value wins when the server forces settings, and the person's fills its gaps", () => {
  expect(resolveSettings({ ...server, forceSettings: true }, user)).toEqual(settled(server));
  expect(resolveSettings({ forceSettings: true }, user)).toEqual(settled(user));
});

test('[SET-01] the zone is the session’s, then the server’s, then America/Fortaleza', () => {
  expect(resolveSettings(server, { timezone: 'Asia/Tokyo' }).timezone).toBe('Asia/Tokyo');
  expect(resolveSettings(server, {}).timezone).toBe('America/Manaus');
  expect(resolveSettings({}, {}).timezone).toBe('America/Fortaleza');
  expect(resolveSettings(server, { timezone: 'Mars/Olympus' }).timezone).toBe('America/Manaus');
});

test('[SET-01] where nobody says anything the defaults of the product hold', () => {
  expect(resolveSettings({ map: null, zoom: 0 }, { map: '', latitude: 0, longitude: 0 })).toEqual({
    map: 'osm',
    mapStart: { latitude: -14.2, longitude: -51.9, zoom: 4 },
    twelveHourFormat: false,
    coordinateFormat: 'dd',
    poiLayer: undefined,
    timezone: 'America/Fortaleza',
    speedUnit: 'kmh',
    distanceUnit: 'km',
    volumeUnit: 'ltr',
  });
});

test('a map starts at one party’s place as a whole, and its zoom is settled apart', () => {
  expect(resolveSettings(server, { latitude: -23.5, longitude: 0, zoom: 0 }).mapStart).toEqual({
    latitude: -23.5,
    longitude: 0,
    zoom: 10,
  });
  expect(resolveSettings(server, { latitude: -23.5 }).mapStart).toMatchObject({ latitude: -3.7 });
});

test('whatever the stored values are, the outcome is usable', () => {
  const anything = fc.dictionary(fc.constantFrom(...Object.keys(server)), fc.anything());
  fc.assert(
    fc.property(anything, anything, fc.boolean(), (odd, odder, forceSettings) => {
      const settings = resolveSettings({ ...odd, forceSettings }, odder);
      expect(['kn', 'kmh', 'mph']).toContain(settings.speedUnit);
      expect(['dd', 'ddm', 'dms']).toContain(settings.coordinateFormat);
      expect(settings.mapStart.zoom).toBeGreaterThan(0);
      expect(() => new Intl.DateTimeFormat('en', { timeZone: settings.timezone })).not.toThrow();
    }),
  );
});
