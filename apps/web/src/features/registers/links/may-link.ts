import type { LinkableKind } from '@atalaia/contract/linkable';
import type { PermissionOwner } from '@atalaia/contract/permission';
import type { Person } from '../../../lib/session/session-store.ts';

/** What is asked of the person, and of the owner where he is a user. */
type Flags = Pick<Person, 'id' | 'administrator' | 'readonly' | 'limitCommands'>;

/**
 * Whether the person may switch these links, as the API judges it (ROLE-05, ROLE-06): nobody but an administrator those
 * of an administrator, nor which devices, groups and users he has himself, nor saved commands while he is held to them.
 */
export function mayLink(
  person: Flags,
  owner: PermissionOwner,
  row: { readonly id: number; readonly administrator?: boolean },
  kind: LinkableKind,
): boolean {
  if (person.administrator) return true;
  if (person.readonly || (kind === 'command' && person.limitCommands)) return false;
  if (owner !== 'userId') return true;
  const isOwn = row.id === person.id && (kind === 'device' || kind === 'group' || kind === 'user');
  return !row.administrator && !isOwn;
}
