import { type Permission, permissionPairOf } from '@atalaia/contract/permission';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Schema } from '../../db/schema.ts';
import { writeAudit } from '../../writing/audit.ts';
import type { Commit } from '../../writing/commit.ts';
import {
  countManaged,
  deleteLink,
  findOwner,
  insertLink,
  isLinkedVisible,
  isManagedBy,
  type Link,
  type LinkKind,
  lockManaging,
} from './permissions-queries.ts';

/** Making a link that stands, and taking away one that does not, are no errors: both leave what was asked for. */
export interface PermissionsService {
  link(caller: Caller, permission: Permission): Promise<void>;
  unlink(caller: Caller, permission: Permission): Promise<void>;
}

const nouns: Readonly<Record<LinkKind, string>> = {
  deviceId: 'device',
  groupId: 'group',
  managedUserId: 'user',
};

export function createPermissionsService({ commit }: { readonly commit: Commit }): PermissionsService {
  /** Both sides must be seen. Nobody but an administrator changes what he himself or an administrator sees. */
  async function requireBothSides(within: Kysely<Schema>, caller: Caller, link: Link) {
    const owner = await findOwner(within, caller, link.userId);
    if (!owner) throw notFound('user', link.userId);
    if (!(await isLinkedVisible(within, caller, link))) throw notFound(nouns[link.kind], link.linkedId);
    if (!caller.administrator && (link.userId === caller.userId || owner.administrator)) {
      throw new AppError('forbidden', 'only an administrator changes these links');
    }
    return owner;
  }

  /** Nobody manages himself, nor who is above him; a manager has room for a limited number. */
  async function requireManageable(
    within: Kysely<Schema>,
    caller: Caller,
    { userId, linkedId }: Link,
    limit: number,
  ) {
    await lockManaging(within);
    if (await isManagedBy(within, userId, linkedId)) {
      throw fieldRefusal('user-cycle', { path: 'managedUserId', message: 'manages this user' });
    }
    const isFull = limit !== -1 && (await countManaged(within, userId)) >= limit;
    if (!caller.administrator && isFull && !(await isManagedBy(within, linkedId, userId))) {
      throw new AppError('user-limit-reached', `this account may manage ${limit} users`, { limit });
    }
  }

  return {
    link: (caller, permission) =>
      commit(async (transaction, tell) => {
        const link = linkOf(permission);
        const owner = await requireBothSides(transaction, caller, link);
        if (link.kind === 'managedUserId')
          await requireManageable(transaction, caller, link, owner.user_limit);
        if (!(await insertLink(transaction, link))) return;
        await writeAudit(transaction, caller, auditOf('link', link));
        if (link.kind !== 'managedUserId') tell('sight', { userIds: [link.userId] });
      }),

    unlink: (caller, permission) =>
      commit(async (transaction, tell) => {
        const link = linkOf(permission);
        await requireBothSides(transaction, caller, link);
        if (!(await deleteLink(transaction, link))) return;
        await writeAudit(transaction, caller, auditOf('unlink', link));
        if (link.kind !== 'managedUserId') tell('sight', { userIds: [link.userId] });
      }),
  };
}

function linkOf(permission: Permission): Link {
  const kind = permissionPairOf(permission)?.[1];
  const { userId } = permission;
  const linkedId = kind && permission[kind];
  // the schema has let only the allowed pairs through
  if (kind === undefined || userId === undefined || linkedId === undefined) throw new Error('not a link');
  return { userId, kind, linkedId };
}

function auditOf(action: 'link' | 'unlink', { userId, kind, linkedId }: Link) {
  return { action, noun: 'user', objectId: userId, details: { [kind]: linkedId } };
}
