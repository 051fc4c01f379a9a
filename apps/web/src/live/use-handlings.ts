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
 * How alarms of a client's vehicles are handled, as far as he may see it (DESK-12); nothing for people of the desk. The
 * channel sends changes; it is fetched each minute too, since an outcome is shown for one day and a suppression may end
 * without a message.
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
