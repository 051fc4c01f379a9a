import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useLive } from '../../../live/live-context.ts';
import { alarmKey, getAlarm } from '../desk-calls.ts';

function newer(before: unknown, answer: unknown): unknown {
  const [old, next] = [before as AlarmDetail | undefined, answer as AlarmDetail];
  return old && old.version > next.version ? old : next;
}

/** One alarm with all that its screen shows, kept true: another person, or the server, may change it (DESK-18). */
export function useAlarm(alarmId: number) {
  const api = useApi();
  const queries = useQueryClient();
  const { feed, connection } = useLive();
  useEffect(
    () =>
      feed.onAlarms((alarms) => {
        const news = alarms.findLast(({ id }) => id === alarmId);
        const shown = queries.getQueryData<AlarmDetail>(alarmKey(alarmId));
        if (!news || (shown && news.version <= shown.version)) return;
        // At once what the news says; the rest of the screen follows.
        if (shown) queries.setQueryData(alarmKey(alarmId), { ...shown, ...news });
        void queries.invalidateQueries({ queryKey: alarmKey(alarmId) });
      }),
    [feed, queries, alarmId],
  );
  const isOpen = useStore(connection, (now) => now === 'open');
  useEffect(() => {
    if (isOpen) void queries.invalidateQueries({ queryKey: alarmKey(alarmId) });
  }, [isOpen, queries, alarmId]);
  return useQuery({
    queryKey: alarmKey(alarmId),
    queryFn: async ({ signal }) => {
      // An address may hold anything: what is no number names no alarm.
      if (!Number.isSafeInteger(alarmId) || alarmId < 1) throw new ApiError('not-found', 404);
      return getAlarm(api, alarmId, signal);
    },
    retry: false,
    // An answer may be overtaken by news of the live channel.
    structuralSharing: (before, answer) => newer(before, answer),
  });
}
