/**
 * Who sees what, asked in every way there is and compared with an oracle over random worlds: the lists of the API with
 * and without filters, single reads, the live set, the reverse questions, and what permissions say is inherited.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createVisibilityTable } from '../../live/visibility-table.ts';
import { readIds, unpackIds } from '../../queries/read-ids.ts';
import {
  areCustomersVisible,
  areGroupsVisible,
  fewHiddenDevices,
  seenGroups,
  seesDevice,
  seesDeviceByKey,
  someSeenDevices,
} from '../../visibility/visible.ts';
import { createTestApp } from '../test-app.ts';
import {
  isInForce,
  numbersOf,
  plantVisibleWorld,
  seenBy,
  tokenOf,
  type VisibleNoun,
  type VisibleWorld,
  visibleWorlds,
} from '../visible-world.ts';

const { ask, kysely, pool, services } = await createTestApp();
const { visibility } = services;

const nouns = [
  'device',
  'group',
  'customer',
  'user',
  'geofence',
  'notification',
  'calendar',
  'sinister',
] as const;
/** The routes of a list that SQL of their own answers. */
const ways: Readonly<Record<VisibleNoun, readonly string[]>> = {
  device: ['', 'keyword=x', 'sort=groupName', 'sort=lastUpdate&keyword=x', 'sort=customerName&order=desc'],
  group: ['', 'keyword=x', 'sort=groupName'],
  customer: ['', 'keyword=x', 'sort=city'],
  user: ['', 'keyword=x', 'sort=customerName'],
  geofence: ['', 'keyword=x'],
  notification: [''],
  calendar: ['', 'keyword=x'],
  sinister: [''],
};

const inOrder = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b);

async function listOf(path: string, user: number): Promise<number[]> {
  const { status, body } = await ask('GET', `/api/${path}`, { token: tokenOf(user) });
  expect(status, path).toBe(200);
  return inOrder(body.map(({ id }: { id: number }) => id));
}

async function totalOf(path: string, user: number): Promise<number> {
  const { headers } = await ask('GET', `/api/${path}`, { token: tokenOf(user) });
  return Number(headers['x-total-count']);
}

/** Worlds are written over one another in one database, one after the other. */
const overWorlds = (check: (world: VisibleWorld) => Promise<void>, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(visibleWorlds, async (world) => {
      await plantVisibleWorld(pool, world);
      await check(world);
    }),
    { numRuns },
  );

test(
  '[ROLE-01] [ROLE-07] every list shows what the specification lets its reader see, narrowed, sorted and counted too',
  () =>
    overWorlds(async (world) => {
      for (const user of numbersOf(world.users)) {
        if (!isInForce(world, user)) {
          expect((await ask('GET', '/api/devices', { token: tokenOf(user) })).status).toBe(401);
          continue;
        }
        for (const noun of nouns) {
          const expected = seenBy(world, noun, user);
          for (const way of ways[noun]) {
            expect(await listOf(`${noun}s?${way}`, user), `${noun}s?${way} of ${user}`).toEqual(expected);
          }
          expect(await totalOf(`${noun}s?limit=1&offset=1`, user), `${noun}s of ${user}`).toBe(
            expected.length,
          );
        }
        for (const customer of seenBy(world, 'customer', user)) {
          const expected = seenBy(world, 'device', user).filter(
            (id) => world.devices[id - 1]?.customer === customer,
          );
          expect(await listOf(`devices?customerId=${customer}`, user)).toEqual(expected);
        }
      }
    }, 20),
  300_000,
);

test(
  '[ROLE-01] [ROLE-07] a single row is read by whoever sees it in a list, and there is none for anybody else',
  () =>
    overWorlds(async (world) => {
      for (const user of numbersOf(world.users).filter((one) => isInForce(world, one))) {
        for (const noun of nouns) {
          const readable: number[] = [];
          for (const id of numbersOf(world[`${noun}s`])) {
            const { status } = await ask('GET', `/api/${noun}s/${id}`, { token: tokenOf(user) });
            if (status === 200) readable.push(id);
            else expect(status).toBe(404);
          }
          expect(readable, `${noun}s of ${user}`).toEqual(seenBy(world, noun, user));
        }
      }
    }, 15),
  300_000,
);

