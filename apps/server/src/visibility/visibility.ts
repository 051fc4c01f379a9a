import { type Kysely, type RawBuilder, sql } from 'kysely';
import { AppError, notFound } from '../errors/app-error.ts';
import type { Place } from '../platform/bus/bus.ts';
import type { Schema } from '../platform/db/schema.ts';
import type { Publish } from '../queries/commit.ts';
import { readIds } from '../queries/read-ids.ts';
import { type Viewer, visibleCustomers, visibleDevices, visibleGroups, visibleUsers } from './visible.ts';
import {
  type CustomerWatcher,
  devicesIn,
  watchersOfCustomers,
  watchersOfDevices,
  watchersOfPlace,
} from './watchers.ts';
import type { PlaceNoun } from './ways.ts';

/** Questions about visibility outside a query; inside one, use `visible.ts`. */
export interface Visibility {
  /** Every device a user sees, or those among the given ones, in no order; none for a user who does not exist. */
  visibleDeviceIds(userId: number, among?: readonly number[]): Promise<Int32Array>;
  /** The devices that lie in a place, in no order, and which of these users see it, and so all of them. */
  readPlace(place: Place, userIds: readonly number[]): Promise<SeenPlace>;
  isDeviceVisible(viewer: Viewer, deviceId: number): Promise<boolean>;
  isGroupVisible(viewer: Viewer, groupId: number, within?: Kysely<Schema>): Promise<boolean>;
  isCustomerVisible(viewer: Viewer, customerId: number, within?: Kysely<Schema>): Promise<boolean>;
  /** For lists that are narrowed by one of these: throws `not-found` for what is not seen, so that nobody takes it for empty. */
  requireSeen(viewer: Viewer, owner: ListOwner): Promise<void>;
  countDevices(viewer: Viewer): Promise<number>;
  /**
   * Through whose eyes a list is read: the caller's own, or those of a user he manages (`?userId=`). Throws `not-found`
   * for a user he does not see, and `forbidden` where he would see with an administrator's eyes.
   */
  viewerFor(caller: Viewer, userId: string | undefined): Promise<Viewer>;
  /** The users who see at least one of these devices, administrators among them. */
  usersWhoSee(deviceIds: readonly number[], within?: Kysely<Schema>): Promise<number[]>;
  /** Each of these customers with every user who sees it, administrators among them. */
  customerWatchers(customerIds: readonly number[]): Promise<CustomerWatcher[]>;
}

/** A change that is about more devices names none: who hears of it reads the whole, which is faster then. */
export const mostNamed = 1_000;

/** So many places are looked at one by one at most. */
const mostPlaces = 20;

/** These lie elsewhere now: with them, or what lies in them, other people see other devices. */
export function publishMoved(publish: Publish, noun: PlaceNoun, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const most = noun === 'device' ? mostNamed : mostPlaces;
  if (ids.length > most) publish('visibility', { userIds: 'all' });
  else if (noun === 'device') publish('visibility', { userIds: 'all', deviceIds: ids });
  else for (const id of ids) publish('visibility', { userIds: 'all', place: { noun, id } });
}

export interface SeenPlace {
  readonly deviceIds: Int32Array;
  readonly userIds: readonly number[];
}

/** Numbers as an address has them, checked. */
export interface ListOwner {
  readonly groupId?: string | undefined;
  readonly deviceId?: string | undefined;
}

export function createVisibility(kysely: Kysely<Schema>): Visibility {
  const visibility: Visibility = {
    async visibleDeviceIds(userId, among) {
      const user = await kysely
        .selectFrom('users')
        .select('administrator')
        .where('id', '=', userId)
        .executeTakeFirst();
      if (!user) return new Int32Array();
      const viewer = { userId, administrator: user.administrator };
      const these = among ? sql`WHERE d.id = ANY(${among})` : sql``;
      return readIds(kysely, sql`SELECT d.id FROM ${visibleDevices(viewer)} ${these}`);
    },
    readPlace: (place, userIds) =>
      // of one moment
      kysely
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (transaction) => {
          const watchers = sql<{ id: number }>`
            SELECT id FROM (${watchersOfPlace(place)}) AS w WHERE id = ANY(${userIds}::integer[])`;
          const { rows } = await watchers.execute(transaction);
          return {
            userIds: rows.map(({ id }) => id),
            deviceIds: await readIds(transaction, devicesIn(place)),
          };
        }),
    isDeviceVisible: (viewer, id) => exists(sql`${visibleDevices(viewer)} WHERE d.id = ${id}`, kysely),
    isGroupVisible: (viewer, id, within = kysely) =>
      exists(sql`${visibleGroups(viewer)} WHERE g.id = ${id}`, within),
    isCustomerVisible: (viewer, id, within = kysely) =>
      exists(sql`${visibleCustomers(viewer)} WHERE c.id = ${id}`, within),
    async requireSeen(viewer, { groupId, deviceId }) {
      if (groupId !== undefined && !(await visibility.isGroupVisible(viewer, Number(groupId)))) {
        throw notFound('group', groupId);
      }
      if (deviceId !== undefined && !(await visibility.isDeviceVisible(viewer, Number(deviceId)))) {
        throw notFound('device', deviceId);
      }
    },
    async countDevices(viewer) {
      const { rows } = await sql<{ count: number }>`SELECT count(*) FROM ${visibleDevices(viewer)}`.execute(
        kysely,
      );
      return rows[0]?.count ?? 0;
    },
    async viewerFor(caller, userId) {
      if (userId === undefined) return caller;
      const { rows } = await sql<Viewer>`
        SELECT u.id AS "userId", u.administrator FROM ${visibleUsers(caller)} WHERE u.id = ${Number(userId)}`.execute(
        kysely,
      );
      const [viewer] = rows;
      if (!viewer) throw notFound('user', userId);
      if (viewer.administrator && !caller.administrator) {
        throw new AppError('forbidden', 'only an administrator sees what an administrator sees');
      }
      return viewer;
    },
    async usersWhoSee(deviceIds, within = kysely) {
      const { rows } = await watchersOfDevices(deviceIds).execute(within);
      return rows.map(({ id }) => id);
    },
    async customerWatchers(customerIds) {
      const { rows } = await watchersOfCustomers(customerIds).execute(kysely);
      return rows;
    },
  };
  return visibility;
}

async function exists(fromAndWhere: RawBuilder<unknown>, db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${fromAndWhere}`.execute(db);
  return rows.length > 0;
}
