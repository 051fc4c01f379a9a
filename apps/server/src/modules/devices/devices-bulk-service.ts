import type { DeviceInput } from '@atalaia/contract/devices/device';
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { rowsBefore, writeAudits } from '../../queries/audit.ts';
import { changeDetails } from '../../queries/columns.ts';
import type { Publish } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { piecesOf } from '../../queries/read-ids.ts';
import type { BulkNoun } from '../../resources/bulk/bulk-changes-service.ts';
import { requireUnrestricted } from '../../resources/removal/removal.ts';
import { type Caller, mayWriteDevices } from '../../visibility/caller.ts';
import { publishMoved, type Visibility } from '../../visibility/visibility.ts';
import { areCustomersVisible, areGroupsVisible, type Viewer } from '../../visibility/visible.ts';
import {
  type DeviceChange,
  type DeviceMatch,
  deleteDevices,
  findTaken,
  insertDevices,
  linkDevices,
  lockMatches,
  type MadeDevice,
  relocateDevices,
  updateDevices,
} from './devices-bulk-queries.ts';
import { findDevices } from './devices-list-queries.ts';
import { countOwnDevices, rowOf } from './devices-queries.ts';
import type { DevicesService } from './devices-service.ts';
import { capacityFor, requireCapacity } from './devices-service.ts';

export interface DevicesBulkService {
  /** What many of them are given or removed by at once. */
  readonly bulk: BulkNoun;
  /** Which of these unique ids belong to a device already, whoever sees it. */
  taken(uniqueIds: readonly string[], within?: Kysely<Schema>): Promise<ReadonlySet<string>>;
  /** How many devices the caller may still register. */
  capacity(caller: Caller, within?: Kysely<Schema>): Promise<number>;
  /** Creates devices by the rules of a single creation; what is published of them is published once. */
  createWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    inputs: readonly DeviceInput[],
  ): Promise<readonly MadeDevice[]>;
  /** The visible devices of these numbers, unique ids or bare plates, locked. */
  match: (
    within: Kysely<Schema>,
    viewer: Viewer,
    keys: Parameters<typeof lockMatches>[2],
  ) => Promise<readonly DeviceMatch[]>;
  /** Changes devices that were matched, by some of their columns; who watches them is notified of it. */
  changeWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    changes: readonly DeviceChange[],
  ): Promise<void>;
  /** Changes devices that were matched to what a file says of them; what it leaves out stays. */
  overwriteWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    updates: readonly DeviceUpdate[],
  ): Promise<void>;
  /** Gives devices to another group or customer, or to none, as the one they had is removed. */
  relocateWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    ids: readonly number[],
    column: 'group_id' | 'customer_id',
    to: number | null,
  ): Promise<void>;
  /** Removes devices by the rules of a single removal. */
  removeWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    ids: readonly number[],
  ): Promise<void>;
}

export interface DevicesBulkParts {
  readonly kysely: Kysely<Schema>;
  readonly visibility: Pick<Visibility, 'usersWhoSee'>;
  readonly publishDevices: DevicesService['publishWithin'];
}

/** A device that is there, as a file says it now. */
export interface DeviceUpdate {
  readonly id: number;
  readonly input: DeviceInput;
}

/** Rows of one statement: some ms of this thread's work. */
const rowsAtOnce = 500;

export function createDevicesBulkService(parts: DevicesBulkParts): DevicesBulkService {
  const { kysely, visibility, publishDevices } = parts;
  const removeWithin: DevicesBulkService['removeWithin'] = async (within, publish, caller, ids) => {
    requireWriter(caller);
    await requireUnrestricted(within, caller, 'device', ids);
    const userIds = await visibility.usersWhoSee(ids, within);
    for (const piece of piecesOf(rowsAtOnce, ids)) {
      const removed = await deleteDevices(within, piece);
      const entries = removed.map(({ id: objectId, unique_id: uniqueId, name }) => {
        return { action: 'remove', noun: 'device', objectId, details: { uniqueId, name } } as const;
      });
      await writeAudits(within, caller, entries);
    }
    publish('removedDevices', { deviceIds: ids });
    publish('deviceRegistry', { deviceIds: ids });
    publish('visibility', { userIds, deviceIds: ids });
  };
  return {
    bulk: bulkDevices(parts, removeWithin),

    async taken(uniqueIds, within = kysely) {
      const found = new Set<string>();
      for (const piece of piecesOf(rowsAtOnce, uniqueIds)) {
        for (const uniqueId of await findTaken(within, piece)) found.add(uniqueId);
      }
      return found;
    },

    async capacity(caller, within = kysely) {
      const own = caller.administrator ? 0 : await countOwnDevices(within, caller.userId);
      return capacityFor(caller, own);
    },

    createWithin: (...making) => createAll(visibility, ...making),

    match: lockMatches,

    changeWithin: (...changing) => changeAll(parts, ...changing),

    overwriteWithin: (within, publish, caller, updates) =>
      changeAll(parts, within, publish, caller, updates.map(changeOf)),

    async relocateWithin(within, publish, caller, ids, column, to) {
      requireWriter(caller);
      const isSeen = column === 'group_id' ? areGroupsVisible : areCustomersVisible;
      if (to !== null && !(await isSeen(within, caller, [to]))) throw referenceRefusal('query.decision');
      for (const piece of piecesOf(rowsAtOnce, ids)) {
        const rows = await rowsBefore(
          within,
          'devices',
          piece.map((id) => ({ id })),
        );
        await relocateDevices(within, piece, column, to);
        const entries = piece.map((objectId) => {
          const details = changeDetails(rows.get(objectId) ?? {}, { [column]: to });
          return { action: 'update', noun: 'device', objectId, details: { ...details } } as const;
        });
        await writeAudits(within, caller, entries);
      }
      publish('deviceRegistry', { deviceIds: ids });
      publishMoved(publish, 'device', ids);
      await publishDevices(within, publish, ids);
    },

    removeWithin,
  };
}

