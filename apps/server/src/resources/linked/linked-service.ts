import type { RemovalQuery } from '@atalaia/contract/dependents';
import type { LinkedQuery } from '@atalaia/contract/values/linked-query';
import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import { madeByOthers, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { App } from '../../platform/http/app-type.ts';
import type { Access } from '../../platform/http/route-access.ts';
import { writeAudit, writeAudits } from '../../queries/audit.ts';
import { changeDetails, givenColumns } from '../../queries/columns.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import type { LinkWithin } from '../../queries/link-within.ts';
import { jsonList } from '../../queries/page.ts';
import { piecesOf, removedAtOnce } from '../../queries/read-ids.ts';
import { atRevision, requireRevision } from '../../queries/revision.ts';
import type { SortQuery } from '../../queries/sorting.ts';
import { type Caller, mayWriteDevices } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import { linkedTables } from '../../visibility/ways.ts';
import type { BulkNoun } from '../bulk/bulk-changes-service.ts';
import { type CrudNoun, type CrudService, crudRoutes } from '../crud-routes.ts';
import { readDependents } from '../removal/read-dependents.ts';
import { dependentsDetail, requireRemovable } from '../removal/removal.ts';
import type { LinkedNoun, LinkedRow } from './linked-noun.ts';
import {
  deleteLinked,
  describeLinked,
  findLinked,
  findMaker,
  insertLinked,
  isLinkedVisible,
  linkToMaker,
  lockLinked,
  updateLinked,
} from './linked-queries.ts';

export interface LinkedParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Visibility;
  readonly linkWithin: LinkWithin;
}

export type LinkedService<Input, Creating = object> = CrudService<Input, LinkedQuery & SortQuery, Creating>;

/** As parts of other writes. */
export interface LinkedWrites<Input, Creating = object> {
  createWithin(
    within: Transaction<Schema>,
    publish: Publish,
    caller: Caller,
    input: Input,
    creating: Creating,
  ): Promise<number>;
  removeWithin(
    within: Transaction<Schema>,
    publish: Publish,
    caller: Caller,
    id: number,
    request?: RemovalQuery,
  ): Promise<void>;
}

/** Listing, reading, creating, changing and removing rows of one linked noun. */
export function createLinkedService<Input extends object, Creating = object>(
  { kysely, commit, visibility, linkWithin }: LinkedParts,
  noun: LinkedNoun<Input, Creating>,
): LinkedService<Input, Creating> & LinkedWrites<Input, Creating> {
  const { kind, ruleKinds, nameColumn } = noun;
  const table = linkedTables[kind];

  async function describe(within: Kysely<Schema>, id: number): Promise<string> {
    const json = await describeLinked(within, noun, [id]);
    if (json === '') throw notFound(noun.noun, id);
    return json;
  }

  const withRevision = (within: Kysely<Schema>, id: number) =>
    atRevision(within, table, id, () => describe(within, id));

  const writes: LinkedWrites<Input, Creating> = {
    async createWithin(within, publish, caller, input, creating) {
      const values = givenColumns(noun.columnsOf(input));
      await noun.check?.(within, caller, input, undefined);
      const id = await insertLinked(within, kind, { ...values, created_by: caller.userId });
      await linkToMaker(within, kind, caller.userId, id);
      const details = { name: values[nameColumn] };
      await writeAudit(within, caller, { action: 'create', noun: noun.noun, objectId: id, details });
      const links = noun.linksOf?.(id, creating) ?? [];
      if (links.length) await linkWithin(within, publish, caller, links);
      if (ruleKinds.length) publish('rules', { kinds: ruleKinds });
      return id;
    },

    async removeWithin(within, publish, caller, id, request) {
      const before = await lockLinked(within, caller, kind, id);
      if (!before) throw notFound(noun.noun, id);
      requireMaker(caller, before);
      const { lines } = await requireRemovable(within, caller, { noun: kind, id }, request);
      await deleteLinked(within, kind, [id]);
      const details = { name: before[nameColumn], ...dependentsDetail(lines) };
      await writeAudit(within, caller, { action: 'remove', noun: noun.noun, objectId: id, details });
      if (ruleKinds.length) publish('rules', { kinds: ruleKinds });
    },
  };

  return {
    ...writes,

    async list(caller, query) {
      const viewer = await visibility.viewerFor(caller, query.userId);
      await visibility.requireSeen(viewer, query);
      const page = await findLinked(kysely, viewer, noun, query);
      return jsonList(page, (ids) => describeLinked(kysely, noun, ids), noun.idsPerPiece);
    },

    async read(caller, id) {
      if (!(await isLinkedVisible(kysely, caller, kind, id))) throw notFound(noun.noun, id);
      return withRevision(kysely, id);
    },

    create: (caller, input, creating) =>
      commit(async (transaction, publish) =>
        withRevision(transaction, await writes.createWithin(transaction, publish, caller, input, creating)),
      ),

    update: (caller, id, input, ifMatch) =>
      commit(async (transaction, publish) => {
        const before = await lockLinked(transaction, caller, kind, id);
        if (!before) throw notFound(noun.noun, id);
        requireMaker(caller, before);
        await requireRevision(transaction, table, id, ifMatch, () => describe(transaction, id));
        const values = givenColumns(noun.columnsOf(input));
        await noun.check?.(transaction, caller, input, before);
        await updateLinked(transaction, kind, id, values);
        const whole = changeDetails(before, values);
        // a saved command holds what is sent to a tracker
        const details = noun.noun === 'command' ? { changed: whole.changed } : whole;
        await writeAudit(transaction, caller, { action: 'update', noun: noun.noun, objectId: id, details });
        if (ruleKinds.length) publish('rules', { kinds: ruleKinds });
        return withRevision(transaction, id);
      }),

    async dependents(caller, id) {
      const made = await findMaker(kysely, caller, kind, id);
      if (!made) throw notFound(noun.noun, id);
      requireMaker(caller, made);
      return readDependents(kysely, caller, kind, id);
    },

    remove: (caller, id, request) =>
      commit((transaction, publish) => writes.removeWithin(transaction, publish, caller, id, request)),
  };
}

