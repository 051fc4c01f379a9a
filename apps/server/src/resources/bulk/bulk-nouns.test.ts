/** Many users, customers and drivers are changed or removed at once, by the rules of each noun, and it is undone. */
import { type Kysely, sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Schema } from '../../platform/db/schema.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely, services, published, bus } = await createTestApp();
const customersSent: number[] = [];
bus.subscribe('customers', (sent) => customersSent.push(...sent.map(({ customerId }) => customerId)));
const admin = await world.administrator();
const signal = new AbortController().signal;
type Noun = 'users' | 'customers' | 'drivers';
const bulk = (noun: Noun, token: string, body: object) => ask('POST', `/api/${noun}/bulk`, { token, body });
const undo = (noun: Noun, token: string, id: string) =>
  ask('POST', `/api/${noun}/bulk/${id}/undo`, { token });
const removeDue = async (id: string) => {
  const until = new Date(Date.now() - 1000);
  await kysely.updateTable('bulk_changes').set({ until }).where('id', '=', id).execute();
  await services.bulkChanges.removeDue(signal);
};
const codesOf = ({ body }: { body: { refused?: { named: { id: number; code: string }[] } } }) =>
  body.refused?.named.map(({ id, code }) => [id, code]) ?? [];
const idsIn = async (table: 'users' | 'customers' | 'drivers', ids: readonly number[]) => {
  const rows = kysely
    .selectFrom(table as 'users')
    .select('id')
    .where('id', 'in', [...ids]);
  return (await rows.orderBy('id').execute()).map(({ id }) => id);
};
const disabledOf = async (ids: readonly number[]) => {
  const rows = kysely
    .selectFrom('users')
    .select('disabled')
    .where('id', 'in', [...ids]);
  return (await rows.orderBy('id').execute()).map(({ disabled }) => disabled);
};
const sessionsOf = async (ids: readonly number[]) => {
  const rows = kysely
    .selectFrom('sessions')
    .select('user_id')
    .where('user_id', 'in', [...ids]);
  return (await rows.orderBy('user_id').execute()).map(({ user_id }) => user_id);
};
const auditOf = async (noun: string, action: string, ids: readonly number[]) => {
  const rows = kysely.selectFrom('audit').select(['object_id', 'details']).where('noun', '=', noun);
  const these = rows.where('action', '=', action).where('object_id', 'in', [...ids]);
  return (await these.orderBy('id').execute()).map(({ object_id, details }) => [object_id, details]);
};
async function driver(created_by: number | null = null): Promise<number> {
  const values = { name: 'x', unique_id: `bulk-${crypto.randomUUID()}`, created_by };
  return (await kysely.insertInto('drivers').values(values).returning('id').executeTakeFirstOrThrow()).id;
}
/** Who manages these users, and may manage any number. */
async function manager(...users: readonly { readonly id: number }[]) {
  const person = await world.person({ user_limit: -1 });
  for (const { id } of users) await world.link(person.id, { user: id });
  return person;
}

beforeEach(() => {
  published.length = 0;
});

test('[LIST-05] [SEC-03] users are disabled at once, their sessions end and their links stay; an undo lets them in again', async () => {
  const [a, b] = [await world.person(), await world.person()];
  const device = await world.device();
  await world.link(a.id, { device });
  const ids = [a.id, b.id];
  const { status, body } = await bulk('users', admin.token, { ids, change: { disabled: true } });
  expect([status, body.count, body.act]).toEqual([200, 2, 'disabled']);
  expect(await disabledOf(ids)).toEqual([true, true]);
  expect(await sessionsOf(ids)).toEqual([]);
  const ended = published.flatMap((one) =>
    one.topic === 'signedOut' ? [(one.message as { userId: number }).userId] : [],
  );
  expect(ended.toSorted()).toEqual(ids);
  expect(await auditOf('user', 'update', ids)).toEqual(
    ids.map((id) => [id, { changed: ['disabled'], values: { disabled: [false, true] }, bulk: body.id }]),
  );
  expect((await undo('users', admin.token, body.id)).status).toBe(200);
  expect(await disabledOf(ids)).toEqual([false, false]);
  const links = kysely.selectFrom('user_devices').select('device_id').where('user_id', '=', a.id);
  expect(await links.execute()).toEqual([{ device_id: device }]);
});