function bulkDevices(
  { kysely, publishDevices }: DevicesBulkParts,
  removeWithin: BulkNoun['removeWithin'],
): BulkNoun {
  return {
    noun: 'device',
    writing: 'device-writer',
    columns: {
      groupId: { column: 'group_id', type: 'integer', references: 'groups' },
      customerId: { column: 'customer_id', type: 'integer', references: 'customers' },
      category: { column: 'category', type: 'text' },
      disabled: { column: 'disabled', type: 'boolean' },
    },
    find: (caller, filter) => findDevices(kysely, caller, filter),
    async requireValue(within, caller, act, value) {
      if (value === null || (act !== 'groupId' && act !== 'customerId')) return;
      const isSeen = act === 'groupId' ? areGroupsVisible : areCustomersVisible;
      if (!(await isSeen(within, caller, [Number(value)]))) throw referenceRefusal(`change.${act}`);
    },
    // what others show and keep of these devices is read again
    async changed(within, publish, _caller, ids, act) {
      publish('deviceRegistry', { deviceIds: ids });
      publishMoved(publish, 'device', ids);
      if (act === 'groupId') publish('rules', { kinds: ['groups'] });
      await publishDevices(within, publish, ids);
    },
    removeWithin,
  };
}

async function changeAll(
  { visibility, publishDevices }: DevicesBulkParts,
  ...[within, publish, caller, changes]: Parameters<DevicesBulkService['changeWithin']>
): Promise<void> {
  if (changes.length === 0) return;
  const deviceIds = changes.map(({ id }) => id);
  const moved = changes
    .filter(({ customer_id, group_id }) => customer_id !== undefined || group_id !== undefined)
    .map(({ id }) => id);
  const groupIds = numbersOf(changes.map(({ group_id }) => group_id));
  if (!(await areGroupsVisible(within, caller, groupIds))) throw referenceRefusal('groupId');
  const customerIds = numbersOf(changes.map(({ customer_id }) => customer_id));
  if (!(await areCustomersVisible(within, caller, customerIds))) throw referenceRefusal('customerId');
  const before = moved.length > 0 ? await visibility.usersWhoSee(moved, within) : [];
  for (const piece of piecesOf(rowsAtOnce, changes)) {
    const rows = await rowsBefore(within, 'devices', piece);
    await updateDevices(within, piece);
    const entries = piece.map(({ id, attributes, ...columns }) => {
      const row: { readonly attributes?: unknown } = rows.get(id) ?? {};
      // those that are given are added to those that are there
      const merged = attributes && { attributes: Object.assign({}, row.attributes, attributes) };
      const details = { ...changeDetails(row, { ...columns, ...merged }) };
      return { action: 'update', noun: 'device' as const, objectId: id, details };
    });
    await writeAudits(within, caller, entries);
  }
  publish('deviceRegistry', { deviceIds });
  if (groupIds.length > 0) publish('rules', { kinds: ['groups'] });
  if (moved.length > 0) {
    const after = await visibility.usersWhoSee(moved, within);
    publish('visibility', { userIds: [...new Set([...before, ...after])], deviceIds: moved });
  }
  await publishDevices(within, publish, deviceIds);
}

async function createAll(
  visibility: DevicesBulkParts['visibility'],
  ...[within, publish, caller, inputs]: Parameters<DevicesBulkService['createWithin']>
): Promise<MadeDevice[]> {
  if (!caller.administrator) {
    requireCapacity(caller, await countOwnDevices(within, caller.userId), inputs.length);
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
  publish('deviceRegistry', { deviceIds });
  // who sees them is sent them with that
  publish('visibility', { userIds: await visibility.usersWhoSee(deviceIds, within), deviceIds });
  return devices;
}

function requireWriter(caller: Caller): void {
  if (mayWriteDevices(caller)) return;
  throw new AppError('devices-readonly', 'this account may not change devices');
}

/** Each once, without those that name none. */
function numbersOf(ids: readonly (number | null | undefined)[]): number[] {
  return [...new Set(ids)].filter((id): id is number => Boolean(id));
}

/** A device as a file says it now; what the file leaves empty stays. */
function changeOf({ id, input }: DeviceUpdate): DeviceChange {
  const { unique_id: _same, attributes, ...values } = rowOf(input, undefined);
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return {
    id,
    ...Object.fromEntries(given),
    ...(attributes !== undefined && { attributes: attributes as object }),
  } as DeviceChange;
}
