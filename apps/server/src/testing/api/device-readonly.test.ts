/**
 * What a customer's own user may not do (ROLE-02, ROLE-06): take his vehicle from those who watch it, read the password
 * of its tracker, or rewrite what the centre knows of his customer.
 */
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { type Kysely, sql } from 'kysely';
import { readSheet } from 'read-excel-file/universal';
import { expect, test } from 'vitest';
import { createTrafficRecorder } from '../../ingest/traffic/traffic-recorder.ts';
import { makers } from '../../platform/db/migrations/0016-0025.ts';
import { piecesOf } from '../../queries/read-ids.ts';
import { createTestApp } from '../test-app.ts';

const { app, ask, world, kysely, pool, published, traffic, services, routes } = await createTestApp();
const admin = await world.administrator();
const password = 'Zq7#senha';
const customer = await world.customer();
const device = await world.device({
  customer_id: customer,
  unique_id: 'his-car',
  attributes: { devicePassword: password, plate: 'ABC1D23' },
});
const made = await ask('POST', '/api/users', {
  token: admin.token,
  body: { name: 'Maria', email: 'maria@example.com', password: 'segredo1', customerId: customer },
});
const client = await world.openSession(made.body.id);
const free = await world.person({ customer_id: customer, device_limit: -1 });
const reader = await world.person({ customer_id: customer, readonly: true });

test('[ROLE-02] [USR-01] who is made for a customer begins with devices read-only, unless it is said otherwise', async () => {
  const create = (body: object, token = admin.token) =>
    ask('POST', '/api/users', {
      token,
      body: { name: 'x', email: `${crypto.randomUUID()}@example.com`, password: 'segredo1', ...body },
    });
  expect(made.body).toMatchObject({ customerId: customer, deviceReadonly: true });
  expect((await create({ customerId: customer, deviceReadonly: null })).body.deviceReadonly).toBe(true);
  expect((await create({ customerId: customer, deviceReadonly: false })).body.deviceReadonly).toBe(false);
  expect((await create({ customerId: 0 })).body.deviceReadonly).toBe(false);
  const manager = await world.person({ user_limit: -1, customer_id: customer });
  expect((await create({ customerId: customer }, manager.token)).body.deviceReadonly).toBe(true);
  const freed = await create({ customerId: customer, deviceReadonly: false }, manager.token);
  expect(freed.body.deviceReadonly).toBe(false);
  const bound = await world.person({ user_limit: -1, customer_id: customer, device_readonly: true });
  expect((await create({}, bound.token)).body.deviceReadonly, 'as its maker').toBe(true);
  const refused = await create({ customerId: customer, deviceReadonly: false }, bound.token);
  expect([refused.status, refused.body.details.fields[0].path]).toEqual([403, 'deviceReadonly']);
});

test('[ROLE-02] [USR-01] who becomes a customer’s begins so too; who is one already stays as he is', async () => {
  const nobodys = await world.person();
  const put = async (id: number, body: object) => {
    const { body: user } = await ask('GET', `/api/users/${id}`, { token: admin.token });
    const { name, email } = user;
    return (await ask('PUT', `/api/users/${id}`, { token: admin.token, body: { name, email, ...body } }))
      .body;
  };
  expect(await put(nobodys.id, { customerId: customer })).toMatchObject({ deviceReadonly: true });
  expect(await put(nobodys.id, { deviceReadonly: false })).toMatchObject({ deviceReadonly: false });
  expect(await put(nobodys.id, { customerId: await world.customer() })).toMatchObject({
    deviceReadonly: false,
  });
  const other = await world.person();
  expect(await put(other.id, { customerId: customer, deviceReadonly: false })).toMatchObject({
    deviceReadonly: false,
  });
});

