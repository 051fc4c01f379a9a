/** Many devices are changed or removed at once, and it is undone. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely, services, published } = await createTestApp();
const admin = await world.administrator();
const signal = new AbortController().signal;
const bulk = (token: string, body: object) => ask('POST', '/api/devices/bulk', { token, body });
const undo = (token: string, id: string) => ask('POST', `/api/devices/bulk/${id}/undo`, { token });
const expire = (id: string) =>
  kysely
    .updateTable('bulk_changes')
    .set({ until: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute();
/** In the order of their numbers. */
async function three() {
  const first = await world.device();
  const boat = await world.device({ category: 'boat' });
  return [first, boat, await world.device()] as const;
}
const columnsOf = async (ids: readonly number[]) =>
  kysely
    .selectFrom('devices')
    .select(['id', 'group_id', 'customer_id', 'category', 'disabled'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
const auditOf = async (ids: readonly number[], action: string) => {
  const rows = await kysely
    .selectFrom('audit')
    .select(['object_id', 'details'])
    .where('noun', '=', 'device')
    .where('action', '=', action)
    .where('object_id', 'in', [...ids])
    .orderBy('id')
    .execute();
  return rows.map(({ object_id, details }) => [object_id, details]);
};

test('[LIST-05] [SEC-03] many devices get a group, a customer, a category or are disabled at once, each with its line in the audit, and an undo gives each back what it had', async () => {
  const ids = await three();
  const before = await columnsOf(ids);
  const [groupId, customerId] = [await world.group(), await world.customer()];
  for (const [change, column] of [
    [{ groupId }, 'group_id'],
    [{ customerId }, 'customer_id'],
    [{ category: 'truck' }, 'category'],
    [{ disabled: true }, 'disabled'],
  ] as const) {
    published.length = 0;
    const { status, body } = await bulk(admin.token, { ids, change });
    expect([status, body.count]).toEqual([200, 3]);
    const [value] = Object.values(change);
    expect((await columnsOf(ids)).map((row) => row[column])).toEqual([value, value, value]);
    expect(await auditOf(ids, 'update')).toEqual(
      expect.arrayContaining(
        before.map((row) => {
          const values = { [column]: [row[column], value] };
          return [row.id, { changed: [column], values, bulk: body.id }];
        }),
      ),
    );
    expect(published.find(({ topic }) => topic === 'deviceRegistry')?.message).toEqual({ deviceIds: ids });
    expect(published.some(({ topic }) => topic === 'visibility')).toBe(true);
    expect((await undo(admin.token, body.id)).status).toBe(200);
    expect(await columnsOf(ids)).toEqual(before);
    expect(await auditOf(ids, 'update')).toEqual(
      expect.arrayContaining(
        before.map((row) => {
          const values = { [column]: [value, row[column]] };
          return [row.id, { changed: [column], values, undone: body.id }];
        }),
      ),
    );
    expect((await undo(admin.token, body.id)).status).toBe(404);
  }
});

test('[LIST-05] only what is really changed is noted and undone, and not what somebody changed meanwhile', async () => {
  const [a, b, c] = await three();
  const { body } = await bulk(admin.token, { ids: [a, b, c], change: { category: 'boat' } });
  expect(body.count).toBe(2);
  await kysely.updateTable('devices').set({ category: 'bus' }).where('id', '=', a).execute();
  await undo(admin.token, body.id);
  expect((await columnsOf([a, b, c])).map(({ category }) => category)).toEqual(['bus', 'boat', null]);
});

test('[ROLE-01] [ROLE-02] a device that is not seen refuses the whole, and so does a group that is not; who may not change devices changes none', async () => {
  const person = await world.person({ device_limit: -1 });
  const [own, foreign] = [await world.device(), await world.device()];
  await world.link(person.id, { device: own });
  const refused = await bulk(person.token, { ids: [own, foreign], change: { disabled: true } });
  expect(refused.status).toBe(404);
  const group = await bulk(person.token, { ids: [own], change: { groupId: await world.group() } });
  expect([group.status, group.body.details.fields[0].path]).toEqual([400, 'change.groupId']);
  const bound = await world.person({ device_readonly: true });
  await world.link(bound.id, { device: own });
  expect((await bulk(bound.token, { ids: [own], change: { disabled: true } })).status).toBe(403);
  expect((await columnsOf([own, foreign])).map(({ disabled }) => disabled)).toEqual([false, false]);
});

test('[LIST-05] a removal waits until its time is over: undone it removes none, and nobody else undoes it', async () => {
  const ids = await three();
  const { body } = await bulk(admin.token, { ids, change: { remove: true } });
  expect([body.act, body.count, body.ids]).toEqual(['remove', 3, ids]);
  expect((await ask('GET', '/api/devices/bulk', { token: admin.token })).body).toMatchObject([
    { id: body.id },
  ]);
  await services.bulkChanges.removeDue(signal);
  expect(await columnsOf(ids)).toHaveLength(3);
  const other = await world.administrator();
  expect((await undo(other.token, body.id)).status).toBe(404);
  expect((await undo(admin.token, body.id)).status).toBe(200);
  await services.bulkChanges.removeDue(signal);
  expect(await columnsOf(ids)).toHaveLength(3);
});

test('[LIST-05] [SEC-03] once its time is over the devices go, by another process too, and it cannot be undone', async () => {
  const ids = await three();
  const { body } = await bulk(admin.token, { ids, change: { remove: true } });
  await expire(body.id);
  expect((await undo(admin.token, body.id)).status).toBe(404);
  published.length = 0;
  await services.bulkChanges.removeDue(signal);
  expect(await columnsOf(ids)).toEqual([]);
  expect((await auditOf(ids, 'remove')).map(([id]) => id)).toEqual(ids);
  expect(published.some(({ topic }) => topic === 'removedDevices')).toBe(true);
});

test('[ROLE-01] who lost a device meanwhile does not remove it', async () => {
  const person = await world.person({ device_limit: -1 });
  const [stays, goes] = [await world.device(), await world.device()];
  for (const device of [stays, goes]) await world.link(person.id, { device });
  const { body } = await bulk(person.token, { ids: [stays, goes], change: { remove: true } });
  await kysely.deleteFrom('user_devices').where('device_id', '=', stays).execute();
  await expire(body.id);
  await services.bulkChanges.removeDue(signal);
  expect((await columnsOf([stays, goes])).map(({ id }) => id)).toEqual([stays]);
});

test('[ROLE-01] a customer that is not seen is given to none, and neither device nor customer of a change is said to be there', async () => {
  const person = await world.person({ device_limit: -1 });
  const own = await world.device();
  await world.link(person.id, { device: own });
  const change = { customerId: await world.customer() };
  const refused = await bulk(person.token, { ids: [own], change });
  expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, 'change.customerId']);
  expect((await columnsOf([own]))[0]?.customer_id).toBeNull();
});

