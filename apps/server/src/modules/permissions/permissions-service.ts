import { type Permission, type ReportLink, reportLinkOf } from '@atalaia/contract/accounts/permission';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, madeByOthers, notFound } from '../../errors/app-error.ts';
import type { RuleKind } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudits } from '../../queries/audit.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import type { LinkWithin } from '../../queries/link-within.ts';
import { type Caller, mayWriteDevices } from '../../visibility/caller.ts';
import { inheritedAmong } from './linkable-inheritance-queries.ts';
import {
  alikeOf,
  batchesOf,
  givesVisibility,
  type LinkBatch,
  linkOf,
  nounOf,
  ruleKinds,
} from './permission-link.ts';
import {
  areMadeBy,
  countManaged,
  deleteLinks,
  insertLinks,
  isManagedBy,
  type LinkedUser,
  lockLinkedUsers,
  lockManaging,
  seenAmong,
} from './permissions-queries.ts';

/**
 * Throws when a caller who sees both sides may not change these links all the same: nobody but an administrator changes
 * an administrator's links and which devices, groups and users he has himself; and whoever may send saved commands
 * alone links none to anything (ROLE-05, ROLE-06); whoever may not change devices lets no computed attribute rewrite what
 * they say. `user` is whose link it is, where it is a user's.
 */
function requireLinkable(
  caller: Caller,
  link: LinkBatch,
  user: { readonly administrator: boolean } | undefined,
): void {
  if (caller.administrator) return;
  const isOwnAccount = user !== undefined && link.ownerId === caller.userId;
  if (user?.administrator || (isOwnAccount && (givesVisibility(link) || link.linked === 'managedUserId'))) {
    throw new AppError('forbidden', 'only an administrator changes these links');
  }
  if (link.linked === 'commandId' && caller.user.limit_commands) {
    throw new AppError('commands-limited', 'this account may only send the saved commands linked to it');
  }
  if (link.owner !== 'userId' && link.linked === 'attributeId' && !mayWriteDevices(caller)) {
    throw new AppError('devices-readonly', 'this account may not change devices');
  }
}

/**
 * Whether a caller changes these links only of what he made himself: whose devices are read-only neither changes by what
 * others made how his devices are watched, nor takes from himself what the centre gave him (ROLE-02).
 */
function isBoundToOwn(caller: Caller, { owner, ownerId }: LinkBatch, action: 'link' | 'unlink'): boolean {
  if (mayWriteDevices(caller)) return false;
  return owner !== 'userId' || (action === 'unlink' && ownerId === caller.userId);
}

/**
 * Making a link that exists, and removing one that does not, are no errors: the result is what was requested. Of
 * several links all are changed or, when one is refused, none.
 */
export interface PermissionsService {
  link(caller: Caller, permissions: readonly Permission[]): Promise<void>;
  /** The same as part of another write. */
  readonly linkWithin: LinkWithin;
  unlink(caller: Caller, permissions: readonly Permission[]): Promise<void>;
}

/** Links of scheduled reports, which are kept with the report. */
export type LinkReports = (
  within: Kysely<Schema>,
  caller: Caller,
  action: 'link' | 'unlink',
  links: readonly ReportLink[],
) => Promise<void>;

interface PermissionsParts {
  readonly commit: Commit;
  /** Ends sessions that somebody opened for another and may no longer. */
  readonly endUnfounded: (within: Kysely<Schema>, publish: Publish) => Promise<void>;
  readonly linkReports: LinkReports;
}

/** Those of scheduled reports, and the rest. */
function split(permissions: readonly Permission[]) {
  const reports = permissions.flatMap((link) => reportLinkOf(link) ?? []);
  return { reports, others: permissions.filter((link) => reportLinkOf(link) === undefined) };
}

