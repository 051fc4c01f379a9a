import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../platform/db/test-database.ts';
import { createVisibility } from './visibility.ts';
import { visibleCustomers } from './visible.ts';

const database = await createTestDatabase();
const { kysely } = database;
const visibility = createVisibility(kysely);
afterAll(() => database.drop());

/** A small repeatable source of chance (mulberry32), so that a failure can be run again. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const counts = { groups: 12, customers: 6, users: 10, devices: 40 };

async function plantWorld(seed: number): Promise<void> {
  const pick = chance(seed);
  const orNone = (most: number) => (pick(3) === 0 ? null : 1 + pick(most));
  await sql`TRUNCATE users, sign_in_names, groups, customers, devices, user_devices, user_groups, user_users
    RESTART IDENTITY CASCADE`.execute(kysely);
  for (let id = 1; id <= counts.groups; id++) {
    const parent = id > 1 && pick(3) > 0 ? 1 + pick(id - 1) : null;
    await kysely
      .insertInto('groups')
      .values({ name: `g${id}`, group_id: parent })
      .execute();
  }
  for (let id = 1; id <= counts.customers; id++) {
    const values = { name: `c${id}`, cpf_cnpj: `${id}`, group_id: orNone(counts.groups) };
    await kysely.insertInto('customers').values(values).execute();
  }
  for (let id = 1; id <= counts.users; id++) {
    const values = {
      name: `u${id}`,
      email: `u${id}@x`,
      password_hash: '',
      customer_id: orNone(counts.customers),
    };
    await kysely
      .insertInto('users')
      .values({ ...values, administrator: pick(8) === 0 })
      .execute();
  }
  for (let id = 1; id <= counts.devices; id++) {
    const values = {
      name: `d${id}`,
      unique_id: `${id}`,
      group_id: orNone(counts.groups),
      customer_id: orNone(counts.customers),
    };
    await kysely.insertInto('devices').values(values).execute();
  }
  for (let link = 0; link < 8; link++) {
    const user_id = 1 + pick(counts.users);
    const device = { user_id, device_id: 1 + pick(counts.devices) };
    await kysely
      .insertInto('user_devices')
      .values(device)
      .onConflict((c) => c.doNothing())
      .execute();
    const group = { user_id, group_id: 1 + pick(counts.groups) };
    if (pick(2))
      await kysely
        .insertInto('user_groups')
        .values(group)
        .onConflict((c) => c.doNothing())
        .execute();
  }
}

test('[ROLE-01] who sees a device and what a user sees are one relation, read from both ends', async () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    await plantWorld(seed);
    const seen = new Map<number, Set<number>>();
    for (let id = 1; id <= counts.users; id++) seen.set(id, new Set(await visibility.visibleDeviceIds(id)));
    for (let id = 1; id <= counts.devices; id++) {
      const expected = [...seen].filter(([, devices]) => devices.has(id)).map(([user]) => user);
      const watchers = await visibility.usersWhoSee([id]);
      expect(
        watchers.toSorted((a, b) => a - b),
        `seed ${seed}, device ${id}`,
      ).toEqual(expected);
    }
  }
});

test('[ROLE-01] who sees a customer and which customers a user sees are one relation, read from both ends', async () => {
  const customerIds = Array.from({ length: counts.customers }, (_, index) => index + 1);
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    await plantWorld(seed);
    const expected: string[] = [];
    for (let userId = 1; userId <= counts.users; userId++) {
      const { administrator } = await kysely
        .selectFrom('users')
        .select('administrator')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const { rows } = await sql<{ id: number }>`
        SELECT c.id FROM ${visibleCustomers({ userId, administrator })}`.execute(kysely);
      expected.push(...rows.map(({ id }) => `${id} by ${userId}`));
    }
    const found = await visibility.customerWatchers(customerIds);
    const told = found.map(({ customerId, userId }) => `${customerId} by ${userId}`);
    expect(told.toSorted(), `seed ${seed}`).toEqual(expected.toSorted());
  }
});
