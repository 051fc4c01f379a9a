import { readFile } from 'node:fs/promises';
import { serverAttributeSchemas } from '@atalaia/contract/server/server-settings';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { expect, test } from 'vitest';
import { writeAudit } from '../../queries/audit.ts';
import { createTestApp, testVersion } from '../../testing/test-app.ts';

const { ask, world, kysely, published } = await createTestApp();
const { token } = await world.administrator();
const person = await world.person();

test('[SRV-01] an administrator changes what he names, and nothing else; every field may be left out', async () => {
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
    administrator: false,
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
  const told = {
    ...{ announcement: null, emailEnabled: false, textEnabled: false, geocoderEnabled: true },
    ...{ openIdEnabled: false, openIdForce: false, openIdName: null, newServer: false },
  };
  expect([status, body]).toEqual([200, { id: 1, ...all, ...told, version: testVersion }]);
  const again = await ask('PUT', '/api/server/1', { token, body: { id: 1, zoom: null } });
  expect(again.body).toEqual({ ...body, zoom: null });
  expect((await ask('PUT', '/api/server', { token, body: {} })).body).toEqual(again.body);
  const lines = await kysely
    .selectFrom('audit')
    .select('details')
    .where('noun', '=', 'server')
    .orderBy('id')
    .execute();
  expect(lines.at(1)?.details).toEqual({ changed: ['zoom'], values: { zoom: [body.zoom, null] } });
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

test('[SRV-01] there is one server: nobody makes another or removes it', async () => {
  for (const [method, path, status] of [
    ['POST', 'server', 405],
    ['DELETE', 'server', 405],
    ['DELETE', 'server/1', 405],
  ] as const) {
    expect((await ask(method, `/api/${path}`, { token, body: {} })).status).toBe(status);
  }
});

test('[SRV-01] attributes that the server reads are documented, and a wrong one is refused by its name', async () => {
  const documentation = await readFile(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
  for (const name of Object.keys(serverAttributeSchemas)) {
    expect(documentation).toContain(`\`${name}\``);
    const { status, body } = await ask('PUT', '/api/server', {
      token,
      body: { attributes: { [name]: 'soon' } },
    });
    expect([name, status, body.details?.fields[0].path]).toEqual([name, 400, `attributes.${name}`]);
  }
  const attributes = { 'ui.title': 'x', towDistance: 0, blockExpiryMinutes: null, anything: ['else'] };
  expect((await ask('PUT', '/api/server', { token, body: { attributes } })).body.attributes).toEqual(
    attributes,
  );
});

test('[SET-01] a person who chose no clock gets the server’s, and his own choice wins until the server forces its own', async () => {
  const put = (body: object) => ask('PUT', '/api/server', { token, body });
  const held = async () => {
    const user = (await ask('GET', '/api/session', { token: person.token })).body;
    const server = (await ask('GET', '/api/server', { token: person.token })).body;
    const { twelveHourFormat, timezone, speedUnit } = resolveSettings(server, {
      ...user,
      ...user.attributes,
    });
    return [twelveHourFormat, timezone, speedUnit];
  };
  await put({ forceSettings: false, twelveHourFormat: true, timezone: 'America/Manaus', speedUnit: 'kn' });
  expect(await held()).toEqual([true, 'America/Manaus', 'kn']);
  const own = { timezone: 'Asia/Tokyo', speedUnit: 'mph' };
  await ask('PUT', `/api/users/${person.id}`, {
    token: person.token,
    body: { name: 'x', email: person.email, twelveHourFormat: false, attributes: own },
  });
  expect(await held()).toEqual([false, 'Asia/Tokyo', 'mph']);
  await put({ forceSettings: true });
  expect(await held()).toEqual([true, 'America/Manaus', 'kn']);
  await put({ timezone: null, speedUnit: null });
  expect(await held()).toEqual([true, 'Asia/Tokyo', 'mph']);
  const wrong = await put({ timezone: 'Mars/Olympus' });
  expect([wrong.status, wrong.body.details.fields[0].path]).toEqual([400, 'timezone']);
});

test('[SET-01] a change of the server’s zone is told to those who work by calendars', async () => {
  published.length = 0;
  await ask('PUT', '/api/server', { token, body: { timezone: 'America/Belem' } });
  await ask('PUT', '/api/server', { token, body: { timezone: 'America/Belem', zoom: 4 } });
  expect(published).toEqual([{ topic: 'rules', message: { kinds: ['calendars'] } }]);
});

test('[ROLE-03] [AUTH-10] a company is found by its label; an unknown one gets the default brand', async () => {
  await kysely
    .insertInto('company_configurations')
    .values({ label: 'acme', theme: '#aa0000', logo_url: '/logos/acme.png' })
    .execute();
  expect((await ask('GET', '/api/company/configurations/Acme')).body).toEqual({
    id: 1,
    label: 'acme',
    name: null,
    title: null,
    faviconUrl: null,
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

test('[SRV-01] [ROLE-05] no setting of the server makes everybody an administrator', async () => {
  const refused = await ask('PUT', '/api/server', { token, body: { administrator: true, zoom: 3 } });
  expect([refused.status, refused.body.details.fields.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ['administrator'],
  ]);
  const { body } = await ask('PUT', '/api/server', { token, body: { administrator: false } });
  expect(body.administrator).toBe(false);
});

test('[TILE-02] Google’s key is sent to who is signed in, whose map needs it, and to no stranger', async () => {
  const admin = await world.administrator();
  const { token } = await world.person();
  await ask('PUT', '/api/server', {
    token: admin.token,
    body: { attributes: { 'map.googleKey': 'g-key', secret: 1 } },
  });
  expect((await ask('GET', '/api/server', { token })).body.attributes).toEqual({ 'map.googleKey': 'g-key' });
  expect((await ask('GET', '/api/server')).text).not.toContain('g-key');
});

test('[OPS-01] the first steps of a new installation are told as they are done', async () => {
  const fresh = await createTestApp({ channels: {} });
  const admin = await fresh.world.administrator();
  const steps = async () => (await fresh.ask('GET', '/api/server/first-steps', { token: admin.token })).body;
  const none = { password: false, company: false, tracker: false, customer: false, mail: false };
  expect(await steps()).toEqual(none);
  await fresh.world.device();
  await fresh.world.customer();
  await fresh.kysely
    .insertInto('company_configurations')
    .values({ label: 'acme', theme: '#aa0000', logo_url: '/logos/acme.png' })
    .execute();
  const [details, noun] = [{ changed: ['password'] }, 'user' as const];
  const entry = { action: 'update', noun, objectId: admin.id, details };
  // given by somebody else it is not his own
  const other = await fresh.world.administrator();
  const userOf = (id: number) =>
    fresh.kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await writeAudit(fresh.kysely, { user: await userOf(other.id), address: null }, entry);
  expect((await steps()).password).toBe(false);
  await writeAudit(fresh.kysely, { user: await userOf(admin.id), address: null }, entry);
  expect(await steps()).toEqual({
    password: true,
    company: true,
    tracker: true,
    customer: true,
    mail: false,
  });
});
