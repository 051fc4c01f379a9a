import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { sinisterSchema } from '@atalaia/contract/sinisters/sinister';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useLive } from '../../live/live-context.ts';

/** How old the list may be without an update, ms (DASH-04). */
const refreshMs = 60_000;

const queryKey = ['sinisters', 'open'] as const;

/** The open sinisters, loaded once for all who show them. */
export function useOpenSinisters() {
  const api = useApi();
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => listOpenSinisters(api, signal),
    refetchInterval: refreshMs,
  });
}

/** Keeps the open sinisters as the live channel sends them, and loads them again after a gap (SIN-14). Once a shell. */
export function useLiveSinisters(): void {
  const queries = useQueryClient();
  const { feed, connection } = useLive();
  useEffect(() => feed.onSinisters((updates) => takeSinisters(queries, updates)), [feed, queries]);
  useEffect(
    () =>
      connection.subscribe(() => {
        if (connection.get() !== 'open') return;
        reloadSinisters(queries);
        void queries.invalidateQueries({ queryKey: ['sinister'] });
        void queries.invalidateQueries({ queryKey: ['sinister-trail'] });
      }),
    [connection, queries],
  );
}

/** Requests the open sinisters again. */
export function reloadSinisters(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey });
}

/**
 * Applies changed sinisters, from the live feed or from an answer. A list request in flight may be older, so the list is
 * fetched again; so are tables of sinisters and each sinister that is open.
 */
export function takeSinisters(queries: QueryClient, updates: readonly Sinister[]): void {
  for (const sinister of updates) queries.setQueryData<Sinister>(['sinister', sinister.id], sinister);
  void queries.invalidateQueries({ queryKey: ['resource', 'sinisters'] });
  queries.setQueryData<readonly Sinister[]>(queryKey, (open) => open && mergeSinisters(open, updates));
  if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey });
}

/** Every open sinister of a device the person sees. */
function listOpenSinisters(api: ApiClient, signal: AbortSignal): Promise<readonly Sinister[]> {
  return api.json({ path: 'sinisters', signal }, z.array(sinisterSchema));
}

/** The open sinisters after changes of some: closed ones are left out, others replaced; newest number first. */
export function mergeSinisters(open: readonly Sinister[], updates: readonly Sinister[]): readonly Sinister[] {
  const byId = new Map(open.map((sinister) => [sinister.id, sinister]));
  for (const sinister of updates) {
    if (sinister.status === 'opened') byId.set(sinister.id, sinister);
    else byId.delete(sinister.id);
  }
  return [...byId.values()].sort((one, other) => other.number - one.number);
}