test('[LIST-05] an undo that disables users again ends the sessions they opened meanwhile', async () => {
  const person = await world.person({ disabled: true });
  const { body } = await bulk('users', admin.token, { ids: [person.id], change: { disabled: false } });
  expect(await sessionsOf([person.id])).toEqual([person.id]);
  await undo('users', admin.token, body.id);
  expect(await sessionsOf([person.id])).toEqual([]);
});

test('[ROLE-05] [LIST-05] oneself is left as he is, and an administrator to whoever is none; both are counted and named, and nothing of them is touched', async () => {
  const [own, other] = [await world.person(), await world.administrator()];
  const chief = await manager(own, other);
  const ids = [own.id, other.id, chief.id];
  const off = await bulk('users', chief.token, { ids, change: { disabled: true } });
  expect([off.body.count, off.body.refused.count]).toEqual([1, 2]);
  expect(codesOf(off)).toEqual([
    [other.id, 'only-administrators'],
    [chief.id, 'own-account'],
  ]);
  expect(off.body.refused.named[0].name).toMatch(/^person/);
  expect(await disabledOf(ids)).toEqual([true, false, false]);
  expect(await sessionsOf(ids)).toEqual([other.id, chief.id]);
  expect((await auditOf('user', 'update', ids)).map(([id]) => id)).toEqual([own.id]);
  const gone = await bulk('users', chief.token, { ids, change: { remove: true } });
  expect([gone.body.ids, gone.body.refused.count]).toEqual([[own.id], 2]);
  await removeDue(gone.body.id);
  expect(await idsIn('users', ids)).toEqual([other.id, chief.id]);
  expect(codesOf(await bulk('users', admin.token, { ids: [admin.id], change: { remove: true } }))).toEqual([
    [admin.id, 'own-account'],
  ]);
});

test('[ROLE-05] a company is an administrator’s to give: a manager gives his own and no other', async () => {
  const companies = ['one', 'other'].map((label) => ({
    label: `${label}-${crypto.randomUUID()}`,
    name: label,
  }));
  const made = await sql<{ id: number }>`
    INSERT INTO company_configurations (label, name) SELECT label, name
    FROM json_to_recordset(${JSON.stringify(companies)}::json) AS given (label text, name text) RETURNING id`.execute(
    kysely,
  );
  const [mine = 0, foreign = 0] = made.rows.map(({ id }) => id);
  const person = await world.person();
  const chief = await manager(person);
  await kysely.updateTable('users').set({ company_id: mine }).where('id', '=', chief.id).execute();
  const give = (token: string, companyId: number) =>
    bulk('users', token, { ids: [person.id], change: { companyId } });
  expect(codesOf(await give(chief.token, foreign))).toEqual([[person.id, 'protected-field']]);
  expect((await give(chief.token, mine)).body.count).toBe(1);
  expect((await give(admin.token, foreign)).body.count).toBe(1);
  expect((await give(admin.token, 0)).body.count).toBe(1);
  // his own he may change
  const self = await bulk('users', admin.token, { ids: [admin.id], change: { companyId: mine } });
  expect([self.body.count, self.body.refused]).toEqual([1, undefined]);
  const missing = await give(admin.token, 999_999);
  expect([missing.status, missing.body.code]).toEqual([400, 'reference-not-found']);
});