test('[LIST-05] a device with an open incident is named and stays, one that was opened meanwhile keeps its own, and the others go', async () => {
  const [held, later, goes] = await three();
  await world.sinister(held);
  const { status, body } = await bulk(admin.token, { ids: [held, later, goes], change: { remove: true } });
  expect([status, body.ids, body.refused.count]).toEqual([200, [later, goes], 1]);
  expect(body.refused.named).toMatchObject([{ id: held, code: 'in-use' }]);
  await world.sinister(later);
  await expire(body.id);
  await services.bulkChanges.removeDue(signal);
  expect((await columnsOf([held, later, goes])).map(({ id }) => id)).toEqual([held, later]);
  // it is not tried again once the incident is closed
  await kysely.deleteFrom('sinisters').execute();
  await services.bulkChanges.removeDue(signal);
  expect((await columnsOf([held, later, goes])).map(({ id }) => id)).toEqual([held, later]);
});

test('[ROLE-01] [ROLE-02] who lost a right meanwhile undoes nothing with it, and removes nothing', async () => {
  const person = await world.person({ device_limit: -1 });
  const [stays, lost] = [await world.device(), await world.device()];
  for (const device of [stays, lost]) await world.link(person.id, { device });
  const { body } = await bulk(person.token, { ids: [stays, lost], change: { category: 'bus' } });
  const removal = await bulk(person.token, { ids: [stays], change: { remove: true } });
  const bound = (device_readonly: boolean) =>
    kysely.updateTable('users').set({ device_readonly }).where('id', '=', person.id).execute();
  await bound(true);
  expect((await undo(person.token, body.id)).status).toBe(403);
  await expire(removal.body.id);
  await services.bulkChanges.removeDue(signal);
  expect(await columnsOf([stays])).toHaveLength(1);
  await bound(false);
  // of two devices one is out of his sight
  await kysely.deleteFrom('user_devices').where('device_id', '=', lost).execute();
  expect((await undo(person.token, body.id)).status).toBe(200);
  expect((await columnsOf([stays, lost])).map(({ category }) => category)).toEqual([null, 'bus']);
});

test('[ROLE-02] [LIST-05] who was disabled, or whose account ended, within the 30 seconds removes nothing', async () => {
  for (const end of [{ disabled: true }, { expiration_time: new Date(Date.now() - 1000) }]) {
    const person = await world.person({ device_limit: -1 });
    const device = await world.device();
    await world.link(person.id, { device });
    const { body } = await bulk(person.token, { ids: [device], change: { remove: true } });
    await kysely.updateTable('users').set(end).where('id', '=', person.id).execute();
    await expire(body.id);
    await services.bulkChanges.removeDue(signal);
    expect(await columnsOf([device])).toHaveLength(1);
  }
});

