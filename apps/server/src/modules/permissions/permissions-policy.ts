import { AppError } from '../../errors/app-error.ts';
import { type Caller, mayWriteDevices } from '../../visibility/caller.ts';
import { givesVisibility, type LinkBatch } from './permission-link.ts';

/** What of a device is changed with its links. */
const ofDevices: ReadonlySet<LinkBatch['linked']> = new Set(['attributeId', 'geofenceId']);

/**
 * Throws when a caller who sees both sides may not change these links all the same: nobody but an administrator changes
 * an administrator's links and which devices, groups and users he has himself; and whoever may send saved commands
 * alone links none to anything (ROLE-05, ROLE-06); whoever may not change devices lets no computed attribute rewrite what
 * they say, and changes no geofence that they are watched by. `user` is whose link it is, where it is a user's.
 */
export function requireLinkable(
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
  if (link.owner !== 'userId' && ofDevices.has(link.linked) && !mayWriteDevices(caller)) {
    throw new AppError('devices-readonly', 'this account may not change devices');
  }
}

/**
 * Whether a caller changes these links only of what he made himself: whose devices are read-only neither changes by what
 * others made how his devices are watched, nor takes from himself what the centre gave him (ROLE-02).
 */
export function isBoundToOwn(
  caller: Caller,
  { owner, ownerId }: LinkBatch,
  action: 'link' | 'unlink',
): boolean {
  if (mayWriteDevices(caller)) return false;
  return owner !== 'userId' || (action === 'unlink' && ownerId === caller.userId);
}
