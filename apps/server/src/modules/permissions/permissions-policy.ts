import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { givesSight, type Link } from './permission-link.ts';

/**
 * Throws when a caller who sees both sides may not change this link of a user all the same: nobody but an administrator
 * changes an administrator's links, which devices, groups and users he has himself, nor hands out saved commands
 * while he may send no others (ROLE-05, ROLE-06).
 */
export function requireLinkable(
  caller: Caller,
  link: Link,
  owner: { readonly administrator: boolean },
): void {
  if (caller.administrator) return;
  const isOwn = link.ownerId === caller.userId;
  if (owner.administrator || (isOwn && (givesSight(link) || link.linked === 'managedUserId'))) {
    throw new AppError('forbidden', 'only an administrator changes these links');
  }
  if (link.linked === 'commandId' && caller.user.limit_commands) {
    throw new AppError('commands-limited', 'this account may only send the saved commands linked to it');
  }
}
