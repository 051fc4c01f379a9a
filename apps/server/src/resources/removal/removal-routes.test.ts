import type { Dependent, Dependents } from '@atalaia/contract/dependents';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { calendarFile } from '../../testing/calendar-file.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely, database, published } = await createTestApp();
const admin = await world.administrator();

const dependentsOf = async (path: string, token = admin.token): Promise<Dependents> =>
  (await ask('GET', `/api/${path}/dependents`, { token })).body;
const remove = (path: string, { seen, ...decisions }: RemovalRequest = {}, token = admin.token) => {
  const query = new URLSearchParams(seen === undefined ? [] : [['seen', seen]]);
  for (const [kind, choice] of Object.entries(decisions)) query.append('decision', `${kind}:${choice}`);
  return ask('DELETE', `/api/${path}?${query}`, { token });
};
type RemovalRequest = Readonly<Record<string, string>>;

const ofKind = ({ dependents }: Dependents, kind: string): Dependent | undefined =>
  dependents.find((one) => one.kind === kind);
const effectsOf = ({ dependents }: Dependents) =>
  Object.fromEntries(dependents.map(({ kind, effect, count }) => [kind, `${effect} ${count}`]));
const rowOf = async (table: 'devices' | 'users' | 'groups' | 'customers', id: number) =>
  (await kysely.selectFrom(table).selectAll().where('id', '=', id).execute())[0];
async function auditOf(noun: string, id: number) {
  const lines = kysely.selectFrom('audit').select(['action', 'details']).where('noun', '=', noun);
  return lines.where('object_id', '=', id).orderBy('id').execute();
}

/** A customer with so many vehicles and one user. */
async function customerWith(devices = 20) {
  const id = await world.customer();
  const deviceIds: number[] = [];
  for (let at = 0; at < devices; at++) deviceIds.push(await world.device({ customer_id: id }));
  const user = await world.person({ customer_id: id, name: `User of ${id}` });
  return { id, at: `customers/${id}`, deviceIds, user };
}

test('[LIST-03] what hangs on a customer is named, twenty of a kind at most, and asks what becomes of it', async () => {
  const { at, user } = await customerWith(23);
  const found = await dependentsOf(at);
  expect(effectsOf(found)).toEqual({ device: 'choose 23', user: 'choose 1' });
  expect(ofKind(found, 'device')?.named).toHaveLength(20);
  expect(ofKind(found, 'device')?.choices).toEqual(['detach', 'move', 'delete']);
  expect(ofKind(found, 'user')?.named).toEqual([{ id: user.id, name: expect.stringContaining('User of') }]);
  expect(found.hidden).toBe(false);
});

test('[LIST-03] a plain removal of such a customer is refused with the list, and nothing is touched', async () => {
  const { id, at, deviceIds } = await customerWith();
  for (const wish of [{}, { device: 'detach' }, { user: 'delete' }] as RemovalRequest[]) {
    const { status, body } = await remove(at, wish);
    expect([status, body.code]).toEqual([409, 'dependents-undecided']);
    expect(effectsOf(body.details)).toEqual({ device: 'choose 20', user: 'choose 1' });
  }
  expect(await rowOf('customers', id)).toBeDefined();
  expect(await rowOf('devices', deviceIds[0]!)).toMatchObject({ customer_id: id });
  expect((await remove(`customers/${await world.customer()}`)).status).toBe(204);
});