test('[LIST-05] [ROLE-05] users are given to a customer whom the caller sees; who sees what is worked out again', async () => {
  const [seen, hidden, had] = [await world.customer(), await world.customer(), await world.customer()];
  const person = await world.person({ customer_id: had });
  const chief = await manager(person);
  await kysely.updateTable('users').set({ customer_id: seen }).where('id', '=', chief.id).execute();
  const ids = [person.id];
  const give = (token: string, customerId: number, to = ids) =>
    bulk('users', token, { ids: to, change: { customerId } });
  const customerOf = async (id: number) =>
    (await kysely.selectFrom('users').select('customer_id').where('id', '=', id).executeTakeFirstOrThrow())
      .customer_id;
  const refused = await give(chief.token, hidden);
  expect([refused.status, refused.body.code]).toEqual([400, 'reference-not-found']);
  published.length = 0;
  const given = await give(chief.token, seen);
  expect([given.body.count, await customerOf(person.id)]).toEqual([1, seen]);
  expect(published).toContainEqual({ topic: 'visibility', message: { userIds: ids } });
  expect(await auditOf('user', 'update', ids)).toEqual([
    [person.id, { changed: ['customer_id'], values: { customer_id: [had, seen] }, bulk: given.body.id }],
  ]);
  // what he had is given back, seen by the caller or not
  expect((await undo('users', chief.token, given.body.id)).body).toEqual({ count: 1 });
  expect(await customerOf(person.id)).toBe(had);
  // nobody but an administrator gives himself a customer
  expect(codesOf(await give(chief.token, 0, [chief.id]))).toEqual([[chief.id, 'protected-field']]);
  expect((await give(admin.token, hidden)).body.count).toBe(1);
});

test('[USR-01] who has no customer and may change devices is given one by himself, where his form says what follows', async () => {
  const customerId = await world.customer();
  const [writer, reader] = [await world.person(), await world.person({ device_readonly: true })];
  const { body } = await bulk('users', admin.token, { ids: [writer.id, reader.id], change: { customerId } });
  expect([body.count, codesOf({ body })]).toEqual([1, [[writer.id, 'writes-devices']]]);
  // to none he may be set, and back
  const none = await bulk('users', admin.token, { ids: [reader.id], change: { customerId: 0 } });
  await kysely.updateTable('users').set({ device_readonly: false }).where('id', '=', reader.id).execute();
  expect((await undo('users', admin.token, none.body.id)).body).toEqual({ count: 1 });
});

test('[LIST-05] [SEC-03] users go when the time is over, with their sessions; undone they keep sessions and links', async () => {
  const [a, b] = [await world.person(), await world.person()];
  const ids = [a.id, b.id];
  const device = await world.device();
  await world.link(a.id, { device });
  const first = await bulk('users', admin.token, { ids, change: { remove: true } });
  expect((await undo('users', admin.token, first.body.id)).status).toBe(200);
  await services.bulkChanges.removeDue(signal);
  expect([await idsIn('users', ids), await sessionsOf(ids)]).toEqual([ids, ids]);
  const { body } = await bulk('users', admin.token, { ids, change: { remove: true } });
  published.length = 0;
  await removeDue(body.id);
  expect([await idsIn('users', ids), await sessionsOf(ids)]).toEqual([[], []]);
  expect((await auditOf('user', 'remove', ids)).map(([id]) => id)).toEqual(ids);
  expect(published.find(({ topic }) => topic === 'visibility')?.message).toEqual({ userIds: ids });
  expect(
    await kysely.selectFrom('user_devices').selectAll().where('device_id', '=', device).execute(),
  ).toEqual([]);
});

test('[ROLE-05] who became administrator, or can no longer be managed, within the 30 seconds is neither removed nor undone by a manager', async () => {
  const [risen, lost, stays] = [await world.person(), await world.person(), await world.person()];
  const chief = await manager(risen, lost, stays);
  const ids = [risen.id, lost.id, stays.id];
  const removal = await bulk('users', chief.token, { ids, change: { remove: true } });
  const off = await bulk('users', chief.token, { ids, change: { disabled: true } });
  await kysely.updateTable('users').set({ administrator: true }).where('id', '=', risen.id).execute();
  await kysely.deleteFrom('user_users').where('managed_user_id', '=', lost.id).execute();
  await undo('users', chief.token, off.body.id);
  expect(await disabledOf(ids)).toEqual([true, true, false]);
  await removeDue(removal.body.id);
  expect(await idsIn('users', ids)).toEqual([risen.id, lost.id]);
  await kysely.deleteFrom('users').where('id', '=', risen.id).execute();
});

