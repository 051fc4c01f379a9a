import type { DeviceInput, DeviceQuery } from '@atalaia/contract/devices/device';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../errors/app-error.ts';
import type { LiveFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import { changeDetails } from '../../queries/columns.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { jsonList } from '../../queries/page.ts';
import { atRevision, requireRevision, type VersionedJson } from '../../queries/revision.ts';
import type { CrudService } from '../../resources/crud-routes.ts';
import { requireCalendar } from '../../resources/linked/linked-queries.ts';
import { readDependents } from '../../resources/removal/read-dependents.ts';
import { dependentsDetail, requireRemovable } from '../../resources/removal/removal.ts';
import { type Caller, mayWriteDevices } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { findDevices } from './devices-list-queries.ts';
import { describeDevices, deviceFragments } from './devices-presenter.ts';
import {
  countOwnDevices,
  type DeviceRow,
  deleteDevice,
  findDevice,
  insertDevice,
  linkDevice,
  rowOf,
  updateDevice,
} from './devices-queries.ts';

/** How many devices a user may still register beside his own: 0 none, Infinity any number (ROLE-06). */
export function capacityFor(
  { administrator, user: { device_limit: limit } }: Caller,
  ownDevices: number,
): number {
  return administrator || limit === -1 ? Number.POSITIVE_INFINITY : Math.max(0, limit - ownDevices);
}

/** Throws when a user would have registered more devices than he may. */
export function requireCapacity(caller: Caller, ownDevices: number, more = 1): void {
  if (capacityFor(caller, ownDevices) >= more) return;
  const { device_limit: limit } = caller.user;
  throw new AppError('device-limit-reached', `this account may register ${limit} devices`, { limit });
}

export interface DevicesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Visibility;
}

export interface DevicesService extends CrudService<DeviceInput, DeviceQuery> {
  /** Devices as the live channel sends them; whether they may be seen is asked before. */
  describe(ids: readonly number[], within?: Kysely<Schema>): Promise<readonly LiveFragment[]>;
  /** Publishes devices whose group or customer was renamed; too many are seen when clients load them next. */
  publishWithin(within: Kysely<Schema>, publish: Publish, ids: readonly number[]): Promise<void>;
  /** Creates a device within a larger write, and returns it as the contract's JSON. */
  createWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    input: DeviceInput,
    action: string,
  ): Promise<string>;
}

/** Their texts are ready: so many take a statement some ms, and this thread less than one, unless it is to read them. */
const devicesPerPiece = 1_000;
const devicesPerReadPiece = 500;

/** At most so many are published when another row changes. */
const mostDevicesPublished = 500;

