import {
  type ServerSettings,
  serverAttributeSchemas,
  serverSettingsInputSchema,
} from '@atalaia/contract/server/server-settings';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { expect, test } from 'vitest';
import { createFormats } from '../../lib/formats/formats.ts';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { mailAddressOf, mailUrlOf } from './integration-dialog.tsx';
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
  const { id: _, bingKey: _k, administrator: _a, registration: _r, ...all } = stored;
  const rest = Object.fromEntries(Object.entries(all).filter(([name]) => !setUp.includes(name)));
  const input = serverInputOf(opened, context, stored.attributes);
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
  // nobody becomes an administrator by it, and there is no screen to sign up on: both would do nothing
  const { id: _, latitude, longitude, zoom, administrator: _a, registration: _r, ...given } = stored;
  const own = Object.keys(given).filter((name) => !setUp.includes(name));
  expect([latitude, longitude, zoom]).toEqual([-3.7, -38.5, 12]);
  expect(names).toEqual(expect.arrayContaining([...own, 'place']));
});

test('[SRV-01] [ATT-01] every attribute that the server reads has a typed field with its bounds, and none is offered twice', () => {
  const fields = serverFormOf(stored).sections.flatMap((section) => section.fields.map(({ name }) => name));
  const names = Object.keys(serverAttributeSchemas).map((name) => `typed.${name.replaceAll('.', '_')}`);
  expect(fields).toEqual(expect.arrayContaining(names));
  expect(opened.attributes.map(({ name }) => name)).toEqual(['ui.title']);
  const typed = {
    ...opened.typed,
    blockExpiryMinutes: '-1',
    retentionEventsDays: '1,5',
    ui_centrePhone: 'abc',
  };
  expect(faultsOf({ typed })).toEqual([
    ['typed.blockExpiryMinutes', 'form.belowZero'],
    ['typed.retentionEventsDays', 'form.notWhole'],
    ['typed.ui_centrePhone', 'server.notAPhone'],
  ]);
});

test('[SRV-01] [UNIT-01] a typed attribute goes as its kind and in the unit of the API, one that was emptied goes no more, and one that nobody touched goes as it is stored', () => {
  expect(opened.typed).toMatchObject({ speedLimit: '80.0064', secondFactorAdmin: false });
  const typed = {
    ...{ ...opened.typed, statusTimeoutSeconds: '900', secondFactorAdmin: true, ui_language: 'en' },
    report_trip_useIgnition: true,
  };
  expect(serverInputOf({ ...opened, typed }, context, stored.attributes).attributes).toEqual({
    ...{ speedLimit: 43.2, 'ui.title': 'Central', statusTimeoutSeconds: 900, secondFactorAdmin: true },
    ...{ 'ui.language': 'en', 'report.trip.useIgnition': true },
  });
  const emptied = { ...opened, typed: { ...opened.typed, speedLimit: '' } };
  expect(serverInputOf(emptied, context, stored.attributes).attributes).toEqual({ 'ui.title': 'Central' });
  const faster = { ...opened, typed: { ...opened.typed, speedLimit: '100' } };
  const { attributes } = serverInputOf(faster, context, stored.attributes);
  expect(attributes?.speedLimit).toBeCloseTo(100 / 1.852, 3);
});

test('[SRV-01] a mail server is shown as its parts and sent as one address, and a password that is not typed again stays', () => {
  expect(mailAddressOf(null)).toMatchObject({ host: '', port: '587', security: 'starttls' });
  const shown = mailAddressOf('smtps://ana%40x.example:********@mail.example:465');
  expect(shown).toEqual({
    ...{ host: 'mail.example', port: '465', security: 'tls', user: 'ana@x.example' },
    ...{ password: '', hasPassword: true },
  });
  expect(mailUrlOf(shown)).toBe('smtps://ana%40x.example:********@mail.example:465');
  expect(mailUrlOf({ ...shown, password: 'a:b/c' })).toBe(
    'smtps://ana%40x.example:a%3Ab%2Fc@mail.example:465',
  );
  expect(mailUrlOf({ ...mailAddressOf(null), host: ' relay.example ' })).toBe('smtp://relay.example:587');
  expect(mailUrlOf({ ...shown, host: '' })).toBeNull();
});

test('[SRV-01] 0, 0 at zoom 0, as an installation has that never set a place, is shown as none; the equator is a place', () => {
  const placeOf = (latitude: number, longitude: number, zoom: number) =>
    serverValuesOf({ ...stored, latitude, longitude, zoom }, context).place;
  expect(placeOf(0, 0, 0)).toEqual({ latitude: '', longitude: '', zoom: '' });
  expect(placeOf(0, -51.07, 9)).toEqual({ latitude: '0', longitude: '-51.07', zoom: '9' });
});