test(
  '[ROLE-01] a list in the name of a managed user shows what he sees, and an administrator is nobody else to ask as',
  () =>
    overWorlds(async (world) => {
      for (const user of numbersOf(world.users).filter((one) => isInForce(world, one))) {
        for (const other of numbersOf(world.users)) {
          const url = `/api/devices?userId=${other}&inherited=true`;
          const { status, body } = await ask('GET', url, { token: tokenOf(user) });
          const mayAsk = world.users[user - 1]?.administrator || !world.users[other - 1]?.administrator;
          const expected = !seenBy(world, 'user', user).includes(other) ? 404 : mayAsk ? 200 : 403;
          expect(status, `${url} of ${user}`).toBe(expected);
          if (status === 200) {
            const ids = inOrder(body.map(({ id }: { id: number }) => id));
            expect(ids, `${url} of ${user}`).toEqual(seenBy(world, 'device', other));
          }
        }
      }
    }, 15),
  300_000,
);

test(
  '[ROLE-01] the live set, the questions about one row, and those about who sees a row agree with the lists',
  () =>
    overWorlds(async (world) => {
      const users = numbersOf(world.users);
      const live = createVisibilityTable({
        visibleDeviceIds: visibility.visibleDeviceIds,
        readPlace: visibility.readPlace,
        onChange: () => undefined,
        onLost: (userId) => expect.fail(`what ${userId} sees is not known`),
      });
      for (const userId of users) {
        await live.enter(userId);
        const viewer = { userId, administrator: world.users[userId - 1]?.administrator === true };
        const devices = seenBy(world, 'device', userId);
        expect(inOrder(await visibility.visibleDeviceIds(userId))).toEqual(devices);
        expect(await visibility.countDevices(viewer)).toBe(devices.length);
        if (!viewer.administrator) {
          const byKey = sql`WITH RECURSIVE ${seenGroups(viewer)}
            SELECT d.id FROM devices AS d WHERE ${seesDeviceByKey(viewer)} ORDER BY d.id`;
          expect([...(await readIds(kysely, byKey))], `by key of ${userId}`).toEqual(devices);
          const asCondition = sql`SELECT d.id FROM devices AS d WHERE ${seesDevice(viewer)} ORDER BY d.id`;
          expect([...(await readIds(kysely, asCondition))], `by condition of ${userId}`).toEqual(devices);
          const others = numbersOf(world.devices).filter((id) => !devices.includes(id));
          const { rows } = await fewHiddenDevices(viewer, 1_000).execute(kysely);
          expect(inOrder(unpackIds(rows[0]?.hidden ?? null)), `hidden of ${userId}`).toEqual(others);
          const some = await readIds(kysely, someSeenDevices(viewer, 1_000));
          expect(inOrder(new Set(some)), `some of ${userId}`).toEqual(devices);
        }
        for (const id of numbersOf(world.devices)) {
          const isSeen = devices.includes(id);
          expect(live.sees(userId, id), `device ${id} of ${userId}`).toBe(isSeen);
          expect(await visibility.isDeviceVisible(viewer, id), `device ${id} of ${userId}`).toBe(isSeen);
        }
        const groups = seenBy(world, 'group', userId);
        for (const id of numbersOf(world.groups)) {
          expect(await visibility.isGroupVisible(viewer, id), `group ${id} of ${userId}`).toBe(
            groups.includes(id),
          );
          expect(await areGroupsVisible(kysely, viewer, [...groups, id])).toBe(groups.includes(id));
        }
        const customers = seenBy(world, 'customer', userId);
        for (const id of numbersOf(world.customers)) {
          expect(await visibility.isCustomerVisible(viewer, id), `customer ${id} of ${userId}`).toBe(
            customers.includes(id),
          );
          expect(await areCustomersVisible(kysely, viewer, [...customers, id])).toBe(customers.includes(id));
        }
      }
      const seers = (noun: VisibleNoun, id: number) =>
        users.filter((user) => seenBy(world, noun, user).includes(id));
      for (const id of numbersOf(world.devices)) {
        expect(inOrder(await visibility.usersWhoSee([id])), `who sees device ${id}`).toEqual(
          seers('device', id),
        );
      }
      const pairs = (await visibility.customerWatchers(numbersOf(world.customers))).map(
        ({ customerId, userId }) => `${customerId} by ${userId}`,
      );
      const expected = numbersOf(world.customers).flatMap((id) =>
        seers('customer', id).map((user) => `${id} by ${user}`),
      );
      expect(pairs.toSorted()).toEqual(expected.toSorted());
    }, 40),
  300_000,
);