test('[LIST-05] one removal that is refused takes no other with it', async () => {
  const [held, other] = [await world.device(), await world.device()];
  const asked = await bulk(admin.token, { ids: [held], change: { remove: true } });
  await world.sinister(held);
  await expire(asked.body.id);
  const later = await bulk(admin.token, { ids: [other], change: { remove: true } });
  await expire(later.body.id);
  await services.bulkChanges.removeDue(signal);
  expect(await columnsOf([held, other])).toMatchObject([{ id: held }]);
  expect((await ask('GET', '/api/devices/bulk', { token: admin.token })).body).toEqual([]);
  await kysely.deleteFrom('sinisters').execute();
});

test('[LIST-05] a change can be undone by him alone, for 30 seconds, and is listed to nobody else', async () => {
  const [device] = await three();
  const other = await world.administrator();
  const listed = async (token: string) =>
    (await ask('GET', '/api/devices/bulk', { token })).body.map(({ id }: { id: string }) => id);
  const { body } = await bulk(admin.token, { ids: [device], change: { category: 'bus' } });
  expect(body.secondsLeft).toBeGreaterThan(20);
  expect(body.secondsLeft).toBeLessThanOrEqual(30);
  expect([await listed(admin.token), await listed(other.token)]).toEqual([[body.id], []]);
  expect((await undo(other.token, body.id)).status).toBe(404);
  await expire(body.id);
  expect(await listed(admin.token)).toEqual([]);
  expect((await undo(admin.token, body.id)).status).toBe(404);
  expect((await columnsOf([device]))[0]?.category).toBe('bus');
});

test('[LIST-05] all that a list is filtered by is changed without naming it; both or neither is refused', async () => {
  const groupId = await world.group();
  const [a, b] = [await world.device({ group_id: groupId }), await world.device({ group_id: groupId })];
  const off = await world.device({ group_id: groupId, disabled: true });
  const filter = { groupId: String(groupId), status: 'offline' };
  const { body } = await bulk(admin.token, { filter, change: { category: 'moto' } });
  expect(body.count).toBe(2);
  expect((await columnsOf([a, b, off])).map(({ category }) => category)).toEqual(['moto', 'moto', null]);
  for (const wrong of [{}, { filter, ids: [a] }])
    expect((await bulk(admin.token, { ...wrong, change: { disabled: true } })).status).toBe(400);
});

test('[LIST-05] 20,000 devices are changed at once and no more, whether they are named or filtered', async () => {
  const groupId = await world.group();
  const insert = (count: number) => sql`
    INSERT INTO devices (unique_id, name, group_id)
    SELECT 'many-' || gen_random_uuid(), 'many', ${groupId}::integer FROM generate_series(1, ${count}::integer)`;
  await insert(20_000).execute(kysely);
  const filter = { groupId: String(groupId) };
  const whole = await bulk(admin.token, { filter, change: { category: 'moto' } });
  expect([whole.status, whole.body.count]).toEqual([200, 20_000]);
  await insert(1).execute(kysely);
  const over = await bulk(admin.token, { filter, change: { category: 'bus' } });
  expect([over.status, over.body.details.fields[0].path]).toEqual([400, 'filter']);
  const ids = Array.from({ length: 20_001 }, (_, at) => at + 1);
  const named = await bulk(admin.token, { ids, change: { category: 'bus' } });
  expect([named.status, named.body.details.fields[0].path]).toEqual([400, 'ids']);
  const bus = kysely.selectFrom('devices').select('id').where('group_id', '=', groupId);
  expect(await bus.where('category', '=', 'bus').execute()).toEqual([]);
  await kysely.deleteFrom('devices').where('group_id', '=', groupId).execute();
}, 60_000);

test('[LIST-02] a list of devices is narrowed by state and category', async () => {
  const groupId = await world.group();
  const boat = await world.device({ group_id: groupId, category: 'boat' });
  const off = await world.device({ group_id: groupId, category: 'boat', disabled: true });
  const other = await world.device({ group_id: groupId });
  const idsBy = async (query: string) =>
    (await ask('GET', `/api/devices?groupId=${groupId}&${query}`, { token: admin.token })).body
      .map(({ id }: { id: number }) => id)
      .toSorted((one: number, two: number) => one - two);
  expect(await idsBy('category=boat')).toEqual([boat, off]);
  expect(await idsBy('status=disabled')).toEqual([off]);
  expect(await idsBy('status=offline')).toEqual([boat, other]);
  expect(await idsBy('status=offline&category=boat')).toEqual([boat]);
});
