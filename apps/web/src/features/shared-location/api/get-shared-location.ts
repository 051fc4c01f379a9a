import { type SharedLocation, sharedLocationSchema } from '@atalaia/contract/location';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** `GET location/{token}`, open to strangers; 404 and 410 mean that the link is not alive. */
export function getSharedLocation(
  api: ApiClient,
  token: string,
  signal: AbortSignal,
): Promise<SharedLocation> {
  const path = `location/${encodeURIComponent(token)}`;
  return api.json({ path, anonymous: true, signal }, sharedLocationSchema);
}
