/**
 * The API as an app uses it that was written for the field's common public API: over a real listening server, with its
 * ways to sign in, the addresses it knows, parameters and fields this server does not know, and the shapes it relies on.
 */
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createTestApp, listenLive } from '../test-app.ts';

const { app, pool, bus, services, world } = await createTestApp();
const live = await listenLive({ app, pool, bus, services });
const { port } = live;
const base = `http://127.0.0.1:${port}/api`;
afterAll(() => live.stop());

const password = 'segredo1';
const person = await world.person({
  password_hash: await services.passwords.hash(password),
  device_limit: -1,
});
const group = await world.group({ name: 'Frota' });
const device = await world.device({ name: 'Caminhão', group_id: group, attributes: { speedLimit: 40 } });
await world.link(person.id, { group });
await pool.query(
  `INSERT INTO device_state (device_id, position_id, position) VALUES ($1, 7, $2)
   ON CONFLICT (device_id) DO UPDATE SET position_id = 7, position = $2`,
  [device, position(7, -3.73)],
);

/** As it is read and sent: with the nearest town, which is not stored. */
const shown = (id: number, latitude: number) => ({
  ...position(id, latitude),
  address: expect.stringMatching(/Fortaleza, CE$/),
});

/** As ingest publishes and stores it. */
function position(id: number, latitude: number) {
  const time = '2026-11-21T03:00:00.000Z';
  return {
    ...{ id, deviceId: device, protocol: 'gt06', serverTime: time, deviceTime: time, fixTime: time },
    ...{ outdated: false, valid: true, latitude, longitude: -38.52, altitude: 0, speed: 10, course: 90 },
    ...{ accuracy: 0, address: null, network: null, geofenceIds: null, attributes: { ignition: true } },
  };
}

/** Signs in as the field's apps do, and returns the cookie and what the server said of the user. */
async function signIn() {
  const body = new URLSearchParams({ email: person.email, password });
  const answer = await fetch(`${base}/session`, { method: 'POST', body });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { status: answer.status, cookie, user: await answer.json() };
}

async function read(path: string, headers: Record<string, string>) {
  const answer = await fetch(`${base}${path}`, { headers: { accept: 'application/json', ...headers } });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  return { status: answer.status, body: (await answer.json()) as any };
}

test('[API-02] it signs in by form and stays so by cookie, by Basic, by Bearer and by a token in the address', async () => {
  const { status, cookie, user } = await signIn();
  expect(status).toBe(200);
  expect(user).toMatchObject({ id: person.id, email: person.email, administrator: false, attributes: {} });
  const basic = Buffer.from(`${person.email}:${password}`).toString('base64');
  for (const headers of [
    { cookie },
    { authorization: `Basic ${basic}` },
    { authorization: `Bearer ${person.token}` },
  ] as Record<string, string>[]) {
    expect((await read('/devices', headers)).body.map(({ id }: { id: number }) => id)).toEqual([device]);
  }
  expect((await read(`/session?token=${person.token}`, {})).body.id).toBe(person.id);
  expect((await fetch(`${base}/session`)).status).toBe(401);
});

