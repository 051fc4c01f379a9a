import { openIdEndSchema } from '@atalaia/contract/accounts/openid';
import type { ApiWriter } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { useSessionStore, wayBack } from '../../../lib/session/session-context.ts';
import { useOpenId } from '../../../lib/settings/settings-context.ts';

/** The provider may be asked where its sign-out is; longer nobody waits for it, ms. */
const providerTimeMs = 4_000;

/**
 * Signs out: the token leaves this browser, the server is notified, and the page is loaded again, so that nothing of this
 * person stays in its memory (AUTH-07). It is at once: a sign-in that was shown meanwhile would lose what is typed into it.
 * Who came from a provider goes there to sign out, once the server has said where (IDP-02).
 */
export function useSignOut(): () => void {
  const api = useApi();
  const session = useSessionStore();
  const openId = useOpenId();
  const end = () => {
    signOut(api.writer()).catch((error: unknown) =>
      console.warn('The server was not told of the sign-out', error),
    );
    // who looks through another's eyes is himself again
    const goBack = wayBack(session);
    if (goBack) return goBack();
    session.end();
    window.location.reload();
  };
  return () =>
    leaveGuard.leave(() => {
      if (!openId || wayBack(session)) return end();
      endAtProvider(api.writer()).then((url) => {
        session.end();
        if (url === null) window.location.reload();
        else window.location.assign(url);
      }, end);
    });
}

/** `DELETE session`: ends the session on the server, whether or not the page that asks waits for it. */
function signOut(api: ApiWriter): Promise<void> {
  return api.send({ method: 'DELETE', path: 'session', outlivesPage: true });
}

async function endAtProvider(api: ApiWriter): Promise<string | null> {
  const change = { method: 'POST', path: 'session/openid/end', timeoutMs: providerTimeMs } as const;
  return (await api.json(change, openIdEndSchema)).url;
}