export function createDevicesService(parts: DevicesParts): DevicesService {
  const { kysely, commit, visibility } = parts;

  return {
    describe: (ids, within = kysely) => deviceFragments(within, ids),

    async publishWithin(within, publish, ids) {
      if (ids.length > 0 && ids.length <= mostDevicesPublished)
        publish('devices', await deviceFragments(within, ids));
    },

    async list(caller, query) {
      const viewer = await visibility.viewerFor(caller, query.userId);
      await visibility.requireSeen(viewer, query);
      const withPassword = mayWriteDevices(caller);
      const page = await findDevices(kysely, viewer, query);
      // they are read to take their attributes out
      const perPiece = query.excludeAttributes === 'true' ? devicesPerReadPiece : devicesPerPiece;
      return jsonList(page, (ids) => describeDevices(kysely, ids, withPassword), perPiece);
    },

    async read(caller, id) {
      if (!(await visibility.isDeviceVisible(caller, id))) throw notFound('device', id);
      return atRevision(kysely, 'devices', id, () => describeOne(kysely, caller, id));
    },

    create: (caller, input) =>
      commit((transaction, publish) => make(visibility, transaction, publish, caller, input, 'create')),

    createWithin: async (...making) => (await make(visibility, ...making)).json,

    update: (caller, id, input, ifMatch) =>
      commit(async (transaction, publish) => {
        const before = await findDevice(transaction, caller, id, 'lock');
        if (!before) throw notFound('device', id);
        await requireRevision(transaction, 'devices', id, ifMatch, () =>
          describeOne(transaction, caller, id),
        );
        await requireReferences(visibility, transaction, caller, input, before);
        const values = rowOf(input, before);
        const details = changeDetails(before, values);
        const { changed } = details;
        const moves = changed.some((name) => name === 'group_id' || name === 'customer_id');
        const watchersBefore = moves ? await visibility.usersWhoSee([id], transaction) : [];
        await updateDevice(transaction, id, values);
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'device',
          objectId: id,
          details,
        });
        if (moves) {
          const watchersAfter = await visibility.usersWhoSee([id], transaction);
          publish('visibility', {
            userIds: [...new Set([...watchersBefore, ...watchersAfter])],
            deviceIds: [id],
          });
          if (changed.includes('group_id')) publish('rules', { kinds: ['groups'] });
        }
        if (changed.includes('calendar_id')) publish('rules', { kinds: ['calendars'] });
        return announce(transaction, publish, caller, id);
      }),

    async dependents(caller, id) {
      if (!(await visibility.isDeviceVisible(caller, id))) throw notFound('device', id);
      return readDependents(kysely, caller, 'device', id);
    },

    remove: (caller, id, request) =>
      commit(async (transaction, publish) => {
        const before = await findDevice(transaction, caller, id, 'lock');
        if (!before) throw notFound('device', id);
        const { lines } = await requireRemovable(transaction, caller, { noun: 'device', id }, request);
        const userIds = await visibility.usersWhoSee([id], transaction);
        await deleteDevice(transaction, id);
        const details = { uniqueId: before.unique_id, name: before.name, ...dependentsDetail(lines) };
        await writeAudit(transaction, caller, { action: 'remove', noun: 'device', objectId: id, details });
        publish('removedDevices', { deviceIds: [id] });
        publish('deviceRegistry', { deviceIds: [id] });
        publish('visibility', { userIds, deviceIds: [id] });
      }),
  };
}

/** A user who puts a device into a group or customer must see it; one that the device has already may stay. */
async function requireReferences(
  visibility: Pick<Visibility, 'isGroupVisible' | 'isCustomerVisible'>,
  within: Kysely<Schema>,
  viewer: Viewer,
  input: DeviceInput,
  before?: DeviceRow,
) {
  const { groupId, customerId } = input;
  const movesTo = (given: number | null | undefined, current: number | null | undefined): given is number =>
    Boolean(given) && given !== current;
  if (movesTo(groupId, before?.group_id) && !(await visibility.isGroupVisible(viewer, groupId, within))) {
    throw referenceRefusal('groupId');
  }
  if (
    movesTo(customerId, before?.customer_id) &&
    !(await visibility.isCustomerVisible(viewer, customerId, within))
  ) {
    throw referenceRefusal('customerId');
  }
  await requireCalendar(within, viewer, input, before);
}

async function describeOne(within: Kysely<Schema>, caller: Caller, id: number): Promise<string> {
  const json = await describeDevices(within, [id], mayWriteDevices(caller));
  if (json === '') throw notFound('device', id);
  return json;
}

/** Publishes what was changed, and returns it. */
const announce = (
  within: Kysely<Schema>,
  publish: Publish,
  caller: Caller,
  id: number,
): Promise<VersionedJson> =>
  atRevision(within, 'devices', id, async () => {
    const [fragment] = await deviceFragments(within, [id]);
    if (!fragment) throw notFound('device', id);
    publish('deviceRegistry', { deviceIds: [id] });
    publish('devices', [fragment]);
    return describeOne(within, caller, id);
  });

async function make(
  visibility: DevicesParts['visibility'],
  within: Kysely<Schema>,
  publish: Publish,
  caller: Caller,
  input: DeviceInput,
  action: string,
): Promise<VersionedJson> {
  if (!caller.administrator) requireCapacity(caller, await countOwnDevices(within, caller.userId));
  await requireReferences(visibility, within, caller, input);
  const id = await insertDevice(within, rowOf(input, undefined));
  if (!caller.administrator) await linkDevice(within, caller.userId, id);
  await writeAudit(within, caller, {
    action,
    noun: 'device',
    objectId: id,
    details: { uniqueId: input.uniqueId },
  });
  publish('visibility', { userIds: await visibility.usersWhoSee([id], within), deviceIds: [id] });
  if (input.calendarId) publish('rules', { kinds: ['calendars'] });
  return announce(within, publish, caller, id);
}
