import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Ends a link at once: who has it sees nothing more. */
export function revokeShare(api: ApiClient, shareId: number): Promise<void> {
  return api.send({ method: 'DELETE', path: `location/sessions/${shareId}` });
}
