import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { type Viewer, visibleDevices } from './visible.ts';
import { watchersOfDevices } from './watchers.ts';

/** What one may ask about sight outside a query; inside one, compose `visible.ts`. */
export interface Sight {
  /** Every device a user sees, in no order; none for a user who does not exist. For the live channel. */
  visibleDeviceIds(userId: number): Promise<number[]>;
  isDeviceVisible(viewer: Viewer, deviceId: number): Promise<boolean>;
  /** The users who see at least one of these devices, administrators among them. */
  usersWhoSee(deviceIds: readonly number[], within?: Kysely<Schema>): Promise<number[]>;
}

export function createSight(kysely: Kysely<Schema>): Sight {
  return {
    async visibleDeviceIds(userId) {
      const user = await kysely
        .selectFrom('users')
        .select('administrator')
        .where('id', '=', userId)
        .executeTakeFirst();
      if (!user) return [];
      const viewer = { userId, administrator: user.administrator };
      const { rows } = await sql<{ id: number }>`SELECT d.id FROM ${visibleDevices(viewer)}`.execute(kysely);
      return rows.map(({ id }) => id);
    },
    async isDeviceVisible(viewer, deviceId) {
      const { rows } = await sql`
        SELECT FROM ${visibleDevices(viewer)} WHERE d.id = ${deviceId}`.execute(kysely);
      return rows.length > 0;
    },
    async usersWhoSee(deviceIds, within = kysely) {
      const { rows } = await watchersOfDevices(deviceIds).execute(within);
      return rows.map(({ id }) => id);
    },
  };
}