test('[LIST-03] [SEC-03] they stay without the customer, and the audit says so', async () => {
  const { id, at, deviceIds, user } = await customerWith();
  const { seen } = await dependentsOf(at);
  published.length = 0;
  expect((await remove(at, { seen, device: 'detach', user: 'detach' })).status).toBe(204);
  expect(await rowOf('customers', id)).toBeUndefined();
  expect(await rowOf('devices', deviceIds[19]!)).toMatchObject({ customer_id: null });
  expect(await rowOf('users', user.id)).toMatchObject({ customer_id: null });
  expect((await auditOf('customer', id)).at(-1)).toMatchObject({
    action: 'remove',
    details: {
      dependents: [
        { kind: 'device', effect: 'detach', count: 20 },
        { kind: 'user', effect: 'detach', count: 1 },
      ],
    },
  });
  const change = { action: 'update', details: { changed: ['customer_id'] } };
  const [ofDevice] = await auditOf('device', deviceIds[7]!);
  expect(ofDevice).toEqual({
    ...change,
    details: { ...change.details, values: { customer_id: [id, null] } },
  });
  expect(await auditOf('user', user.id)).toEqual([change]);
  const topics = published.map(({ topic }) => topic);
  expect(topics).toEqual(expect.arrayContaining(['deviceRegistry', 'devices', 'visibility']));
});

test('[LIST-03] [ROLE-07] they go to another customer, who must be seen', async () => {
  const { id, at, deviceIds, user } = await customerWith();
  const other = await world.customer();
  const unknown = await remove(at, { device: `move:${other + 1000}`, user: 'detach' });
  expect([unknown.status, unknown.body.code]).toEqual([400, 'reference-not-found']);
  const itself = await remove(at, { device: `move:${id}`, user: 'detach' });
  expect([itself.status, itself.body.details.fields[0].path]).toEqual([400, 'query.decision']);
  expect((await remove(at, { device: `move:${other}`, user: `move:${other}` })).status).toBe(204);
  expect(await rowOf('devices', deviceIds[0]!)).toMatchObject({ customer_id: other });
  expect(await rowOf('users', user.id)).toMatchObject({ customer_id: other });
  const seen = await ask('GET', `/api/devices/${deviceIds[0]}`, { token: user.token });
  expect([seen.status, seen.body.customerId]).toEqual([200, other]);
  const [line] = (await auditOf('customer', id)).slice(-1);
  expect(line?.details).toMatchObject({
    dependents: [
      { kind: 'device', effect: 'move', to: other },
      { kind: 'user', effect: 'move', to: other },
    ],
  });
});

test('[ROLE-01] [ROLE-07] nobody moves anything to where he does not see', async () => {
  const [group, unseenGroup] = [await world.group(), await world.group()];
  const [id, unseen] = [await world.customer(group), await world.customer()];
  const user = await world.person({ customer_id: id });
  await world.device({ customer_id: id });
  await world.group({ group_id: group });
  await world.device({ group_id: group });
  const manager = await world.person({ user_limit: -1 });
  await world.link(manager.id, { group, user: user.id });
  const ofCustomer = { device: 'detach', user: 'detach' };
  const ofGroup = { group: 'detach', device: 'detach', customer: 'detach' };
  for (const [path, wish, status, code] of [
    [`customers/${id}`, { ...ofCustomer, device: `move:${unseen}` }, 400, 'reference-not-found'],
    [`customers/${id}`, { ...ofCustomer, user: `move:${unseen}` }, 403, 'protected-field'],
    [`groups/${group}`, { ...ofGroup, group: `move:${unseenGroup}` }, 400, 'reference-not-found'],
    [`groups/${group}`, { ...ofGroup, device: `move:${unseenGroup}` }, 400, 'reference-not-found'],
    [`groups/${group}`, { ...ofGroup, customer: `move:${unseenGroup}` }, 400, 'reference-not-found'],
  ] as const) {
    const { status: answered, body } = await remove(path, wish, manager.token);
    expect([wish, answered, body.code]).toEqual([wish, status, code]);
  }
});

