import { useSession } from '../../lib/session/session-context.ts';

/** Whether the person may open, describe and close sinisters: the server decides anyhow (ROLE-06). */
export function useMayWriteSinisters(): boolean {
  const session = useSession();
  return session.phase === 'signed-in' && !session.person.readonly;
}
