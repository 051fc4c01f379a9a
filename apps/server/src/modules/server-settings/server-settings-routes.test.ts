import { expect, test } from 'vitest';
import { createTestApp, testVersion } from '../../testing/test-app.ts';

const { ask, world, kysely } = await createTestApp();
const { token } = await world.administrator();
const person = await world.person();

test('an administrator changes what he names, and nothing else', async () => {
  const all = {
    map: 'custom',
    bingKey: 'bing-secret',
    mapUrl: 'https://{a-c}.tiles.example/{z}/{x}/{y}.png',
    latitude: -3.7,
    longitude: -38.5,
    zoom: 12,
    twelveHourFormat: true,
    forceSettings: true,
    coordinateFormat: 'dms',
    poiLayer: 'https://x/y.kml',
    registration: true,
    readonly: false,
    deviceReadonly: false,
    limitCommands: false,
    deviceLimit: 5,
    timezone: 'America/Manaus',
    speedUnit: 'kn',
    distanceUnit: 'nmi',
    volumeUnit: 'usGal',
    attributes: { 'ui.title': 'Central', mailPassword: 'secret' },
  };
  const { status, body } = await ask('PUT', '/api/server', { token, body: all });
  expect([status, body]).toEqual([200, { id: 1, ...all, version: testVersion }]);
  const again = await ask('PUT', '/api/server/1', { token, body: { id: 1, zoom: null } });
  expect(again.body).toEqual({ ...body, zoom: null });
  expect((await ask('PUT', '/api/server', { token, body: {} })).body).toEqual(again.body);
  const lines = await kysely
    .selectFrom('audit')
    .select('details')
    .where('noun', '=', 'server')
    .orderBy('id')
    .execute();
  expect(lines.at(1)?.details).toEqual({ changed: ['zoom'] });
});

test('[ROLE-03] a stranger reads the settings less their secrets; who is signed in gets the key of his map', async () => {
  const stranger = (await ask('GET', '/api/server?_dc=1')).body;
  expect(stranger).toMatchObject({
    map: 'custom',
    forceSettings: true,
    attributes: { 'ui.title': 'Central' },
  });
  expect(JSON.stringify(stranger)).not.toContain('secret');
  const signedIn = (await ask('GET', '/api/server', { token: person.token })).body;
  expect(signedIn).toMatchObject({ bingKey: 'bing-secret', attributes: { 'ui.title': 'Central' } });
  expect(signedIn.attributes).not.toHaveProperty('mailPassword');
  expect((await ask('GET', '/api/server', { token })).body.attributes.mailPassword).toBe('secret');
  expect((await ask('GET', '/api/server', { token: 'run out' })).body).toEqual(stranger);
});

test('[API-03] a wrong setting is named, and nothing is written', async () => {
  const before = (await ask('GET', '/api/server', { token })).body;
  const body = { map: 'paper', latitude: 91, speedUnit: 'furlongs', deviceLimit: 9 };
  const refused = await ask('PUT', '/api/server', { token, body });
  expect(refused.body.details.fields.map(({ path }: { path: string }) => path)).toEqual([
    'map',
    'latitude',
    'speedUnit',
  ]);
  expect((await ask('GET', '/api/server', { token })).body).toEqual(before);
  expect((await ask('PUT', '/api/server/2', { token, body: {} })).status).toBe(400);
});

test('[ROLE-03] a company is found by its label; an unknown one gets the default brand', async () => {
  await kysely
    .insertInto('company_configurations')
    .values({ label: 'acme', theme: '#aa0000', logo_url: '/logos/acme.png' })
    .execute();
  expect((await ask('GET', '/api/company/configurations/Acme')).body).toEqual({
    id: 1,
    label: 'acme',
    logoUrl: '/logos/acme.png',
    theme: '#aa0000',
    androidAppUrl: null,
    iosAppUrl: null,
  });
  for (const label of ['localhost', '127', 'nobody%20knows']) {
    const { status, body } = await ask('GET', `/api/company/configurations/${label}`);
    expect([status, body.id, body.theme, body.logoUrl]).toEqual([200, 0, '#1293d1', null]);
  }
});
