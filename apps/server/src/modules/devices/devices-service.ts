import type { DeviceInput, DeviceQuery } from '@atalaia/contract/device';
import type { Kysely } from 'kysely';
import { notFound } from '../../app-error.ts';
import type { LiveFragment } from '../../bus/bus.ts';
import type { Caller } from '../../caller.ts';
import type { Schema } from '../../db/schema.ts';
import type { CrudService } from '../../http/crud-routes.ts';
import { jsonList } from '../../reading/page.ts';
import type { Revised } from '../../revised.ts';
import { writeAudit } from '../../writing/audit.ts';
import { changedFields } from '../../writing/changed-fields.ts';
import type { Commit, Tell } from '../../writing/commit.ts';
import { referenceRefusal } from '../../writing/constraint-refusals.ts';
import { atRevision, requireRevision } from '../../writing/revision.ts';
import type { Sight } from '../sight/sight.ts';
import type { Viewer } from '../sight/visible.ts';
import { rowOf } from './device-row.ts';
import { findDevices } from './devices-list.ts';
import { requireRoom } from './devices-policy.ts';
import { describeDevices, deviceFragments } from './devices-presenter.ts';
import {
  countOwnDevices,
  type DeviceRow,
  deleteDevice,
  findDevice,
  insertDevice,
  linkDevice,
  updateDevice,
} from './devices-queries.ts';

export interface DevicesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly sight: Sight;
  /** Throws `in-use` for a device that an open case is about. */
  readonly requireRemovable: (within: Kysely<Schema>, deviceId: number) => Promise<void>;
}

export interface DevicesService extends CrudService<DeviceInput, DeviceQuery> {
  /** Devices as the live channel tells them; whether they may be seen is asked before. */
  describe(ids: readonly number[], within?: Kysely<Schema>): Promise<readonly LiveFragment[]>;
  /** Tells devices live whose group or customer bears another name; of too many, clients hear when they load them next. */
  tellWithin(within: Kysely<Schema>, tell: Tell, ids: readonly number[]): Promise<void>;
  /** Creates a device within a larger write, and returns it as the contract's JSON. */
  createWithin(
    within: Kysely<Schema>,
    tell: Tell,
    caller: Caller,
    input: DeviceInput,
    action: string,
  ): Promise<string>;
}

/** So many are told one by one of what follows from something else. */
const mostDevicesTold = 500;

export function createDevicesService(parts: DevicesParts): DevicesService {
  const { kysely, commit, sight, requireRemovable } = parts;

  /** Group and customer must be seen by whoever puts the device there; what stands already may stay. */
  async function requireReferences(
    within: Kysely<Schema>,
    viewer: Viewer,
    input: DeviceInput,
    before?: DeviceRow,
  ) {
    const { groupId, customerId } = input;
    const movesTo = (given: number | null | undefined, held: number | null | undefined): given is number =>
      Boolean(given) && given !== held;
    if (movesTo(groupId, before?.group_id) && !(await sight.isGroupVisible(viewer, groupId, within))) {
      throw referenceRefusal('groupId');
    }
    if (
      movesTo(customerId, before?.customer_id) &&
      !(await sight.isCustomerVisible(viewer, customerId, within))
    ) {
      throw referenceRefusal('customerId');
    }
  }

  async function describeOne(within: Kysely<Schema>, id: number): Promise<string> {
    const json = await describeDevices(within, [id]);
    if (json === '') throw notFound('device', id);
    return json;
  }

  /** Tells what was changed, and returns it. */
  const announce = (within: Kysely<Schema>, tell: Tell, id: number): Promise<Revised> =>
    atRevision(within, 'devices', id, async () => {
      const [fragment] = await deviceFragments(within, [id]);
      if (!fragment) throw notFound('device', id);
      tell('deviceRegistry', { deviceIds: [id] });
      tell('devices', [fragment]);
      return fragment.json;
    });

  async function make(
    within: Kysely<Schema>,
    tell: Tell,
    caller: Caller,
    input: DeviceInput,
    action: string,
  ): Promise<Revised> {
    if (!caller.administrator) requireRoom(caller, await countOwnDevices(within, caller.userId));
    await requireReferences(within, caller, input);
    const id = await insertDevice(within, rowOf(input, undefined));
    if (!caller.administrator) await linkDevice(within, caller.userId, id);
    await writeAudit(within, caller, {
      action,
      noun: 'device',
      objectId: id,
      details: { uniqueId: input.uniqueId },
    });
    tell('sight', { userIds: await sight.usersWhoSee([id], within) });
    return announce(within, tell, id);
  }

  const service: DevicesService = {
    describe: (ids, within = kysely) => deviceFragments(within, ids),

    async tellWithin(within, tell, ids) {
      if (ids.length > 0 && ids.length <= mostDevicesTold)
        tell('devices', await deviceFragments(within, ids));
    },

    async list(caller, query) {
      const viewer = await sight.viewerFor(caller, query.userId);
      return jsonList(await findDevices(kysely, viewer, query), (ids) => describeDevices(kysely, ids));
    },

    async read(caller, id) {
      if (!(await sight.isDeviceVisible(caller, id))) throw notFound('device', id);
      return atRevision(kysely, 'devices', id, () => describeOne(kysely, id));
    },

    create: (caller, input) =>
      commit((transaction, tell) => make(transaction, tell, caller, input, 'create')),

    createWithin: async (...making) => (await make(...making)).json,

    update: (caller, id, input, ifMatch) =>
      commit(async (transaction, tell) => {
        const before = await findDevice(transaction, caller, id, 'lock');
        if (!before) throw notFound('device', id);
        await requireRevision(transaction, 'devices', id, ifMatch, () => describeOne(transaction, id));
        await requireReferences(transaction, caller, input, before);
        const values = rowOf(input, before);
        const changed = changedFields(before, values);
        const moves = changed.some((name) => name === 'group_id' || name === 'customer_id');
        const watchersBefore = moves ? await sight.usersWhoSee([id], transaction) : [];
        await updateDevice(transaction, id, values);
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'device',
          objectId: id,
          details: { changed },
        });
        if (moves) {
          const watchersAfter = await sight.usersWhoSee([id], transaction);
          tell('sight', { userIds: [...new Set([...watchersBefore, ...watchersAfter])] });
          if (changed.includes('group_id')) tell('rules', { kinds: ['groups'] });
        }
        return announce(transaction, tell, id);
      }),

    remove: (caller, id) =>
      commit(async (transaction, tell) => {
        const before = await findDevice(transaction, caller, id, 'lock');
        if (!before) throw notFound('device', id);
        await requireRemovable(transaction, id);
        const userIds = await sight.usersWhoSee([id], transaction);
        await deleteDevice(transaction, id);
        const details = { uniqueId: before.unique_id, name: before.name };
        await writeAudit(transaction, caller, { action: 'remove', noun: 'device', objectId: id, details });
        tell('removedDevices', { deviceIds: [id] });
        tell('deviceRegistry', { deviceIds: [id] });
        tell('sight', { userIds });
      }),
  };
  return service;
}
