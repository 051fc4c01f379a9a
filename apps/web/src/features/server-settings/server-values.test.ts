import { type ServerSettings, serverSettingsInputSchema } from '@atalaia/contract/server/server-settings';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { expect, test } from 'vitest';
import { createFormats } from '../../lib/formats/formats.ts';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { serverFormOf } from './server-form.ts';
import { serverInputOf, serverValuesOf, serverValuesSchema } from './server-values.ts';

/** What the server says of itself, and nobody sets. */
const setUp: readonly string[] = [
  ...[
    'version',
    'emailEnabled',
    'textEnabled',
    'geocoderEnabled',
    'openIdEnabled',
    'openIdForce',
    'openIdName',
    'newServer',
  ],
];

const settings = resolveSettings({ speedUnit: 'kmh' });
const context = {
  settings,
  formats: createFormats(settings, 'pt-BR'),
  text: (key: string) => key,
} as FormContext;

const stored: ServerSettings = {
  id: 1,
  map: 'carto',
  bingKey: 'bing-secret',
  mapUrl: null,
  latitude: -3.7,
  longitude: -38.5,
  zoom: 12,
  twelveHourFormat: true,
  forceSettings: false,
  coordinateFormat: 'dms',
  poiLayer: 'https://x.example/y.kml',
  registration: true,
  administrator: false,
  readonly: false,
  deviceReadonly: true,
  limitCommands: false,
  deviceLimit: 5,
  timezone: 'America/Manaus',
  speedUnit: 'kn',
  distanceUnit: null,
  volumeUnit: null,
  announcement: null,
  emailEnabled: false,
  textEnabled: false,
  geocoderEnabled: true,
  openIdEnabled: false,
  openIdForce: false,
  openIdName: null,
  newServer: false,
  attributes: { speedLimit: 43.2, 'ui.title': 'Central' },
  version: '1.0.0',
};

const opened = serverValuesOf(stored, context);
const faultsOf = (values: object) =>
  serverValuesSchema
    .safeParse({ ...opened, ...values })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

test('[SRV-01] a form that nothing was changed in sends the settings as they stand, and no secret', () => {
  const { id: _, bingKey: _k, administrator: _a, ...all } = stored;
  const rest = Object.fromEntries(Object.entries(all).filter(([name]) => !setUp.includes(name)));
  const input = serverInputOf(opened, context);
  expect(input).toEqual(rest);
  expect(serverSettingsInputSchema.parse(input)).toEqual(rest);
  expect(JSON.stringify(opened)).not.toContain('secret');
});

test('[SRV-01] a key is kept, typed anew, or taken away', () => {
  expect(serverInputOf({ ...opened, bingKey: 'new' }, context).bingKey).toBe('new');
  expect(serverInputOf({ ...opened, forgetBingKey: true }, context).bingKey).toBeNull();
  expect(serverInputOf({ ...opened, forgetBingKey: true, bingKey: 'new' }, context).bingKey).toBe('new');
});

test('[SRV-01] every field may be empty', () => {
  const place = { latitude: '', longitude: '', zoom: '' };
  const empty = {
    ...{ map: '', mapUrl: '', bingKey: '', poiLayer: '', coordinateFormat: '', timezone: '', place },
    ...{ speedUnit: '', distanceUnit: '', volumeUnit: '', deviceLimit: '', attributes: [] },
  };
  expect(faultsOf(empty)).toEqual([]);
  const input = serverInputOf(serverValuesSchema.parse({ ...opened, ...empty }), context);
  expect(input).toMatchObject({ map: null, latitude: null, zoom: null, timezone: null, deviceLimit: 0 });
  expect(serverSettingsInputSchema.safeParse(input).success).toBe(true);
});

test('[SRV-01] what no map and no limit can be is told at its field, all at once', () => {
  expect(
    faultsOf({
      mapUrl: 'tiles.example',
      place: { latitude: '91', longitude: '', zoom: '30' },
      poiLayer: 'ftp://x',
      deviceLimit: '-2',
    }),
  ).toEqual([
    ['mapUrl', 'server.notAnAddress'],
    ['place.latitude', 'server.latitudeRange'],
    ['place.zoom', 'server.zoomRange'],
    ['place.longitude', 'server.placePair'],
    ['poiLayer', 'server.notAnAddress'],
    ['deviceLimit', 'form.outOfRange'],
  ]);
  expect(faultsOf({ place: { latitude: '-3,7', longitude: ' ', zoom: '' } })).toEqual([
    ['place.longitude', 'server.placePair'],
  ]);
});

test('[SRV-01] the form has a field for each setting of the source', () => {
  const names = serverFormOf(stored).sections.flatMap(({ fields }) =>
    fields.map(({ name }) => name.split('.')[0]),
  );
  const { id: _, latitude, longitude, zoom, ...given } = stored;
  const own = Object.keys(given).filter((name) => !setUp.includes(name));
  expect([latitude, longitude, zoom]).toEqual([-3.7, -38.5, 12]);
  expect(names).toEqual(expect.arrayContaining([...own, 'place']));
});
