import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useLive } from '../../live/live-context.ts';
import { getEvent } from './api/get-event.ts';

const keyOf = (eventId: number) => ['event', eventId] as const;

/** One event, kept true: another operator may handle it while it is looked at (EVT-04). */
export function useEvent(eventId: number) {
  const api = useApi();
  const queries = useQueryClient();
  const { feed } = useLive();
  useEffect(
    () =>
      feed.onEvents((events) => {
        const news = events.findLast(({ id }) => id === eventId);
        if (news) queries.setQueryData(keyOf(eventId), news);
      }),
    [feed, queries, eventId],
  );
  return useQuery({
    queryKey: keyOf(eventId),
    queryFn: async ({ signal }) => {
      // An address may hold anything: what is no number names no event.
      if (!Number.isSafeInteger(eventId) || eventId < 1) throw new ApiError('not-found', 404);
      return getEvent(api, eventId, signal);
    },
    retry: false,
  });
}