test('[LIST-03] they are removed too, by the rules of their own removal', async () => {
  const { id, at, deviceIds, user } = await customerWith();
  const number = await world.sinister(deviceIds[3]!);
  const refused = await remove(at, { device: 'delete', user: 'delete' });
  expect([refused.status, refused.body.code]).toEqual([409, 'in-use']);
  expect(ofKind(refused.body.details, 'sinister')?.named.map((one) => one.id)).toEqual([number]);
  expect(await rowOf('devices', deviceIds[0]!)).toBeDefined();
  await kysely.updateTable('sinisters').set({ status: 'closed' }).where('id', '=', number).execute();
  published.length = 0;
  expect((await remove(at, { device: 'delete', user: 'delete' })).status).toBe(204);
  expect(await rowOf('devices', deviceIds[0]!)).toBeUndefined();
  expect(await rowOf('users', user.id)).toBeUndefined();
  expect((await ask('GET', '/api/session', { token: user.token })).status).toBe(401);
  const waiting = kysely
    .selectFrom('removed_devices')
    .select('device_id')
    .where('device_id', 'in', deviceIds);
  expect(await waiting.execute()).toHaveLength(20);
  expect(published).toContainEqual({ topic: 'removedDevices', message: { deviceIds } });
  expect((await auditOf('device', deviceIds[0]!)).at(-1)).toMatchObject({ action: 'remove' });
  expect((await auditOf('user', user.id)).at(-1)).toMatchObject({ action: 'remove' });
  expect(await rowOf('customers', id)).toBeUndefined();
});

test('[ROLE-05] an administrator who is a customer’s user is not removed with him by himself, nor the last one', async () => {
  const { id, at } = await customerWith(0);
  const own = await world.person({ administrator: true, customer_id: id });
  const refused = await remove(at, { user: 'delete' }, own.token);
  expect([refused.status, refused.body.message]).toEqual([403, 'nobody removes or disables himself']);
  expect(await rowOf('users', own.id)).toBeDefined();
});

test('[LIST-03] two at once: what came meanwhile is not removed, nor detached, unseen', async () => {
  const { id, at } = await customerWith(2);
  const { seen } = await dependentsOf(at);
  const late = await world.device({ customer_id: id, name: 'late' });
  const wish = { device: 'delete', user: 'delete' };
  const refused = await remove(at, { seen, ...wish });
  expect([refused.status, refused.body.code]).toEqual([409, 'dependents-changed']);
  expect(ofKind(refused.body.details, 'device')?.named.map(({ name }) => name)).toContain('late');
  expect(await rowOf('devices', late)).toBeDefined();
  expect((await remove(at, { seen: refused.body.details.seen, ...wish })).status).toBe(204);
});

test('[LIST-03] two at once: what is being written when it is removed counts, and what comes after finds it gone', async () => {
  const { id, at } = await customerWith(1);
  const { seen } = await dependentsOf(at);
  const writing = await database.pool.connect();
  await writing.query('BEGIN');
  const uniqueId = crypto.randomUUID();
  const insert = 'INSERT INTO devices (unique_id, name, customer_id) VALUES ($1, $1, $2)';
  await writing.query(insert, [uniqueId, id]);
  const removing = remove(at, { seen, device: 'detach', user: 'detach' });
  await untilItWaits();
  await writing.query('COMMIT');
  writing.release();
  const { status, body } = await removing;
  expect([status, body?.code]).toEqual([409, 'dependents-changed']);
  const again = await remove(at, { seen: body.details.seen, device: 'detach', user: 'detach' });
  expect(again.status).toBe(204);
  const late = await ask('POST', '/api/devices', {
    token: admin.token,
    body: { uniqueId: 'after', name: 'x', customerId: id },
  });
  expect([late.status, late.body.code]).toEqual([400, 'reference-not-found']);
});

/** A statement of the server waits for a lock. */
async function untilItWaits(): Promise<void> {
  const waits = async () =>
    (
      await sql<{ waits: boolean }>`
        SELECT count(*) > 0 AS waits FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
        WHERE NOT l.granted AND a.datname = current_database()`.execute(kysely)
    ).rows[0]?.waits;
  await expect.poll(waits, { timeout: 10_000 }).toBe(true);
}

