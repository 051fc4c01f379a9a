import type { DeskRole } from '@atalaia/contract/accounts/user';
import { useSession } from './session-context.ts';
import type { SessionState } from './session-store.ts';

/** What a person may do at the alarm desk: an administrator is a supervisor, clients and fleets have no part in it (DESK-14). */
export function deskRoleOf(session: SessionState): DeskRole {
  if (session.phase !== 'signed-in') return 'none';
  if (session.profile === 'admin') return 'supervisor';
  return session.profile === 'monitor' ? session.person.deskRole : 'none';
}

export function useDeskRole(): DeskRole {
  return deskRoleOf(useSession());
}
