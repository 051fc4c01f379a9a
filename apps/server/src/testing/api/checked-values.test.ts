/** Values that no screen sends and that a client may: each is refused by its field, in words. */
import { expect, test } from 'vitest';
import { createTestApp } from '../test-app.ts';

const { ask, world } = await createTestApp();
const { token, id } = await world.administrator();
const device = await world.device();

interface Refused {
  readonly status: number;
  readonly path: string | undefined;
  readonly message: string;
}

async function refused(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Refused> {
  const headers = { 'content-type': 'application/json' };
  const answer = await ask(method, `/api/${path}`, {
    token,
    ...(body === undefined ? {} : { body, headers }),
  });
  return {
    status: answer.status,
    path: answer.body?.details?.fields[0].path,
    message: answer.body?.message,
  };
}

test('[API-03] a filter that means nothing is refused, not taken for one that finds nothing', async () => {
  const span = `deviceId=${device}&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z`;
  const filters: [string, string][] = [
    [`reports/events?type=nope&${span}`, 'query.type'],
    [`reports/events?type=alarm,nope&${span}`, 'query.type'],
    ['events?type=nope', 'query.type'],
    ['audit?noun=nope', 'query.noun'],
    ['devices?all=maybe', 'query.all'],
    ['geofences?all=maybe', 'query.all'],
    ['users?all=maybe', 'query.all'],
  ];
  for (const [address, path] of filters) {
    const { status, ...reported } = await refused('GET', address);
    expect([address, status, reported.path]).toEqual([address, 400, path]);
  }
  for (const address of [
    `reports/events?type=allEvents&${span}`,
    `events?type=alarm&type=maintenance`,
    'devices?all=true',
  ])
    expect((await ask('GET', `/api/${address}`, { token })).status).toBe(200);
});

test('[API-03] zones, addresses, maps and colours are such, or are refused', async () => {
  const user = { name: 'x', email: 'x@x.com' };
  const area = 'CIRCLE (0 0, 9)';
  const wrong: ['POST' | 'PUT', string, object, string][] = [
    ['PUT', 'server', { timezone: 'Mars' }, 'timezone'],
    ['PUT', 'server', { mapUrl: 'javascript:1' }, 'mapUrl'],
    ['PUT', 'server', { poiLayer: 'nowhere' }, 'poiLayer'],
    ['PUT', 'server', { map: 'nope' }, 'map'],
    ['PUT', `users/${id}`, { ...user, attributes: { timezone: 'Mars/X' } }, 'attributes.timezone'],
    ['PUT', `users/${id}`, { ...user, poiLayer: 'javascript:1' }, 'poiLayer'],
    ['PUT', `users/${id}`, { ...user, map: 'nope' }, 'map'],
    [
      'POST',
      'devices',
      { uniqueId: '1', name: 'x', attributes: { timezone: 'Mars' } },
      'attributes.timezone',
    ],
    [
      'POST',
      'geofences',
      { name: 'x', area, attributes: { color: 'javascript:alert(1)' } },
      'attributes.color',
    ],
    ['POST', 'geofences', { name: 'x', area: 'CIRCLE (0 0, 1e400)' }, 'area'],
    ['POST', 'geofences', { name: 'x', area: 'POLYGON ((0 0, 0 0, 0 0, 0 0))' }, 'area'],
  ];
  for (const [method, path, body, field] of wrong) {
    const reported = await refused(method, path, body);
    expect([path, field, reported.status, reported.path]).toEqual([path, field, 400, field]);
  }
  const right = {
    mapUrl: 'https://{a-d}.tiles.example/{z}/{x}/{y}.png',
    poiLayer: '',
    timezone: 'America/Bahia',
    map: 'osm',
  };
  expect((await ask('PUT', '/api/server', { token, body: right })).status).toBe(200);
});

test('[API-03] a number beyond all numbers, and names that hide what they are, are refused', async () => {
  expect(await refused('POST', 'groups', '{"name":"x","attributes":{"a":1e999}}')).toEqual({
    status: 400,
    path: 'attributes.a',
    message: 'Is too large a number',
  });
  for (const name of ['a\u0007b', 'a\r\nb', 'a\u202eb', '\u2066a', 'a\u200bb']) {
    const reported = await refused('POST', 'groups', { name });
    expect([reported.status, reported.path, reported.message]).toEqual([
      400,
      'name',
      'Must not hold control characters',
    ]);
  }
  for (const name of ['שלום עולם', 'شاحنة', ' ação 🚚 '])
    expect((await ask('POST', '/api/groups', { token, body: { name } })).body.name).toBe(name.trim());
});

test('[API-03] what is told of a fault is a sentence for people: no path before it and no pattern in it', async () => {
  const faults: [Refused, string][] = [
    [await refused('POST', 'permissions', { userId: 'x', deviceId: device }), 'Must be a number'],
    [await refused('POST', 'devices', { uniqueId: '1' }), 'Is needed'],
    [
      await refused('POST', 'devices', { uniqueId: '1', name: 'x', attributes: { speedLimit: 'fast' } }),
      'Must be a number from 0',
    ],
  ];
  for (const [{ status, message }, words] of faults) expect([status, message]).toEqual([400, words]);
});