test('[LIST-03] a choice that is none, or of another kind, is refused in words', async () => {
  const { at } = await customerWith(1);
  for (const decision of ['device:sell', 'device:move', 'device', 'move:1']) {
    const { status, body } = await ask('DELETE', `/api/${at}?decision=${decision}`, { token: admin.token });
    expect([decision, status, body.details.fields[0].path]).toEqual([decision, 400, 'query.decision.0']);
  }
  const group = await world.group();
  await world.device({ group_id: group });
  const refused = await remove(`groups/${group}`, { device: 'delete' });
  expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, 'query.decision']);
});

test('[ROLE-01] what the caller does not see is not named, and keeps him from removing in general words', async () => {
  const group = await world.group();
  const id = await world.customer(group);
  const hidden = await world.person({ customer_id: id, name: 'Segredo' });
  const manager = await world.person();
  await world.link(manager.id, { group });
  const found = await ask('GET', `/api/customers/${id}/dependents`, { token: manager.token });
  expect(found.body).toMatchObject({ hidden: true, dependents: [] });
  const refused = await remove(`customers/${id}`, { user: 'delete' }, manager.token);
  expect([refused.status, refused.body.code]).toEqual([409, 'in-use']);
  expect(refused.text + found.text).not.toContain('Segredo');
  await world.link(manager.id, { user: hidden.id });
  expect((await remove(`customers/${id}`, { user: 'detach' }, manager.token)).status).toBe(204);
  expect((await ask('GET', '/api/customers/999999/dependents', { token: manager.token })).status).toBe(404);
});

test('[ROLE-05] who is a customer’s user changes by no removal whose user he is', async () => {
  const group = await world.group();
  const id = await world.customer(group);
  const own = await world.person({ customer_id: id });
  const { status, body } = await remove(`customers/${id}`, { user: 'detach' }, own.token);
  expect([status, body.details.fields[0].path]).toEqual([403, 'customerId']);
});

test('[ROLE-02] who may not change devices gives none away with their customer', async () => {
  const group = await world.group();
  const id = await world.customer(group);
  await world.device({ customer_id: id });
  const bound = await world.person({ device_readonly: true });
  await world.link(bound.id, { group });
  for (const device of ['detach', 'delete']) {
    const { status, body } = await remove(`customers/${id}`, { device }, bound.token);
    expect([status, body.code]).toEqual([403, 'devices-readonly']);
  }
});

test('[GRP-01] [LIST-03] what lies in a group asks too; below it is told who loses sight', async () => {
  const above = await world.group({ name: 'Serra' });
  const group = await world.group({ group_id: above });
  const inside = await world.group({ group_id: group, name: 'Ônibus' });
  const deep = await world.group({ group_id: inside });
  const device = await world.device({ group_id: group });
  await world.device({ group_id: deep });
  const customer = await world.customer(group);
  const watcher = await world.person();
  await world.link(watcher.id, { group });
  const at = `groups/${group}`;
  const found = await dependentsOf(at);
  expect(effectsOf(found)).toEqual({
    ...{ group: 'choose 1', device: 'choose 1', customer: 'choose 1' },
    ...{ deviceBelow: 'detach 1', user: 'detach 1' },
  });
  expect((await remove(at)).body.code).toBe('dependents-undecided');
  const others = { device: 'detach', customer: 'detach' };
  const cycle = await remove(at, { group: `move:${deep}`, ...others });
  expect([cycle.status, cycle.body.code]).toEqual([400, 'group-cycle']);
  const wish = { group: `move:${above}`, device: `move:${above}`, customer: `move:${above}` };
  expect((await remove(at, { seen: found.seen, ...wish })).status).toBe(204);
  expect(await rowOf('groups', inside)).toMatchObject({ group_id: above });
  expect(await rowOf('devices', device)).toMatchObject({ group_id: above });
  expect(await rowOf('customers', customer)).toMatchObject({ group_id: above });
  expect(await auditOf('group', inside)).toEqual([{ action: 'update', details: { changed: ['group_id'] } }]);
  expect((await auditOf('customer', customer)).length).toBe(1);
  const { body } = await ask('GET', `/api/groups/${inside}`, { token: watcher.token });
  expect(body.code).toBe('not-found');
});

