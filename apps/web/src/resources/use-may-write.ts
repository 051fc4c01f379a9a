import { useSession } from '../lib/session/session-context.ts';
import type { Resource } from './resource.ts';

/** Whether the person sees what changes a noun: the server decides anyhow (LIST-05, ROLE-06). */
export function useMayWrite({ lockedFor, isOwn }: Pick<Resource<never>, 'lockedFor' | 'isOwn'>): boolean {
  const session = useSession();
  if (session.phase !== 'signed-in') return false;
  const { person, profile } = session;
  if (person.readonly || lockedFor?.(person)) return false;
  return isOwn || profile === 'admin' || profile === 'monitor';
}
