/**
 * Whole conversations of programs that were written for the field's API, replayed over a listening server: every call as it
 * leaves the program, with the headers its HTTP library adds, and what the program reads of the answer. Written by us from
 * what each documents; the source stands above each.
 */
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ensurePartitions } from '../../ingest/partitions/ensure-partitions.ts';
import { createTestApp, listenLive } from '../test-app.ts';

const { app, pool, bus, services, world } = await createTestApp();
const live = await listenLive({ app, pool, bus, services });
const { port } = live;
afterAll(() => live.stop());
await ensurePartitions(pool, Date.now());

const password = 'Mar alto 8';
const time = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000).toISOString();
const position = (id: number, deviceId: number) => ({
  ...{ id, deviceId, protocol: 'gt06', serverTime: time, deviceTime: time, fixTime: time },
  ...{ outdated: false, valid: true, latitude: -3.73, longitude: -38.52, altitude: 0, speed: 10, course: 90 },
  ...{
    accuracy: 0,
    address: null,
    network: null,
    geofenceIds: null,
    attributes: { batteryLevel: 80, motion: true },
  },
});

/** Somebody with a vehicle that reported, and a program that speaks for him. */
async function scene() {
  const password_hash = await services.passwords.hash(password);
  const person = await world.person({ password_hash, device_limit: -1 });
  const group = await world.group();
  const device = await world.device({ name: 'Gol', group_id: group, model: 'GT06N' });
  await world.link(person.id, { group });
  const { rows } = await pool.query(
    `INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude,
      longitude, altitude, speed, course, accuracy, attributes)
    VALUES ($1, $2, gen_random_uuid(), $2, $2, 'gt06', true, false, -3.73, -38.52, 0, 10, 90, 0,
      '{"batteryLevel":80,"motion":true}') RETURNING id`,
    [device, time],
  );
  const id = Number(rows[0].id);
  await pool.query(
    `INSERT INTO device_state (device_id, position_id, fix_time, last_update, position) VALUES ($1, $2, $3, $3, $4)`,
    [device, id, time, position(id, device)],
  );
  return { person, device, group, positionId: id, ...speakerFor() };
}

