import type { Sinister } from '@atalaia/contract/sinister';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { useLive } from '../../live/live-context.ts';
import { listOpenSinisters } from './api/list-open-sinisters.ts';
import { mergeSinisters } from './merge-sinisters.ts';

/** How old the list may be when nobody tells of news, ms (DASH-04). */
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

/** Keeps the open sinisters as the live channel tells them, and loads them again after a gap (SIN-14). Once a shell. */
export function useLiveSinisters(): void {
  const queries = useQueryClient();
  const { feed, connection } = useLive();
  useEffect(() => feed.onSinisters((news) => takeSinisters(queries, news)), [feed, queries]);
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

/** Asks for the open sinisters again. */
export function reloadSinisters(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey });
}

/**
 * News of cases, heard live or answered here. A list that is on its way may be older: it is asked for again. Tables of
 * cases, and each case that is looked at by itself, are asked for again too.
 */
export function takeSinisters(queries: QueryClient, news: readonly Sinister[]): void {
  for (const sinister of news) queries.setQueryData<Sinister>(['sinister', sinister.id], sinister);
  void queries.invalidateQueries({ queryKey: ['register', 'sinisters'] });
  queries.setQueryData<readonly Sinister[]>(queryKey, (open) => open && mergeSinisters(open, news));
  if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey });
}
