import type { LinkedQuery } from '@atalaia/contract/linked-query';
import type { Kysely } from 'kysely';
import { notFound } from '../../app-error.ts';
import type { Schema } from '../../db/schema.ts';
import type { CrudService } from '../../http/crud-routes.ts';
import { jsonList } from '../../reading/page.ts';
import type { SortQuery } from '../../reading/sorting.ts';
import { writeAudit } from '../../writing/audit.ts';
import { changedFields } from '../../writing/changed-fields.ts';
import type { Commit } from '../../writing/commit.ts';
import { givenColumns } from '../../writing/given-columns.ts';
import type { LinkWithin } from '../../writing/link-within.ts';
import { atRevision, requireRevision } from '../../writing/revision.ts';
import type { Sight } from '../sight/sight.ts';
import { linkedTables, type Viewer } from '../sight/visible.ts';
import type { LinkedNoun } from './linked-noun.ts';
import {
  deleteLinked,
  describeLinked,
  findLinked,
  insertLinked,
  isLinkedVisible,
  linkToMaker,
  lockLinked,
  updateLinked,
} from './linked-queries.ts';

export interface LinkedParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly sight: Sight;
  readonly linkWithin: LinkWithin;
}

export type LinkedService<Input, Creating = object> = CrudService<Input, LinkedQuery & SortQuery, Creating>;

/** Listing, reading, creating, changing and removing things of one linked noun. */
export function createLinkedService<Input extends object, Creating = object>(
  { kysely, commit, sight, linkWithin }: LinkedParts,
  noun: LinkedNoun<Input, Creating>,
): LinkedService<Input, Creating> {
  const { kind, ruleKinds, nameColumn } = noun;
  const table = linkedTables[kind];

  async function describe(within: Kysely<Schema>, id: number): Promise<string> {
    const json = await describeLinked(within, noun, [id]);
    if (json === '') throw notFound(noun.noun, id);
    return json;
  }

  const revised = (within: Kysely<Schema>, id: number) =>
    atRevision(within, table, id, () => describe(within, id));

  async function requireOwner(viewer: Viewer, { groupId, deviceId }: LinkedQuery): Promise<void> {
    if (groupId !== undefined && !(await sight.isGroupVisible(viewer, Number(groupId)))) {
      throw notFound('group', groupId);
    }
    if (deviceId !== undefined && !(await sight.isDeviceVisible(viewer, Number(deviceId)))) {
      throw notFound('device', deviceId);
    }
  }

  return {
    async list(caller, query) {
      const viewer = await sight.viewerFor(caller, query.userId);
      await requireOwner(viewer, query);
      const page = await findLinked(kysely, viewer, noun, query);
      return jsonList(page, (ids) => describeLinked(kysely, noun, ids), noun.idsPerPiece);
    },

    async read(caller, id) {
      if (!(await isLinkedVisible(kysely, caller, kind, id))) throw notFound(noun.noun, id);
      return revised(kysely, id);
    },

    create: (caller, input, creating) =>
      commit(async (transaction, tell) => {
        const values = givenColumns(noun.columnsOf(input));
        await noun.check?.(transaction, caller, input, undefined);
        const id = await insertLinked(transaction, kind, values);
        await linkToMaker(transaction, kind, caller.userId, id);
        const details = { name: values[nameColumn] };
        await writeAudit(transaction, caller, { action: 'create', noun: noun.noun, objectId: id, details });
        const links = noun.linksOf?.(id, creating) ?? [];
        if (links.length) await linkWithin(transaction, tell, caller, links);
        if (ruleKinds.length) tell('rules', { kinds: ruleKinds });
        return revised(transaction, id);
      }),

    update: (caller, id, input, ifMatch) =>
      commit(async (transaction, tell) => {
        const before = await lockLinked(transaction, caller, kind, id);
        if (!before) throw notFound(noun.noun, id);
        await requireRevision(transaction, table, id, ifMatch, () => describe(transaction, id));
        const values = givenColumns(noun.columnsOf(input));
        await noun.check?.(transaction, caller, input, before);
        await updateLinked(transaction, kind, id, values);
        const details = { changed: changedFields(before, values) };
        await writeAudit(transaction, caller, { action: 'update', noun: noun.noun, objectId: id, details });
        if (ruleKinds.length) tell('rules', { kinds: ruleKinds });
        return revised(transaction, id);
      }),

    remove: (caller, id) =>
      commit(async (transaction, tell) => {
        const before = await lockLinked(transaction, caller, kind, id);
        if (!before) throw notFound(noun.noun, id);
        await noun.requireUnused?.(transaction, caller, id);
        await deleteLinked(transaction, kind, id);
        const details = { name: before[nameColumn] };
        await writeAudit(transaction, caller, { action: 'remove', noun: noun.noun, objectId: id, details });
        if (ruleKinds.length) tell('rules', { kinds: ruleKinds });
      }),
  };
}
