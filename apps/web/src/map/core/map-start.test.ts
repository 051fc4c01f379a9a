import { expect, test } from 'vitest';
import { startView } from './map-start.ts';

test('[MAP-08] the map starts at zoom 4 over Brazil when nobody set anything', () => {
  expect(startView({})).toEqual({ latitude: -14.2, longitude: -51.9, zoom: 4 });
  expect(startView({ latitude: null, longitude: null, zoom: null })).toEqual({
    latitude: -14.2,
    longitude: -51.9,
    zoom: 4,
  });
});

test('[MAP-08] the map starts where the server or the user set it', () => {
  expect(startView({ latitude: -3.73, longitude: -38.52, zoom: 12 })).toEqual({
    latitude: -3.73,
    longitude: -38.52,
    zoom: 12,
  });
  expect(startView({ latitude: -3.73, longitude: -38.52 }).zoom).toBe(4);
  expect(startView({ zoom: 0 }).zoom).toBe(0);
});

test('[MAP-07] no start is closer than zoom 18, and none is off the earth', () => {
  expect(startView({ zoom: 22 }).zoom).toBe(18);
  expect(startView({ latitude: 123, longitude: 4 })).toMatchObject({ latitude: -14.2, longitude: -51.9 });
});
