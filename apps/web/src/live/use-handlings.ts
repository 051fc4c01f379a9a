import { type AlarmHandling, alarmHandlingSchema } from '@atalaia/contract/desk/alarm-acts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { useApi } from '../lib/api/api-context.ts';
import { useDeskRole } from '../lib/session/desk-role.ts';
import { useLive } from './live-context.ts';

const key = ['handlings'] as const;
const none: readonly AlarmHandling[] = [];

/**
 * What a client is told of how alarms of his vehicles are handled (DESK-12); nothing for who works at the desk. The channel
 * tells changes; asked for each minute too, since an outcome is told for a day and what hides may end elsewhere.
 */
export function useHandlings(): readonly AlarmHandling[] {
  const api = useApi();
  const queries = useQueryClient();
  const { feed } = useLive();
  const isClient = useDeskRole() === 'none';
  useEffect(() => {
    if (!isClient) return;
    return feed.onHandlings((changes) => {
      const changed = new Set(changes.map(({ deviceId }) => deviceId));
      queries.setQueryData<readonly AlarmHandling[]>(key, (known = none) => [
        ...changes.flatMap(({ alarms }) => alarms),
        ...known.filter(({ deviceId }) => !changed.has(deviceId)),
      ]);
      // an answer on its way may be older than this
      if (queries.isFetching({ queryKey: key }) > 0) void queries.invalidateQueries({ queryKey: key });
    });
  }, [feed, queries, isClient]);
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.json({ path: 'alarms/handling', signal }, z.array(alarmHandlingSchema)),
    enabled: isClient,
    refetchInterval: 60_000,
    staleTime: 30_000,
  });
  return (isClient && data) || none;
}
