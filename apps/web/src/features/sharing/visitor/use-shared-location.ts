import type { SharedLocation } from '@atalaia/contract/accounts/location';
import { sharedLocationSchema } from '@atalaia/contract/accounts/location';
import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

/** How often a link is asked again, ms (SHARE-01). */
const pollMs = 5000;

/**
 * `dead`: the link is not alive, or no more. `lost`: it was, and no answer comes now; what was seen last stays.
 */
export type SharedState =
  | { readonly phase: 'loading' | 'dead' }
  | { readonly phase: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly phase: 'shown' | 'lost'; readonly location: SharedLocation };

/** What a link shows, asked for every five seconds until it is dead. */
export function useSharedLocation(token: string): SharedState {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['shared-location', token],
    queryFn: ({ signal }) => getSharedLocation(api, token, signal),
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => (isDead(state.error) ? false : pollMs),
    refetchIntervalInBackground: true,
  });
  if (isDead(error)) return { phase: 'dead' };
  if (data) return { phase: error ? 'lost' : 'shown', location: data };
  return error ? { phase: 'failed', error, retry: () => void refetch() } : { phase: 'loading' };
}

function isDead(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

/** `GET location/{token}`, open to strangers; 404 and 410 mean that the link is not alive. */
function getSharedLocation(api: ApiClient, token: string, signal: AbortSignal): Promise<SharedLocation> {
  const path = `location/${encodeURIComponent(token)}`;
  return api.json({ path, anonymous: true, signal }, sharedLocationSchema);
}