export function createPermissionsService({
  commit,
  endUnfounded,
  linkReports,
}: PermissionsParts): PermissionsService {
  /** Both sides must be seen; of a user's links not all may be changed by everybody. Returns the users among the owners. */
  async function requireBothSides(
    within: Kysely<Schema>,
    caller: Caller,
    alike: readonly LinkBatch[],
    action: 'link' | 'unlink',
  ): Promise<ReadonlyMap<number, LinkedUser>> {
    const [{ owner, linked } = missingBatch()] = alike;
    const ownerIds = alike.map(({ ownerId }) => ownerId);
    const users = owner === 'userId' ? await lockLinkedUsers(within, caller, ownerIds) : undefined;
    const owners = users ?? (await seenAmong(within, caller, owner, ownerIds));
    const hiddenOwner = ownerIds.find((id) => !owners.has(id));
    if (hiddenOwner !== undefined) throw notFound(nounOf(owner), hiddenOwner);
    const linkedIds = [...new Set(alike.flatMap((batch) => batch.linkedIds))];
    const seen = await seenAmong(within, caller, linked, linkedIds);
    const hidden = linkedIds.find((id) => !seen.has(id));
    if (hidden !== undefined) throw notFound(nounOf(linked), hidden);
    for (const batch of alike) {
      requireLinkable(caller, batch, users?.get(batch.ownerId));
      const isBound = isBoundToOwn(caller, batch, action);
      if (isBound && !(await areMadeBy(within, caller.userId, batch))) throw madeByOthers();
    }
    return users ?? new Map();
  }

  /** Nobody manages himself, nor who is above him; a manager has room for a limited number. */
  async function requireManageable(within: Kysely<Schema>, caller: Caller, link: ManagingLink) {
    const { ownerId, linkedId, limit } = link;
    await lockManaging(within);
    if (await isManagedBy(within, ownerId, linkedId)) {
      throw fieldRefusal('user-cycle', { path: 'managedUserId', message: 'manages this user' });
    }
    const isFull = limit !== -1 && (await countManaged(within, ownerId)) >= limit;
    if (!caller.administrator && isFull && !(await isManagedBy(within, linkedId, ownerId))) {
      throw new AppError('user-limit-reached', `this account may manage ${limit} users`, { limit });
    }
  }

  /** Users one after the other: each of them counts for the next one's limit. */
  async function manage(within: Kysely<Schema>, caller: Caller, batch: LinkBatch, limit: number) {
    const made: number[] = [];
    for (const linkedId of batch.linkedIds) {
      await requireManageable(within, caller, { ownerId: batch.ownerId, linkedId, limit });
      const added = await insertLinks(within, [{ ...batch, linkedIds: [linkedId] }]);
      made.push(...added.flatMap(({ linkedIds }) => linkedIds));
    }
    return { ...batch, linkedIds: made };
  }

  const linkWithin: LinkWithin = async (within, publish, caller, permissions) => {
    const made: LinkBatch[] = [];
    for (const alike of alikeOf(batchesOf(permissions.map(linkOf)))) {
      const users = await requireBothSides(within, caller, alike, 'link');
      if (alike[0]?.linked !== 'managedUserId') made.push(...(await insertLinks(within, alike)));
      else
        for (const batch of alike)
          made.push(await manage(within, caller, batch, users.get(batch.ownerId)?.user_limit ?? 0));
    }
    await settle('link', within, publish, caller, made);
  };

  return {
    linkWithin,
    link: (caller, permissions) =>
      commit(async (transaction, publish) => {
        const { reports, others } = split(permissions);
        await linkReports(transaction, caller, 'link', reports);
        await linkWithin(transaction, publish, caller, others);
      }),

    unlink: (caller, permissions) =>
      commit(async (transaction, publish) => {
        const unlinked: LinkBatch[] = [];
        const { reports, others } = split(permissions);
        await linkReports(transaction, caller, 'unlink', reports);
        for (const batch of batchesOf(others.map(linkOf))) {
          await requireBothSides(transaction, caller, [batch], 'unlink');
          const linkedIds = await deleteLinks(transaction, batch);
          await requireNoneInherited(transaction, batch, linkedIds);
          unlinked.push({ ...batch, linkedIds });
        }
        await settle('unlink', transaction, publish, caller, unlinked);
        if (unlinked.some(({ linked }) => linked === 'managedUserId'))
          await endUnfounded(transaction, publish);
      }),
  };
}

/** What is no link of the owner's own, but comes from a group or a customer, stays: whoever took it away would still have it. */
async function requireNoneInherited(
  within: Kysely<Schema>,
  { owner, ownerId, linked, linkedIds }: LinkBatch,
  deletedIds: readonly number[],
): Promise<void> {
  const rest = linkedIds.filter((id) => !deletedIds.includes(id));
  const [first] = rest.length ? await inheritedAmong(within, owner, ownerId, linked, rest) : [];
  if (!first) return;
  const noun = nounOf(linked);
  throw new AppError(
    'not-found',
    `${noun} ${first.id} is not linked to this ${nounOf(owner)} itself: it comes from ${first.source} ${first.sourceId}; take it away there`,
    { inherited: first },
  );
}

function missingBatch(): LinkBatch {
  throw new Error('no links to look at');
}

interface ManagingLink {
  readonly ownerId: number;
  readonly linkedId: number;
  /** How many users the owner may manage; -1 any number. */
  readonly limit: number;
}

/** What follows from links that changed: a line of audit each, and who is notified. */
async function settle(
  action: 'link' | 'unlink',
  within: Kysely<Schema>,
  publish: Publish,
  caller: Caller,
  batches: readonly LinkBatch[],
): Promise<void> {
  const changed = batches.filter(({ linkedIds }) => linkedIds.length > 0);
  const lines = changed.flatMap(({ owner, ownerId, linked, linkedIds }) =>
    linkedIds.map((id) => ({ action, noun: nounOf(owner), objectId: ownerId, details: { [linked]: id } })),
  );
  if (lines.length) await writeAudits(within, caller, lines);
  publishLinkChanges(publish, changed);
}

function publishLinkChanges(publish: Publish, links: readonly LinkBatch[]): void {
  const giving = links.filter(givesVisibility);
  const userIds = [...new Set(giving.map(({ ownerId }) => ownerId))];
  const isOfDevices = giving.every(({ linked }) => linked === 'deviceId');
  const linkedIds = [...new Set(giving.flatMap((link) => link.linkedIds))];
  const [first = 0, ...others] = linkedIds;
  if (userIds.length === 0) {
    // nobody sees anything else
  } else if (isOfDevices) publish('visibility', { userIds, deviceIds: linkedIds });
  else if (giving.every(({ linked }) => linked === 'groupId') && others.length === 0) {
    publish('visibility', { userIds, place: { noun: 'group', id: first } });
  } else publish('visibility', { userIds });
  const kinds = new Set<RuleKind>();
  for (const { linked } of links) {
    const kind = ruleKinds[linked];
    if (kind) kinds.add(kind);
  }
  if (kinds.size) publish('rules', { kinds: [...kinds] });
}