test(
  '[ROLE-01] [ROLE-07] the live set follows groups and customers that move, and links to groups, one by one and all at once',
  () =>
    overWorlds(async (world) => {
      const users = numbersOf(world.users);
      const told = new Map(users.map((userId) => [userId, new Set<number>()]));
      const live = createVisibilityTable({
        visibleDeviceIds: visibility.visibleDeviceIds,
        readPlace: visibility.readPlace,
        onChange({ userId, added, removed }) {
          for (const id of added) told.get(userId)?.add(id);
          for (const id of removed) told.get(userId)?.delete(id);
        },
        onLost: (userId) => expect.fail(`what ${userId} sees is not known`),
      });
      for (const userId of users) {
        await live.enter(userId);
        told.set(userId, new Set(seenBy(world, 'device', userId)));
      }
      let now = world;
      const compare = (what: string) => {
        for (const userId of users) {
          const expected = seenBy(now, 'device', userId);
          const sees = numbersOf(world.devices).filter((id) => live.sees(userId, id));
          expect(sees, `${userId} after ${what}`).toEqual(expected);
          expect(inOrder([...(told.get(userId) ?? [])]), `${userId} was told after ${what}`).toEqual(
            expected,
          );
        }
      };
      const isAtOnce = world.devices.length % 2 === 0;
      const refreshing: Promise<void>[] = [];
      const changed = async (what: string, change: Parameters<typeof live.refresh>[0]) => {
        refreshing.push(live.refresh(change));
        if (isAtOnce) return;
        await Promise.all(refreshing);
        compare(what);
      };
      for (const noun of ['group', 'customer'] as const) {
        const table = `${noun}s` as const;
        for (const id of numbersOf(world[table])) {
          // a group lies in one that comes before it
          const among = noun === 'group' ? id : world.groups.length + 1;
          const to = (id * 7 + world.users.length) % among || undefined;
          now = { ...now, [table]: now[table].with(id - 1, { group: to }) };
          await pool.query(`UPDATE ${table} SET group_id = $2 WHERE id = $1`, [id, to ?? null]);
          await changed(`${noun} ${id} moved to ${to}`, { userIds: 'all', place: { noun, id } });
        }
      }
      for (const [userId, id] of world.links.user_groups) {
        const user_groups = now.links.user_groups.filter((link) => link[0] !== userId || link[1] !== id);
        now = { ...now, links: { ...now.links, user_groups } };
        await pool.query('DELETE FROM user_groups WHERE user_id = $1 AND group_id = $2', [userId, id]);
        await changed(`${userId} lost group ${id}`, { userIds: [userId], place: { noun: 'group', id } });
      }
      await Promise.all(refreshing);
      compare('all');
    }, 40),
  300_000,
);

test(
  '[ROLE-01] [PERM-03] what a user is linked to and what he inherits is what he sees',
  () =>
    overWorlds(async (world) => {
      const administrator = numbersOf(world.users).find((user) => seesAll(world, user));
      if (administrator === undefined) return;
      for (const user of numbersOf(world.users).filter((one) => !world.users[one - 1]?.administrator)) {
        for (const kind of ['device', 'group'] as const) {
          const { body } = await ask('GET', `/api/permissions/${kind}?userId=${user}`, {
            token: tokenOf(administrator),
          });
          const had = body.filter(
            (row: { linked: boolean; inherited: unknown }) => row.linked || row.inherited,
          );
          const ids = inOrder(had.map(({ id }: { id: number }) => id));
          expect(ids, `${kind}s of ${user}`).toEqual(seenBy(world, kind, user));
        }
      }
    }, 40),
  300_000,
);

const seesAll = (world: VisibleWorld, user: number) =>
  isInForce(world, user) && world.users[user - 1]?.administrator === true;
