import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { listOpenSinisters } from './api/list-open-sinisters.ts';

/** How old the list may be when nobody tells of news, ms (DASH-04). */
const refreshMs = 60_000;

export const openSinistersKey = ['sinisters', 'open'] as const;

/** The open sinisters, loaded once for all who show them. */
export function useOpenSinisters() {
  const api = useApi();
  return useQuery({
    queryKey: openSinistersKey,
    queryFn: ({ signal }) => listOpenSinisters(api, signal),
    refetchInterval: refreshMs,
  });
}