test('[ROLE-02] devices read-only: no way changes or removes a device, nor what it reports', async () => {
  const groupName = 'Frota';
  const group = await world.group({ name: groupName });
  const inside = await world.group({ group_id: group });
  const empty = await world.group();
  const fleet = await world.person({ device_readonly: true });
  const attribute = await kysely
    .insertInto('computed_attributes')
    .values({ description: 'x', attribute: 'alarm', expression: '""', type: 'string' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.device({ group_id: inside });
  await world.link(fleet.id, { group, attribute: attribute.id });
  await world.link(fleet.id, { group: empty });
  const link = { groupId: group, attributeId: attribute.id };
  const refused: readonly [method: 'PUT' | 'POST' | 'DELETE', path: string, body: object | undefined][] = [
    ['PUT', `devices/${device}`, { uniqueId: 'his-car', name: 'x' }],
    ['DELETE', `devices/${device}`, undefined],
    ['PUT', `devices/${device}/accumulators`, { deviceId: device, totalDistance: 0, hours: 0 }],
    ['POST', 'devices', { uniqueId: 'another', name: 'x' }],
    ['POST', 'imports/devices', undefined],
    ['POST', 'attributes/computed', { description: 'x', attribute: 'x', expression: '1', type: 'number' }],
    ['DELETE', `attributes/computed/${attribute.id}`, undefined],
    ['POST', 'permissions', link],
    ['DELETE', 'permissions', link],
    ['POST', 'permissions/bulk', [link]],
    ['DELETE', 'permissions/bulk', [link]],
    ['DELETE', `groups/${group}`, undefined],
    ['PUT', `groups/${group}`, { name: 'x', groupId: empty }],
    ['PUT', `groups/${group}`, { name: 'x' }],
    ['PUT', `groups/${group}`, { name: groupName, attributes: { speedLimit: 200 } }],
  ];
  for (const [method, path, body] of refused) {
    const token = path.startsWith(`devices/${device}`) ? client : fleet.token;
    const answer = await ask(method, `/api/${path}`, { token, body });
    expect([method, path, answer.status, answer.body?.code]).toEqual([method, path, 403, 'devices-readonly']);
  }
  const rename = { name: 'renamed', groupId: 0 };
  expect((await ask('PUT', `/api/groups/${empty}`, { token: fleet.token, body: rename })).status).toBe(200);
  expect((await ask('DELETE', `/api/groups/${empty}`, { token: fleet.token })).status).toBe(204);
});

/** What the centre set up of each kind, linked to the client and, where that can be, to his device. */
const watching = [
  ['geofences', 'geofence', { name: 'x', area: 'CIRCLE (-3.73 -38.52, 20)' }, 'geofences'],
  ['notifications', 'notification', { type: 'ignitionOn', notificators: 'web' }, 'notifications'],
  ['drivers', 'driver', { name: 'x', uniqueId: 'd1' }, 'drivers'],
  ['maintenance', 'maintenance', { name: 'x', type: 'totalDistance', start: 0, period: 1 }, 'maintenances'],
  ['commands', 'command', { type: 'rebootDevice', description: 'x' }, 'commands'],
] as const;

test.for(watching)(
  '[ROLE-02] devices read-only: of %s he changes, removes and unlinks only what he made himself',
  async ([path, kind, body, table]) => {
    const linkedId = `${kind}Id`;
    const make = async (token: string) =>
      (
        await ask('POST', `/api/${path}`, {
          token,
          body: { ...body, ...(kind === 'driver' && { uniqueId: crypto.randomUUID() }) },
        })
      ).body.id as number;
    const changed = {
      ...body,
      description: 'changed',
      ...(kind === 'driver' && { uniqueId: crypto.randomUUID() }),
    };
    const centres = await make(admin.token);
    const ofUser = { userId: made.body.id, [linkedId]: centres };
    const ofDevice = { deviceId: device, [linkedId]: centres };
    const another = { deviceId: device, [linkedId]: await make(admin.token) };
    const seen = { userId: made.body.id, [linkedId]: another[linkedId] };
    for (const link of [ofUser, ofDevice, seen]) {
      expect((await ask('POST', '/api/permissions', { token: admin.token, body: link })).status).toBe(204);
    }
    const asking = [
      ['PUT', `${path}/${centres}`, changed],
      ['GET', `${path}/${centres}/dependents`, undefined],
      ['DELETE', `${path}/${centres}`, undefined],
      ['DELETE', 'permissions', ofUser],
      ['DELETE', 'permissions', ofDevice],
      ['DELETE', 'permissions/bulk', [ofDevice, ofUser]],
      ['POST', 'permissions', another],
    ] as const;
    for (const [method, at, given] of asking) {
      const { status, body: published } = await ask(method, `/api/${at}`, { token: client, body: given });
      expect([method, at, status, published?.code]).toEqual([method, at, 403, 'made-by-others']);
    }
    const own = await make(client);
    const ownLink = { deviceId: device, [linkedId]: own };
    for (const [method, at, given, expected] of [
      ['POST', 'permissions', ownLink, 204],
      ['DELETE', 'permissions', ownLink, 204],
      ['DELETE', 'permissions', { userId: made.body.id, [linkedId]: own }, 204],
      ['POST', 'permissions', { userId: made.body.id, [linkedId]: another[linkedId] }, 204],
    ] as const) {
      expect([method, at, (await ask(method, `/api/${at}`, { token: client, body: given })).status]).toEqual([
        ...[method, at],
        // unlinked from himself he sees it no more
        expected,
      ]);
    }
    const second = await make(client);
    const edited = await ask('PUT', `/api/${path}/${second}`, { token: client, body: changed });
    expect(edited.status, edited.text).toBe(200);
    expect((await ask('DELETE', `/api/${path}/${second}`, { token: client })).status).toBe(204);

    expect((await ask('DELETE', '/api/permissions', { token: free.token, body: ofDevice })).status).toBe(204);
    expect((await ask('DELETE', `/api/${path}/${another[linkedId]}`, { token: admin.token })).status).toBe(
      204,
    );
    const { rows } = await pool.query(`SELECT created_by FROM ${table} WHERE id = $1`, [centres]);
    expect(rows).toEqual([{ created_by: admin.id }]);
  },
);

test('[ROLE-02] who made a geofence before it was noted is taken from the audit', async () => {
  const body = { name: 'x', area: 'CIRCLE (-3.73 -38.52, 20)' };
  const mine = (await ask('POST', '/api/geofences', { token: client, body })).body.id;
  await sql`ALTER TABLE geofences DROP COLUMN created_by`.execute(kysely);
  const others = ['drivers', 'maintenances', 'notifications', 'computed_attributes', 'commands', 'calendars'];
  for (const table of others)
    await sql`ALTER TABLE ${sql.table(table)} DROP COLUMN created_by`.execute(kysely);
  await makers(kysely as unknown as Kysely<unknown>);
  // as migration 0025 does
  for (const table of ['geofences', ...others])
    await sql`ALTER TABLE ${sql.table(table)} RENAME COLUMN made_by TO created_by`.execute(kysely);
  const { rows } = await pool.query('SELECT created_by FROM geofences WHERE id = $1', [mine]);
  expect(rows).toEqual([{ created_by: made.body.id }]);
});

test('[ROLE-02] [PAY-01] his customer is not sent, linked or unlinked at the payment provider by him', async () => {
  const at = `/api/payments/customers/${customer}`;
  for (const [method, path, body] of [
    ['POST', at, undefined],
    ['PUT', `${at}/link`, { providerId: '1' }],
    ['DELETE', `${at}/link`, undefined],
  ] as const) {
    const denied = await ask(method, path, { token: client, body });
    expect([method, denied.status, denied.body.code]).toEqual([method, 403, 'own-customer-readonly']);
    const others = await ask(method, path, { token: free.token, body });
    expect([method, others.body.code]).toEqual([method, 'payments-not-set-up']);
  }
});

test('[ROLE-02] [ROLE-07] his customer’s record is read-only to him too; another’s that he keeps is not', async () => {
  const at = `/api/customers/${customer}`;
  const { body: record } = await ask('GET', at, { token: client });
  const filled = {
    ...record,
    ...{ street: 'x', number: '1', neighborhood: 'x', city: 'x', state: 'CE', postalCode: '60311280' },
    ...{ phone: '1', notificationEmail: 'x@example.com' },
  };
  for (const [method, body] of [
    ['PUT', { ...filled, name: 'Outro' }],
    ['DELETE', undefined],
  ] as const) {
    const answer = await ask(method, at, { token: client, body });
    expect([method, answer.status, answer.body.code]).toEqual([method, 403, 'own-customer-readonly']);
  }
  expect((await ask('GET', at, { token: client })).body).toEqual(record);
  expect((await ask('PUT', at, { token: free.token, body: filled })).status).toBe(200);
  const group = await world.group();
  const retained = await world.customer(group);
  await world.link(made.body.id, { group });
  const ofGroup = { ...filled, id: retained, groupId: group };
  expect((await ask('PUT', `/api/customers/${retained}`, { token: client, body: ofGroup })).status).toBe(200);
});

test('[ROLE-02] [SEC-03] no address gives the tracker’s password to who may not change devices', async () => {
  const hexOf = Buffer.from(password).toString('hex');
  const recorder = createTrafficRecorder({
    ...{ traffic, clock: { now: () => Date.now() }, protocol: 'gt06', transport: 'tcp', address: '10.2.3.4' },
  });
  recorder.readBy(() => ({
    ...{ session: {}, replies: [] },
    messages: [{ kind: 'commandResult', uniqueIds: [], result: `${password} ok` }],
  }));
  recorder.ofDevices([{ id: device } as Parameters<typeof recorder.ofDevices>[0][number]]);
  recorder.sent(Buffer.from(`DYD,${password}#`));
  recorder.received(Buffer.from(`${password} ok`), Date.now());
  recorder.received(Buffer.from(`GET /?id=1&pw=${encodeURIComponent(password)}&ip=${hexOf}`), Date.now());
  await kysely
    .insertInto('sent_commands')
    .values({
      ...{ device_id: device, type: 'custom', description: `with ${password}`, answer: `${password} ok` },
      attributes: JSON.stringify({ data: `DYD,${password}#`, index: 3 }),
      expires_at: new Date(),
    })
    .execute();
  const period = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
  const saved = { type: 'custom', description: 'x', attributes: { data: `DYD,${password}#` } };
  const centres = (await ask('POST', '/api/commands', { token: admin.token, body: saved })).body.id;
  const own = (
    await ask('POST', '/api/commands', { token: client, body: { ...saved, attributes: { data: 'mine' } } })
  ).body;
  const owners = [{ deviceId: device }, { userId: made.body.id }, { userId: free.id }, { userId: reader.id }];
  for (const owner of owners) {
    const link = { ...owner, commandId: centres };
    expect((await ask('POST', '/api/permissions', { token: admin.token, body: link })).status).toBe(204);
  }
  const giving = [
    '/api/commands',
    '/api/commands/send',
    '/api/commands/sent',
    '/api/devices',
    '/api/devices/:id',
    '/api/devices/:id/traffic',
  ];
  const leaksTo = async (token: string, urls: readonly string[]) => {
    const leaks: string[] = [];
    for (const piece of piecesOf(8, urls)) {
      await Promise.all(
        piece.map(async (url) => {
          const path = url.replaceAll(/:\w+/g, String(device));
          const { status, text } = await ask('GET', `${path}?deviceId=${device}&${period}`, { token });
          if (giving.includes(url)) expect([url, status]).toEqual([url, 200]);
          if (text.includes(password) || text.includes(hexOf) || text.includes('%23senha')) leaks.push(url);
        }),
      );
    }
    return leaks.toSorted();
  };
  const isRead = ({ method, url }: (typeof routes)[number]) =>
    method === 'GET' && !url.startsWith('/api/docs') && url !== '/api/openapi.json';
  const all = [...new Set(routes.filter(isRead).map(({ url }) => url))];
  expect(await leaksTo(free.token, giving)).toEqual(giving);
  expect(all).toEqual(expect.arrayContaining(giving));
  expect(await leaksTo(client, all)).toEqual([]);
  expect(await leaksTo(reader.token, giving)).toEqual([]);

  expect(own.attributes).toEqual({ data: 'mine' });
  const found = async (token: string) =>
    (await ask('GET', `/api/commands?keyword=${encodeURIComponent(password)}`, { token })).body.length;
  expect([await found(free.token), await found(client)]).toEqual([1, 0]);
  expect((await ask('GET', `/api/commands/${centres}`, { token: client })).body.attributes).toEqual({
    data: '***',
  });
  expect((await ask('GET', `/api/commands/${own.id}`, { token: client })).body.attributes).toEqual({
    data: 'mine',
  });
  // its words block: without a fix it goes only when it is meant (CMD-07, BLOCK-01)
  const byId = { deviceId: device, id: centres, confirmation: { reason: 'x' } };
  const receipt = await ask('POST', '/api/commands/send', { token: client, body: byId });
  expect([receipt.status, receipt.body.attributes]).toEqual([202, { data: '***' }]);
  const { rows: queued } = await pool.query('SELECT attributes FROM sent_commands WHERE id = $1', [
    receipt.body.sentId,
  ]);
  expect(queued).toEqual([{ attributes: saved.attributes }]);

  const [car] = (await ask('GET', `/api/devices?id=${device}`, { token: client })).body;
  expect(car.attributes).toEqual({ plate: 'ABC1D23' });
  const [, sent] = (await ask('GET', `/api/commands/sent?deviceId=${device}`, { token: client })).body;
  expect(sent).toMatchObject({ attributes: { data: 'DYD,***#', index: 3 }, answer: '*** ok' });
  const [out, received, percent] = (await ask('GET', `/api/devices/${device}/traffic`, { token: client }))
    .body;
  expect(out).toMatchObject({ text: 'DYD,*********#' });
  expect(received.messages).toEqual([{ kind: 'commandResult', uniqueIds: [], result: '********* ok' }]);
  expect(percent.text).toBe(`GET /?id=1&pw=${'*'.repeat(11)}&ip=${'*'.repeat(18)}`);
});

test('[ROLE-02] who sees for a manager whom he manages reads no password that he may not read himself', async () => {
  const manager = await world.person({ device_readonly: true });
  await world.link(manager.id, { user: free.id });
  const path = `/api/devices?userId=${free.id}&inherited=true`;
  const seen = await ask('GET', path, { token: manager.token });
  expect([seen.body.length, seen.text.includes(password)]).toEqual([1, false]);
});

test('[ROLE-02] a token that may only read is given no password of a tracker, whoever made it', async () => {
  for (const maker of [free, admin]) {
    const expiration = new Date(Date.now() + 86_400_000).toISOString();
    const make = (scopes: string) =>
      ask('POST', '/api/session/token', { token: maker.token, body: { expiration, scopes } });
    const read = async (scopes: string) =>
      (await ask('GET', `/api/devices/${device}`, { token: (await make(scopes)).text })).text;
    expect(await read('read')).not.toContain(password);
    expect(await read('read,write')).toContain(password);
  }
});

test('[ROLE-02] the list as a spreadsheet leaves the password out for him', async () => {
  const sheet = async (token: string) => {
    const headers = { accept: spreadsheetType, authorization: `Bearer ${token}` };
    const { rawPayload } = await app.inject({ method: 'GET', url: '/api/devices', headers });
    return rawPayload;
  };
  const textOf = async (token: string) =>
    JSON.stringify(await readSheet(new Uint8Array(await sheet(token)).buffer));
  expect(await textOf(free.token)).toContain(password);
  expect(await textOf(client)).not.toContain(password);
});

test('[ROLE-02] [WS-01] the live channel tells devices to everybody who sees them, and never a password', async () => {
  published.length = 0;
  const { body } = await ask('GET', `/api/devices/${device}`, { token: free.token });
  const saved = await ask('PUT', `/api/devices/${device}`, {
    token: free.token,
    body: { ...body, name: 'Gol' },
  });
  expect(saved.body.attributes.devicePassword).toBe(password);
  const deviceMessages = JSON.stringify(published.filter(({ topic }) => topic === 'devices'));
  expect(deviceMessages).toContain('Gol');
  expect(deviceMessages).not.toContain(password);
  const described = JSON.stringify(await services.devices.describe([device]));
  expect(described).toContain('Gol');
  expect(described).not.toContain(password);
});
