import type { GroupInput, GroupQuery } from '@atalaia/contract/group';
import type { Kysely } from 'kysely';
import { fieldRefusal, notFound } from '../../app-error.ts';
import type { Schema } from '../../db/schema.ts';
import type { CrudService } from '../../http/crud-routes.ts';
import { jsonList } from '../../reading/page.ts';
import { writeAudit } from '../../writing/audit.ts';
import { changedFields } from '../../writing/changed-fields.ts';
import type { Commit } from '../../writing/commit.ts';
import { referenceRefusal } from '../../writing/constraint-refusals.ts';
import { referenceColumn } from '../../writing/reference-column.ts';
import { atRevision, requireRevision } from '../../writing/revision.ts';
import type { DevicesService } from '../devices/devices-service.ts';
import type { Sight } from '../sight/sight.ts';
import type { Viewer } from '../sight/visible.ts';
import { describeGroups } from './groups-presenter.ts';
import {
  deleteGroup,
  deviceIdsOf,
  findGroups,
  insertGroup,
  linkGroup,
  lockGroup,
  lockTree,
  updateGroup,
  wouldCycle,
} from './groups-queries.ts';

export interface GroupsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly sight: Sight;
  readonly tellDevices: DevicesService['tellWithin'];
}

export type GroupsService = CrudService<GroupInput, GroupQuery>;

export function createGroupsService({ kysely, commit, sight, tellDevices }: GroupsParts): GroupsService {
  async function describe(within: Kysely<Schema>, id: number): Promise<string> {
    const json = await describeGroups(within, [id]);
    if (json === '') throw notFound('group', id);
    return json;
  }

  const revised = (within: Kysely<Schema>, id: number) =>
    atRevision(within, 'groups', id, () => describe(within, id));

  async function requireParent(within: Kysely<Schema>, viewer: Viewer, parentId: number): Promise<void> {
    if (!(await sight.isGroupVisible(viewer, parentId, within))) throw referenceRefusal('groupId');
  }

  return {
    async list(caller, query) {
      const viewer = await sight.viewerFor(caller, query.userId);
      return jsonList(await findGroups(kysely, viewer, query), (ids) => describeGroups(kysely, ids));
    },

    async read(caller, id) {
      if (!(await sight.isGroupVisible(caller, id))) throw notFound('group', id);
      return revised(kysely, id);
    },

    create: (caller, input) =>
      commit(async (transaction, tell) => {
        const { name } = input;
        const attributes = input.attributes ?? {};
        if (input.groupId) await requireParent(transaction, caller, input.groupId);
        const id = await insertGroup(transaction, { name, attributes, group_id: input.groupId || null });
        if (!caller.administrator) await linkGroup(transaction, caller.userId, id);
        await writeAudit(transaction, caller, {
          action: 'create',
          noun: 'group',
          objectId: id,
          details: { name },
        });
        if (!caller.administrator) tell('sight', { userIds: [caller.userId] });
        return revised(transaction, id);
      }),

    update: (caller, id, input, ifMatch) =>
      commit(async (transaction, tell) => {
        if (input.groupId) await lockTree(transaction);
        const before = await lockGroup(transaction, caller, id);
        if (!before) throw notFound('group', id);
        await requireRevision(transaction, 'groups', id, ifMatch, () => describe(transaction, id));
        const { name, groupId } = input;
        const attributes = input.attributes ?? undefined;
        const values = { name, attributes, group_id: referenceColumn(groupId) };
        const changed = changedFields(before, values);
        const moves = changed.includes('group_id');
        if (moves && groupId) {
          await requireParent(transaction, caller, groupId);
          if (await wouldCycle(transaction, id, groupId)) {
            throw fieldRefusal('group-cycle', { path: 'groupId', message: 'lies in this group' });
          }
        }
        await updateGroup(transaction, id, values);
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'group',
          objectId: id,
          details: { changed },
        });
        if (changed.includes('name')) {
          await tellDevices(transaction, tell, await deviceIdsOf(transaction, id));
        }
        if (moves) {
          tell('sight', { userIds: 'all' });
          tell('rules', { kinds: ['groups'] });
        }
        return revised(transaction, id);
      }),

    remove: (caller, id) =>
      commit(async (transaction, tell) => {
        await lockTree(transaction);
        const before = await lockGroup(transaction, caller, id);
        if (!before) throw notFound('group', id);
        const deviceIds = await deviceIdsOf(transaction, id);
        await deleteGroup(transaction, id);
        const details = { name: before.name };
        await writeAudit(transaction, caller, { action: 'remove', noun: 'group', objectId: id, details });
        if (deviceIds.length) tell('deviceRegistry', { deviceIds });
        await tellDevices(transaction, tell, deviceIds);
        tell('sight', { userIds: 'all' });
        tell('rules', { kinds: ['groups'] });
      }),
  };
}