test('[LIST-03] [API-02] a device goes at a plain word, and its dialog names what goes with it', async () => {
  const owner = await world.person();
  const device = await world.device({ name: 'Gol' });
  await world.link(owner.id, { device });
  await world.event(device);
  const expires_at = new Date(Date.now() + 60_000);
  const command = { device_id: device, type: 'engineStop', expires_at };
  await kysely.insertInto('sent_commands').values(command).execute();
  await kysely.insertInto('commands').values({ device_id: device, type: 'rebootDevice' }).execute();
  const geofence = await made('geofences', { name: 'Pátio', area: 'CIRCLE (1 2, 3)' });
  await sql`INSERT INTO device_geofences VALUES (${device}, ${geofence})`.execute(kysely);
  const closed = await world.sinister(device);
  await kysely.updateTable('sinisters').set({ status: 'closed' }).where('id', '=', closed).execute();
  const share = { token_hash: Buffer.from(`${device}`), user_id: owner.id, expires_at };
  const [shared] = await kysely.insertInto('location_shares').values(share).returning('id').execute();
  await kysely
    .insertInto('location_share_devices')
    .values({ share_id: shared!.id, device_id: device })
    .execute();
  const at = `devices/${device}`;
  const found = await dependentsOf(at);
  expect(effectsOf(found)).toEqual({
    ...{ waitingCommand: 'delete 1', alarm: 'delete 1', history: 'delete 1', savedCommand: 'delete 1' },
    ...{ closedSinister: 'detach 1', user: 'detach 1', geofence: 'detach 1', share: 'detach 1' },
  });
  expect(ofKind(found, 'history')?.named).toEqual([{ id: device, name: '2026-11-20T10:00:00.000Z' }]);
  expect(ofKind(found, 'waitingCommand')?.named[0]?.name).toBe('engineStop');

  // another alarm is the tracker's own doing; another command is somebody's
  await world.event(device);
  expect((await dependentsOf(at)).seen).toBe(found.seen);
  await kysely.insertInto('sent_commands').values(command).execute();
  const refused = await remove(at, { seen: found.seen });
  expect([refused.status, refused.body.code]).toEqual([409, 'dependents-changed']);
  expect((await remove(at)).status).toBe(204);
  expect((await auditOf('device', device)).at(-1)?.details).toMatchObject({
    dependents: expect.arrayContaining([{ kind: 'waitingCommand', effect: 'delete', count: 2 }]),
  });
});

test('[LIST-03] a first alarm that came since a device was looked at is not erased unseen', async () => {
  const device = await world.device();
  const { seen } = await dependentsOf(`devices/${device}`);
  await world.event(device);
  expect((await remove(`devices/${device}`, { seen })).body.code).toBe('dependents-changed');
});

test('[LIST-03] a command that is being queued when its device is removed is not lost unseen', async () => {
  const device = await world.device();
  const { seen } = await dependentsOf(`devices/${device}`);
  const writing = await database.pool.connect();
  await writing.query('BEGIN');
  await writing.query(
    `INSERT INTO sent_commands (device_id, type, expires_at) VALUES ($1, 'engineStop', now() + interval '1 minute')`,
    [device],
  );
  const removing = remove(`devices/${device}`, { seen });
  await untilItWaits();
  await writing.query('COMMIT');
  writing.release();
  expect((await removing).body?.code).toBe('dependents-changed');
});

