import { type LinkableKind, type LinkableQuery, linkableKinds } from '@atalaia/contract/accounts/linkable';
import type { PermissionOwner } from '@atalaia/contract/accounts/permission';
import type { Kysely } from 'kysely';
import { fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Caller } from '../../visibility/caller.ts';
import { findLinkables, type LinkablePage } from './linkable-queries.ts';
import { nounOf } from './permission-link.ts';
import { isSideVisible } from './permissions-queries.ts';

export interface LinkablesService {
  /** Throws `invalid-input` unless one owner is named that may be linked to the kind, `not-found` for one not seen. */
  page(caller: Caller, kind: LinkableKind, query: LinkableQuery): Promise<LinkablePage>;
}

/** Rows of a page that is requested without its length. */
const usualLimit = 10;

export function createLinkablesService({ kysely }: { readonly kysely: Kysely<Schema> }): LinkablesService {
  return {
    async page(caller, kind, query) {
      const { owner, ownerId } = ownerOf(query);
      if (!linkableKinds[owner].includes(kind)) {
        throw fieldRefusal('invalid-input', { path: owner, message: `is not linked to a ${kind}` });
      }
      if (!(await isSideVisible(kysely, caller, owner, ownerId))) throw notFound(nounOf(owner), ownerId);
      const limit = Number(query.limit ?? usualLimit);
      return findLinkables(kysely, caller, {
        owner,
        ownerId,
        kind,
        query,
        limit,
        offset: Number(query.offset ?? 0),
      });
    },
  };
}

const owners = ['userId', 'deviceId', 'groupId'] as const satisfies readonly PermissionOwner[];

function ownerOf(query: LinkableQuery): { readonly owner: PermissionOwner; readonly ownerId: number } {
  const [owner, another] = owners.filter((key) => query[key] !== undefined);
  if (owner && !another) return { owner, ownerId: Number(query[owner]) };
  throw fieldRefusal('invalid-input', {
    path: another ?? 'userId',
    message: 'exactly one of userId, deviceId and groupId is needed',
  });
}
