import { useSession } from '../../lib/session/session-context.ts';

/** Whether the person may open, tell of and close cases: the server decides anyhow (ROLE-06). */
export function useMayTell(): boolean {
  const session = useSession();
  return session.phase === 'signed-in' && !session.person.readonly;
}
