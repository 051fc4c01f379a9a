import type { ApiClient } from '../../../lib/api/api-client.ts';

/** A server that does not answer keeps nobody signed in here, ms. */
const patienceMs = 3000;

/** `DELETE session`: ends the session on the server. */
export function signOut(api: ApiClient): Promise<void> {
  return api.send({ method: 'DELETE', path: 'session', timeoutMs: patienceMs });
}
