import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import { expect, test } from 'vitest';
import { createFormats } from '../formats/formats.ts';
import type { SessionState } from '../session/session-store.ts';
import { aSession } from '../testing/a-session.ts';
import { settingsFor } from './settings-context.ts';

const server: PublicServerSettings = {
  id: 1,
  map: null,
  mapUrl: null,
  latitude: null,
  longitude: null,
  zoom: null,
  twelveHourFormat: false,
  forceSettings: false,
  coordinateFormat: 'ddm',
  poiLayer: null,
  registration: false,
  administrator: false,
  readonly: false,
  deviceReadonly: false,
  limitCommands: false,
  deviceLimit: 0,
  timezone: 'UTC',
  speedUnit: 'kn',
  distanceUnit: 'nmi',
  volumeUnit: null,
  announcement: null,
  emailEnabled: false,
  textEnabled: false,
  geocoderEnabled: true,
  openIdEnabled: false,
  openIdForce: false,
  openIdName: null,
  newServer: false,
  attributes: {},
  version: '0.1.0',
};

function signedIn(part: Parameters<typeof aSession>[0]): SessionState {
  const person = { ...aSession(part), token: null };
  return { phase: 'signed-in', token: 't', person, profile: 'client', email: '', isOver: false };
}

test("a person's units, zone and coordinate format win over the server's", () => {
  const person = signedIn({
    coordinateFormat: 'dms',
    attributes: { speedUnit: 'mph', timezone: 'America/Sao_Paulo' },
  });
  const formats = createFormats(settingsFor(server, person), 'en');
  expect(formats.speed(10)).toBe('11.5 mph');
  expect(formats.distance(1852)).toBe('1.00 nmi');
  expect(formats.latitude(-3.73187)).toBe(`3° 43' 54.73" S`);
  expect(formats.panelTime('2026-11-21T06:58:08.000Z')).toBe('2026-11-21 03:58:08');
});

test("a server that forces its settings wins over the person's", () => {
  const person = signedIn({ attributes: { speedUnit: 'mph', timezone: 'America/Sao_Paulo' } });
  const formats = createFormats(settingsFor({ ...server, forceSettings: true }, person), 'pt-BR');
  expect(formats.speed(10.04)).toBe('10 kn');
  expect(formats.panelTime('2026-11-21T06:58:08.000Z')).toBe('2026-11-21 06:58:08');
});

test('before anything is known, km/h and the zone of Fortaleza hold', () => {
  const formats = createFormats(settingsFor(null, { phase: 'signed-out', expired: false }), 'pt-BR');
  expect(formats.speed(33.477)).toBe('62 km/h');
  expect(formats.panelTime('2026-11-21T06:58:08.000Z')).toBe('2026-11-21 03:58:08');
});