test('[ROLE-05] while one administrator is being disabled elsewhere nobody disables the other: the second waits, and is refused', async () => {
  await onlyAdministrators(kysely, async () => {
    const [one, other] = [await world.administrator(), await world.administrator()];
    const { asked } = await kysely.transaction().execute(async (elsewhere) => {
      await sql`SELECT pg_advisory_xact_lock(hashtext('administrators'))`.execute(elsewhere);
      await elsewhere.updateTable('users').set({ disabled: true }).where('id', '=', one.id).execute();
      const asked = bulk('users', one.token, { ids: [other.id], change: { disabled: true } });
      let isAnswered = false;
      void asked.then(() => {
        isAnswered = true;
      });
      while (!isAnswered && !(await isSomebodyWaiting())) await new Promise(setImmediate);
      return { asked };
    });
    const { status, body } = await asked;
    expect([status, body.code]).toEqual([400, 'last-administrator']);
    expect(await disabledOf([one.id, other.id])).toEqual([true, false]);
  });
});

test('[ROLE-05] a removal that would leave no administrator removes nobody', async () => {
  await onlyAdministrators(kysely, async () => {
    const [one, other] = [await world.administrator(), await world.administrator()];
    const { body } = await bulk('users', one.token, { ids: [other.id], change: { remove: true } });
    // his account ends a moment after the job began
    await sql`CREATE FUNCTION end_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE users SET expiration_time = now() WHERE id = ${sql.lit(one.id)}; RETURN NULL; END $$`.execute(
      kysely,
    );
    await sql`CREATE TRIGGER end_one AFTER DELETE ON users EXECUTE FUNCTION end_one()`.execute(kysely);
    await removeDue(body.id);
    expect(await idsIn('users', [one.id, other.id])).toEqual([one.id, other.id]);
    await sql`DROP FUNCTION end_one CASCADE`.execute(kysely);
  });
});

