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
import { rowOf } from './device-row.ts';
import { findTaken, insertDevices, linkDevices } from './devices-bulk-queries.ts';
import { requireRoom, roomFor } from './devices-policy.ts';
import { countOwnDevices } from './devices-queries.ts';

export interface DevicesBulkService {
  /** Which of these unique ids belong to a device already, whoever sees it. */
  taken(uniqueIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** How many devices the caller may still register. */
  room(caller: Caller): Promise<number>;
  /** Creates devices by the rules of a single creation; what is told of them is told once. */
  createWithin(
    within: Kysely<Schema>,
    tell: Tell,
    caller: Caller,
    inputs: readonly DeviceInput[],
  ): Promise<void>;
}

export interface DevicesBulkParts {
  readonly kysely: Kysely<Schema>;
  readonly sight: Pick<Sight, 'usersWhoSee'>;
}

/** Rows of one statement: some ms of this thread's work. */
const rowsAtOnce = 500;

export function createDevicesBulkService({ kysely, sight }: DevicesBulkParts): DevicesBulkService {
  return {
    async taken(uniqueIds) {
      const found = new Set<string>();
      for (const piece of piecesOf(rowsAtOnce, uniqueIds)) {
        for (const uniqueId of await findTaken(kysely, piece)) found.add(uniqueId);
      }
      return found;
    },

    async room(caller) {
      const own = caller.administrator ? 0 : await countOwnDevices(kysely, caller.userId);
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
      const deviceIds: number[] = [];
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
        deviceIds.push(...ids);
      }
      tell('deviceRegistry', { deviceIds });
      // who sees them is sent them with that
      tell('sight', { userIds: await sight.usersWhoSee(deviceIds, within) });
    },
  };
}

/** Each once, without those that name none. */
function numbersOf(ids: readonly (number | null | undefined)[]): number[] {
  return [...new Set(ids)].filter((id): id is number => Boolean(id));
}
