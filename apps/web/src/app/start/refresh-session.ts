import { type Session, sessionSchema } from '@atalaia/contract/accounts/session';
import type { ApiClient } from '../../lib/api/api-client.ts';
import type { SessionStore } from '../../lib/session/session-store.ts';

/** Asks who the token belongs to now: a profile may have changed, or the session ended while the page was closed. */
export async function refreshSession(api: ApiClient, session: SessionStore): Promise<Session> {
  const token = session.token();
  const answer = await fetchSession(api);
  if (session.token() === token) session.refresh(answer);
  return answer;
}

/** The same as a query: requested as the page starts, and again by the screen that says why it waits. */
export function restoringQuery(api: ApiClient, session: SessionStore) {
  return { queryKey: ['session'], queryFn: () => refreshSession(api, session), retry: false, gcTime: 0 };
}

/** `GET session`: who the token belongs to, as of now. */
function fetchSession(api: ApiClient): Promise<Session> {
  return api.json({ path: 'session' }, sessionSchema);
}
