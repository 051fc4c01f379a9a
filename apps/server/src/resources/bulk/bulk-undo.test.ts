/** What an undo answers of the rows that it does not bring back. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely } = await createTestApp();
const admin = await world.administrator();
const bulk = (noun: string, body: object, { token } = admin) =>
  ask('POST', `/api/${noun}/bulk`, { token, body });
const undo = (noun: string, id: string, { token } = admin) =>
  ask('POST', `/api/${noun}/bulk/${id}/undo`, { token });

test('[LIST-05] an undo counts what it brought back, and names what somebody changed meanwhile or his user may change no more', async () => {
  const ids = [await world.device(), await world.device(), await world.device()] as const;
  const whole = await bulk('devices', { ids, change: { category: 'bus' } });
  expect((await undo('devices', whole.body.id)).body).toEqual({ count: 3 });
  const part = await bulk('devices', { ids, change: { category: 'bus' } });
  await kysely.updateTable('devices').set({ category: 'boat' }).where('id', '=', ids[1]).execute();
  await kysely.deleteFrom('devices').where('id', '=', ids[2]).execute();
  const { status, body } = await undo('devices', part.body.id);
  expect([status, body.count, body.refused.count]).toEqual([200, 1, 2]);
  expect(body.refused.named).toMatchObject([{ id: ids[1], code: 'edited-meanwhile' }]);
  const removal = await bulk('devices', { ids: ids.slice(0, 2), change: { remove: true } });
  expect((await undo('devices', removal.body.id)).body).toEqual({ count: 2 });

  const [risen, stays] = [await world.person(), await world.person()];
  const chief = await world.person({ user_limit: -1 });
  for (const { id } of [risen, stays]) await world.link(chief.id, { user: id });
  const off = await bulk('users', { ids: [risen.id, stays.id], change: { disabled: true } }, chief);
  await kysely.updateTable('users').set({ administrator: true }).where('id', '=', risen.id).execute();
  const some = await undo('users', off.body.id, chief);
  expect([some.body.count, some.body.refused.count]).toEqual([1, 1]);
  expect(some.body.refused.named).toMatchObject([{ id: risen.id, code: 'only-administrators' }]);
});

test('[LIST-05] [ROLE-05] a manager who gave his company takes it back from those who had none or another, by an undo alone', async () => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO company_configurations (label, name) VALUES ('a', 'a'), ('b', 'b') RETURNING id`.execute(
    kysely,
  );
  const [own = 0, foreign = 0] = rows.map(({ id }) => id);
  const [none, other] = [await world.person(), await world.person({ company_id: foreign })];
  const ids = [none.id, other.id];
  const chief = await world.person({ user_limit: -1, company_id: own });
  for (const user of ids) await world.link(chief.id, { user });
  const companies = async () => {
    const users = kysely.selectFrom('users').select('company_id').where('id', 'in', ids).orderBy('id');
    return (await users.execute()).map(({ company_id }) => company_id);
  };
  const given = await bulk('users', { ids, change: { companyId: own } }, chief);
  expect(await companies()).toEqual([own, own]);
  expect((await undo('users', given.body.id, chief)).body).toEqual({ count: 2 });
  expect(await companies()).toEqual([null, foreign]);
});

test('[LIST-05] an undo brings back the others where the group, customer or company of some is gone, and names these', async () => {
  const [gone, there] = [await world.group(), await world.group()];
  const [goneCustomer, customer] = [await world.customer(), await world.customer()];
  const companies = await sql<{ id: number }>`
    INSERT INTO company_configurations (label, name) VALUES ('c', 'c'), ('d', 'd') RETURNING id`.execute(
    kysely,
  );
  const [goneCompany = 0, company = 0] = companies.rows.map(({ id }) => id);
  const users = [
    await world.person({ company_id: goneCompany }),
    await world.person({ company_id: company }),
    await world.person(),
  ];
  const devicesOf = async (column: 'group_id' | 'customer_id', values: readonly number[]) => {
    const made = [];
    for (const value of values) made.push(await world.device({ [column]: value }));
    return [...made, await world.device()];
  };
  for (const [noun, change, table, removed, ids] of [
    ['devices', { groupId: 0 }, 'groups', gone, await devicesOf('group_id', [gone, there])],
    [
      'devices',
      { customerId: 0 },
      'customers',
      goneCustomer,
      await devicesOf('customer_id', [goneCustomer, customer]),
    ],
    ['users', { companyId: 0 }, 'company_configurations', goneCompany, users.map(({ id }) => id)],
  ] as const) {
    const given = await bulk(noun, { ids, change });
    expect(given.body.count).toBe(2);
    await sql`DELETE FROM ${sql.table(table)} WHERE id = ${removed}`.execute(kysely);
    const { status, body } = await undo(noun, given.body.id);
    expect([status, body.count, body.refused?.count]).toEqual([200, 1, 1]);
    expect(body.refused.named).toMatchObject([{ id: ids[0], code: 'reference-not-found' }]);
  }
  const customers = [await world.customer(await world.group()), await world.customer(there)];
  const given = await bulk('customers', { ids: customers, change: { groupId: 0 } });
  await sql`DELETE FROM groups WHERE id <> ${there}`.execute(kysely);
  expect((await undo('customers', given.body.id)).body).toMatchObject({
    count: 1,
    refused: { named: [{ id: customers[0], code: 'reference-not-found' }] },
  });
});
