import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { givesSight, type LinkBatch } from './permission-link.ts';

/**
 * Throws when a caller who sees both sides may not change these links all the same: nobody but an administrator changes
 * an administrator's links and which devices, groups and users he has himself; and whoever may send saved commands
 * alone links none to anything (ROLE-05, ROLE-06). `user` is whose link it is, where it is a user's.
 */
export function requireLinkable(
  caller: Caller,
  link: LinkBatch,
  user: { readonly administrator: boolean } | undefined,
): void {
  if (caller.administrator) return;
  const isOwn = user !== undefined && link.ownerId === caller.userId;
  if (user?.administrator || (isOwn && (givesSight(link) || link.linked === 'managedUserId'))) {
    throw new AppError('forbidden', 'only an administrator changes these links');
  }
  if (link.linked === 'commandId' && caller.user.limit_commands) {
    throw new AppError('commands-limited', 'this account may only send the saved commands linked to it');
  }
}
