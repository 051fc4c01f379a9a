import type { ApiClient } from '../../../lib/api/api-client.ts';

/** `GET location/{token}`, open to strangers. Resolves when the link is alive; 404 and 410 mean that it is not. */
export function checkSharedLocation(api: ApiClient, token: string): Promise<void> {
  return api.send({ path: `location/${encodeURIComponent(token)}`, anonymous: true });
}