test('[LIST-05] [CUS-01] customers get a group, a category, a status; a group of none is an administrator’s, and one that is not seen refuses all', async () => {
  const group = await world.group();
  const person = await world.person({ device_limit: -1 });
  await world.link(person.id, { group });
  const ids = [await world.customer(group), await world.customer(group)];
  const give = (token: string, change: object) => bulk('customers', token, { ids, change });
  const rows = async () =>
    kysely
      .selectFrom('customers')
      .select(['group_id', 'category', 'status', 'disabled'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
  const before = await rows();
  for (const [change, column] of [
    [{ category: 'partner' }, 'category'],
    [{ status: 'frozen' }, 'status'],
    [{ disabled: true }, 'disabled'],
  ] as const) {
    const { body } = await give(person.token, change);
    const [value] = Object.values(change);
    expect((await rows()).map((row) => row[column])).toEqual([value, value]);
    expect(customersSent.splice(0)).toEqual(ids);
    await undo('customers', person.token, body.id);
    expect([customersSent.splice(0), await rows()]).toEqual([ids, before]);
  }
  const none = await give(person.token, { groupId: 0 });
  expect([none.body.code, none.body.details.fields[0].path]).toEqual([
    'customer-group-required',
    'change.groupId',
  ]);
  const hidden = await give(person.token, { groupId: await world.group() });
  expect([hidden.status, hidden.body.details.fields[0].path]).toEqual([400, 'change.groupId']);
  published.length = 0;
  expect((await give(admin.token, { groupId: 0 })).body.count).toBe(2);
  expect(published.some(({ topic }) => topic === 'visibility')).toBe(true);
});

test('[LIST-05] a customer with devices, users or an open incident is named and stays; the others go', async () => {
  const [free, ofDevice, ofUser] = [await world.customer(), await world.customer(), await world.customer()];
  await world.device({ customer_id: ofDevice });
  await world.person({ customer_id: ofUser });
  const ids = [free, ofDevice, ofUser];
  const first = await bulk('customers', admin.token, { ids, change: { remove: true } });
  expect(codesOf(first)).toEqual([
    [ofDevice, 'in-use'],
    [ofUser, 'in-use'],
  ]);
  await removeDue(first.body.id);
  expect(await idsIn('customers', ids)).toEqual([ofDevice, ofUser]);
  expect(await auditOf('customer', 'remove', [free])).toHaveLength(1);
});

test('[ROLE-02] whose devices are read-only changes his own customer as little as drivers that others made', async () => {
  const group = await world.group();
  const [own, other] = [await world.customer(group), await world.customer(group)];
  const bound = await world.person({ device_readonly: true, customer_id: own });
  await world.link(bound.id, { group });
  const answer = await bulk('customers', bound.token, { ids: [own, other], change: { status: 'frozen' } });
  expect([answer.body.count, ...codesOf(answer)]).toEqual([1, [own, 'own-customer-readonly']]);
  const [his, theirs] = [await driver(bound.id), await driver()];
  for (const one of [his, theirs]) await world.link(bound.id, { driver: one });
  const removal = await bulk('drivers', bound.token, { ids: [his, theirs], change: { remove: true } });
  expect(codesOf(removal)).toEqual([[theirs, 'made-by-others']]);
  await removeDue(removal.body.id);
  expect(await idsIn('drivers', [his, theirs])).toEqual([theirs]);
});

test('[DRV-01] [LIST-05] drivers go when the time is over, each with its line in the audit, and not for whoever may only read by then', async () => {
  const person = await world.person();
  // his own, which he might remove whatever his devices' flag says
  const ids = [await driver(person.id), await driver(person.id)];
  for (const one of ids) await world.link(person.id, { driver: one });
  const readonly = (value: boolean) =>
    kysely.updateTable('users').set({ readonly: value }).where('id', '=', person.id).execute();
  const first = await bulk('drivers', person.token, {
    filter: { keyword: 'bulk-' },
    change: { remove: true },
  });
  expect(first.body.ids).toEqual(ids);
  await readonly(true);
  await removeDue(first.body.id);
  expect(await idsIn('drivers', ids)).toEqual(ids);
  await readonly(false);
  const second = await bulk('drivers', person.token, { ids, change: { remove: true } });
  await removeDue(second.body.id);
  expect(await idsIn('drivers', ids)).toEqual([]);
  expect((await auditOf('driver', 'remove', ids)).map(([id]) => id)).toEqual(ids);
});

test('[LIST-05] a change of one noun is listed and undone under that noun alone', async () => {
  const { body } = await bulk('drivers', admin.token, { ids: [await driver()], change: { remove: true } });
  const listed = async (noun: string) =>
    (await ask('GET', `/api/${noun}/bulk`, { token: admin.token })).body.map(({ id }: { id: string }) => id);
  expect(await listed('drivers')).toContain(body.id);
  expect(await listed('users')).not.toContain(body.id);
  expect((await undo('users', admin.token, body.id)).status).toBe(404);
  expect((await undo('drivers', admin.token, body.id)).status).toBe(200);
});

test('[ROLE-01] a row that is not seen refuses all, whatever the noun', async () => {
  const person = await world.person({ user_limit: -1 });
  const [user, customer] = [await world.person(), await world.customer()];
  for (const [noun, id] of [
    ['users', user.id],
    ['customers', customer],
    ['drivers', await driver()],
  ] as const) {
    const refused = await bulk(noun, person.token, { ids: [id], change: { remove: true } });
    expect([refused.status, refused.body.code]).toEqual([404, 'not-found']);
  }
});

/** Every other administrator is none while it runs. */
async function onlyAdministrators(db: Kysely<Schema>, work: () => Promise<void>): Promise<void> {
  const others = await db.selectFrom('users').select('id').where('administrator', '=', true).execute();
  const ids = others.map(({ id }) => id);
  await db.updateTable('users').set({ administrator: false }).where('id', 'in', ids).execute();
  await work();
  await db.updateTable('users').set({ administrator: true }).where('id', 'in', ids).execute();
}

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (
      SELECT oid FROM pg_database WHERE datname = current_database())`.execute(kysely);
  return rows.length > 0;
}