test('[LIST-03] a user goes at a plain word, and his dialog names what goes with him', async () => {
  const user = await world.person();
  const [device, managed] = [await world.device(), await world.person({ name: 'Bia' })];
  const calendar = await made('calendars', { name: 'Horário', data: calendarFile() });
  await world.link(user.id, { device, user: managed.id, calendar });
  await sql`INSERT INTO scheduled_reports (user_id, name, type, period) VALUES (${user.id}, 'Semanal', 'trips', 'yesterday')`.execute(
    kysely,
  );
  const expiration = new Date(Date.now() + 86_400_000).toISOString();
  await ask('POST', '/api/session/token', { token: user.token, body: { expiration } });
  const found = await dependentsOf(`users/${user.id}`);
  expect(effectsOf(found)).toEqual({
    ...{ scheduledReport: 'delete 1', token: 'delete 1' },
    ...{ managedUser: 'detach 1', device: 'detach 1', calendar: 'detach 1' },
  });
  expect(ofKind(found, 'managedUser')?.named[0]?.name).toBe('Bia');
  expect((await remove(`users/${user.id}`)).status).toBe(204);
});

test('[LIST-03] every other noun says to whom and what it is linked, and goes at a plain word', async () => {
  const kinds = [
    ['geofences', 'geofence', 'geofences', { name: 'x', area: 'CIRCLE (1 2, 3)' }],
    ['drivers', 'driver', 'drivers', { name: 'x', unique_id: 'told' }],
    ['maintenances', 'maintenance', 'maintenance', { name: 'x', type: 'hours', start: 0, period: 1 }],
    ['notifications', 'notification', 'notifications', { type: 'alarm' }],
    [
      ...(['computed_attributes', 'attribute', 'attributes/computed'] as const),
      { description: 'x', attribute: 'x', expression: '1', type: 'number' },
    ],
    ['commands', 'command', 'commands', { type: 'rebootDevice' }],
  ] as const;
  for (const [table, kind, path, values] of kinds) {
    const id = await made(table, values);
    const [user, group, device] = [await world.person(), await world.group(), await world.device()];
    await world.link(user.id, { [kind]: id });
    await sql`INSERT INTO ${sql.table(`group_${kind}s`)} VALUES (${group}, ${id})`.execute(kysely);
    await sql`INSERT INTO ${sql.table(`device_${kind}s`)} VALUES (${device}, ${id})`.execute(kysely);
    expect([kind, effectsOf(await dependentsOf(`${path}/${id}`))]).toEqual([
      kind,
      { user: 'detach 1', group: 'detach 1', device: 'detach 1' },
    ]);
    expect((await remove(`${path}/${id}`)).status).toBe(204);
  }
});

test('[PAY-01] [FLT-01] what other systems know of a customer is named to who shares their account, and to nobody else', async () => {
  const group = await world.group();
  const id = await world.customer(group);
  const [holder, other] = [await world.person(), await world.person()];
  for (const person of [holder, other]) await world.link(person.id, { group });
  await sql`INSERT INTO payment_holders VALUES (${holder.id}, 'p', 'account')`.execute(kysely);
  const link = {
    customer_id: id,
    account: 'account',
    provider_id: '77',
    state: 'pending',
    user_id: holder.id,
  };
  await kysely.insertInto('payment_links').values(link).execute();
  await sql`INSERT INTO fleet_control_records (user_id, kind, remote_id, key, data, run_id, local_id)
    VALUES (${holder.id}, 'client', 9, '52998224725', '{}', 1, ${id})`.execute(kysely);
  const both = { paymentLink: 'delete 1', fleetControlLink: 'detach 1' };
  expect(effectsOf(await dependentsOf(`customers/${id}`, holder.token))).toEqual(both);
  expect(effectsOf(await dependentsOf(`customers/${id}`))).toEqual(both);
  expect(await dependentsOf(`customers/${id}`, other.token)).toMatchObject({ hidden: false, dependents: [] });
  const effects = effectsOf(await dependentsOf(`users/${holder.id}`));
  expect(effects).toEqual({ group: 'detach 1', paymentOrder: 'delete 1', fleetControlLink: 'delete 1' });
});

async function made(table: string, values: Readonly<Record<string, unknown>>): Promise<number> {
  const names = sql.join(Object.keys(values).map((name) => sql.ref(name)));
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(table)} (${names}) VALUES (${sql.join(Object.values(values))}) RETURNING id`.execute(
    kysely,
  );
  return rows[0]!.id;
}
