import type { ApiClient } from '../../../lib/api/api-client.ts';

/** `DELETE session`: ends the session on the server, whether or not the page that asks waits for it. */
export function signOut(api: ApiClient): Promise<void> {
  return api.send({ method: 'DELETE', path: 'session', outlivesPage: true });
}