interface Call {
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly form?: Record<string, string>;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** A program with a jar for its cookies, as all of these have. */
function speakerFor() {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  async function say(line: string, status: number, { headers = {}, json, form, bytes }: Call = {}) {
    const [method = '', path = ''] = line.split(' ');
    const body = json === undefined ? (form ? new URLSearchParams(form) : bytes) : JSON.stringify(json);
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(jar.size > 0 && { cookie: cookies() }),
        ...headers,
      },
      ...(body && { body }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const data = await answer.arrayBuffer();
    const text = new TextDecoder().decode(data);
    expect([line, answer.status, answer.status >= 400 ? text : ''].slice(0, status >= 400 ? 2 : 3)).toEqual(
      [line, status, ''].slice(0, status >= 400 ? 2 : 3),
    );
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
    return { body: (isJson ? JSON.parse(text) : text) as any, headers: answer.headers, bytes: data };
  }
  async function listen(headers: Record<string, string> = {}) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket`, {
      headers: { ...(jar.size > 0 && { cookie: cookies() }), ...headers },
    });
    const messages: Record<string, Record<string, unknown>[]>[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return { socket, of: (kind: string) => messages.flatMap((message) => message[kind] ?? []) };
  }
  return { say, listen };
}

const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
const period = { from: new Date(Date.now() - 86_400_000).toISOString(), to: new Date().toISOString() };

/** The calls that the field's API reference documents, in the order in which its web client needs them. */
test('[API-02] the field’s web client signs in, loads everything, listens, reports, edits and leaves', async () => {
  const { say, listen, person, device, group, positionId } = await scene();
  const server = await say('GET /server', 200);
  expect(server.body).toMatchObject({ id: 1, registration: expect.any(Boolean), attributes: {} });
  await say('GET /session', 401);
  const user = await say('POST /session', 200, { form: { email: person.email, password } });
  expect(user.body).toMatchObject({ id: person.id, email: person.email, administrator: false });
  const channel = await listen();
  expect(ids((await say('GET /devices', 200)).body)).toEqual([device]);
  expect(ids((await say('GET /groups', 200)).body)).toEqual([group]);
  for (const list of [
    'geofences',
    'calendars',
    'maintenance',
    'drivers',
    'notifications',
    'attributes/computed',
    'commands',
  ])
    expect((await say(`GET /${list}`, 200)).body).toEqual([]);
  expect(await say('GET /notifications/types', 200).then(({ body }) => body)).toContainEqual({
    type: 'deviceOnline',
  });
  await expect.poll(() => ids(channel.of('positions') as { id: number }[])).toContain(positionId);
  expect((await say(`GET /positions?id=${positionId}`, 200)).body[0]).toMatchObject({
    deviceId: device,
    speed: 10,
  });
  const query = new URLSearchParams({ deviceId: String(device), ...period });
  expect((await say(`GET /reports/route?${query}`, 200)).body).toHaveLength(1);
  for (const report of ['events', 'trips', 'stops', 'summary'])
    expect(Array.isArray((await say(`GET /reports/${report}?${query}`, 200)).body), report).toBe(true);
  expect((await say(`GET /commands/types?deviceId=${device}`, 200)).body).toContainEqual(
    expect.objectContaining({ type: 'custom' }),
  );
  const [row] = (await say(`GET /devices?id=${device}`, 200)).body;
  const changed = await say(`PUT /devices/${device}`, 200, { json: { ...row, name: 'Gol branco' } });
  expect(changed.body.name).toBe('Gol branco');
  await expect.poll(() => channel.of('devices').map(({ name }) => name)).toContain('Gol branco');
  const fence = await say('POST /geofences', 200, {
    json: { name: 'Pátio', area: 'CIRCLE (-3.73 -38.52, 50)' },
  });
  await say('POST /permissions', 204, { json: { deviceId: device, geofenceId: fence.body.id } });
  await say('DELETE /permissions', 204, { json: { deviceId: device, geofenceId: fence.body.id } });
  await say(`DELETE /geofences/${fence.body.id}`, 204);
  const closed = new Promise((resolve) => channel.socket.once('close', resolve));
  await say('DELETE /session', 204);
  expect(await closed).toBe(4000);
});

/** pytraccar 2.1, `client.py`: what Home Assistant's integration calls. It takes 200 alone for an answer. */
test('[API-02] Home Assistant’s library reads server, devices, positions, geofences and events, and subscribes', async () => {
  const { say, listen, person, device } = await scene();
  const basic = `Basic ${Buffer.from(`${person.email}:${password}`).toString('base64')}`;
  // aiohttp: the type of a body that is not there
  const headers = {
    authorization: basic,
    'content-type': 'application/json',
    'user-agent': 'HomeAssistant/2026.11 aiohttp/3.13',
  };
  expect(typeof (await say('GET /server', 200, { headers })).body.version).toBe('string');
  const [own] = (await say('GET /devices', 200, { headers })).body;
  expect(own).toMatchObject({
    id: device,
    name: 'Gol',
    uniqueId: expect.any(String),
    status: expect.any(String),
    model: 'GT06N',
  });
  const [place] = (await say('GET /positions', 200, { headers })).body;
  expect(place).toMatchObject({ deviceId: device, latitude: -3.73, attributes: { batteryLevel: 80 } });
  expect((await say('GET /geofences', 200, { headers })).body).toEqual([]);
  // datetime.isoformat() has microseconds, the newest first; list parameters are repeated
  const micros = (instant: string) => encodeURIComponent(instant.replace(/\.(\d{3})Z$/, '.$1456Z'));
  const events = `/reports/events?to=${micros(period.to)}&from=${micros(period.from)}&deviceId=${device}&type=deviceMoving&type=deviceStopped`;
  expect((await say(`GET ${events}`, 200, { headers })).body).toEqual([]);
  const form = { email: person.email, password };
  await say('POST /session', 200, { headers: { authorization: basic, accept: '*/*' }, form });
  const channel = await listen({ 'content-type': 'application/json', accept: 'application/json' });
  await expect.poll(() => channel.of('positions').map(({ deviceId }) => deviceId)).toContain(device);
  const json = JSON.stringify(position(99_000_001, device));
  bus.publish('positions', [
    { deviceId: device, positionId: 99_000_001, fixTimeMs: Date.now(), receivedMs: Date.now(), json },
  ]);
  await expect.poll(() => ids(channel.of('positions') as { id: number }[])).toContain(99_000_001);
  channel.socket.close();
  await say('DELETE /session', 204, { headers: { authorization: basic } });
});

/** harrowmykel/traccar-api-php, README: Guzzle, with a token. */
test('[API-02] the PHP client works with a token: its devices, counters, pictures, positions, reports and tokens', async () => {
  const { say, person, device } = await scene();
  const made = await say('POST /session/token', 200, {
    headers: { authorization: `Bearer ${person.token}` },
    form: { expiration: '2035-12-31T23:59:59Z' },
  });
  const token = String(made.body);
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'GuzzleHttp/7' };
  expect(ids((await say('GET /devices', 200, { headers })).body)).toEqual([device]);
  const truck = { name: 'Truck 01', uniqueId: `php-${device}` };
  const { id } = (await say('POST /devices', 200, { headers, json: truck })).body;
  expect((await say(`GET /devices/${id}`, 200, { headers })).body).toMatchObject(truck);
  const renamed = { ...truck, id, name: 'Truck 01 (updated)' };
  expect((await say(`PUT /devices/${id}`, 200, { headers, json: renamed })).body.name).toBe(renamed.name);
  await say(`PUT /devices/${id}/accumulators`, 204, { headers, json: { hours: 1000 } });
  expect((await say(`GET /positions?deviceId=${device}`, 200, { headers })).body).toHaveLength(1);
  expect((await say('GET /session', 200, { headers })).body.id).toBe(person.id);
  const query = new URLSearchParams({ deviceId: String(device), ...period });
  for (const report of ['route', 'summary', 'trips', 'stops', 'events'])
    await say(`GET /reports/${report}?${query}`, 200, { headers });
  const sheet = await say(`GET /reports/route/xlsx?${query}`, 200, {
    headers: { ...headers, accept: '*/*' },
  });
  expect(new Uint8Array(sheet.bytes).slice(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]));
  for (const list of [
    'groups',
    'geofences',
    'commands',
    'notifications',
    'drivers',
    'maintenance',
    'calendars',
  ])
    await say(`GET /${list}`, 200, { headers });
  await say(`DELETE /devices/${id}`, 204, { headers });
  await say('POST /session/token/revoke', 204, { headers, form: { token } });
  await say('GET /devices', 401, { headers });
});

/** ElmaallemSalah/flutter_traccar_api, README: Dio with cookies; lists of devices are repeated parameters. */
test('[API-02] the Flutter package signs in, follows a day, reports over several vehicles and listens', async () => {
  const { say, listen, person, device, group } = await scene();
  const other = await world.device({ name: 'Kombi', group_id: group });
  const headers = { 'user-agent': 'Dart/3.9 (dart:io)' };
  await say('POST /session', 200, { headers, form: { email: person.email, password } });
  expect(ids((await say('GET /devices', 200, { headers })).body)).toEqual([device, other]);
  expect(ids((await say(`GET /devices?id=${device}`, 200, { headers })).body)).toEqual([device]);
  const day = new URLSearchParams({ deviceId: String(device), ...period });
  expect((await say(`GET /positions?${day}`, 200, { headers })).body).toMatchObject([{ deviceId: device }]);
  const both = `deviceId=${device}&deviceId=${other}&${new URLSearchParams(period)}`;
  await say(`GET /reports/trips?${both}`, 200, { headers });
  await say(`GET /reports/stops?${both}`, 200, { headers });
  const summary = (await say(`GET /reports/summary?${both}`, 200, { headers })).body;
  expect(summary.map(({ deviceId }: { deviceId: number }) => deviceId)).toContain(device);
  const channel = await listen(headers);
  await expect.poll(() => channel.of('positions').map(({ deviceId }) => deviceId)).toContain(device);
  channel.socket.close();
  await say('DELETE /session', 204, { headers });
  await say('GET /session', 401, { headers });
});

/** TuliEscobar/traccar-websocket-client, README: Python, a token in the address makes the session that the socket uses. */
test('[API-02] the Python page signs in by a token in the address and follows devices, positions and events', async () => {
  const { say, listen, person, device } = await scene();
  const headers = { 'user-agent': 'python-requests/2.32', accept: '*/*', 'accept-encoding': 'gzip, deflate' };
  const user = await say(`GET /session?token=${person.token}`, 200, { headers });
  expect(user.body).toMatchObject({ id: person.id, name: expect.any(String) });
  expect(ids((await say('GET /devices', 200, { headers })).body)).toEqual([device]);
  expect((await say('GET /positions', 200, { headers })).body).toMatchObject([{ deviceId: device }]);
  const channel = await listen();
  await expect.poll(() => channel.of('positions').map(({ deviceId }) => deviceId)).toContain(device);
  channel.socket.close();
});