/** Removing many rows of one linked noun at once; there is nothing that many of them are given. */
export function bulkOfLinked(
  { kysely }: Pick<LinkedParts, 'kysely'>,
  linked: LinkedNoun<never> & { readonly noun: BulkNoun['noun'] },
): BulkNoun {
  const { noun, kind, ruleKinds, nameColumn } = linked;
  return {
    noun,
    writing: 'writer',
    columns: {},
    judgedBy: ['created_by'],
    find: (caller, filter) => findLinked(kysely, caller, linked, filter),
    requireRow: requireMaker,
    changed: async () => {},
    async removeWithin(within, publish, caller, ids) {
      for (const piece of piecesOf(removedAtOnce, ids)) {
        const removed = await deleteLinked(within, kind, piece);
        const entries = removed.map(
          ({ id: objectId, [nameColumn]: name }) =>
            ({ action: 'remove', noun, objectId, details: { name } }) as const,
        );
        await writeAudits(within, caller, entries);
      }
      if (ruleKinds.length) publish('rules', { kinds: ruleKinds });
    },
  };
}

/** Whose devices are read-only changes only what he made himself: what others made watches his devices for him (ROLE-02). */
function requireMaker(caller: Caller, { created_by }: LinkedRow): void {
  if (mayWriteDevices(caller) || created_by === caller.userId) return;
  throw madeByOthers();
}

type NoParameters = z.ZodObject<Record<never, never>>;

export type LinkedNounService<
  Input extends z.ZodType,
  Creating extends z.ZodType = NoParameters,
> = LinkedService<z.output<Input>, z.output<Creating>>;

interface LinkedNounRoutes<Input extends z.ZodType, Creating extends z.ZodType = NoParameters>
  extends Omit<
    CrudNoun<Input, z.ZodType<LinkedQuery & SortQuery>, Creating>,
    'service' | 'writing' | 'sheet'
  > {
  readonly service: LinkedNounService<Input, Creating>;
  /** Who may write those that he sees; whoever may write at all when absent. */
  readonly writing?: Access;
}

/** The routes of a linked noun. */
export function linkedRoutes<Input extends z.ZodType, Creating extends z.ZodType = NoParameters>(
  app: App,
  noun: LinkedNounRoutes<Input, Creating>,
): void {
  crudRoutes(app, { writing: 'writer', ...noun });
}
