import type { Session } from '@atalaia/contract/accounts/session';
import { fetchSession } from '../../features/sessions/api/fetch-session.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';
import type { SessionStore } from '../../lib/session/session-store.ts';

/** Asks who the token belongs to now: a profile may have changed, or the session ended while the page was closed. */
export async function refreshSession(api: ApiClient, session: SessionStore): Promise<Session> {
  const token = session.token();
  const answer = await fetchSession(api);
  if (session.token() === token) session.refresh(answer);
  return answer;
}

/** The same as a query: asked for as the page starts, and again by the screen that says why it waits. */
export function restoringQuery(api: ApiClient, session: SessionStore) {
  return { queryKey: ['session'], queryFn: () => refreshSession(api, session), retry: false, gcTime: 0 };
}
