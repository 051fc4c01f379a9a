import type { SentCommand } from '@atalaia/contract/sent-command';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { useLive } from '../../live/live-context.ts';
import { lastSentCommand } from './api/last-sent-command.ts';

const keyOf = (deviceId: number) => ['last-command', deviceId] as const;

/** The newest command of a device and what became of it, live; undefined while unknown, null when there is none. */
export function useLastCommand(deviceId: number): SentCommand | null | undefined {
  const api = useApi();
  const queries = useQueryClient();
  const { feed } = useLive();
  useEffect(
    () =>
      feed.onEvents((events) => {
        const isNews = events.some(
          ({ deviceId: of, attributes }) => of === deviceId && attributes.commandId !== undefined,
        );
        if (isNews) void queries.invalidateQueries({ queryKey: keyOf(deviceId) });
      }),
    [feed, queries, deviceId],
  );
  const { data } = useQuery({
    queryKey: keyOf(deviceId),
    queryFn: ({ signal }) => lastSentCommand(api, deviceId, signal),
    retry: false,
  });
  return data;
}

/** Asks again for the newest command of a device, after one was sent from here. */
export function useRefreshLastCommand(): (deviceId: number) => void {
  const queries = useQueryClient();
  return (deviceId) => void queries.invalidateQueries({ queryKey: keyOf(deviceId) });
}
