import type { ApiWriter } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { useSessionStore } from '../../../lib/session/session-context.ts';

/**
 * Signs out: the token leaves this browser, the server is notified, and the page is loaded again, so that nothing of this
 * person stays in its memory (AUTH-07). It is at once: a sign-in that was shown meanwhile would lose what is typed into it.
 */
export function useSignOut(): () => void {
  const api = useApi();
  const session = useSessionStore();
  return () =>
    leaveGuard.leave(() => {
      signOut(api.writer()).catch((error: unknown) =>
        console.warn('The server was not told of the sign-out', error),
      );
      session.end();
      window.location.reload();
    });
}

/** `DELETE session`: ends the session on the server, whether or not the page that asks waits for it. */
function signOut(api: ApiWriter): Promise<void> {
  return api.send({ method: 'DELETE', path: 'session', outlivesPage: true });
}