test('[OUT-04] [WS-01] a key follows the live channel only where it was made for it', async () => {
  const keyFor = async (scopes: string) => {
    const expiration = new Date(Date.now() + 86_400_000).toISOString();
    const body = { expiration, scopes };
    const headers = { authorization: `Bearer ${person.token}` };
    return (await app.inject({ method: 'POST', url: '/api/session/token', headers, payload: body })).body;
  };
  const opens = async (key: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket?token=${key}`);
    const outcome = await new Promise((resolve) => {
      socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
      socket.on('open', () => resolve('open'));
      socket.on('error', () => undefined);
    });
    socket.terminate();
    return outcome;
  };
  expect([await opens(await keyFor('read,write,commands')), await opens(await keyFor('live'))]).toEqual([
    401,
    'open',
  ]);
});

test('[API-02] a program hears that a name and password would do, and a browser does not, which would ask by itself', async () => {
  const challengeOf = async (headers: Record<string, string>) =>
    (await fetch(`${base}/session`, { headers })).headers.get('www-authenticate');
  const both = 'Bearer, Basic realm="Atalaia", charset="UTF-8"';
  expect(await challengeOf({ 'user-agent': 'Wget/1.24', 'sec-fetch-mode': '' })).toBe('Bearer');
  const said = await app.inject({ url: '/api/session', headers: { 'user-agent': 'Wget/1.24' } });
  expect([said.statusCode, said.headers['www-authenticate']]).toEqual([401, both]);
  expect(await challengeOf({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' })).toBe('Bearer');
});

test('[API-01] [API-05] it reads what it knows, in the shapes it relies on, whatever else it says', async () => {
  const { cookie } = await signIn();
  const list = (path: string) => read(path, { cookie });
  expect((await list('/server')).body).toMatchObject({ id: 1, attributes: {}, forceSettings: false });
  expect((await list('/devices?_dc=1763&all=true&excludeAttributes=true')).body).toEqual([
    expect.objectContaining({
      ...{ id: device, name: 'Caminhão', uniqueId: expect.any(String), status: 'offline', disabled: false },
      ...{ groupId: group, positionId: 7, lastUpdate: null, attributes: {} },
    }),
  ]);
  expect((await list(`/devices?uniqueId=none`)).body).toEqual([]);
  expect((await list('/groups?all=true')).body).toEqual([
    { id: group, name: 'Frota', groupId: 0, attributes: {} },
  ]);
  expect((await list('/positions')).body).toEqual([shown(7, -3.73)]);
  expect((await list(`/positions?deviceId=${device}&_dc=1`)).body).toEqual([shown(7, -3.73)]);
  for (const path of [
    '/geofences',
    '/drivers',
    '/calendars',
    '/maintenance',
    '/attributes/computed',
    '/notifications',
    `/reports/route?deviceId=${device}&from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z`,
    `/geofences?deviceId=${device}&refresh=true`,
  ]) {
    expect([path, await list(path)]).toEqual([path, { status: 200, body: [] }]);
  }
});

test('[API-05] what it writes is stored; fields that nobody knows and read-only ones are passed over', async () => {
  const { cookie } = await signIn();
  const send = async (method: string, path: string, body: object) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
    return { status: answer.status, body: (answer.status === 204 ? null : await answer.json()) as any };
  };
  const area = 'CIRCLE (-3.73 -38.52, 50)';
  const geofence = await send('POST', '/geofences', { id: 0, name: 'Pátio', area, calendarId: 0 });
  expect([geofence.status, geofence.body.name ?? geofence.body]).toEqual([200, 'Pátio']);
  const link = { deviceId: device, geofenceId: geofence.body.id };
  expect((await send('POST', '/permissions', link)).status).toBe(204);
  expect((await read(`/geofences?deviceId=${device}`, { cookie })).body).toEqual([geofence.body]);
  const [current] = (await read('/devices', { cookie })).body;
  const changed = await send('PUT', `/devices/${device}`, {
    ...current,
    name: 'Carreta',
    expirationTime: null,
  });
  expect(changed.body).toEqual({ ...current, name: 'Carreta' });
  expect((await send('DELETE', `/geofences/${geofence.body.id}`, {})).status).toBe(204);
});

test('[API-01] instants are taken with Z or an offset, and without either refused by their field', async () => {
  const { cookie } = await signIn();
  for (const path of ['/reports/route', '/reports/summary', '/positions', '/events']) {
    const ask = (from: string, to: string) =>
      read(`${path}?deviceId=${device}&${new URLSearchParams({ from, to })}`, { cookie });
    expect((await ask('2026-11-01T00:00:00Z', '2026-11-02T00:00:00.000Z')).status).toBe(200);
    expect((await ask('2026-11-01T00:00:00-03:00', '2026-11-02T00:00:00+00:00')).status).toBe(200);
    const { status, body } = await ask('2026-11-01T00:00:00', '2026-11-02 00:00');
    const paths = body.details.fields.map((field: { path: string }) => field.path);
    expect([path, status, paths]).toEqual([path, 400, ['query.from', 'query.to']]);
    expect(body.details.fields[0].message).toContain('2026-11-21T03:00:00Z');
  }
});

test('[WS-01] it follows the live channel with its cookie, from the last positions on', async () => {
  const { cookie } = await signIn();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket`, { headers: { cookie } });
  const messages: Record<string, unknown[]>[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const positions = () => messages.flatMap((message) => message.positions ?? []);
  await expect.poll(positions).toEqual([position(7, -3.73)]);
  const json = JSON.stringify(position(8, -3.74));
  bus.publish('positions', [
    { deviceId: device, positionId: 8, fixTimeMs: Date.now(), receivedMs: Date.now(), json },
  ]);
  await expect.poll(positions).toEqual([position(7, -3.73), position(8, -3.74)]);
  socket.close();
});
