import type { DeviceInput } from '@atalaia/contract/device';
import type { Kysely } from 'kysely';
import type { Caller } from '../../caller.ts';
import type { Schema } from '../../db/schema.ts';
import { piecesOf } from '../../reading/pieces-of.ts';
import { writeAudits } from '../../writing/audit.ts';
import type { Tell } from '../../writing/commit.ts';
import { referenceRefusal } from '../../writing/constraint-refusals.ts';
import { areCustomersVisible, areGroupsVisible } from '../sight/all-visible.ts';
import type { Sight } from '../sight/sight.ts';
import type { Viewer } from '../sight/visible.ts';
import { rowOf } from './device-row.ts';
import {
  type DeviceChange,
  type DeviceMatch,
  findTaken,
  insertDevices,
  linkDevices,
  lockMatches,
  type MadeDevice,
  updateDevices,
} from './devices-bulk-queries.ts';
import { requireRoom, roomFor } from './devices-policy.ts';
import { countOwnDevices } from './devices-queries.ts';
import type { DevicesService } from './devices-service.ts';

export interface DevicesBulkService {
  /** Which of these unique ids belong to a device already, whoever sees it. */
  taken(uniqueIds: readonly string[], within?: Kysely<Schema>): Promise<ReadonlySet<string>>;
  /** How many devices the caller may still register. */
  room(caller: Caller, within?: Kysely<Schema>): Promise<number>;
  /** Creates devices by the rules of a single creation; what is told of them is told once. */
  createWithin(
    within: Kysely<Schema>,
    tell: Tell,
    caller: Caller,
    inputs: readonly DeviceInput[],
  ): Promise<readonly MadeDevice[]>;
  /** The visible devices of these numbers, unique ids or bare plates, locked. */
  match: (
    within: Kysely<Schema>,
    viewer: Viewer,
    wish: Parameters<typeof lockMatches>[2],
  ) => Promise<readonly DeviceMatch[]>;
  /** Changes devices that were matched, by some of their columns; who watches them hears of it. */
  changeWithin(
    within: Kysely<Schema>,
    tell: Tell,
    caller: Caller,
    changes: readonly DeviceChange[],
  ): Promise<void>;
}

export interface DevicesBulkParts {
  readonly kysely: Kysely<Schema>;
  readonly sight: Pick<Sight, 'usersWhoSee'>;
  readonly tellDevices: DevicesService['tellWithin'];
}

/** Rows of one statement: some ms of this thread's work. */
const rowsAtOnce = 500;

export function createDevicesBulkService({
  kysely,
  sight,
  tellDevices,
}: DevicesBulkParts): DevicesBulkService {
  return {
    async taken(uniqueIds, within = kysely) {
      const found = new Set<string>();
      for (const piece of piecesOf(rowsAtOnce, uniqueIds)) {
        for (const uniqueId of await findTaken(within, piece)) found.add(uniqueId);
      }
      return found;
    },

    async room(caller, within = kysely) {
      const own = caller.administrator ? 0 : await countOwnDevices(within, caller.userId);
      return roomFor(caller, own);
    },

    async createWithin(within, tell, caller, inputs) {
      if (!caller.administrator) {
        requireRoom(caller, await countOwnDevices(within, caller.userId), inputs.length);
      }
      const groupIds = numbersOf(inputs.map(({ groupId }) => groupId));
      if (!(await areGroupsVisible(within, caller, groupIds))) throw referenceRefusal('groupId');
      const customerIds = numbersOf(inputs.map(({ customerId }) => customerId));
      if (!(await areCustomersVisible(within, caller, customerIds))) throw referenceRefusal('customerId');
      const devices: MadeDevice[] = [];
      for (const piece of piecesOf(rowsAtOnce, inputs)) {
        const made = await insertDevices(
          within,
          piece.map((input) => rowOf(input, undefined)),
        );
        const ids = made.map(({ id }) => id);
        if (!caller.administrator) await linkDevices(within, caller.userId, ids);
        await writeAudits(
          within,
          caller,
          made.map(({ id, uniqueId }) => ({
            action: 'import',
            noun: 'device',
            objectId: id,
            details: { uniqueId },
          })),
        );
        devices.push(...made);
      }
      const deviceIds = devices.map(({ id }) => id);
      tell('deviceRegistry', { deviceIds });
      // who sees them is sent them with that
      tell('sight', { userIds: await sight.usersWhoSee(deviceIds, within) });
      return devices;
    },

    match: lockMatches,

    async changeWithin(within, tell, caller, changes) {
      if (changes.length === 0) return;
      const deviceIds = changes.map(({ id }) => id);
      const moved = changes.filter(({ customer_id }) => customer_id !== undefined).map(({ id }) => id);
      const customerIds = numbersOf(changes.map(({ customer_id }) => customer_id));
      if (!(await areCustomersVisible(within, caller, customerIds))) throw referenceRefusal('customerId');
      const before = moved.length > 0 ? await sight.usersWhoSee(moved, within) : [];
      await updateDevices(within, changes);
      const entries = changes.map(({ id, attributes = {}, ...columns }) => ({
        action: 'update',
        noun: 'device' as const,
        objectId: id,
        details: {
          changed: [...Object.keys(columns), ...(Object.keys(attributes).length > 0 ? ['attributes'] : [])],
        },
      }));
      await writeAudits(within, caller, entries);
      tell('deviceRegistry', { deviceIds });
      if (moved.length > 0) {
        const after = await sight.usersWhoSee(moved, within);
        tell('sight', { userIds: [...new Set([...before, ...after])] });
      }
      await tellDevices(within, tell, deviceIds);
    },
  };
}

/** Each once, without those that name none. */
function numbersOf(ids: readonly (number | null | undefined)[]): number[] {
  return [...new Set(ids)].filter((id): id is number => Boolean(id));
}
