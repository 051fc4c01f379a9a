import type { Permission } from '@atalaia/contract/permission';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../app-error.ts';
import type { RuleKind } from '../../bus/bus.ts';
import type { Caller } from '../../caller.ts';
import type { Schema } from '../../db/schema.ts';
import { writeAudit } from '../../writing/audit.ts';
import type { Commit, Tell } from '../../writing/commit.ts';
import type { LinkWithin } from '../../writing/link-within.ts';
import { givesSight, type Link, linkOf, ruleKinds, words } from './permission-link.ts';
import { requireLinkable } from './permissions-policy.ts';
import {
  countManaged,
  deleteLink,
  insertLink,
  isManagedBy,
  isSideVisible,
  type LinkedUser,
  lockLinkedUser,
  lockManaging,
} from './permissions-queries.ts';

/**
 * Making a link that stands, and taking away one that does not, are no errors: both leave what was asked for. Of several
 * links all are changed or, when one is refused, none.
 */
export interface PermissionsService {
  link(caller: Caller, permissions: readonly Permission[]): Promise<void>;
  /** The same as part of another write. */
  readonly linkWithin: LinkWithin;
  unlink(caller: Caller, permissions: readonly Permission[]): Promise<void>;
}

export function createPermissionsService({ commit }: { readonly commit: Commit }): PermissionsService {
  /** Both sides must be seen; of a user's links not all may be changed by everybody. */
  async function requireBothSides(
    within: Kysely<Schema>,
    caller: Caller,
    link: Link,
  ): Promise<LinkedUser | undefined> {
    const { owner, ownerId, linked, linkedId } = link;
    const user = owner === 'userId' ? await lockLinkedUser(within, caller, ownerId) : undefined;
    const isOwnerSeen = owner === 'userId' ? user : await isSideVisible(within, caller, owner, ownerId);
    if (!isOwnerSeen) throw notFound(words[owner], ownerId);
    if (!(await isSideVisible(within, caller, linked, linkedId))) throw notFound(words[linked], linkedId);
    requireLinkable(caller, link, user);
    return user;
  }

  /** Nobody manages himself, nor who is above him; a manager has room for a limited number. */
  async function requireManageable(within: Kysely<Schema>, caller: Caller, link: Link, limit: number) {
    const { ownerId, linkedId } = link;
    await lockManaging(within);
    if (await isManagedBy(within, ownerId, linkedId)) {
      throw fieldRefusal('user-cycle', { path: 'managedUserId', message: 'manages this user' });
    }
    const isFull = limit !== -1 && (await countManaged(within, ownerId)) >= limit;
    if (!caller.administrator && isFull && !(await isManagedBy(within, linkedId, ownerId))) {
      throw new AppError('user-limit-reached', `this account may manage ${limit} users`, { limit });
    }
  }

  const linkWithin: LinkWithin = async (within, tell, caller, permissions) => {
    const made: Link[] = [];
    for (const link of permissions.map(linkOf)) {
      const user = await requireBothSides(within, caller, link);
      if (user && link.linked === 'managedUserId')
        await requireManageable(within, caller, link, user.user_limit);
      if (!(await insertLink(within, link))) continue;
      await writeAudit(within, caller, auditOf('link', link));
      made.push(link);
    }
    tellOf(tell, made);
  };

  return {
    linkWithin,
    link: (caller, permissions) =>
      commit((transaction, tell) => linkWithin(transaction, tell, caller, permissions)),

    unlink: (caller, permissions) =>
      commit(async (transaction, tell) => {
        const gone: Link[] = [];
        for (const link of permissions.map(linkOf)) {
          await requireBothSides(transaction, caller, link);
          if (!(await deleteLink(transaction, link))) continue;
          await writeAudit(transaction, caller, auditOf('unlink', link));
          gone.push(link);
        }
        tellOf(tell, gone);
      }),
  };
}

function auditOf(action: 'link' | 'unlink', { owner, ownerId, linked, linkedId }: Link) {
  return { action, noun: words[owner], objectId: ownerId, details: { [linked]: linkedId } };
}

function tellOf(tell: Tell, links: readonly Link[]): void {
  const userIds = new Set(links.filter(givesSight).map(({ ownerId }) => ownerId));
  if (userIds.size) tell('sight', { userIds: [...userIds] });
  const kinds = new Set<RuleKind>();
  for (const { linked } of links) {
    const kind = ruleKinds[linked];
    if (kind) kinds.add(kind);
  }
  if (kinds.size) tell('rules', { kinds: [...kinds] });
}
