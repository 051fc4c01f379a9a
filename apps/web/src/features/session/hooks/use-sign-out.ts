import { useApi } from '../../../lib/api/api-context.ts';
import { useSessionStore } from '../../../lib/session/session-context.ts';
import { signOut } from '../api/sign-out.ts';

/**
 * Signs out: the token leaves this browser at once, the server is told, and the page is loaded anew, so that nothing of
 * this person stays in its memory (AUTH-07).
 */
export function useSignOut(): () => Promise<void> {
  const api = useApi();
  const session = useSessionStore();
  return async () => {
    const told = signOut(api);
    session.end();
    await told.catch((error: unknown) => console.warn('The server was not told of the sign-out', error));
    window.location.reload();
  };
}
