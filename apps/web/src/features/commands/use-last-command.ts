import type { SentCommand } from '@atalaia/contract/sent-command';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { lastSentCommand } from './api/last-sent-command.ts';
import { othersEveryMs, useCommandNews } from './use-command-news.ts';

/** The newest command of a device and what became of it, live; undefined while unknown, null when there is none. */
export function useLastCommand(deviceId: number): SentCommand | null | undefined {
  const api = useApi();
  const { data, refetch } = useQuery({
    queryKey: ['last-command', deviceId],
    queryFn: ({ signal }) => lastSentCommand(api, deviceId, signal),
    refetchInterval: othersEveryMs,
    retry: false,
  });
  useCommandNews(
    useMemo(() => [deviceId], [deviceId]),
    useCallback(() => void refetch(), [refetch]),
  );
  return data;
}
