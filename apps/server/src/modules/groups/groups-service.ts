import type { GroupInput, GroupQuery } from '@atalaia/contract/accounts/group';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit, writeAudits } from '../../queries/audit.ts';
import { changeDetails, referenceColumn } from '../../queries/columns.ts';
import type { Commit } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { findNamed, type Named } from '../../queries/find-named.ts';
import { jsonList } from '../../queries/page.ts';
import { atRevision, requireRevision } from '../../queries/revision.ts';
import type { CrudService } from '../../resources/crud-routes.ts';
import { readDependents } from '../../resources/removal/read-dependents.ts';
import {
  type ActsByKind,
  carryOut,
  type DependentActs,
  dependentsDetail,
  lockDependents,
  requireRemovable,
} from '../../resources/removal/removal.ts';
import { type Caller, mayWriteDevices } from '../../visibility/caller.ts';
import { publishMoved, type Visibility } from '../../visibility/visibility.ts';
import { type Viewer, visibleGroups } from '../../visibility/visible.ts';
import type { DevicesService } from '../devices/devices-service.ts';
import {
  deleteGroup,
  describeGroups,
  deviceIdsOf,
  findGroups,
  holdsDevices,
  insertGroup,
  linkGroup,
  lockGroup,
  lockTree,
  relocateGroups,
  updateGroup,
  wouldCycle,
} from './groups-queries.ts';

export interface GroupsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Visibility;
  readonly publishDevices: DevicesService['publishWithin'];
  /** How devices and customers follow when their group is removed. */
  readonly acts: ActsByKind;
}

export type GroupsService = CrudService<GroupInput, GroupQuery>;

export function createGroupsService(parts: GroupsParts): GroupsService {
  const { kysely, commit, visibility, publishDevices } = parts;
  return {
    async list(caller, query) {
      const viewer = await visibility.viewerFor(caller, query.userId);
      await visibility.requireSeen(viewer, query);
      return jsonList(await findGroups(kysely, viewer, query), (ids) => describeGroups(kysely, ids));
    },

    async read(caller, id) {
      if (!(await visibility.isGroupVisible(caller, id))) throw notFound('group', id);
      return withRevision(kysely, id);
    },

    // it is made empty, so that nobody sees a device more
    create: (caller, input) =>
      commit(async (transaction) => {
        const { name } = input;
        const attributes = input.attributes ?? {};
        if (input.groupId) await requireParent(visibility, transaction, caller, input.groupId);
        const id = await insertGroup(transaction, { name, attributes, group_id: input.groupId || null });
        if (!caller.administrator) await linkGroup(transaction, caller.userId, id);
        await writeAudit(transaction, caller, {
          action: 'create',
          noun: 'group',
          objectId: id,
          details: { name },
        });
        return withRevision(transaction, id);
      }),

    update: (caller, id, input, ifMatch) =>
      commit(async (transaction, publish) => {
        if (input.groupId) await lockTree(transaction);
        const before = await lockGroup(transaction, caller, id);
        if (!before) throw notFound('group', id);
        await requireRevision(transaction, 'groups', id, ifMatch, () => describe(transaction, id));
        const { name, groupId } = input;
        const attributes = input.attributes ?? undefined;
        const values = { name, attributes, group_id: referenceColumn(groupId) };
        const details = changeDetails(before, values);
        const { changed } = details;
        const moves = changed.includes('group_id');
        if (changed.length > 0) await requireDevicesWritable(transaction, caller, id);
        if (moves && groupId) {
          await requireParent(visibility, transaction, caller, groupId);
          if (await wouldCycle(transaction, id, groupId)) {
            throw fieldRefusal('group-cycle', { path: 'groupId', message: 'lies in this group' });
          }
        }
        await updateGroup(transaction, id, values);
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'group',
          objectId: id,
          details,
        });
        if (changed.includes('name')) {
          await publishDevices(transaction, publish, await deviceIdsOf(transaction, id));
        }
        if (moves) {
          publishMoved(publish, 'group', [id]);
          publish('rules', { kinds: ['groups'] });
        }
        return withRevision(transaction, id);
      }),

    async dependents(caller, id) {
      if (!(await visibility.isGroupVisible(caller, id))) throw notFound('group', id);
      return readDependents(kysely, caller, 'group', id);
    },

    remove: (caller, id, request) =>
      commit(async (transaction, publish) => {
        const removed = { noun: 'group', id } as const;
        await lockTree(transaction);
        const before = await lockGroup(transaction, caller, id);
        if (!before) throw notFound('group', id);
        await requireDevicesWritable(transaction, caller, id);
        await lockDependents(transaction, removed);
        const settled = await requireRemovable(transaction, caller, removed, request);
        await carryOut(transaction, publish, caller, removed, settled, {
          ...parts.acts,
          group: below(visibility, id),
        });
        await deleteGroup(transaction, id);
        const details = { name: before.name, ...dependentsDetail(settled.lines) };
        await writeAudit(transaction, caller, { action: 'remove', noun: 'group', objectId: id, details });
        publish('rules', { kinds: ['groups'] });
      }),
  };
}

async function describe(within: Kysely<Schema>, id: number): Promise<string> {
  const json = await describeGroups(within, [id]);
  if (json === '') throw notFound('group', id);
  return json;
}

const withRevision = (within: Kysely<Schema>, id: number) =>
  atRevision(within, 'groups', id, () => describe(within, id));

/** Where a group lies, and what its attributes say, is who sees its devices and by which rules they go. */
async function requireDevicesWritable(within: Kysely<Schema>, caller: Caller, id: number): Promise<void> {
  if (mayWriteDevices(caller) || !(await holdsDevices(within, id))) return;
  throw new AppError('devices-readonly', 'this account may not change devices, and the group holds some');
}

async function requireParent(
  visibility: Pick<Visibility, 'isGroupVisible'>,
  within: Kysely<Schema>,
  viewer: Viewer,
  parentId: number,
): Promise<void> {
  if (!(await visibility.isGroupVisible(viewer, parentId, within))) throw referenceRefusal('groupId');
}

/** How the groups that are in one follow when it is removed. */
const below = (visibility: Pick<Visibility, 'isGroupVisible'>, removedId: number): DependentActs => ({
  async relocate(within, publish, caller, ids, to) {
    if (to !== null) {
      await requireParent(visibility, within, caller, to);
      if (await wouldCycle(within, removedId, to)) {
        throw fieldRefusal('group-cycle', { path: 'query.decision', message: 'lies in this group' });
      }
    }
    await relocateGroups(within, ids, to);
    publishMoved(publish, 'group', ids);
    const details = { changed: ['group_id'] };
    const entries = ids.map((objectId) => ({ action: 'update', noun: 'group', objectId, details }) as const);
    await writeAudits(within, caller, entries);
  },
});

export interface GroupNamesService {
  /** The visible groups that names mean. */
  find(within: Kysely<Schema>, viewer: Viewer, names: readonly string[]): Promise<ReadonlyMap<string, Named>>;
}

export function createGroupNamesService(): GroupNamesService {
  return {
    find: (within, viewer, names) =>
      findNamed(within, visibleGroups(viewer), { id: 'g.id', name: 'g.name' }, names),
  };
}
