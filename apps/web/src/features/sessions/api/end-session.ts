import type { ApiClient } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

/** Ends one at once. One that is over already is as it was wanted. */
export async function endSession(api: ApiClient, sessionId: number): Promise<void> {
  try {
    await api.send({ method: 'DELETE', path: `sessions/${sessionId}` });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not-found') throw error;
  }
}
